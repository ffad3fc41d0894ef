// ASNs, a receiver and `runs list` on a disk that fails in another place each time, and what must hold after it.
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { rmaAt } from '../calls/receiver-support.ts';
import { generateAsns } from './asns.ts';
import { type Command, pointsOf, runHealthy, runPlain, runTraced } from './broken-disk.ts';
import { targetEnvironment } from './cli.ts';
import {
  expectHonest,
  expectWhole,
  onBrokenDisk,
  remember,
  restore,
  type Scenario,
  stageFor,
} from './disk-cases.ts';
import { sandboxFor } from './sandbox.ts';

/** ASNs on top of earlier ones: each is created once, and what was said to be queued is remembered. */
export async function asnScenario(folder: string): Promise<Scenario> {
  const sandbox = await sandboxFor();
  const stage = stageFor(folder);
  const { root } = stage;
  const env = { ...stage.env, ...targetEnvironment(sandbox) };
  const all = generateAsns({ seed: 31, asns: 12 });
  const lines = (asns: readonly unknown[]) => asns.map((asn) => `${JSON.stringify(asn)}\n`).join('');
  fs.writeFileSync(path.join(root, 'work/earlier.ndjson'), lines(all.slice(0, 4)));
  fs.writeFileSync(path.join(root, 'work/asns.ndjson'), lines(all));
  const create = (file: string): Command => ({
    root,
    env,
    args: ['asns', 'create', file, '--rate', 'off', '--json', '--yes'],
  });
  const earlier = await runHealthy(create('earlier.ndjson'));
  expect(earlier, earlier.stdout).toMatchObject({ code: 0 });
  remember(stage);
  const main = create('asns.ndjson');

  async function begin(): Promise<void> {
    restore(stage);
    sandbox.reset();
    // The service has the earlier ones unchanged; the tool has written nothing in between.
    const other = { ...env, RETURNS_STATE_DIR: path.join(root, 'home/other') };
    expect(await runHealthy({ ...create('earlier.ndjson'), env: other })).toMatchObject({ code: 0 });
  }
  return {
    async points() {
      await begin();
      const ended = await runTraced(main);
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      return pointsOf(ended.log, root);
    },
    async attempt(trouble) {
      await begin();
      const broken = await onBrokenDisk(stage, main, trouble);
      const document = expectHonest(broken, broken.hit) as {
        asns?: { queued: number; already_queued: number };
      };
      const next = await runHealthy(main);
      expect(next.code, `the next run: ${next.stderr}${next.stdout}`).toBe(0);
      const { asns } = JSON.parse(next.stdout) as { asns: { queued: number; already_queued: number } };
      expect(asns.queued + asns.already_queued).toBe(all.length);
      if (document?.asns)
        expect(asns.already_queued, 'what was reported is remembered').toBeGreaterThanOrEqual(
          document.asns.queued + document.asns.already_queued,
        );
      expect(
        sandbox
          .asns()
          .map(({ asn_number: number }) => number)
          .sort(),
      ).toEqual(all.map(({ asn_number: number }) => number).sort());
      expectWhole(root);
      return { code: broken.code, hit: broken.hit };
    },
  };
}

/** A receiver of the messages of several RMAs: every call that was answered 2xx must be recorded afterwards. */
export async function listenScenario(folder: string): Promise<Scenario> {
  const sandbox = await sandboxFor();
  const stage = stageFor(folder);
  const { root } = stage;
  const env = { ...stage.env, ...targetEnvironment(sandbox) };
  const order = (words: string[]): Command => ({ root, env, args: words });
  // A ledger to compare with.
  const template = await runPlain(order(['orders', 'template']));
  fs.writeFileSync(path.join(root, 'work/orders.csv'), template.stdout);
  expect(await runPlain(order(['orders', 'upload', 'orders.csv', '--rate', 'off']))).toMatchObject({
    code: 0,
  });
  remember(stage);
  let accepted: string[] = [];
  const listen: Command = {
    ...order(['listen', '--port', '0', '--no-inspect', '--json']),
    onReady(line, end) {
      // Without an address it has ended with an error.
      const { url } = JSON.parse(line) as { url?: string };
      if (url !== undefined) void talk(url).then(end, end);
    },
  };
  async function talk(url: string): Promise<void> {
    for (const hour of [0, 1, 2, 3, 4]) {
      const message = { ...rmaAt(`RMA-${hour}`, hour), note: `call ${hour}` };
      const answer = await fetch(`${url}/rmas`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(10_000),
      });
      if (answer.ok) accepted.push(message.note);
    }
  }
  /** The record itself, day by day. */
  function recorded(): string {
    const calls = path.join(root, 'state/calls');
    const days = fs.existsSync(calls) ? fs.readdirSync(calls) : [];
    return days.map((day) => fs.readFileSync(path.join(calls, day), 'utf8')).join('');
  }
  const begin = () => {
    restore(stage);
    accepted = [];
  };
  return {
    async points() {
      begin();
      const ended = await runTraced(listen);
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      expect(accepted).toHaveLength(5);
      return pointsOf(ended.log, root);
    },
    async attempt(trouble) {
      begin();
      const broken = await onBrokenDisk(stage, listen, trouble);
      const { code, signal, stdout, stderr } = broken;
      if (!broken.hit?.startsWith('('))
        expect([0, 7], `exit code of ${JSON.stringify({ code, signal, stdout, stderr })}`).toContain(code);
      const answered = accepted;
      for (const note of answered) expect(recorded(), 'answered 2xx').toContain(note);
      begin();
      const next = await runPlain(listen);
      expect(next.code, `the next run: ${next.stderr}${next.stdout}`).toBe(0);
      expect(accepted).toHaveLength(5);
      expectWhole(root);
      return { code, hit: broken.hit };
    },
  };
}

/** `runs list`: prints all runs, or ends with exit 7. */
export async function runsScenario(folder: string): Promise<Scenario> {
  const sandbox = await sandboxFor();
  const stage = stageFor(folder);
  const { root } = stage;
  const env = { ...stage.env, ...targetEnvironment(sandbox) };
  const order = (words: string[]): Command => ({ root, env, args: words });
  const template = await runPlain(order(['orders', 'template']));
  fs.writeFileSync(path.join(root, 'work/orders.csv'), template.stdout);
  for (const force of [[], ['--force', '--yes']])
    expect(
      await runPlain(order(['orders', 'upload', 'orders.csv', '--rate', 'off', ...force])),
    ).toMatchObject({
      code: 0,
    });
  remember(stage);
  const list = order(['runs', 'list', '--json']);
  const all = JSON.parse((await runPlain(list)).stdout) as unknown;
  return {
    async points() {
      restore(stage);
      const ended = await runTraced(list);
      expect(JSON.parse(ended.stdout)).toEqual(all);
      return pointsOf(ended.log, root);
    },
    async attempt(trouble) {
      restore(stage);
      const broken = await onBrokenDisk(stage, list, trouble);
      const document = expectHonest(broken, broken.hit);
      if (broken.code === 0 && document) expect(document).toEqual(all);
      expect(JSON.parse((await runPlain(list)).stdout)).toEqual(all);
      expectWhole(root);
      return { code: broken.code, hit: broken.hit };
    },
  };
}
