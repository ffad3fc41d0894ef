// Plays a server against both judges: `sandbox scenario run all`, as JSON and as text, and `certify`. Each has a server of its own, with
// fresh state, as a retailer's engineer would start it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../helpers/cli.ts';
import { startNginx } from '../../helpers/nginx.ts';
import { type Advice, adviceOf } from './advice-of.ts';
import type { Plan } from './planted-plan.ts';
import { type PlantedServer, startPlantedServer } from './planted-server.ts';
import type { Order, Variants } from './planted-types.ts';
import type { RightServer } from './right-servers.ts';

const BIN = path.resolve('bin/returns.js');
/** Which --wait; without it the judges' own. */
const WAIT = process.env['JUDGE_WAIT'];
/** Which --settle; without it the judges' own. */
const SETTLE = process.env['JUDGE_SETTLE'];
/** s after which a judge is ended. */
const LIMIT = Number(process.env['JUDGE_LIMIT'] ?? 1200);
/** Plays at a time. */
const AT_ONCE = Number(process.env['JUDGE_AT_ONCE'] ?? 3);

export type Judge = 'scenario' | 'text' | 'certify';
export type Played = Pick<RightServer, 'plan' | 'flags' | 'front' | 'header' | 'restarts' | 'agreed'>;

export interface Verdict extends Advice {
  readonly judge: Judge;
  /** Exit code; 124 when it was ended after the limit. */
  readonly exit: number;
  readonly seconds: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly seen: PlantedServer['seen'];
}

const ARGUMENTS: Readonly<Record<Judge, readonly string[]>> = {
  scenario: ['sandbox', 'scenario', 'run', 'all', '--json'],
  text: ['sandbox', 'scenario', 'run', 'all'],
  certify: ['certify', '--json', '--area', 'messages,variants,exchanges,refunds'],
};

const waiting: (() => void)[] = [];
let running = 0;

/** One of few plays at a time. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const play = (judge: Judge, played: Played): Promise<Verdict> => inTurn(() => playNow(judge, played));

async function playNow(judge: Judge, played: Played): Promise<Verdict> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'judge-'));
  const env = {
    RETURNS_STATE_DIR: path.join(folder, 'state'),
    RETURNS_CONFIG_DIR: path.join(folder, 'config'),
  };
  const given = async (what: string) => (await run(['sandbox', 'scenario', 'show', 'all', what], env)).stdout;
  const orders = (await given('--orders'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Order);
  const variants = JSON.parse(await given('--variants')) as Variants;
  if (played.agreed) await run(['agreements', 'set', played.agreed.join('=')], env);
  const port = await freePort();
  const flags = [...(played.flags ?? (WAIT ? ['--wait', WAIT] : []))];
  if (SETTLE) flags.push('--settle', SETTLE);
  const service = `http://127.0.0.1:${port}`;
  const plan: Partial<Plan> = played.plan();
  const file = played.restarts && path.join(folder, 'server.json');
  const start = (at = 0) =>
    startPlantedServer({ orders, variants, service, plan, port: at, ...(file ? { file } : null) });
  let server = await start();
  const closes: (() => unknown)[] = [() => server.close()];
  let url = `${server.url}${plan.prefix ?? ''}`;
  if (played.front) {
    const proxy = await startNginx({ port: server.port });
    closes.push(proxy.close);
    url = url.replace(server.url, proxy.url);
  }
  if (played.header) {
    const secret = path.join(folder, 'header.txt');
    fs.writeFileSync(secret, `${played.header}\n`, { mode: 0o600 });
    flags.push('--customer-auth', `header:${secret}`);
  }
  if (played.restarts) {
    const control = http.createServer(async (_request, response) => {
      await server.close();
      server = await start(server.port);
      response.end();
    });
    await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
    closes.push(() => control.close());
    const at = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
    flags.push('--restart', `${process.execPath} -e "fetch('${at}').then((r) => r.text())"`);
  }
  const from = Date.now();
  try {
    const usual = ['--customer-url', url, '--port', `${port}`, '--retailer-can', 'all'];
    const { exit, stdout, stderr } = await run([...ARGUMENTS[judge], ...usual, ...flags], env);
    const seconds = Math.round((Date.now() - from) / 1000);
    return { judge, exit, seconds, stdout, stderr, seen: server.seen, ...adviceOf(judge, stdout) };
  } finally {
    for (const close of closes) await close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the program. stdout, stderr: text; exit: its code. */
function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ exit: number; stdout: string; stderr: string }> {
  const options = {
    env: { ...process.env, ...env, NO_COLOR: '1' },
    maxBuffer: 1 << 28,
    timeout: LIMIT * 1000,
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [BIN, ...args], options, (error, stdout, stderr) => {
      const code = error ? ((error as { code?: unknown }).code ?? 124) : 0;
      resolve({ exit: typeof code === 'number' ? code : 124, stdout, stderr });
    }),
  );
}

/** Keeps every core busy, twice over. */
export function keepBusy(): { close(): void } {
  const children: ChildProcess[] = Array.from({ length: 2 * os.availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;) Math.sqrt(Math.random());'], { stdio: 'ignore' }),
  );
  return {
    close() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
