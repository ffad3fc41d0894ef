// ASNs, a receiver and `runs list` on a disk that fails in another place each time, and what must hold after it.
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { rmaAt } from '../calls/receiver-support.ts';
import { generateAsns } from './asns.ts';
import { type Command, runPlain } from './broken-disk.ts';
import { targetEnvironment } from './cli.ts';
import {
  done,
  expectHonest,
  expectWhole,
  remember,
  restore,
  type Scenario,
  scenarioOf,
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
  await done(create('earlier.ndjson'), 'the earlier ones');
  remember(stage);
  const main = create('asns.ndjson');
  type Counts = { asns: { queued: number; already_queued: number } };
  return scenarioOf({
    ...{ stage, main },
    async begin() {
      restore(stage);
      sandbox.reset();
      // The service has the earlier ones unchanged; the tool has written nothing in between.
      const other = { ...env, RETURNS_STATE_DIR: path.join(root, 'home/other') };
      await done({ ...create('earlier.ndjson'), env: other }, 'the earlier ones');
    },
    async holds(broken) {
      const document = expectHonest(broken, broken.hit) as Partial<Counts> | undefined;
      const { asns } = JSON.parse((await done(main, 'the next run')).stdout) as Counts;
      expect(asns.queued + asns.already_queued).toBe(all.length);
      if (document?.asns)
        expect(asns.already_queued, 'what was reported is remembered').toBeGreaterThanOrEqual(
          document.asns.queued + document.asns.already_queued,
        );
      const numbers = (list: readonly { asn_number: string }[]) => list.map((asn) => asn.asn_number).sort();
      expect(numbers(sandbox.asns())).toEqual(numbers(all));
      expectWhole(root);
    },
  });
}

/** A disk with a ledger: the orders of the template were uploaded, once for each list of flags. */
async function withLedger(folder: string, ...times: readonly (readonly string[])[]) {
  const sandbox = await sandboxFor();
  const stage = stageFor(folder);
  const env = { ...stage.env, ...targetEnvironment(sandbox) };
  const order = (args: readonly string[]): Command => ({ root: stage.root, env, args });
  const { stdout } = await done(order(['orders', 'template']), 'the template');
  fs.writeFileSync(path.join(stage.root, 'work/orders.csv'), stdout);
  for (const flags of times)
    await done(order(['orders', 'upload', 'orders.csv', '--rate', 'off', ...flags]), 'the upload');
  remember(stage);
  return { stage, order };
}

/** A receiver of the messages of several RMAs: every call that was answered 2xx must be recorded afterwards. */
export async function listenScenario(folder: string): Promise<Scenario> {
  const { stage, order } = await withLedger(folder, []);
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
    const calls = path.join(stage.root, 'state/calls');
    const days = fs.existsSync(calls) ? fs.readdirSync(calls) : [];
    return days.map((day) => fs.readFileSync(path.join(calls, day), 'utf8')).join('');
  }
  const begin = async () => {
    restore(stage);
    accepted = [];
  };
  return scenarioOf({
    ...{ stage, main: listen, begin },
    clean: () => expect(accepted).toHaveLength(5),
    async holds(broken) {
      if (!broken.hit?.startsWith('('))
        expect([0, 7], `exit code of ${JSON.stringify({ ...broken, log: '' })}`).toContain(broken.code);
      for (const note of accepted) expect(recorded(), 'answered 2xx').toContain(note);
      await begin();
      const next = await runPlain(listen);
      expect(next.code, `the next run: ${next.stderr}${next.stdout}`).toBe(0);
      expect(accepted).toHaveLength(5);
      expectWhole(stage.root);
    },
  });
}

/** `runs list`: prints all runs, or ends with exit 7. */
export async function runsScenario(folder: string): Promise<Scenario> {
  const { stage, order } = await withLedger(folder, [], ['--force', '--yes']);
  const list = order(['runs', 'list', '--json']);
  const listed = async () => JSON.parse((await done(list, 'the list')).stdout) as unknown;
  const all = await listed();
  return scenarioOf({
    ...{ stage, main: list },
    clean: ({ stdout }) => expect(JSON.parse(stdout)).toEqual(all),
    async holds(broken) {
      const document = expectHonest(broken, broken.hit);
      if (broken.code === 0 && document) expect(document).toEqual(all);
      expect(await listed()).toEqual(all);
      expectWhole(stage.root);
    },
  });
}
