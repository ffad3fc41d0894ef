// An upload and a login, run again and again on a disk that fails in another place each time, and what must hold after it.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { realDatabases } from '../../src/platform/database.ts';
import { authServer } from './auth-server.ts';
import {
  type Command,
  type Fault,
  fillUp,
  hitOf,
  mountSmall,
  type Point,
  pointsOf,
  runHealthy,
  runLimited,
  runPlain,
  runTraced,
} from './broken-disk.ts';
import { type Ended, targetEnvironment } from './cli.ts';
import { atEndOfFile } from './ends.ts';
import { csvOf, generateOrders, type TestOrder } from './orders.ts';
import { environmentOf, temporaryFolder } from './platform.ts';
import { expectStored, type Summary, sandboxFor } from './sandbox.ts';

/** How the disk of one case fails. */
export type Trouble =
  | { readonly kind: 'call'; readonly fault: Fault }
  | { readonly kind: 'room'; readonly pages: number }
  | { readonly kind: 'size'; readonly bytes: number };

export interface Scenario {
  /** The places where a clean run touches its files. */
  points(): Promise<readonly Point[]>;
  /** One run on a failing disk and all that must hold after it; gives its exit code and what the fault hit. */
  attempt(trouble: Trouble): Promise<Outcome>;
}

export interface Outcome {
  readonly code: number | null;
  /** Undefined when the run never reached that point; in brackets when it was not a file of the tool. */
  readonly hit: string | undefined;
}

/** Everything that a scenario starts with, copied anew for every case. */
export interface Stage {
  readonly root: string;
  readonly template: string;
  /** The environment without addresses and credentials: those come from the profile. */
  readonly env: Record<string, string>;
}

export function stageFor(folder: string): Stage {
  const root = path.join(folder, 'disk');
  const template = path.join(folder, 'template');
  for (const name of ['home', 'work']) fs.mkdirSync(path.join(root, name), { recursive: true });
  return { root, template, env: environmentOf(root) };
}

export const remember = ({ root, template }: Stage) => fs.cpSync(root, template, { recursive: true });

export function restore({ root, template }: Stage): void {
  // The folder itself may be a mount.
  fs.mkdirSync(root, { recursive: true });
  for (const name of fs.readdirSync(root)) fs.rmSync(path.join(root, name), { recursive: true });
  fs.cpSync(template, root, { recursive: true });
}

/** Runs on the failing disk; the disk is healthy when it returns. */
export async function onBrokenDisk(
  { root }: Stage,
  command: Command,
  trouble: Trouble,
): Promise<Ended & { hit: string | undefined }> {
  if (trouble.kind === 'call') {
    const ended = await runTraced(command, trouble.fault);
    return { ...ended, hit: hitOf(ended.log, root) };
  }
  if (trouble.kind === 'size') return { ...(await runLimited(command, trouble.bytes)), hit: 'size' };
  const makeRoom = fillUp(root, trouble.pages);
  try {
    return { ...(await runPlain(command)), hit: 'room' };
  } finally {
    makeRoom();
  }
}

/** What one command does, and what must hold after it on a failing disk. */
interface Play {
  readonly stage: Stage;
  readonly main: Command;
  /** The start of each case; the stage as it was remembered when left out. */
  readonly begin?: () => Promise<void>;
  /** What a clean run leaves. */
  readonly clean?: (ended: Ended) => void;
  readonly holds: (broken: Ended & { hit: string | undefined }) => Promise<void>;
}

export function scenarioOf({
  stage,
  main,
  begin = async () => restore(stage),
  clean,
  holds,
}: Play): Scenario {
  return {
    async points() {
      await begin();
      const ended = await runTraced(main);
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      clean?.(ended);
      return pointsOf(ended.log, stage.root);
    },
    async attempt(trouble) {
      await begin();
      const broken = await onBrokenDisk(stage, main, trouble);
      await holds(broken);
      return { code: broken.code, hit: broken.hit };
    },
  };
}

/** Runs on the healthy disk; fails unless it is done. */
export async function done(command: Command, what: string): Promise<Ended> {
  const ended = await runHealthy(command);
  expect(ended.code, `${what}: ${ended.stderr}${ended.stdout}`).toBe(0);
  return ended;
}

/** A small file system for the cases that fill one, else a plain folder. */
export async function withDisk<T>(mounted: boolean, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  if (!mounted) return await work(folder);
  const unmount = mountSmall(path.join(folder, 'disk'), 4 * 1024 * 1024);
  try {
    return await work(folder);
  } finally {
    unmount();
  }
}

