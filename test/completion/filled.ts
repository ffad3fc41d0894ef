// A machine with ids to complete: profiles, runs, calls, ASNs (some that nobody should have), orders, mappings, files.
import fs from 'node:fs';
import path from 'node:path';
import type { Database } from '../../src/platform/platform.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { rememberMapping } from '../../src/storage/mappings.ts';
import { putRun, type RunRecord } from '../../src/storage/runs.ts';
import { callOf, idAt } from '../calls/support.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';

export const RUN = '20261120-131222-3f2a1c';
export const CALL = '20261119-091500-0000aa';

/** Each would do something, or be something else, if it came to the shell without quotes. */
export const STRANGE = [
  'SP ACE-1',
  "QUO'TE-1",
  'DQ"UOTE-1',
  'DO$HOME-1',
  'BS\\LASH-1',
  'CO:LON:1',
  'EQ=UAL-1',
  'ST*AR-1',
  'AM&P;|-1',
  'BA!NG-1',
  'PA(REN)-1',
  'UN\u00efCODE-1',
  'EX$(touch pwned)-1',
  'TI`touch pwned`-1',
];

/** These are never offered. */
export const UNSAFE = ['CTL-\u001b]0;owned\u0007-1', 'CTL-\n1', 'CTL-\t1', 'CTL-\u202e1', '-CTL'];

export const putAsns = (store: Database, numbers: readonly string[]): void =>
  store.transaction(() => {
    store.run("INSERT INTO targets (key, name) VALUES ('t', 't') ON CONFLICT DO NOTHING");
    for (const number of numbers)
      store.run(
        "INSERT INTO asns (target, program, number) SELECT no, 'PRG-1', ? FROM targets LIMIT 1",
        number,
      );
  });

export const runOf = (id: string): RunRecord => ({
  ...{ id, kind: 'orders upload', state: 'completed', user: 'u', hostname: 'h', profile: 'live' },
  ...{ environment: 'local', target: 't', targetKey: 't', shard: null, files: [], command: 'c' },
  ...{ started: 1, ended: 2, exitCode: 0, orders: {} },
});

export async function filled(): Promise<Cli> {
  const cli = makeCli({ children: true });
  const { platform, folders } = testPlatform({ root: cli.root });
  const store = openLedgerStore(platform, folders);
  putRun(store, runOf(RUN));
  putAsns(store, ['TO-2001', 'TO-2002', ...STRANGE, ...UNSAFE]);
  store.close();
  const calls = path.join(folders.state, 'calls');
  fs.mkdirSync(calls, { recursive: true });
  const at = Date.UTC(2026, 10, 19, 9, 15);
  const lines = [{ id: CALL, settled: { at, to: 'x', status: 200 } }, callOf({ id: CALL, at })];
  fs.writeFileSync(
    path.join(calls, '2026-11-19.ndjson'),
    [callOf({ id: idAt(at - 1000, 1), at }), ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  fs.mkdirSync(folders.config, { recursive: true });
  fs.writeFileSync(
    path.join(folders.config, 'profiles.json'),
    JSON.stringify({
      version: 1,
      profiles: { staging: { environment: 'sandbox' }, live: {} },
      in_use: 'live',
    }),
  );
  await rememberMapping(platform, folders, {
    name: 'our-shop',
    columns: ['a'],
    text: JSON.stringify({ name: 'Our shop' }),
  });
  cli.file('export file.csv', 'x');
  fs.mkdirSync(path.join(cli.root, 'work', 'somewhere'));
  return cli;
}
