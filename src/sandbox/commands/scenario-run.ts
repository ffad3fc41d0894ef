// `returns sandbox scenario run`: opens a sandbox on a manual clock, plays the scenarios against the retailer's endpoints and
// tells the result.
import { EXIT, type ExitCode } from '../../basics/exit.ts';
import { plural } from '../../basics/units.ts';
import type { Context } from '../../cli/command.ts';
import type { OptionsOf } from '../../cli/flags.ts';
import { openOutFile } from '../../storage/out-file.ts';
import type { Customer } from '../deliveries/types.ts';
import type { Ability, Scenario } from '../scenarios/format.ts';
import { junitOf } from '../scenarios/junit.ts';
import { countScenarios } from '../scenarios/result.ts';
import { runScenarios } from '../scenarios/run-scenario.ts';
import { openStage } from '../scenarios/stage.ts';
import { CUSTOMER_PATHS } from '../start.ts';
import { progressLine, resultText } from '../text/scenario-text.ts';
import { type CUSTOMER_FLAGS, customerOf } from './customer-flags.ts';
import { makeKnown } from './make-known.ts';

export interface RunFlags extends OptionsOf<typeof CUSTOMER_FLAGS> {
  readonly retailerCan: ReadonlySet<Ability>;
  readonly port: number;
  readonly wait: number;
  readonly settle: number;
  readonly seed: number;
  readonly junit: string | undefined;
}

export async function runAgainst(
  context: Context,
  scenarios: readonly Scenario[],
  url: string,
  flags: RunFlags,
): Promise<ExitCode> {
  const { platform, show } = context;
  const customer = retailerOf(context, url, flags);
  // Before anything is played: a run of minutes must not end with a file that cannot be written.
  const junit = flags.junit === undefined ? undefined : openOutFile(platform, flags.junit, [], '--junit');
  const proof = platform.random.hex(16);
  const stopping = new AbortController();
  const unsubscribe = platform.system.onSignal(() => stopping.abort());
  let isWritten = false;
  try {
    const stage = await openStage(platform, {
      ...{ port: flags.port, proof, customerPaths: customer.paths },
      onDefect: (error) =>
        show.warn(`the sandbox failed: ${error instanceof Error ? error.message : String(error)}`),
    });
    const forget = makeKnown(context, stage.sandbox.url, proof);
    try {
      show.note(`The sandbox of this run is at ${stage.sandbox.url}; your side posts its refunds there.`);
      const result = await runScenarios(
        platform,
        stage,
        scenarios,
        {
          ...{ customer, abilities: flags.retailerCan, seed: flags.seed },
          ...{ waitMs: flags.wait, settleMs: flags.settle, startedAt: platform.clock.now() },
        },
        (event) => {
          const line = progressLine(event, show.errPaint);
          if (line !== undefined && event.type === 'end') show.note(line);
          else if (line !== undefined) show.detail(line);
        },
        stopping.signal,
      );
      if (junit) {
        junit.write(junitOf(result));
        junit.finish();
        isWritten = true;
      }
      await show.result(result, () => resultText(result, show.outPaint));
      if (stopping.signal.aborted) {
        show.warn(
          `interrupted: ${plural(scenarios.length - result.scenarios.length, 'scenario')} not played`,
        );
        return EXIT.interrupted;
      }
      const failed = result.scenarios.find((one) => !one.passed && one.not_tried === undefined);
      if (failed) show.next(`returns sandbox scenario show ${failed.name}`);
      return countScenarios(result).failed > 0 ? EXIT.unmet : EXIT.done;
    } finally {
      forget();
      await stage.close();
    }
  } finally {
    unsubscribe();
    if (!isWritten) junit?.abandon();
  }
}

function retailerOf({ platform }: Context, url: string, flags: RunFlags): Customer {
  const { customerAuth = () => ({ kind: 'none' }) as const, customerPaths } = customerOf(platform, flags);
  return { url, paths: { ...CUSTOMER_PATHS, ...customerPaths }, auth: customerAuth };
}
