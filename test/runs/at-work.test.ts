// A run that has given its turn away is still at work: what other commands say of it.
import path from 'node:path';
import { expect, test } from 'vitest';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { holdRun } from '../../src/storage/locks.ts';
import { getRun, putRun } from '../../src/storage/runs.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { orders } from '../helpers/order-desk.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

/** Makes a run of the state folder look as while its process is at work; the result ends it. */
function atWork(cli: Cli, state: string, run: string): () => void {
  const { platform, folders } = testPlatform({ root: cli.root });
  const store = openLedgerStore(platform, { ...folders, state });
  const ended = getRun(store, run)!;
  putRun(store, { ...ended, state: 'running', ended: null, exitCode: null });
  const lock = holdRun(platform, store, run);
  return () => {
    putRun(store, ended);
    lock.release();
    store.close();
  };
}

test('the same --force command again: a run that was cut short goes on, one at work is called so', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file('o.json', JSON.stringify(orders(4)));
  const again = ['orders', 'upload', 'o.json', '--force', '--yes'];
  const first = await cli.json<{ run: string }>([...again, '--canary', '1']);
  const end = atWork(cli, testPlatform({ root: cli.root }).folders.state, first.run);
  const beside = await cli.json([...again, '--canary', '2']);
  expect(beside.stderr).toContain(`Run ${first.run}, the same command, is still at work`);
  expect(beside.stderr).not.toContain('cut short');
  end();
  const after = await cli.json(again);
  expect(after.stderr).toMatch(/Goes on with run \S+, which was cut short/);
  expect(after).toMatchObject({ exit: 0, orders: { accepted: 1, already_accepted: 3 } });
});

test('a merge from a folder in use leaves the run at work out, and takes it after its end', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file('o.json', JSON.stringify(orders(3)));
  const state = path.join(cli.root, 'a');
  const upload = ['orders', 'upload', 'o.json', '--yes', '--state-dir', state];
  const { run } = await cli.json<{ run: string }>(upload);
  const end = atWork(cli, state, run);
  const into = path.join(cli.root, 'b');
  const merge = () => cli.json(['runs', 'merge', state, '--into', into]);
  const runs = async () => {
    type Listed = { runs: { id: string; state: string }[] };
    return (await cli.json<Listed>(['runs', 'list', '--state-dir', into])).runs;
  };
  const early = await merge();
  expect(early).toMatchObject({ exit: 0, orders: { added: 3 }, runs: 0, at_work: [run] });
  expect(early.stderr).toContain(`Run ${run} is still at work there: merge again when it has ended`);
  expect(await runs()).toEqual([]);
  end();
  expect(await merge()).toMatchObject({ exit: 0, orders: { same: 3 }, runs: 1, at_work: [] });
  expect(await runs()).toMatchObject([{ run, state: 'completed' }]);
});
