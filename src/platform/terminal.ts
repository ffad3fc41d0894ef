// The standard streams of the process: complete writes; a closed pipe counts as success.
import fs from 'node:fs';
import os from 'node:os';
import type tty from 'node:tty';
import type { Terminal } from './platform.ts';

export function realTerminal(): Terminal {
  const [stdin, stdout, stderr] = [isTerminal(0), isTerminal(1), isTerminal(2)];
  const [out, err] = [outputTo('stdout', stdout), outputTo('stderr', stderr)];
  return {
    stdinIsTerminal: stdin,
    stdoutIsTerminal: stdout,
    stderrIsTerminal: stderr,
    columns() {
      const columns = stderr ? err.stream().columns : stdout ? out.stream().columns : USUAL.columns;
      return Math.max(LEAST_COLUMNS, columns);
    },
    canRedraw: () => stderr && isSize(saidBy(err.stream())),
    out: (text) => out.write(text),
    // There is no way left to report that stderr failed, and the run itself can continue.
    err: (text) => void err.write(text),
    get closed() {
      return out.closed;
    },
    get fault() {
      return out.fault;
    },
    streams: {
      get stdin() {
        return process.stdin;
      },
      get stdout() {
        return out.stream();
      },
      get stderr() {
        return err.stream();
      },
    },
    stdin(signal) {
      // A pending read on a pipe would keep the process alive until the pipe ends.
      const breakOff = () => process.stdin.destroy(new Error('reading stdin was interrupted'));
      if (signal?.aborted) breakOff();
      else signal?.addEventListener('abort', breakOff, { once: true });
      return process.stdin as AsyncIterable<Buffer>;
    },
  };
}

const USUAL = { columns: 80, rows: 24 };

/** On fewer columns nothing can be wrapped; the terminal breaks the lines. */
const LEAST_COLUMNS = 20;

const isSize = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;

/** The width that a terminal last said. */
const said = new WeakMap<object, unknown>();
const saidBy = (stream: object): unknown => said.get(stream);

/**
 * A terminal may say at any time that it has 0 columns or rows, or nothing (CI with `script`, `docker exec`). The libraries that
 * draw on the stream divide by these numbers: this is the one place where they come from.
 */
function withSize(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!stream.isTTY) return stream;
  for (const key of ['columns', 'rows'] as const) {
    let value: unknown = stream[key];
    const set = (given: unknown) => {
      value = given;
      if (key === 'columns') said.set(stream, given);
    };
    set(value);
    Object.defineProperty(stream, key, { get: () => (isSize(value) ? value : USUAL[key]), set });
  }
  return stream;
}

/** node:tty loads all of node:net: what is a file, a pipe or the null device is found out without it. */
function isTerminal(fd: number): boolean {
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isCharacterDevice()) return false;
    if (stat.rdev === fs.statSync(os.devNull, { throwIfNoEntry: false })?.rdev) return false;
  } catch {
    // The descriptor is closed.
    return false;
  }
  return (process.getBuiltinModule('node:tty') as typeof tty).isatty(fd);
}

/** Bytes that are written without Node's stream, at most. A pipe holds as much, so a slow reader stops nobody. */
const DIRECT = 16 * 1024;

/** Node's streams take a fifth of the time of a short command, so they are created when more than a short text is written. */
function outputTo(name: 'stdout' | 'stderr', isTerminal: boolean) {
  let stream: NodeJS.WriteStream | undefined;
  let direct = isTerminal || process.platform === 'win32' ? 0 : DIRECT;
  const output = {
    closed: false,
    fault: undefined as Error | undefined,
    stream() {
      stream ??= withSize(process[name].on('error', failed));
      return stream;
    },
    write(text: string | Uint8Array): Promise<void> {
      if (output.closed) return Promise.resolve();
      const rest = stream || text.length > direct ? text : writeDirectly(Buffer.from(text as string));
      if (rest.length === 0) return Promise.resolve();
      return new Promise((resolve) => output.stream().write(rest, () => resolve()));
    },
  };
  const failed = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED')
      output.fault ??= Object.assign(error, { path: name });
    output.closed = true;
  };
  /** Returns what is left for the stream. */
  const writeDirectly = (bytes: Buffer): Uint8Array => {
    direct -= bytes.length;
    try {
      return bytes.subarray(fs.writeSync(name === 'stdout' ? 1 : 2, bytes));
    } catch (error) {
      // The pipe is full at the moment.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return bytes;
      failed(error as NodeJS.ErrnoException);
      return new Uint8Array();
    }
  };
  return output;
}
