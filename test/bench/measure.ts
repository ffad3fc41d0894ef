// Child processes with a stopwatch, medians, and the table of figures.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { environmentOf } from '../helpers/platform.ts';

const HERE = import.meta.dirname;
export const BIN = path.resolve(HERE, '../../bin/returns.js');
export const child = (name: string): string => path.join(HERE, 'children', name);

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** A clean environment: what the shell sets for Node (more certificates, options) costs time at every start. */
const environment = (root: string, more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...environmentOf(root),
  ...more,
});

export interface Timed {
  readonly ms: number;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs node with these arguments to its end. */
export function time(args: readonly string[], root: string, more: Record<string, string> = {}): Timed {
  const begun = performance.now();
  const done = spawnSync(process.execPath, args, {
    env: environment(root, more),
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { ms: performance.now() - begun, code: done.status, stdout: done.stdout, stderr: done.stderr };
}

export interface SandboxProcess {
  /** The environment that makes it the target. */
  readonly env: Record<string, string>;
  readonly url: string;
  close(): Promise<void>;
}

/** The service in a process of its own, so that its memory and work are not the tool's. */
export async function sandboxProcess(root: string): Promise<SandboxProcess> {
  const program: ChildProcess = spawn(process.execPath, [child('sandbox.mjs')], {
    env: environment(root),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    program.stdout!.once('data', (text: Buffer) => resolve(text.toString().trim()));
    program.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  return {
    url,
    env: {
      RETURNS_AUTH_URL: url,
      RETURNS_ORDERS_URL: url,
      RETURNS_BASE_URL: url,
      RETURNS_CLIENT_ID: 'local-client',
      RETURNS_CLIENT_SECRET: 'local-secret',
    },
    async close() {
      program.stdin!.end();
      await ended;
    },
  };
}

export interface Uploaded {
  readonly summary: {
    readonly exit_code: number;
    readonly seconds: number;
    readonly orders: Readonly<Record<string, number>>;
    readonly requests: Readonly<Record<string, number>>;
  };
  /** Of the command, from its start to its end. */
  readonly seconds: number;
  /** Bytes of resident memory at its peak. */
  readonly peak: number;
  /** From the first post of orders to the last, as the service saw them. */
  readonly sendingSeconds: number;
}

/** Uploads a file into a fresh sandbox, with a ledger of its own. */
export async function upload(file: string, root: string): Promise<Uploaded> {
  const own = fs.mkdtempSync(path.join(root, 'upload-'));
  const sandbox = await sandboxProcess(own);
  try {
    const peakFile = path.join(own, 'peak');
    const words = ['orders', 'upload', file, '--rate', 'off', '--yes', '--json'];
    const { stdout, stderr, ms } = time(['--require', child('peak.cjs'), BIN, ...words], own, {
      ...sandbox.env,
      BENCH_PEAK_FILE: peakFile,
    });
    if (stdout === '') throw new Error(stderr);
    return {
      summary: JSON.parse(stdout),
      seconds: ms / 1000,
      peak: Number(fs.readFileSync(peakFile, 'utf8')),
      sendingSeconds: await sendingSeconds(sandbox.url),
    };
  } finally {
    await sandbox.close();
    fs.rmSync(own, { recursive: true });
  }
}

async function sendingSeconds(url: string): Promise<number> {
  const answer = await fetch(`${url}/_sandbox/requests`);
  const { requests } = (await answer.json()) as { requests: { endpoint: string; at: number }[] };
  const posts = requests.filter(({ endpoint }) => endpoint === 'orders').map(({ at }) => at);
  return (posts.at(-1)! - posts[0]!) / 1000;
}

export interface Figure {
  readonly what: string;
  readonly figure: string;
  readonly floor: string;
  readonly ratio: number;
  /** What the ratio must be, in words; empty when it is only reported. */
  readonly demand: string;
}

export function figureTable(figures: readonly Figure[]): string {
  const rows = [
    ['', 'figure', 'floor of the same run', 'ratio', 'demand'],
    ...figures.map(({ what, figure, floor, ratio, demand }) => [
      what,
      figure,
      floor,
      ratio.toFixed(2),
      demand,
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
