// `returns sandbox scenario run`: plays scenarios against the retailer's endpoints, draws how it goes, tells the result.

import { EXIT, type ExitCode } from '../../basics/exit.ts';
import type { Context } from '../../cli/command.ts';
import type { OptionsOf } from '../../cli/flags.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { agreedOptions } from '../agreed.ts';
import type { Ability } from '../scenarios/abilities.ts';
import { junitOf } from '../scenarios/junit.ts';
import { playScenarios } from '../scenarios/play-scenarios.ts';
import { makeProgress, resultText } from '../text/scenario-text.ts';
import { type CUSTOMER_FLAGS, customerOf } from './customer-flags.ts';
import { restartOf } from './restart-side.ts';

export interface RunFlags extends OptionsOf<typeof CUSTOMER_FLAGS> {
  readonly retailerCan: ReadonlySet<Ability>;
  readonly port: number;
  readonly wait: number;
  readonly settle: number;
  readonly seed: number;
  readonly restart: string | undefined;
  readonly junit: string | undefined;
}

export async function runAgainst(
  context: Context,
  asked: string,
  url: string,
  flags: RunFlags,
): Promise<ExitCode> {
  const { platform, folders, globals, show } = context;
  const progressLine = makeProgress(show.errPaint);
  const { customerAuth, customerPaths } = customerOf(platform, flags);
  // Before anything is played: a run of minutes must not end with a file that cannot be written.
  const junit = flags.junit === undefined ? undefined : openOutFile(platform, flags.junit, [], '--junit');
  const stopping = new AbortController();
  const unsubscribe = platform.system.onSignal(() => stopping.abort());
  let isWritten = false;
  try {
    const result = await playScenarios(
      platform,
      [asked],
      {
        customerUrl: url,
        ...(customerAuth && { customerAuth }),
        ...(customerPaths && { customerPaths }),
        ...{ retailerCan: flags.retailerCan, port: flags.port, seed: flags.seed },
        ...{ waitMs: flags.wait, settleMs: flags.settle, signal: stopping.signal },
        restart: restartOf(context, flags.restart, stopping.signal),
        onReady(sandbox) {
          show.note(`The sandbox of this run is at ${sandbox.url}; your side posts its refunds there.`);
        },
        onEvent(event) {
          const line = progressLine(event);
          if (event.type === 'end') show.note(line);
          else show.detail(line);
        },
      },
      {
        agreed: agreedOptions(agreedIn(platform, folders, globals).answers),
        onDefect: (error) =>
          show.warn(`the sandbox failed: ${error instanceof Error ? error.message : String(error)}`),
      },
    );
    junit?.write(junitOf(result));
    junit?.finish();
    isWritten = true;
    await show.result(result, () => resultText(result, show.outPaint));
    if (stopping.signal.aborted) {
      show.warn('interrupted: the other scenarios were not played');
      return EXIT.interrupted;
    }
    const failed = result.scenarios.find((one) => !one.passed && one.not_tried === undefined);
    if (failed) show.next(`returns sandbox scenario show ${failed.name}`);
    return failed ? EXIT.unmet : EXIT.done;
  } finally {
    unsubscribe();
    if (!isWritten) junit?.abandon();
  }
}
