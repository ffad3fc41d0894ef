// Errors that a user can act on: one error type with place, expectation, hint and exit code; also those of the disk.

import { EXIT, EXIT_CODES, type ExitCode, type FailureReason } from './exit-codes.ts';

/** Error codes that determine the reason. */
const BY_CODE: Readonly<Record<string, FailureReason>> = {
  'service.tls': 'tls',
  'service.proxy': 'proxy',
  'service.not_found': 'address',
  'service.page': 'address',
  'service.answer': 'address',
  'service.paused': 'rate_limit',
  'auth.address': 'address',
  'sandbox.absent': 'address',
  'sandbox.other': 'address',
};

interface Failed {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly hint: string;
  /** Given when the error code alone does not determine the reason. */
  readonly reason?: FailureReason | undefined;
}

export function reasonOf({ code, exitCode, reason }: Omit<Failed, 'message' | 'hint'>): FailureReason {
  const known = reason ?? BY_CODE[code];
  if (known) return known;
  if (exitCode === EXIT.auth) return 'sign_in';
  if (exitCode === EXIT.unavailable) return 'outage';
  return EXIT_CODES.find((row) => row.code === exitCode)!.name as FailureReason;
}

/** A failure in the shape of the run summary. */
export const errorOf = (failed: Failed) => ({
  code: failed.code,
  message: failed.message,
  hint: failed.hint,
  reason: reasonOf(failed),
});

/** Where in the input the failure is. Lines and columns count from 1, bytes from 0. */
export interface Place {
  readonly file?: string | undefined;
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
  /** In a JSON record, the path of the value: `line_items[1].price`. */
  readonly jsonPath?: string;
  /** Field path as in `orders[3].items[0].sku`. */
  readonly path?: string;
}

export interface FailureDetails {
  /** What to do next: a sentence that starts with a verb, or a command. Always given. */
  readonly hint: string;
  readonly place?: Place | undefined;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
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
const failureWith =
  (exitCode: ExitCode): Make =>
  (code, message, details) =>
    new Failure(code, exitCode, message, details);

/** Exit 2: the command line is wrong, or a prompt is needed but there is no terminal. */
export const usageFailure = failureWith(EXIT.usage);
/** Exit 6: the input cannot be read, or its format is ambiguous. */
export const inputFailure = failureWith(EXIT.input);
/** Exit 7: the local state on disk is locked, damaged, full or unwritable. */
export const stateFailure = failureWith(EXIT.state);
/** Exit 7: the content of a database of ours is not what this tool wrote. */
export const damagedFailure = (file: string, why: string, cause?: unknown): Failure =>
  stateFailure('state.damaged', `${file} is damaged (${why})`, {
    hint: 'Restore it from a backup, or move it away: the next upload then sends every order again, which the service accepts.',
    cause,
  });
/** Exit 4: the service rejects the credentials. */
export const authFailure = failureWith(EXIT.auth);
/** Exit 75: the service is unreachable, or still answers 5xx or 429 after all retries. */
export const unavailableFailure = failureWith(EXIT.unavailable);
/** Exit 5: the run stopped early because too many records were refused. */
export const stoppedFailure = failureWith(EXIT.stopped);
/** Exit 1: a defect of this tool. */
export const defectFailure = failureWith(EXIT.defect);

/** `file:line:column` as far as known, or an empty string. */
export function placeText(place: Place | undefined): string {
  if (!place) return '';
  const spot = [place.file, place.line, place.column ?? place.jsonPath]
    .filter((part) => part !== undefined)
    .join(':');
  const more = [
    place.byte === undefined ? '' : `byte ${place.byte}`,
    place.path === undefined ? '' : place.path,
  ].filter(Boolean);
  return [spot, ...more].filter(Boolean).join(', ');
}

// What errors of the disk mean: their codes, the messages shown to the user, and what to do next.

/**
 * `full`: no space left. `denied`: no permission. `network`: a network file system. `newer`: written by a newer version.
 * `unusable`: any other error that makes the file unusable.
 */
export type DiskTrouble = 'full' | 'denied' | 'unusable' | 'network' | 'newer';
const CODES: Readonly<Record<'full' | 'denied' | 'unusable', string>> = {
  full: 'ENOSPC EDQUOT EFBIG',
  denied: 'EACCES EPERM EROFS',
  unusable: 'EIO ENOTDIR EISDIR EEXIST EMFILE ENFILE',
};

/** Whatever folder it was: what names another one. */
const OTHER =
  'another folder with --state-dir DIR, --config-dir DIR or, for the cache, the variable XDG_CACHE_HOME';

export function diskHint(trouble: DiskTrouble): string {
  if (trouble === 'full')
    return `Free some disk space, then run the same command again: what was written before is intact. Or name ${OTHER}.`;
  if (trouble === 'denied')
    return `See who may write it and its folder (a run with sudo leaves files of root behind), or name ${OTHER}.`;
  if (trouble === 'network') return `Locks and databases need a local disk: name ${OTHER}.`;
  if (trouble === 'newer') return `Install the newest version of returns-cli, or name ${OTHER}.`;
  return `Check the disk and the permissions of the folder, or name ${OTHER}.`;
}

/** @returns undefined when the error is not a disk error */
export function troubleOf(error: unknown): DiskTrouble | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  // Making a folder on a broken disk ends as "no such file": Node asks again for the folder above until none is left.
  if (code === 'ENOENT' && syscall === 'mkdir') return 'unusable';
  return (['full', 'denied', 'unusable'] as const).find((trouble) =>
    CODES[trouble].split(' ').includes(code!),
  );
}

/** Exit 7, `state.full` or `state.unusable`. */
export function troubleFailure(trouble: DiskTrouble, file: string, error: unknown): Failure {
  const { code, message = String(error) } = (error ?? {}) as NodeJS.ErrnoException;
  const isFull = trouble === 'full';
  const reason = typeof code === 'string' && code ? `(${code})` : '';
  const text = isFull
    ? `No space left to write ${file}`
    : `Cannot use ${file}${reason ? '' : `: ${message}`}`;
  return stateFailure(isFull ? 'state.full' : 'state.unusable', `${text} ${reason}`.trim(), {
    hint: diskHint(trouble),
    cause: error,
  });
}

/** What an error says. */
export const textOfError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { message = String(error), path = 'a file' } = error as NodeJS.ErrnoException;
  const trouble = troubleOf(error);
  if (trouble) return troubleFailure(trouble, path, error);
  return defectFailure('defect', `Internal error: ${message.split('\n')[0]}`, {
    hint: 'This is a defect of the tool. Run the command again with --verbose and report what it prints.',
    cause: error,
  });
}

/** The value of a JSON text that is kept in a file: one that cannot be read means that the file is damaged. @throws Failure exit 7 */
export function storedJson<T>({ file }: { readonly file: string }, text: unknown): T {
  try {
    return JSON.parse(text as string) as T;
  } catch (error) {
    throw damagedFailure(file, (error as Error).message, error);
  }
}
