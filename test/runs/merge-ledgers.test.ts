// runs export and runs merge --into: what several machines know becomes one ledger, the same as if one had sent everything.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleAsn } from '../../src/contract/sample.ts';
import { realDatabases } from '../../src/platform/database.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { canMount, mountSmall } from '../helpers/broken-disk.ts';
import { makeCli, targetEnvironment, until } from '../helpers/cli.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { generateOrders, ndjsonOf, type TestOrder } from '../helpers/orders.ts';
import { testPlatform } from '../helpers/platform.ts';
import { seeded } from '../helpers/random.ts';
import { orderRequests, requestKiller, type Summary, sandboxFor } from '../helpers/sandbox.ts';

const generated = generateOrders({ seed: 31, orders: 120, versions: 0 }).snapshots;
const REFUNDED = 5;
/** A refund of one unit of the first line, which names no RMA. */
const refundOf = (order: TestOrder, identifier: string, changes: object = {}) =>
  ({
    ...{ identifier, total_refund_amount_cents: 1, created_at: order.updated_at },
    refund_line_items: [
      { identifier: `${identifier}-L`, quantity: 1, order_item_identifier: order.items[0]!.identifier },
    ],
    ...changes,
  }) as TestOrder['refunds'][number];
/** The first ones have a refund. */
const snapshots = generated.map((order, n) => ({
  ...order,
  ...(n < REFUNDED && { refunds: [refundOf(order, `RF-${n}`, { rma_identifier: `RMA-${n}` })] }),
}));
const EXPORT = ndjsonOf(snapshots);

/** Everything that a ledger knows about orders and refusals, without runs and times: those differ between machines. */
function knownIn(folder: string): unknown[] {
  const store = realDatabases.open(path.join(folder, 'ledger.db'), { durable: true });
  try {
    return [
      store.all(
        `SELECT o.identifier, hex(o.digest), hex(o.content_digest), o.updated_at, o.status, o.currency, o.total_cents, o.line
         FROM orders o ORDER BY o.identifier`,
      ),
      ...['order_lines', 'refunds'].map((table) =>
        store
          .all(
            `SELECT o.identifier, t.* FROM ${table} t JOIN orders o ON o.no = t.order_no ORDER BY o.identifier, t.position`,
          )
          .map(([id, , ...rest]) => [id, ...rest]),
      ),
      store.all('SELECT identifier, digest, code, field, status FROM refusals ORDER BY identifier'),
    ];
  } finally {
    store.close();
  }
}

/** As fast as it goes, whatever is refused. */
const FREE = ['--rate', 'off', '--max-rejects', '100%'];

/** A machine: a state folder of its own beside the others. */
async function machines(ear?: Parameters<typeof sandboxFor>[1]) {
  const sandbox = await sandboxFor({}, ear);
  const cli = makeCli({ target: sandbox });
  const folder = (name: string) => path.join(cli.root, name);
  const at = (name: string, ...words: string[]) => cli.json([...words, '--state-dir', folder(name)]);
  const upload = (name: string, file: string, ...more: string[]) =>
    cli.json<Summary>(['orders', 'upload', file, ...FREE, '--state-dir', folder(name), ...more]);
  return { sandbox, cli, folder, at, upload };
}

/** The long form: as many machines as an Indexed Job has, with 40 kills at random times; else each once, in the middle. */
const isWhole = inForm({ short: false, share: false, long: true });
const [SHARDS, KILLS] = isWhole ? [8, 40] : [2, 2];

