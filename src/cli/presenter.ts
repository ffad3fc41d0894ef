// The one way out: results to stdout, everything said beside them to stderr, untrusted text escaped, secrets masked.
import { redact } from '../basics/redact.ts';
import { escapeControls, terminalJson } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { asciiSigns, fitLines, hasUnicode } from './fit.ts';
import { type Paint, paintFor } from './paint.ts';

export interface PresenterOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

export interface Presenter {
  readonly options: PresenterOptions;
  /** Painters for stdout and stderr. */
  readonly outPaint: Paint;
  readonly errPaint: Paint;
  /** The result: `document` with --json (one line), else the text of `human`. A final newline is added where missing. */
  result<D extends { readonly schema: string }>(
    document: D,
    human: () => string,
    /** `verbatim`: data to be copied or piped, not laid out. */
    options?: { readonly verbatim?: boolean },
  ): Promise<void>;
  /** What is the result itself: a token, a template, exported orders, the bytes of a recorded body. */
  raw(content: string | Uint8Array): Promise<void>;
  /** A part of the result for people, as `result` would lay it out. */
  text(content: string): Promise<void>;
  /** Something worth knowing, on stderr; not with --quiet. */
  note(text: string): void;
  /** What a person or a script waits for, on stderr, also with --quiet. */
  always(text: string): void;
  /** Something to look at, on stderr, also with --quiet. */
  warn(text: string): void;
  /** Details, on stderr with --verbose only. */
  detail(text: string): void;
  /** What one would do next: one line on stderr, on a terminal only. */
  next(text: string): void;
}

/** Untrusted text for one line of a terminal. */
export const clean = escapeControls;

export function makePresenter(platform: Platform, options: PresenterOptions): Presenter {
  const { terminal, env } = platform;
  const errPaint = paintFor(env, terminal.stderrIsTerminal, options.color);
  const forOut = forTerminal(env, terminal.stdoutIsTerminal, () => terminal.columns());
  const forErr = forTerminal(env, terminal.stderrIsTerminal, () => terminal.columns());
  const line = (text: string) => terminal.err(`${forErr(redact(text))}\n`);
  return {
    options,
    outPaint: paintFor(env, terminal.stdoutIsTerminal, options.color),
    errPaint,
    async result(document, human, { verbatim = false } = {}) {
      const text = options.json ? terminalJson(document) : verbatim ? human() : forOut(human());
      if (text !== '') await terminal.out(text.endsWith('\n') ? text : `${text}\n`);
    },
    raw: (content) => terminal.out(content),
    text: (content) => terminal.out(forOut(content)),
    note(text) {
      if (!options.quiet) line(text);
    },
    always: line,
    warn: (text) => line(`${errPaint.yellow('warning')}  ${text}`),
    detail(text) {
      if (options.verbose) line(errPaint.dim(text));
    },
    next(text) {
      if (!options.quiet && !options.json && terminal.stderrIsTerminal) line(errPaint.dim(`next: ${text}`));
    },
  };
}

/** What a stream is given of a text: the signs that the locale has, and on a terminal lines that fit it. */
export function forTerminal(
  env: Platform['env'],
  isTerminal: boolean,
  columns: () => number,
): (text: string) => string {
  const signs = hasUnicode(env) ? (text: string) => text : asciiSigns;
  return isTerminal ? (text) => fitLines(signs(text), columns()) : signs;
}
