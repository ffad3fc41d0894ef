// SIGINT and SIGTERM while a run is at work: one abort signal, the exit code of the signal, and the failure it becomes.
import { EXIT } from '../basics/exit.ts';
import { Failure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  exitCode(): typeof EXIT.interrupted | typeof EXIT.terminated;
  release(): void;
}

/** SIGINT and SIGTERM as an abort signal; `exitCode` says which one it was. */
export function interruption(platform: Platform, onFirst: () => void): Interruption {
  const controller = new AbortController();
  let exitCode: typeof EXIT.interrupted | typeof EXIT.terminated = EXIT.interrupted;
  const release = platform.system.onSignal((signal) => {
    if (controller.signal.aborted) return;
    exitCode = signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
    // Whoever waits with this signal throws its reason.
    controller.abort(interruptedFailure(exitCode));
    onFirst();
  });
  return { signal: controller.signal, release, exitCode: () => exitCode };
}

/** What a command throws when it was interrupted before there was anything to summarise. */
export const interruptedFailure = (code: typeof EXIT.interrupted | typeof EXIT.terminated): Failure =>
  new Failure('interrupted', code, 'Interrupted before anything was sent', {
    hint: 'Run the same command again.',
  });