itLong(
  'shards that were killed and went on, merged by merges that were killed, are one ledger: that of one machine',
  async () => {
    const killer = requestKiller();
    const { cli, sandbox, folder, upload, at } = await machines(killer.ear);
    const bad = snapshots.map((order, n) => (n % 17 === 13 ? { ...order, status: 'Shippd' } : order));
    cli.file('export.ndjson', ndjsonOf(bad as TestOrder[]));
    const began = performance.now();
    const one = ['export.ndjson', ...FREE, '--state-dir', folder('one')];
    await cli.start(['orders', 'upload', ...one]).ended;
    /** What a run takes on this machine, now, ms. */
    const usual = performance.now() - began;
    const random = seeded(7);
    const shards = Array.from({ length: SHARDS }, (_, n) => `s${n + 1}`);
    let kills = 0;
    /** Kills the command after a random time until it ends by itself; each time it is let live longer. */
    const survive = async (words: readonly string[]) => {
      for (let life = 0.1 * usual; ; life *= 1.3) {
        const started = cli.start(words);
        const timer = setTimeout(() => started.child.kill('SIGKILL'), life * (0.5 + random()));
        const ended = await started.ended;
        clearTimeout(timer);
        if (ended.signal === null) return ended;
        kills++;
      }
    };
    const run = async (words: readonly string[]) => {
      if (isWhole) return await survive(words);
      const isMerge = words[1] === 'merge';
      const started = await killer.run(
        () => {
          const merging = cli.start(words);
          if (isMerge)
            void until(() => fs.existsSync(path.join(folder('all'), 'ledger.db')), 'the merged ledger').then(
              () => merging.child.kill('SIGKILL'),
            );
          return merging;
        },
        isMerge ? undefined : 20,
      );
      // A merge may have been quicker than that.
      expect(started.signal === 'SIGKILL' || isMerge).toBe(true);
      kills += started.signal === 'SIGKILL' ? 1 : 0;
      return await cli.start(words).ended;
    };
    for (const [i, shard] of shards.entries())
      await run([
        ...['orders', 'upload', 'export.ndjson', '--batch-size', '1', '--json', ...FREE],
        ...['--shard', `${i + 1}/${SHARDS}`, '--state-dir', folder(shard)],
      ]);
    const into = ['--into', folder('all'), '--json', '--lock-wait', '10s'];
    const merge = ['runs', 'merge', ...shards.map(folder), ...into];
    expect(JSON.parse((await run(merge)).stdout)).toMatchObject({ contradictions: [] });
    expect(knownIn(folder('all'))).toEqual(knownIn(folder('one')));
    expect(kills).toBeGreaterThanOrEqual(KILLS);
    // Twice is the same as once.
    expect(await cli.json(merge.filter((word) => word !== '--json'))).toMatchObject({
      schema: 'merged-ledgers/1',
      orders: { added: 0, newer: 0, older: 0, same: 113 },
      runs: 0,
    });
    expect(knownIn(folder('all'))).toEqual(knownIn(folder('one')));

    // What needs a person is the same.
    const needs = async (name: string) =>
      ((await at(name, 'status'))['items'] as { kind: string; count: number }[]).map(
        ({ kind, count }) => `${kind} ${count}`,
      );
    expect(await needs('all')).toEqual(await needs('one'));
    // A snapshot that lost its refund is refused, as on the one machine.
    const later = { refunds: [], updated_at: '2026-05-31T00:00:00Z' };
    cli.file('lost.ndjson', ndjsonOf(snapshots.slice(0, REFUNDED).map((order) => ({ ...order, ...later }))));
    for (const name of ['all', 'one'])
      expect(await upload(name, 'lost.ndjson')).toMatchObject({
        orders: { accepted: 0, refused: REFUNDED },
        refused: { by_code: [{ code: 'order.refunds.lost', count: REFUNDED }] },
      });

    // Afterwards a delta sends what changed, and an export lacks nothing.
    const changed = snapshots.map((order, n) =>
      n % 10 === 0 ? { ...order, updated_at: '2026-06-01T00:00:00Z' } : order,
    );
    cli.file('delta.ndjson', ndjsonOf(changed));
    // A minute later: what was killed under way is no longer in doubt.
    const { platform, folders } = testPlatform({ root: cli.root });
    const store = openLedgerStore(platform, { ...folders, state: folder('all') });
    store.exec('DELETE FROM doubts');
    store.close();
    const before = orderRequests(sandbox).length;
    const delta = await upload('all', 'delta.ndjson');
    expect(delta.orders).toMatchObject({ accepted: 18, already_accepted: 102 });
    expect(orderRequests(sandbox).length).toBeGreaterThan(before);
    const reconciled = await at('all', 'reconcile', '--orders', 'delta.ndjson');
    expect(reconciled).toMatchObject({ same: 120, differences: 0 });
  },
);

