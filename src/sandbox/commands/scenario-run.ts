// `returns sandbox scenario run`: opens a sandbox on a manual clock, plays the scenarios against the retailer's endpoints and
// tells the result.
import path from 'node:path';
import { EXIT, type ExitCode } from '../../basics/exit.ts';
import { plural } from '../../basics/units.ts';
import type { Context } from '../../cli/command.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { readCustomerAuth } from '../deliveries/customer-auth.ts';
import { checkCustomerUrl } from '../deliveries/customer-url.ts';
import type { Customer } from '../deliveries/types.ts';
import type { Ability, Scenario } from '../scenarios/format.ts';
import { junitOf } from '../scenarios/junit.ts';
import { countScenarios } from '../scenarios/result.ts';
import { runScenarios } from '../scenarios/run-scenario.ts';
import { openStage } from '../scenarios/stage.ts';
import { progressLine, resultText } from '../text/scenario-text.ts';
import { makeKnown } from './make-known.ts';

export interface RunFlags {
  readonly customerUrl: string;
  readonly customerAuth: string | undefined;
  readonly rmasPath: string;
  readonly variantsPath: string;
  readonly exchangeOrdersPath: string;
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
  flags: RunFlags,
): Promise<ExitCode> {
  const { platform, show } = context;
  const customer = customerOf(context, flags);
  // Before anything is played: a run of minutes must not end with a file that cannot be written.
  const junit = flags.junit === undefined ? undefined : openOutFile(platform, flags.junit, [], '--junit');
  const proof = platform.random.hex(16);
  const stopping = new AbortController();
  const unsubscribe = platform.system.onSignal(() => stopping.abort());
  let isWritten = false;
  try {
    const stage = await openStage(platform, {
      port: flags.port,
      proof,
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

function customerOf({ platform }: Context, flags: RunFlags): Customer {
  const { customerAuth } = flags;
  const auth = () =>
    customerAuth === undefined ? ({ kind: 'none' } as const) : readCustomerAuth(platform, customerAuth);
  // A wrong file is told at once, not by the first message.
  auth();
  return {
    url: checkCustomerUrl(flags.customerUrl),
    paths: {
      rmas: path.posix.join('/', flags.rmasPath),
      variants: flags.variantsPath.replace(/^\/+/, ''),
      exchangeOrders: path.posix.join('/', flags.exchangeOrdersPath),
    },
    auth,
  };
}
