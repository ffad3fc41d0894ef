// Commands with folders of their own and a target from the environment: in the test's own process, or the real
// `bin/returns.js` as a child.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';
import { run as runHere } from '../../src/main.ts';
import { realClock } from '../../src/platform/node-platform.ts';
import { HANGING } from './patience.ts';
import { environmentOf, temporaryFolder, testPlatform } from './platform.ts';

export const REPOSITORY = path.resolve(import.meta.dirname, '../..');
export const BIN = path.join(REPOSITORY, 'bin/returns.js');

/** Where a sandbox listens and who may call it; `startSandbox()` gives one. */
export interface CliTarget {
  readonly authUrl: string;
  readonly ordersUrl: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface CliOptions {
  /** An existing root, for a second command on the same disk; a new one when left out. */
  readonly root?: string;
  readonly target?: CliTarget;
  readonly env?: Readonly<Record<string, string>>;
  /** By how much its clock is ahead, ms; not that of a child process. */
  readonly aheadMs?: number;
  /** Every command is a child process, because the process, its start or its end is what is tested. */
  readonly children?: boolean;
}

export interface CallOptions {
  readonly stdin?: string | Uint8Array;
  /** Leaves stdin open for the test to write to. */
  readonly open?: boolean;
  /** A file that is stdin itself, as with `<` in a shell. */
  readonly from?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface Cli {
  readonly root: string;
  readonly env: Record<string, string>;
  /** Writes a file into the working directory of the commands and returns its path. */
  file(name: string, content: string | Uint8Array): string;
  /** A child process. */
  start(args: readonly string[], options?: CallOptions): Started;
  /** In the test's own process, unless `children` is set or its uid differs. */
  run(args: readonly string[], options?: Omit<CallOptions, 'open' | 'from'>): Promise<Ended>;
  /** Runs with --json and returns the one document on stdout with the exit code. */
  json<T extends object = Record<string, unknown>>(
    args: readonly string[],
    options?: CallOptions,
  ): Promise<T & { exit: number | null; stderr: string }>;
  /** Every file under the root. */
  files(): string[];
}

/** Environment variables that name a target. */
export const targetEnvironment = (target: CliTarget): Record<string, string> => ({
  RETURNS_AUTH_URL: target.authUrl,
  RETURNS_ORDERS_URL: target.ordersUrl,
  RETURNS_BASE_URL: target.baseUrl,
  RETURNS_CLIENT_ID: target.clientId,
  RETURNS_CLIENT_SECRET: target.clientSecret,
});

/** The sandbox, or another service, at one address. */
export const targetAt = (
  url: string,
  clientId = 'local-client',
  clientSecret = 'local-secret',
): CliTarget => ({
  ...{ authUrl: url, ordersUrl: url, baseUrl: url, clientId, clientSecret },
});

/** The variables by which a command means the sandbox at this address. */
export const sandboxEnvironment = (url: string): Record<string, string> => targetEnvironment(targetAt(url));

/** A port that is free, outside the range from which the system gives ports to other tests. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = net.createServer().listen(20_000 + Math.floor(Math.random() * 10_000), '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    const { port } = server.address() as net.AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  }
}

export function makeCli(options: CliOptions = {}): Cli {
  const root = options.root ?? temporaryFolder();
  const work = path.join(root, 'work');
  for (const folder of [work, path.join(root, 'home')]) fs.mkdirSync(folder, { recursive: true });
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    ...environmentOf(root),
    ...(options.target ? targetEnvironment(options.target) : {}),
    ...options.env,
  };
  const start = (args: readonly string[], call: CallOptions = {}): Started => {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: { ...env, ...call.env },
      cwd: work,
      stdio: [call.from === undefined ? 'pipe' : fs.openSync(call.from, 'r'), 'pipe', 'pipe'],
      ...(call.uid === undefined ? {} : { uid: call.uid, gid: call.uid }),
    });
    const chunks: [Buffer[], Buffer[]] = [[], []];
    child.stdout?.on('data', (chunk: Buffer) => chunks[0].push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks[1].push(chunk));
    child.stdin?.on('error', () => {});
    if (!call.open) child.stdin?.end(call.stdin ?? '');
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        const [stdout, stderr] = chunks.map((list) => Buffer.concat(list).toString('utf8'));
        resolve({ code, signal, stdout: stdout ?? '', stderr: stderr ?? '' });
      });
    });
    return { child, ended };
  };
  const run: Cli['run'] = async (args, call = {}) => {
    if (options.children || call.uid !== undefined) return await start(args, call).ended;
    const { stdin = '' } = call;
    const clock = { ...realClock, now: () => Date.now() + (options.aheadMs ?? 0) };
    const here = testPlatform({ root, env: { ...env, ...call.env }, stdin, clock });
    const code = await runHere(args, here.platform);
    return { code, signal: null, stdout: here.stdout(), stderr: here.stderr() };
  };
  return {
    root,
    env,
    file(name, content) {
      const file = path.resolve(work, name);
      fs.writeFileSync(file, content);
      return file;
    },
    start,
    run,
    async json<T extends object>(args: readonly string[], call?: CallOptions) {
      const ended = await run([...args, '--json'], call);
      return { ...(documentOf(ended) as T), exit: ended.code, stderr: ended.stderr };
    },
    files: () =>
      fs
        .readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name)),
  };
}

/** The document of a command that ran with --json; fails unless stdout holds exactly one. */
export function documentOf(ended: Ended): Record<string, unknown> {
  let document: unknown;
  try {
    document = JSON.parse(ended.stdout);
  } catch {
    expect.fail(`stdout is not exactly one JSON document: ${JSON.stringify(ended)}`);
  }
  expect(document, 'the document on stdout').toMatchObject({
    schema: expect.stringMatching(/^[a-z-]+\/\d+$/),
  });
  return document as Record<string, unknown>;
}

/** Resolves when the condition holds; fails when it never does. */
export async function until(condition: () => boolean, what: string, timeoutMs = HANGING / 2): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
