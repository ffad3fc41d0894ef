// The only output of commands: results go to stdout, all other messages to stderr; untrusted text is escaped, secrets
// are masked.
import type { Ora } from 'ora';
import { escapeControls, redact, terminalJson } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { paintFor } from './colours.ts';
import { fitLines } from './layout.ts';

interface PresenterOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

export type Presenter = ReturnType<typeof makePresenter>;

/** Escapes untrusted text for one line of a terminal. */
export const clean = escapeControls;

export function makePresenter(platform: Platform, options: PresenterOptions) {
  const { terminal, env } = platform;
  const errPaint = paintFor(env, terminal.stderrIsTerminal, options.color);
  const forOut = forTerminal(terminal.stdoutIsTerminal, () => terminal.columns());
  const forErr = forTerminal(terminal.stderrIsTerminal, () => terminal.columns());
  const line = (text: string): void => terminal.err(`${forErr(redact(text))}\n`);
  return {
    options,
    /** Colours for stdout and stderr. */
    outPaint: paintFor(env, terminal.stdoutIsTerminal, options.color),
    errPaint,
    /**
     * Prints the result: `document` with --json (one line), else the text of `human`. Adds a final newline when it is
     * missing. `verbatim`: data to be copied or piped, printed without wrapping.
     */
    async result<D extends { readonly schema: string }>(
      document: D,
      human: () => string,
      { verbatim = false } = {},
    ): Promise<void> {
      const text = options.json ? terminalJson(document) : verbatim ? human() : forOut(human());
      if (text !== '') await terminal.out(text.endsWith('\n') ? text : `${text}\n`);
    },
    /** Prints a result that is data itself: a token, a template, exported orders, the bytes of a recorded body. */
    raw: (content: string | Uint8Array) => terminal.out(content),
    /** Prints a part of the result for the user, with the same layout as `result`. */
    text: (content: string) => terminal.out(forOut(content)),
    /** Information, on stderr; not with --quiet. */
    note(text: string): void {
      if (!options.quiet) line(text);
    },
    /** Something that a user or a script waits for, on stderr, also with --quiet. */
    always: line,
    /** A warning, on stderr, also with --quiet. */
    warn: (text: string) => line(`${errPaint.yellow('warning')}  ${text}`),
    /** Details, on stderr with --verbose only. */
    detail(text: string): void {
      if (options.verbose) line(errPaint.dim(text));
    },
    /** The usual next step: one line on stderr, on a terminal only. */
    next(text: string): void {
      if (!options.quiet && !options.json && terminal.stderrIsTerminal)
        line(errPaint.dim(`next: ${clean(text)}`));
    },
  };
}

/** Converts a text for a stream: on a terminal to lines that fit. */
const forTerminal = (isTerminal: boolean, columns: () => number): ((text: string) => string) =>
  isTerminal ? (text) => fitLines(text, columns()) : String;

/** The live line on stderr, with its sign that something is going on; undefined where nothing may be drawn again and again. */
export async function makeSpinner(platform: Platform, show: Presenter): Promise<Ora | undefined> {
  if (!platform.terminal.canRedraw() || show.options.quiet || platform.env['TERM'] === 'dumb')
    return undefined;
  const { default: ora } = await import('ora');
  return ora({
    stream: platform.terminal.streams.stderr as NodeJS.WriteStream,
    // Ctrl-C must still raise SIGINT.
    discardStdin: false,
    hideCursor: true,
    color: show.errPaint.level === 0 ? false : 'cyan',
    isEnabled: true,
  });
}