test('the newer version of an order stays, its history has the other, and what contradicts is listed', async () => {
  const { cli, folder, upload, at } = await machines();
  const [first, second, third] = snapshots as [TestOrder, TestOrder, TestOrder];
  const newer = { ...first, updated_at: '2026-06-01T00:00:00Z' };
  cli.file('a.ndjson', ndjsonOf([first, second, { ...third, raw_status: 'A' }]));
  cli.file('b.ndjson', ndjsonOf([newer, { ...third, raw_status: 'B' }]));
  await upload('a', 'a.ndjson');
  await upload('b', 'b.ndjson');
  const merged = await at('all', 'runs', 'merge', folder('a'), folder('b'), '--into', folder('all'));
  expect(merged).toMatchObject({
    exit: 3,
    orders: { added: 3, newer: 2, older: 0, same: 0 },
    contradictions: [{ kind: 'order', id: third.identifier }],
  });
  const other = await at('both', 'runs', 'merge', folder('b'), folder('a'), '--into', folder('both'));
  expect(other).toMatchObject({ exit: 3, contradictions: [{ id: third.identifier }] });
  expect(knownIn(folder('both'))).toEqual(knownIn(folder('all')));
  const shown = await at('all', 'orders', 'show', first.identifier, '--history');
  expect(JSON.stringify(shown)).toContain(newer.updated_at);
  expect(JSON.stringify(shown)).toContain(first.updated_at);
  // The run of the newer one is taken back: the older one is what counts again.
  const [{ run }] = ((await at('b', 'runs', 'list')) as unknown as { runs: [{ run: string }] }).runs;
  expect(await at('all', 'orders', 'forget', '--run', run, '--yes')).toMatchObject({ exit: 0 });
  expect(JSON.stringify(await at('all', 'orders', 'show', first.identifier))).toContain(first.updated_at);
});

test('an order that a machine owes to the service after a forget is sent by the ledger of both, once', async () => {
  const { cli, folder, upload, at, sandbox } = await machines();
  const [right] = snapshots as [TestOrder];
  const merge = () => at('all', 'runs', 'merge', folder('a'), '--into', folder('all'));
  cli.file('right.ndjson', ndjsonOf([right]));
  cli.file('wrong.ndjson', ndjsonOf([{ ...right, raw_status: 'WRONG' }]));
  await upload('a', 'right.ndjson');
  await merge();
  const { run } = await upload('a', 'wrong.ndjson');
  await at('a', 'orders', 'forget', '--run', run!, '--yes');
  await merge();
  expect((await upload('all', 'right.ndjson')).orders).toMatchObject({ accepted: 1 });
  expect(sandbox.orders()[0]!.order).toMatchObject({ raw_status: right.raw_status });
  // The other ledger does not know of it.
  await merge();
  expect((await upload('all', 'right.ndjson')).orders).toMatchObject({ accepted: 0, already_accepted: 1 });
});

const heldRefunds = (sandbox: { orders(): readonly { readonly order?: unknown }[] }) =>
  sandbox
    .orders()
    .flatMap(({ order }) =>
      (order as { refunds: { identifier: string }[] }).refunds.map(({ identifier }) => identifier).sort(),
    );

