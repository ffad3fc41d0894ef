// A ledger that is damaged, empty or of something else is exit 7 with what to do; a missing one is a new one.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withDetail } from '../../src/contract/sample.ts';
import { realDatabases } from '../../src/platform/database.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { makeCli } from '../helpers/cli.ts';
import { call, json, orders, t, useOrderDesk, write } from '../helpers/order-desk.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

useOrderDesk();

const ledger = () => path.join(t.folders.state, 'ledger.db');
const change = (work: (file: string) => void) => {
  const database = realDatabases.open(ledger(), { durable: true });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  work(ledger());
};
const inside = (sql: string) => () => {
  const database = realDatabases.open(ledger(), { durable: true });
  database.exec(sql);
  database.close();
};

async function uploaded() {
  write(orders(2));
  expect(await json('orders', 'upload', 'orders.json')).toMatchObject({ orders: { accepted: 2 } });
}

describe('exit 7 that names the file and what to do', () => {
  test.each([
    ['empty', (file: string) => fs.truncateSync(file, 0), 'it is empty'],
    ['of one byte', (file: string) => fs.writeFileSync(file, 'x'), 'it is cut off'],
    [
      'cut in the middle',
      (file: string) => fs.truncateSync(file, 20_000),
      'database disk image is malformed',
    ],
    [
      'overwritten at its head',
      (file: string) => fs.writeFileSync(file, Buffer.alloc(50_000, 7)),
      'file is not a database',
    ],
    ['marked with another version', inside('PRAGMA user_version = 1'), 'duplicate column'],
    ['another database', inside('DROP VIEW v_runs; DROP TABLE run_files; DROP TABLE runs'), 'no such table'],
  ])('%s', async (_what, damage, why) => {
    await uploaded();
    change(damage);
    for (const words of [['orders', 'upload', 'orders.json'], ['status'], ['runs', 'list']]) {
      const ended = await json(...words);
      expect(ended).toMatchObject({ exit: 7, code: 'state.damaged' });
      expect(ended.message).toContain(`${ledger()} is damaged (${why}`);
      expect(ended.hint).toContain('backup');
    }
  });

  test('a text inside that is no JSON', async () => {
    await uploaded();
    change(inside('UPDATE runs SET orders = \'{"accepted" 2}\''));
    expect(await json('runs', 'list')).toMatchObject({ exit: 7, code: 'state.damaged' });
  });
});

describe('removed while it is in use: what comes afterwards is not sent, and nothing is a success', () => {
  const away = (folder: string) => fs.renameSync(folder, `${folder}-away`);
  const gone = (folder: string) => fs.rmSync(folder, { recursive: true });
  const replaced = (folder: string) => {
    fs.copyFileSync(path.join(folder, 'ledger.db'), path.join(folder, 'copy'));
    fs.renameSync(path.join(folder, 'copy'), path.join(folder, 'ledger.db'));
  };
  test.each([
    ['orders upload', 'the ledger', (folder: string) => fs.rmSync(path.join(folder, 'ledger.db'))],
    ['orders upload', 'the ledger, replaced by a copy', replaced],
    ['orders upload', 'the folder', gone],
    ['asns create', 'the folder, moved away', away],
  ])('%s: %s', async (line, _what, remove) => {
    const isAsns = line.startsWith('asns');
    let sent = 0;
    const sandbox = await sandboxFor(
      {},
      async (count, answer) => {
        sent = count;
        if (count === 2) remove(cli.env['RETURNS_STATE_DIR']!);
        return await answer();
      },
      isAsns ? '/asns' : undefined,
    );
    const cli = makeCli({ target: sandbox });
    const list = isAsns
      ? Array.from({ length: 9 }, (_, n) =>
          withDetail({ unit_identifier: `U-${n}` }, { asn_number: `ASN-${n}` }),
        )
      : orders(9);
    cli.file('input.json', JSON.stringify(list));
    const size = isAsns ? [] : ['--batch-size', '1'];
    const words = [...line.split(' '), 'input.json', '--rate', 'off', '--concurrency', '1', ...size];
    expect(await cli.json(words)).toMatchObject({
      exit: 7,
      exit_code: 7,
      error: { code: 'state.removed', hint: expect.stringContaining('Put it back') },
    });
    expect(sent).toBe(2);
  });
});

test('without a ledger everything is new', async () => {
  await uploaded();
  fs.rmSync(ledger());
  expect(await json('orders', 'upload', 'orders.json')).toMatchObject({ exit: 0, orders: { accepted: 2 } });
});

test('what a process left that was killed while it made the ledger is no ledger', async () => {
  // Until it is complete, it has another name: so there is never an empty ledger.db.
  const steps: string[] = [];
  const { platform, folders } = t;
  const watched = {
    ...platform,
    databases: {
      ...platform.databases,
      open(file: string, options: { durable: boolean }) {
        steps.push(`${path.basename(file)} ${fs.existsSync(ledger())}`);
        return platform.databases.open(file, options);
      },
    },
  };
  openLedgerStore(watched, folders).close();
  expect(steps).toEqual([expect.stringMatching(/^ledger\.db\.\w+\.tmp false$/), 'ledger.db true']);
  expect(fs.readdirSync(folders.state).filter((name) => name.includes('tmp'))).toEqual([]);
  expect(fs.statSync(ledger()).mode & 0o777).toBe(0o600);
  // The killed one's file stays beside it.
  for (const name of fs.readdirSync(folders.state)) fs.rmSync(path.join(folders.state, name));
  fs.writeFileSync(`${ledger()}.00000000.tmp`, '');
  await uploaded();
  expect((await call('orders', 'show', 'SO-1')).code).toBe(0);
});

test('two processes that make it at once have the same one', () => {
  const { platform, folders } = t;
  const other = {
    ...platform,
    files: {
      ...platform.files,
      make(file: string, content: Uint8Array) {
        const first = openLedgerStore(platform, folders);
        first.exec("INSERT INTO names (text) VALUES ('first')");
        platform.files.make(file, content);
        first.close();
      },
    },
  };
  const second = openLedgerStore(other, folders);
  expect(second.get('SELECT text FROM names')).toEqual(['first']);
  second.close();
});
