// Assembles the platform: the only place where each platform interface gets its implementation on Node.

import { setMaxListeners } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { stateFailure } from '../basics/failure.ts';
import { realDatabases } from './database.ts';
import { realFiles } from './files.ts';
import type { Clock, Crypto, Net, Platform, Random, System, Terminal } from './platform.ts';

/** The platform on this process, this machine and its network. Modules that are slow to load (SQLite, undici, conf) load on first use. */
export function realPlatform(env: NodeJS.ProcessEnv = process.env): Platform {
  return {
    env,
    get cwd() {
      return workingFolder();
    },
    get packageFolder() {
      return packageFolder();
    },
    clock: realClock,
    random: realRandom,
    files: realFiles,
    databases: realDatabases,
    net: realNet,
    terminal: realTerminal(),
    system: realSystem(),
    crypto: realCrypto,
    async *gunzip(source) {
      yield* (await import('./gunzip.ts')).gunzip(source);
    },
    settings: async (file) => (await import('./settings-file.ts')).realSettings(file),
    probes: realProbesLater,
    runCommand: async (run) => (await import('./run-command.ts')).runCommand(run),
    keychain: async () => (await import('./keychain.ts')).realKeychain(),
  };
}

export const realProbesLater: Platform['probes'] = async () => (await import('./probes.ts')).realProbes;

export const realNet: Net = {
  client: async (options) => (await import('./http-client.ts')).httpClient(options),
  serve: async (options, handler) => (await import('./http-server.ts')).serve(options, handler),
  checkCertificate: async (bytes, mayGoOn) =>
    (await import('./certificate.ts')).checkCertificate(bytes, mayGoOn),
};

/** Modules of Node that are loaded on first use: many commands neither hash nor compress. */
const loadedCrypto = () => process.getBuiltinModule('node:crypto');

export const realCrypto: Crypto = {
  // One call: takes half the time of a hash object for texts as short as our messages.
  sha256: (content) => loadedCrypto().hash('sha256', content, 'hex'),
  sha256Stream() {
    const hash = loadedCrypto().createHash('sha256');
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
  },
};

export const realRandom: Random = {
  unit: () => Math.random(),
  hex: (bytes) => loadedCrypto().randomBytes(bytes).toString('hex'),
};

// setTimeout fires at once for delays beyond 2^31 - 1 ms: longer sleeps are split.
const LONGEST = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  // CLOCK_MONOTONIC counts from boot, so other processes of this machine read the same value.
  monotonic: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  async sleep(ms, signal) {
    for (let left = ms; left > 0 && !signal?.aborted; left -= LONGEST)
      await nap(Math.min(left, LONGEST), signal);
  },
};
function nap(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (!signal) return;
    // Many sleepers listen on one signal: without this, Node would print a leak warning on stderr.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** @throws Failure exit 7 when the folder was removed under the shell that started this process */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw stateFailure('state.cwd', `The working directory does not exist any more (${code})`, {
      hint: 'Change into a folder that exists, such as with: cd, and run the command again.',
      cause,
    });
  }
}

/** The nearest folder above this file that has a package.json. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!fs.existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder)
    folder = path.dirname(folder);
  return folder;
}

/** This process and machine: process id, boot id, signals, memory, the editor. */
export function realSystem(): System {
  return {
    identity: { pid: process.pid, boot: bootId() },
    hostname: os.hostname(),
    user: userName(),
    home: os.homedir(),
    platform: process.platform,
    memory: () => process.memoryUsage.rss(),
    onSignal(listener) {
      const handlers = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
        let seen = false;
        const handler = () => {
          if (seen) {
            // Second signal: end by the default action of the signal, so that the shell sees it.
            process.removeListener(signal, handler);
            process.kill(process.pid, signal);
            return;
          }
          seen = true;
          listener(signal);
        };
        process.on(signal, handler);
        return () => process.removeListener(signal, handler);
      });
      return () => {
        for (const off of handlers) off();
      };
    },
    edit(file) {
      const editor = process.env['VISUAL'] || process.env['EDITOR'] || 'vi';
      return new Promise((resolve, reject) => {
        // The editor command may contain arguments; the file name is passed as $1, so the shell does not interpret it.
        // What it draws goes to stderr: stdout is for the result.
        const { spawn } = process.getBuiltinModule('node:child_process');
        const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: ['inherit', 2, 2] });
        child.on('error', reject);
        child.on('exit', (code) => resolve(code === 0));
      });
    },
  };
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Outside Linux there is no such file: the minute of the boot distinguishes two boots well enough.
    return String(Math.round((Date.now() / 1000 - os.uptime()) / 60));
  }
}

// The standard streams of the process: complete writes; a closed pipe counts as success.

function realTerminal(): Terminal {
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
    async *stdin(signal) {
      signal?.throwIfAborted();
      // A pending read on a pipe would keep the process alive until the pipe ends. After reading nobody would take the
      // error: a file is not closed at its end.
      const breakOff = () => process.stdin.destroy(new Error('reading stdin was interrupted'));
      signal?.addEventListener('abort', breakOff, { once: true });
      try {
        yield* process.stdin as AsyncIterable<Buffer>;
      } finally {
        signal?.removeEventListener('abort', breakOff);
      }
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
function withSize(stream: NodeJS.WriteStream) {
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
  return process.getBuiltinModule('node:tty').isatty(fd);
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