test('a refund that the newer version of another machine lacks is listed, and not lost again', async () => {
  const { cli, sandbox, folder, upload, at } = await machines();
  const order = generated.find(({ status, items }) => status === 'Shipped' && items[0]!.quantity > 1)!;
  const [early, late] = ['2026-06-01T00:00:00Z', '2026-06-07T00:00:00Z'];
  const write = (name: string, updated_at: string, ...ids: string[]) => {
    const refunds = ids.map((id) => refundOf(order, id));
    cli.file(`${name}.ndjson`, ndjsonOf([{ ...order, updated_at, refunds }]));
  };
  write('none', early);
  write('a', early, 'RF-A');
  write('b', early, 'RF-B');
  write('late', late);
  write('whole', late, 'RF-A');
  await upload('a', 'a.ndjson');
  await upload('b', 'b.ndjson');
  await upload('late', 'late.ndjson');
  await upload('whole', 'whole.ndjson');
  await upload('late', 'late.ndjson', '--force', '--yes');
  const merge = async (into: string, ...from: string[]) => {
    const merged = await at(into, 'runs', 'merge', ...from.map(folder), '--into', folder(into));
    const lost = merged['contradictions'] as { id: string; code?: string; refunds?: string[] }[];
    expect(lost.every(({ id }) => id === order.identifier)).toBe(true);
    return [merged.exit, ...lost.map(({ code, refunds }) => `${code} ${refunds?.join(' ')}`)];
  };
  const LOST = 'order.refunds.lost';
  // In either order, twice, and with a ledger that was merged.
  expect(await merge('all', 'a', 'late')).toEqual([3, `${LOST} RF-A`]);
  expect(await merge('all', 'a', 'late')).toEqual([3, `${LOST} RF-A`]);
  expect(await merge('other', 'late', 'a')).toEqual([3, `${LOST} RF-A`]);
  expect(knownIn(folder('other'))).toEqual(knownIn(folder('all')));
  expect(await merge('other', 'all')).toEqual([0]);
  expect(await merge('beside', 'late', 'all')).toEqual([3, `${LOST} RF-A`]);
  // The same refund in both is none that is lost, nor is one that the newer version alone has.
  expect(await merge('same', 'a', 'whole')).toEqual([0]);
  // Of three machines all refunds are known, whichever is merged first.
  expect(await merge('three', 'a', 'b', 'late')).toEqual([3, `${LOST} RF-A`, `${LOST} RF-A RF-B`]);
  expect(await merge('again', 'late', 'b', 'a')).toEqual([3, `${LOST} RF-B`, `${LOST} RF-A`]);
  expect(knownIn(folder('again'))).toEqual(knownIn(folder('three')));
  // Of equal times the one that was accepted later stays.
  expect(await merge('equal', 'whole', 'late')).toEqual([3, `${LOST} RF-A`]);

  // The version that was sent is not taken for one with the refund; with it, it is sent, and then it is.
  const all = ['orders', 'upload', 'late.ndjson', ...FREE];
  expect(await at('all', 'reconcile', '--orders', 'late.ndjson')).toMatchObject({ same: 0, differences: 2 });
  expect(await upload('all', 'late.ndjson')).toMatchObject({
    orders: { refused: 1 },
    refused: { by_code: [{ code: LOST }] },
  });
  expect(await at('all', ...all, '--keep-refunds')).toMatchObject({ exit: 0, orders: { accepted: 1 } });
  expect(heldRefunds(sandbox)).toEqual(['RF-A']);
  for (let n = 0; n < 2; n++)
    expect(await at('all', ...all, '--keep-refunds')).toMatchObject({ orders: { accepted: 0, refused: 0 } });
  expect(await merge('all', 'a', 'late')).toEqual([0]);
  // An export that has the refund is sent as well, but no older version of the shop.
  expect(await upload('equal', 'none.ndjson', '--keep-refunds')).toMatchObject({ orders: { superseded: 1 } });
  expect(await upload('other', 'whole.ndjson')).toMatchObject({ orders: { accepted: 1 } });
});

