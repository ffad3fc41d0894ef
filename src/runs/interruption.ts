// SIGINT and SIGTERM during a run: the abort signal, the exit code, and the resulting failure.
import { EXIT } from '../basics/exit.ts';
import { Failure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  exitCode(): typeof EXIT.interrupted | typeof EXIT.terminated;
  release(): void;
}

/** Turns SIGINT and SIGTERM into an abort signal; `exitCode` returns the code of the signal that arrived. */
export function interruption(platform: Platform, onFirst: () => void): Interruption {
  const controller = new AbortController();
  let exitCode: typeof EXIT.interrupted | typeof EXIT.terminated = EXIT.interrupted;
  const release = platform.system.onSignal((signal) => {
    if (controller.signal.aborted) return;
    exitCode = signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
    // Code that waits with this signal throws this reason.
    controller.abort(interruptedFailure(exitCode));
    onFirst();
  });
  return { signal: controller.signal, release, exitCode: () => exitCode };
}

/** The error of a command that was interrupted before it had a summary. */
export const interruptedFailure = (code: typeof EXIT.interrupted | typeof EXIT.terminated): Failure =>
  new Failure('interrupted', code, 'Interrupted before anything was sent', {
    hint: 'Run the same command again.',
  });
