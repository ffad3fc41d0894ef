// The real `bin/returns.js` on a real pseudo-terminal: `script` of util-linux makes one, the test types and reads it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import type { PassThrough } from 'node:stream';
import { run } from '../../src/main.ts';
import { BIN, type Cli, until } from './cli.ts';
import { atEndOfTest } from './ends.ts';
import { HANGING } from './patience.ts';
import { testPlatform } from './platform.ts';

/** `script` of BSD and macOS takes other arguments. */
export const hasPty = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

export interface Screen {
  /** Every byte that the terminal was sent, as UTF-8. */
  raw(): string;
  /** Everything that was drawn, without colours and movements, redrawn lines one after the other. */
  text(): string;
  /** Resolves when the text stands there, after whatever was waited for before. */
  shows(text: string): Promise<void>;
  /** Waits for the text, then types the keys. */
  type(after: string, keys: string): Promise<void>;
  /** What the terminal shows in the end, line by line, as a person sees it. */
  lines(): string[];
  readonly ended: Promise<number | null>;
}

/** The screen of a child process. */
export interface ChildScreen extends Screen {
  readonly child: ChildProcess;
}

export const KEY = {
  enter: '\r',
  up: '\u001b[A',
  down: '\u001b[B',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  backspace: '\u007f',
};

/** Without what colours a text, and with plain line ends. */
export const withoutColour = (text: string): string =>
  text.replace(/\u001b\[[\d;]*m/g, '').replace(/\r\n/g, '\n');

const quoted = (word: string) => `'${word.replace(/'/g, `'\\''`)}'`;

export function onTerminal(
  cli: Cli,
  args: readonly string[],
  { redirect = '', ...options }: TerminalOptions & { redirect?: string } = {},
): ChildScreen {
  return programOnTerminal(
    cli,
    `${[process.execPath, BIN, ...args].map(quoted).join(' ')} ${redirect}`,
    options,
  );
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Any program, as words of the shell `sh`. */
export function programOnTerminal(cli: Cli, words: string, options: TerminalOptions = {}): ChildScreen {
  const command = `stty cols ${options.columns ?? 80} rows 40; exec ${words}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { ...cli.env, TERM: 'xterm', SHELL: '/bin/sh', ...options.env },
    cwd: path.join(cli.root, 'work'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  atEndOfTest(() => child.kill('SIGKILL'));
  let raw = '';
  let seen = 0;
  let wake = () => {};
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    raw += chunk;
    wake();
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      wake();
      resolve(code);
    });
  });
  const plain = () => withoutMovements(raw);
  const shows = async (text: string) => {
    for (;;) {
      const at = plain().indexOf(text, seen);
      if (at !== -1) {
        seen = at + text.length;
        return;
      }
      if (child.exitCode !== null) throw new Error(`it ended before it showed ${text}:\n${plain()}`);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`waited in vain for ${text}:\n${plain()}`)),
          HANGING / 2,
        );
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  return {
    child,
    ended,
    raw: () => raw,
    text: plain,
    shows,
    async type(after, keys) {
      await shows(after);
      child.stdin.write(keys);
    },
    lines: () => draw(raw),
  };
}

/** The same in the test's own process: what is typed and drawn is the same, but no kernel stands between. */
export function onTerminalHere(
  cli: Cli,
  args: readonly string[],
  { columns = 80, env = {} }: TerminalOptions = {},
): Screen {
  const terminal = { stdin: true, stdout: true, stderr: true, columns };
  const here = testPlatform({ root: cli.root, env: { ...cli.env, TERM: 'xterm', ...env }, terminal });
  const stdin = here.platform.terminal.streams.stdin as PassThrough;
  const output = here.platform.terminal.streams.stderr as NodeJS.WritableStream;
  Object.assign(output, {
    cursorTo: (x: number) => readline.cursorTo(output, x),
    moveCursor: (dx: number, dy: number) => readline.moveCursor(output, dx, dy),
    clearLine: (way: readline.Direction) => readline.clearLine(output, way),
  });
  let isRunning = true;
  const ended = run(args, here.platform).finally(() => {
    isRunning = false;
  });
  // A pseudo-terminal puts the cursor at the beginning of the line, too.
  const raw = () => (here.stderr() + here.stdout()).replace(/\r?\n/g, '\r\n');
  const questions = () => withoutMovements(here.stderr());
  let seen = 0;
  const shows = async (text: string) => {
    const has = () => questions().includes(text, seen);
    await until(() => has() || !isRunning, `${text}`);
    if (!has()) throw new Error(`it ended before it showed ${text}:\n${withoutMovements(raw())}`);
    seen = questions().indexOf(text, seen) + text.length;
  };
  return {
    ended,
    raw,
    text: () => withoutMovements(raw()),
    shows,
    async type(after, keys) {
      await shows(after);
      stdin.write(keys);
    },
    lines: () => draw(raw()),
  };
}

const withoutMovements = (raw: string): string =>
  raw.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b[=>]|\u0007/g, '');

/** A terminal of the simplest kind: cursor up and left, erase line and below; enough for what prompts write. */
function draw(raw: string): string[] {
  const rows: string[] = [''];
  let [row, column] = [0, 0];
  for (const [token, codes, final] of raw.matchAll(/\u001b\[([0-9;?]*)([@-~])|\r|\n|\u0008|[^\u001b]/g)) {
    const n = Number(codes) || 1;
    if (final === 'A') row = Math.max(0, row - n);
    else if (final === 'B') row += n;
    else if (final === 'C') column += n;
    else if (final === 'D') column = Math.max(0, column - n);
    else if (final === 'G') column = n - 1;
    else if (final === 'K') rows[row] = codes === '2' ? '' : (rows[row] ?? '').slice(0, column);
    else if (final === 'J') rows.splice(row, Number.POSITIVE_INFINITY, (rows[row] ?? '').slice(0, column));
    else if (final !== undefined) continue;
    else if (token === '\r') column = 0;
    else if (token === '\n') row++;
    else if (token === '\u0008') column = Math.max(0, column - 1);
    else if (token !== '\u0007') {
      rows[row] =
        `${(rows[row] ?? '').padEnd(column).slice(0, column)}${token}${(rows[row] ?? '').slice(column + 1)}`;
      column++;
    }
    while (rows.length <= row) rows.push('');
  }
  return rows.map((line) => line.trimEnd());
}