interface Printed {
  readonly schema: string;
  readonly exit_code?: number;
  readonly hint?: string;
  readonly error?: { readonly hint: string };
}

/**
 * Exit 0 or 7 and nothing else, never a signal, 7 with what to do. A fault that hit no file of ours may end the process in
 * its own way.
 */
export function expectHonest(ended: Ended, hit: string | undefined): Printed | undefined {
  if (hit?.startsWith('(')) return undefined;
  const { code, signal, stdout, stderr } = ended;
  expect([0, 7], `exit code of ${JSON.stringify({ code, signal, stdout, stderr })}`).toContain(code);
  const document = JSON.parse(ended.stdout) as Printed;
  if (ended.code === 7) {
    expect(document.exit_code).toBe(7);
    expect((document.error?.hint ?? document.hint ?? '').length, 'a hint').toBeGreaterThan(20);
  }
  return document;
}

/** An upload of gzipped CSV on top of an earlier one, with an order that our own check refuses. */
export async function uploadScenario(folder: string, orders = 30): Promise<Scenario> {
  const sandbox = await sandboxFor();
  const stage = stageFor(folder);
  const { root, env } = stage;
  const all = generateOrders({ seed: 21, orders, versions: 0.4 });
  const bad = generateOrders({ seed: 22, orders: 1, versions: 0, prefix: 'BAD-' }).snapshots[0]!;
  const text = csvOf([...all.snapshots, { ...bad, created_at: 'some day' }]).text;
  const first = [...new Map([...all.snapshots].reverse().map((o) => [o.identifier, o])).values()];
  const earlier = oldestOf(all.snapshots, first).slice(0, orders / 2);
  fs.writeFileSync(path.join(root, 'work/orders.csv.gz'), gzipSync(text));
  fs.writeFileSync(path.join(root, 'work/earlier.csv'), csvOf(earlier).text);
  const upload = (file: string, ...more: string[]): Command => ({
    root,
    env,
    args: ['orders', 'upload', file, '--rate', 'off', '--batch-size', '8', '--json', ...more],
  });
  const main = upload('orders.csv.gz', '--rejects', 'refused.csv', '--fail-on', 'none');
  const signedIn = { ...env, ...targetEnvironment(sandbox) };
  await done({ root, env: signedIn, args: ['login'] }, 'login');
  await done(upload('earlier.csv'), 'the earlier upload');
  // The next run fetches its token anew, so that saving one is among what can fail.
  fs.rmSync(path.join(root, 'config/tokens'), { recursive: true });
  remember(stage);
  const refused = path.join(root, 'work/refused.csv');
  const unchanged = earlier.filter((o) => all.expected.get(o.identifier) === o).map((o) => o.identifier);
  let clean = '';

  return scenarioOf({
    ...{ stage, main },
    async begin() {
      restore(stage);
      sandbox.reset();
      // The service has the earlier ones unchanged; the tool has written nothing in between.
      const other = { ...signedIn, RETURNS_STATE_DIR: path.join(root, 'home/other') };
      await done({ ...upload('earlier.csv'), env: other }, 'the earlier upload');
    },
    clean() {
      expectStored(sandbox, all.expected);
      clean = fs.readFileSync(refused, 'utf8');
      expect(clean).toContain('BAD-');
    },
    async holds(broken) {
      const document = expectHonest(broken, broken.hit) as Summary | undefined;
      if (clean !== '' && broken.code === 0)
        expect(fs.readFileSync(refused, 'utf8'), 'refused orders after exit 0').toBe(clean);

      const runs = await done({ root, env, args: ['runs', 'list', '--json'] }, 'the runs afterwards');
      const [last] = (JSON.parse(runs.stdout) as { runs: { run: string; state: string }[] }).runs;
      // A fault outside the tool's files says nothing about this run.
      if (document && broken.code === 0)
        expect(last).toMatchObject({ run: document.run, state: 'completed' });
      const next = await done(main, 'the next run');
      expectWhole(root);
      const summary = JSON.parse(next.stdout) as Summary;
      expect(summary).toMatchObject({ state: 'completed', balanced: true });
      const before = document?.orders
        ? document.orders.accepted + document.orders.already_accepted
        : unchanged.length;
      expect(summary.orders.already_accepted, 'what was reported is remembered').toBeGreaterThanOrEqual(
        before,
      );
      if (broken.code === 0) expect(summary.orders.accepted, 'sent again after exit 0').toBe(0);
      expectStored(sandbox, all.expected);
      expect(sandbox.stats().orders.older_after_newer).toBe(0);
      for (const { identifier, received } of sandbox.orders())
        if (unchanged.includes(identifier)) expect(received, `${identifier} was known`).toBe(1);
      if (clean !== '') expect(fs.readFileSync(refused, 'utf8')).toBe(clean);
      const spool = path.join(root, 'state/spool');
      expect(fs.existsSync(spool) ? fs.readdirSync(spool) : [], 'spools').toEqual([]);
    },
  });
}

