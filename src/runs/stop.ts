// What stops a run before it sends anything. A check and a dry run report it in advance; the run itself fails
// with it.
import { EXIT, type ExitCode } from '../basics/exit.ts';
import { type Failure, stoppedFailure } from '../basics/failure.ts';

export interface Stop {
  readonly code: string;
  /** The reason, without its consequence. */
  readonly message: string;
  readonly hint: string;
}

export const stopFailure = ({ code, message, hint }: Stop): Failure =>
  stoppedFailure(code, `${message}${message.endsWith('?') ? ' N' : '; n'}othing was sent`, { hint });

/** As reported in the summary of a check or a dry run. */
export interface WouldStop extends Stop {
  readonly exit_code: ExitCode;
}

export const wouldStop = ({ code, message, hint }: Stop): WouldStop => ({
  code,
  exit_code: EXIT.stopped,
  message,
  hint,
});

/** The stop as a sentence; `what` names the run that would stop. */
export const wouldStopText = ({ exit_code, message }: WouldStop, what: string): string =>
  `The ${what} would stop before it sends anything: exit ${exit_code}, because ${message[0]!.toLowerCase()}${message.slice(1)}`;
