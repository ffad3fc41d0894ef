// Errors that a user can act on: one error type with place, expectation, hint and exit code.
import { EXIT, type ExitCode } from './exit.ts';
import type { FailureReason } from './reason.ts';

/** Where in the input the failure is. Lines and columns count from 1, bytes from 0. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
  /** Field path as in `orders[3].items[0].sku`. */
  readonly path?: string;
}

export interface FailureDetails {
  /** What to do next: a sentence that starts with a verb, or a command. Always given. */
  readonly hint: string;
  readonly place?: Place;
  readonly expected?: string;
  readonly found?: string;
  /** For scripts. Given when the error code alone does not determine the reason. */
  readonly reason?: FailureReason | undefined;
  readonly cause?: unknown;
}

/**
 * An error shown to the user: `message` says what happened, the other fields say where, what was expected and what to do.
 * `code` is stable and dotted (`input.file.missing`); `exitCode` is the exit code of the process.
 * The texts are untrusted: renderers escape control characters. Never put personal data or secrets in them.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly hint: string;
  readonly place: Place | undefined;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  readonly reason: FailureReason | undefined;

  constructor(
    readonly code: string,
    readonly exitCode: ExitCode,
    message: string,
    details: FailureDetails,
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.hint = details.hint;
    this.place = details.place;
    this.expected = details.expected;
    this.found = details.found;
    this.reason = details.reason;
  }
}

type Make = (code: string, message: string, details: FailureDetails) => Failure;
const failureOf =
  (exitCode: ExitCode): Make =>
  (code, message, details) =>
    new Failure(code, exitCode, message, details);

/** Exit 2: the command line is wrong, or a prompt is needed but there is no terminal. */
export const usageFailure = failureOf(EXIT.usage);
/** Exit 6: the input cannot be read, or its format is ambiguous. */
export const inputFailure = failureOf(EXIT.input);
/** Exit 7: the local state on disk is locked, damaged, full or unwritable. */
export const stateFailure = failureOf(EXIT.state);
/** Exit 4: the service rejects the credentials. */
export const authFailure = failureOf(EXIT.auth);
/** Exit 75: the service is unreachable, or still answers 5xx or 429 after all retries. */
export const unavailableFailure = failureOf(EXIT.unavailable);
/** Exit 5: the run stopped early because too many records were refused. */
export const stoppedFailure = failureOf(EXIT.stopped);
/** Exit 1: a defect of this tool. */
export const defectFailure = failureOf(EXIT.defect);

/** `file:line:column` as far as known, or an empty string. */
export function placeText(place: Place | undefined): string {
  if (!place) return '';
  const spot = [place.file, place.line, place.column].filter((part) => part !== undefined).join(':');
  const more = [
    place.byte === undefined ? '' : `byte ${place.byte}`,
    place.path === undefined ? '' : place.path,
  ].filter(Boolean);
  return [spot, ...more].filter(Boolean).join(', ');
}