/** Every page of the ledger is as it should be. */
export function expectWhole(root: string): void {
  const ledger = realDatabases.open(path.join(root, 'state/ledger.db'), { durable: true });
  expect(ledger.all('PRAGMA integrity_check')).toEqual([['ok']]);
  expect(ledger.all('PRAGMA foreign_key_check')).toEqual([]);
  ledger.close();
}

/** The oldest version of every order that has several, the only one of the others. */
function oldestOf(snapshots: readonly TestOrder[], among: readonly TestOrder[]): TestOrder[] {
  return among.map(({ identifier }) =>
    snapshots
      .filter((o) => o.identifier === identifier)
      .reduce((a, b) => (Date.parse(b.updated_at) < Date.parse(a.updated_at) ? b : a)),
  );
}

/** A login as another client on top of a profile that works; afterwards one of both works, never a mixture. */
export async function loginScenario(folder: string): Promise<Scenario> {
  const clients = { one: 'secret-one', two: 'secret-two' };
  const service = await authServer({ clients });
  atEndOfFile(() => service.close());
  const stage = stageFor(folder);
  const { root, env } = stage;
  const { url } = service;
  const login = (id: keyof typeof clients): Command => ({
    root,
    env,
    args: [
      ...['login', '--client-id', id, '--client-secret-stdin', '--json'],
      ...['--auth-url', url, '--orders-url', url, '--base-url', url],
    ],
    stdin: clients[id],
  });
  await done(login('one'), 'login');
  remember(stage);
  /** Who a command signs in as now, with a token that it fetches and with the one it has. */
  async function who(): Promise<string | undefined> {
    await done({ root, env, args: ['token'] }, 'a token afterwards');
    fs.rmSync(path.join(root, 'config/tokens'), { recursive: true, force: true });
    await done({ root, env, args: ['token'] }, 'a fresh token afterwards');
    return service.asked.at(-1)?.client_id;
  }
  return scenarioOf({
    ...{ stage, main: login('two') },
    async holds(broken) {
      expectHonest(broken, broken.hit);
      const now = await who();
      if (broken.code === 0) expect(now).toBe('two');
      else expect(['one', 'two']).toContain(now);
      await done(login('two'), 'the next login');
      expect(await who()).toBe('two');
    },
  });
}

export interface Figures {
  tried: number;
  /** Runs that the fault did not reach. */
  missed: number;
  /** Faults that hit no file of ours. */
  elsewhere: number;
  readonly codes: Record<string, number>;
  readonly broken: string[];
}

/** Runs every fault in turn, each scenario on its own disk. Failures are collected, so that one run reports all. */
export async function tryAll(scenarios: readonly Scenario[], troubles: readonly Trouble[]): Promise<Figures> {
  const figures: Figures = { tried: 0, missed: 0, elsewhere: 0, codes: {}, broken: [] };
  const left = [...troubles];
  await Promise.all(scenarios.map((scenario) => lane(scenario, left, figures)));
  return figures;
}

async function lane(scenario: Scenario, left: Trouble[], figures: Figures): Promise<void> {
  for (let trouble = left.shift(); trouble; trouble = left.shift()) {
    figures.tried++;
    try {
      const { code, hit } = await scenario.attempt(trouble);
      if (hit === undefined) figures.missed++;
      else if (hit.startsWith('(')) figures.elsewhere++;
      figures.codes[String(code)] = (figures.codes[String(code)] ?? 0) + 1;
    } catch (error) {
      figures.broken.push(`${JSON.stringify(trouble)}\n${(error as Error).message}`);
    }
  }
}

export const faultAt = (point: Point, error: Fault['error'], forever: boolean): Trouble => ({
  kind: 'call',
  fault: { ...point, error, forever },
});