test('two machines that refunded units of one order: both refunds are sent with the version of the shop', async () => {
  const { cli, sandbox, folder, upload, at } = await machines();
  const order = generated.find(({ status, items }) => status === 'Shipped' && items[0]!.quantity > 1)!;
  cli.file('a.ndjson', ndjsonOf([order]));
  const unit = [order.identifier, '--from', 'a.ndjson', '--lines', `${order.items[0]!.identifier}=1`];
  for (const name of ['a', 'b']) {
    await upload(name, 'a.ndjson');
    const refund = ['orders', 'refund', ...unit, '--refund-id', `RF-${name}`, '--yes'];
    expect(await at(name, ...refund)).toMatchObject({ exit: 0 });
  }
  const merge = ['runs', 'merge', folder('a'), folder('b'), '--into', folder('all')];
  const lost = { kind: 'order', id: order.identifier, code: 'order.refunds.lost', refunds: ['RF-a'] };
  expect(await at('all', ...merge)).toMatchObject({ exit: 3, contradictions: [lost] });
  expect(await upload('all', 'a.ndjson', '--keep-refunds')).toMatchObject({ orders: { accepted: 1 } });
  expect(heldRefunds(sandbox)).toEqual(['RF-a', 'RF-b']);
  expect(await upload('all', 'a.ndjson', '--keep-refunds')).toMatchObject({ orders: { accepted: 0 } });
});

test('two ledgers in which an order is not the same order are named, as a check of one after the other names it', async () => {
  const { cli, folder, upload, at } = await machines();
  const order = generated.find(({ status, items }) => status === 'Shipped' && items.length > 1)!;
  const [line, ...others] = order.items;
  const otherLine = [{ identifier: 'R-1-L', quantity: 1, order_item_identifier: others[0]!.identifier }];
  const created = (time: string) => ({ created_at: `2026-01-01T${time}:00Z` });
  const cases: Readonly<Record<string, readonly [before: object, after: object, codes: readonly string[]]>> =
    {
      article: [{}, { items: [{ ...line, sku: 'MAT' }, ...others] }, ['order.line.article']],
      lost: [{}, { items: [{ ...line, identifier: 'NEW' }, ...others] }, ['order.line.lost']],
      created: [{}, { created_at: '2025-01-01T00:00:00Z' }, ['order.created.changed']],
      zone: [created('10:00'), created('12:00'), ['order.created.moved']],
      refund: [
        { refunds: [refundOf(order, 'R-1')] },
        { refunds: [refundOf(order, 'R-1', { rma_identifier: 'RMA-2', refund_line_items: otherLine })] },
        ['order.refund.changed'],
      ],
      edited: [{}, { raw_status: 'EDITED', tags: ['vip'] }, []],
    };
  for (const [name, [before, after, codes]] of Object.entries(cases)) {
    const one = { ...order, identifier: `W-${name}`, ...before };
    const later = new Date(Date.parse(order.updated_at) + 5000).toISOString();
    const other = { ...one, updated_at: later, ...after };
    cli.file(`${name}-a.ndjson`, ndjsonOf([one] as never));
    cli.file(`${name}-b.ndjson`, ndjsonOf([other] as never));
    for (const side of ['a', 'b'])
      expect([name, await upload(`${name}-${side}`, `${name}-${side}.ndjson`)]).toMatchObject([
        name,
        { orders: { accepted: 1 } },
      ]);
    // In either direction, and twice.
    for (const [to, from] of [
      ['ab', ['a', 'b']],
      ['ba', ['b', 'a']],
      ['ba', ['b', 'a']],
    ] as const) {
      const into = folder(`${name}-${to}`);
      const folders = from.map((side) => folder(`${name}-${side}`));
      const merged = await at('none', 'runs', 'merge', ...folders, '--into', into);
      const found = merged['contradictions'] as { id: string; code?: string; message?: string }[];
      expect([name, merged.exit, ...found.map(({ code }) => code)]).toEqual([
        name,
        codes.length > 0 ? 3 : 0,
        ...codes,
      ]);
      expect(found.every(({ id, message = '' }) => id === `W-${name}` && message.length > 20)).toBe(true);
    }
    // What the check says of the newer one, where the older was accepted.
    const check = await at(`${name}-a`, 'orders', 'check', `${name}-b.ndjson`);
    const told = check as unknown as {
      refused: { by_code: { code: string }[] };
      warnings: { code: string }[];
    };
    const said = [...told.refused.by_code, ...told.warnings].map(({ code }) => code);
    expect(said).toEqual(expect.arrayContaining([...codes]));
  }
});

