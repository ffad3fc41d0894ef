// What a check or a dry run foretells: that the real run would stop before it sends anything, and with which exit code.
import type { ExitCode } from '../basics/exit.ts';

export interface WouldStop {
  readonly code: string;
  readonly exit_code: ExitCode;
  readonly message: string;
  readonly hint: string;
}

/** In a sentence; `what` is the run that would stop. */
export const wouldStopText = ({ exit_code, message }: WouldStop, what: string): string =>
  `The ${what} would stop before it sends anything: exit ${exit_code}, because ${message[0]!.toLowerCase()}${message.slice(1)}`;
