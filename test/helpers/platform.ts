// A Platform for tests: real files, databases, sockets and processes in a temporary folder; clock, streams and
// environment are given.
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { realDatabases } from '../../src/platform/database.ts';
import { realFiles } from '../../src/platform/files.ts';
import { gunzip } from '../../src/platform/gunzip.ts';
import { realClock, realNet, realProbesLater, realSystem } from '../../src/platform/node-platform.ts';
import type { Clock, Platform, System } from '../../src/platform/platform.ts';
import { runCommand } from '../../src/platform/run-command.ts';
import { realSettings } from '../../src/platform/settings-file.ts';
import { type Folders, foldersOf } from '../../src/storage/folders.ts';
import { atEndOfFile } from './ends.ts';

export { type FakeClock, fakeClock, quickClock } from './clock.ts';

export interface TestHostOptions {
  /** Added to HOME and the RETURNS_*_DIR of the temporary folder. Variables of the real environment are not visible. */
  env?: Record<string, string | undefined>;
  /** `fakeClock()` for time that tests set; the real clock when left out. */
  clock?: Clock;
  /** What stdin holds; it ends after that. */
  stdin?: string | Uint8Array;
  /** Which streams are terminals; none when left out. */
  terminal?: { stdin?: boolean; stdout?: boolean; stderr?: boolean; columns?: number };
  /** An existing root folder, for a second platform on the same disk; a new one when left out. */
  root?: string;
  /** Replaces parts of the process's identity and machine, e.g. `{ identity }` of another process. */
  system?: Partial<System>;
  /** Replaces whole parts of the platform. */
  platform?: Partial<Platform>;
}

export interface TestPlatform {
  readonly platform: Platform;
  /** The temporary folder that holds everything: `home`, `config`, `state`, `machine`, `work` (the cwd). */
  readonly root: string;
  readonly work: string;
  readonly folders: Folders;
  stdout(): string;
  stderr(): string;
  /** Forgets what was captured so far. */
  clear(): void;
  /** Writes a file into `work` and returns its path. */
  file(name: string, content: string | Uint8Array): string;
  /** Every file under the root with its content: to look for what must not be there. */
  everyFile(): { path: string; content: string }[];
}

/** A program that a test ended may still write its last file: then the folder is read and removed again. */
function removeFolder(root: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let left = 100; ; left--)
    try {
      fs.rmSync(root, { recursive: true, force: true });
      return;
    } catch (error) {
      if (left === 0) throw error;
      Atomics.wait(pause, 0, 0, 100);
    }
}

/** A new private folder that goes away after the test file. */
export function temporaryFolder(prefix = 'returns-test-'): string {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), prefix)));
  atEndOfFile(() => removeFolder(root));
  return root;
}

/** The environment that puts everything of the tool under `root`: also for child processes. */
export function environmentOf(root: string): Record<string, string> {
  return {
    HOME: path.join(root, 'home'),
    RETURNS_CONFIG_DIR: path.join(root, 'config'),
    RETURNS_STATE_DIR: path.join(root, 'state'),
    RETURNS_PACE_DIR: path.join(root, 'machine'),
  };
}

export function testPlatform(options: TestHostOptions = {}): TestPlatform {
  const root = options.root ?? temporaryFolder();
  const work = path.join(root, 'work');
  fs.mkdirSync(work, { recursive: true });
  fs.mkdirSync(path.join(root, 'home'), { recursive: true });
  let stdout = '';
  let stderr = '';
  const captured = (keep: (text: string) => void, terminal: boolean) => {
    const stream = new PassThrough();
    stream.on('data', (chunk: Buffer) => keep(chunk.toString('utf8')));
    // As with the process's own streams, the end of what is piped into it does not end it.
    return Object.assign(stream, {
      isTTY: terminal,
      columns: options.terminal?.columns ?? 80,
      _isStdio: true,
    });
  };
  const stdin = Object.assign(new PassThrough(), { isTTY: options.terminal?.stdin ?? false });
  if (!options.terminal?.stdin) stdin.end(options.stdin ?? '');
  const platform: Platform = {
    env: { ...environmentOf(root), ...options.env },
    cwd: work,
    packageFolder: path.resolve(import.meta.dirname, '../..'),
    clock: options.clock ?? realClock,
    random: { unit: () => Math.random(), hex: (bytes) => randomBytes(bytes).toString('hex') },
    files: realFiles,
    databases: realDatabases,
    net: realNet,
    terminal: {
      stdinIsTerminal: options.terminal?.stdin ?? false,
      stdoutIsTerminal: options.terminal?.stdout ?? false,
      stderrIsTerminal: options.terminal?.stderr ?? false,
      columns: () => options.terminal?.columns ?? 80,
      canRedraw: () => options.terminal?.stderr ?? false,
      out: async (content) => {
        stdout += typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
      },
      err: (text) => {
        stderr += text;
      },
      closed: false,
      streams: {
        stdin,
        stdout: captured((text) => {
          stdout += text;
        }, options.terminal?.stdout ?? false),
        stderr: captured((text) => {
          stderr += text;
        }, options.terminal?.stderr ?? false),
      },
      stdin: () => stdin,
    },
    system: { ...realSystem(), home: path.join(root, 'home'), ...options.system },
    crypto: {
      sha256: (content) => createHash('sha256').update(content).digest('hex'),
      sha256Stream() {
        const hash = createHash('sha256');
        return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
      },
    },
    gunzip,
    settings: realSettings,
    // As on a machine that is kept up, whatever the tests run on.
    probes: async () => ({
      ...(await realProbesLater()),
      versions: () => ({ node: '24.11.0', sqlite: '3.53.0' }),
    }),
    runCommand,
    // Never the keychain of whoever runs the tests.
    keychain: async () => {
      throw new Error('this test has no keychain');
    },
    ...options.platform,
  };
  return {
    platform,
    root,
    work,
    folders: foldersOf(platform),
    stdout: () => stdout,
    stderr: () => stderr,
    clear() {
      stdout = '';
      stderr = '';
    },
    file(name, content) {
      const file = path.resolve(work, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, content);
      return file;
    },
    everyFile: () =>
      fs
        .readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => ({ path: path.relative(root, file), content: fs.readFileSync(file, 'latin1') })),
  };
}