test('ASNs of both are known, and a number that two machines used is listed', async () => {
  const { cli, folder, at } = await machines();
  const asn = (number: string, unit: string) => {
    const made = sampleAsn({ asn_number: number }) as { cartons: [{ details: [Record<string, unknown>] }] };
    const [carton] = made.cartons;
    return { ...made, cartons: [{ ...carton, details: [{ ...carton.details[0], unit_identifier: unit }] }] };
  };
  cli.file('a.json', JSON.stringify([asn('A-1', 'U-1'), asn('A-2', 'U-2')]));
  cli.file('b.json', JSON.stringify([asn('A-3', 'U-3')]));
  await at('a', 'asns', 'create', 'a.json', '--yes');
  await at('b', 'asns', 'create', 'b.json', '--yes');
  const merge = ['runs', 'merge', folder('a'), folder('b'), '--into', folder('all')];
  expect(await at('all', ...merge)).toMatchObject({ exit: 0, asns: { added: 3, changed: 0, same: 0 } });
  expect(await at('all', ...merge)).toMatchObject({ exit: 0, asns: { added: 0, changed: 0, same: 3 } });
  expect(await at('all', 'asns', 'create', 'a.json', '--yes')).toMatchObject({ asns: { already_queued: 2 } });
  // A change on one machine is the newest body afterwards.
  await at('b', 'asns', 'update', 'A-3', '--status', 'delivered', '--yes');
  expect(await at('all', ...merge)).toMatchObject({ exit: 0, asns: { changed: 1, same: 2 } });
  expect(await at('all', 'asns', 'show', 'A-3')).toMatchObject({ exit: 0, status: 'delivered' });
});

test('ledgers of other targets, folders without one and the folder itself are refused before anything changes', async () => {
  const { cli, folder, upload, at } = await machines();
  const elsewhere = await sandboxFor();
  cli.file('a.ndjson', ndjsonOf(snapshots.slice(0, 2)));
  await upload('a', 'a.ndjson');
  await cli.run(['orders', 'upload', 'a.ndjson', '--state-dir', folder('other'), '--yes'], {
    env: targetEnvironment(elsewhere),
  });
  const merge = (...from: string[]) =>
    at('all', 'runs', 'merge', ...from.map(folder), '--into', folder('all'));
  expect(await merge('a', 'other')).toMatchObject({ exit: 6, code: 'runs.merge.target' });
  expect(await merge('a', 'nowhere')).toMatchObject({ exit: 6, code: 'input.file.missing' });
  expect(await merge('a', 'all')).toMatchObject({ exit: 2 });
  expect(await merge('a')).toMatchObject({ exit: 0, orders: { added: 2 } });
});

test.skipIf(!canMount)(
  'runs export onto a full disk names that disk, not the ledger (needs to mount)',
  async () => {
    const { cli, folder, upload, at } = await machines();
    cli.file('a.ndjson', ndjsonOf(snapshots.slice(0, 2)));
    await upload('a', 'a.ndjson');
    const small = folder('small');
    const unmount = mountSmall(small, 64 * 1024);
    try {
      const ended = await at('a', 'runs', 'export', path.join(small, 'copy.db'));
      expect(ended).toMatchObject({ exit: 7, code: 'state.full' });
      expect(ended['message']).toContain(small);
      expect(ended['message']).not.toContain('ledger.db');
      expect(fs.readdirSync(small)).toEqual([]);
    } finally {
      unmount();
    }
  },
);

