// What goes wrong in a way a person can act on: one error type that carries place, expectation, remedy and exit code.
import { EXIT, type ExitCode } from './exit.ts';
import type { Reason } from './reason.ts';

/** Where in the input a failure stands. Lines and columns count from 1, bytes from 0. */
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
  /** For scripts, where the code alone does not say it. */
  readonly reason?: Reason | undefined;
  readonly cause?: unknown;
}

/**
 * An error for a person: `message` says what happened, the rest says where, what was expected and what to do.
 * `code` is stable and dotted (`input.file.missing`); `exitCode` is the process's exit code.
 * The texts are untrusted: renderers escape control characters. Never put personal data or secrets in.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly hint: string;
  readonly place: Place | undefined;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  readonly reason: Reason | undefined;

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

/** Exit 2: the command line is wrong, or a question would be needed where nobody can answer. */
export const usageFailure = failureOf(EXIT.usage);
/** Exit 6: the input cannot be read or decided. */
export const inputFailure = failureOf(EXIT.input);
/** Exit 7: what we keep on disk is locked, damaged, full or unwritable. */
export const stateFailure = failureOf(EXIT.state);
/** Exit 4: the service does not accept who we say we are. */
export const authFailure = failureOf(EXIT.auth);
/** Exit 75: the service cannot be reached or answers with 5xx or 429 after all patience. */
export const unavailableFailure = failureOf(EXIT.unavailable);
/** Exit 5: too much was refused. */
export const stoppedFailure = failureOf(EXIT.stopped);
/** Exit 1: we are wrong. */
export const defectFailure = failureOf(EXIT.defect);

/** `file:line:column` as far as it is known, or an empty string. */
export function placeText(place: Place | undefined): string {
  if (!place) return '';
  const spot = [place.file, place.line, place.column].filter((part) => part !== undefined).join(':');
  const more = [
    place.byte === undefined ? '' : `byte ${place.byte}`,
    place.path === undefined ? '' : place.path,
  ].filter(Boolean);
  return [spot, ...more].filter(Boolean).join(', ');
}