test('what is no ledger of ours is refused, and no source is changed, whatever it is', async () => {
  const { cli, folder, upload, at } = await machines();
  cli.file('a.ndjson', ndjsonOf(snapshots.slice(0, 2)));
  await upload('a', 'a.ndjson');
  const database = (name: string, sql: string) => {
    const file = cli.file(name, '');
    const store = realDatabases.open(file, { durable: true });
    store.exec(sql);
    store.close();
    return file;
  };
  const ledger = path.join(folder('a'), 'ledger.db');
  const whole = fs.readFileSync(ledger);
  const sources: [file: string, code: string][] = [
    [database('another.db', 'CREATE TABLE mine (x)'), 'state.foreign'],
    [database('versioned.db', 'CREATE TABLE mine (x); PRAGMA user_version = 3'), 'state.damaged'],
    [database('newer.db', 'CREATE TABLE mine (x); PRAGMA user_version = 99'), 'state.newer'],
    [cli.file('empty.db', ''), 'state.damaged'],
    [cli.file('text.db', 'orders '.repeat(100)), 'state.damaged'],
    [cli.file('cut.db', whole.subarray(0, 5000)), 'state.damaged'],
  ];
  for (const [file, code] of sources) {
    const before = fs.readFileSync(file);
    const merged = await at('all', 'runs', 'merge', file, '--into', folder('all'));
    expect(merged, file).toMatchObject({ exit: 7, code });
    expect(fs.readFileSync(file).equals(before), file).toBe(true);
    for (const end of ['-wal', '-shm']) expect(fs.existsSync(`${file}${end}`), file).toBe(false);
  }
  // A state folder with such a file.
  fs.mkdirSync(folder('foreign'), { recursive: true });
  fs.copyFileSync(sources[0]![0], path.join(folder('foreign'), 'ledger.db'));
  expect(await at('foreign', 'runs', 'list')).toMatchObject({ exit: 7, code: 'state.foreign' });
  expect(fs.readFileSync(path.join(folder('foreign'), 'ledger.db'))).toEqual(fs.readFileSync(sources[0]![0]));
  // A ledger of ours is only read, and no copy is left.
  expect(await at('all', 'runs', 'merge', folder('a'), '--into', folder('all'))).toMatchObject({
    exit: 0,
    orders: { added: 2 },
  });
  expect(fs.readFileSync(ledger).equals(whole)).toBe(true);
  expect(fs.readdirSync(path.join(folder('all'), 'spool'))).toEqual([]);
});

test('runs export copies a ledger while an upload writes it; the copy can be merged', async () => {
  const { cli, sandbox, folder, at } = await machines();
  cli.file('export.ndjson', EXPORT);
  const words = ['orders', 'upload', 'export.ndjson', '--batch-size', '1', '--yes', '--rate', '3000'];
  const running = cli.start([...words, '--state-dir', folder('a')]);
  await until(() => sandbox.orders().length > 20, 'the first orders');
  const copy = path.join(cli.root, 'work', 'copy.db');
  const exported = (await at('a', 'runs', 'export', 'copy.db')) as unknown as { orders: number };
  expect(exported).toMatchObject({ exit: 0, schema: 'runs-export/1', runs: 1 });
  expect(fs.statSync(copy).mode & 0o077).toBe(0);
  expect(await at('a', 'runs', 'export', 'copy.db')).toMatchObject({ exit: 2, code: 'usage.out.taken' });
  await running.ended;
  expect(exported.orders).toBeGreaterThan(10);
  expect(exported.orders).toBeLessThanOrEqual(120);
  expect(await at('all', 'runs', 'merge', 'copy.db', '--into', folder('all'))).toMatchObject({
    orders: { added: exported.orders },
  });
  expect(await at('none', 'runs', 'export', 'more.db')).toMatchObject({ exit: 7, code: 'runs.export.empty' });
});
