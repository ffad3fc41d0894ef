// Shuffled files: rows that do not fit into memory wait in partitions on disk, and come to the same orders.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/basics/failure.ts';
import type { Inputs, IntakeOptions, Snapshot } from '../../src/input/types.ts';
import { openInputs } from '../../src/orders/read/order-input.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { dice } from '../helpers/random.ts';
import { collect, type Desk, desk, readFirst, row, table } from './support.ts';

const ORDERS = inForm({ short: 250, long: 400 });
const JSON_ORDERS = inForm({ short: 150, long: 300 });
const MEMORY = 40_000;

/** Rows of orders with several lines, versions, spellings of an instant, repeated and contradicting lines. */
function rows(): string[] {
  const all: string[] = [];
  for (let id = 0; id < ORDERS; id++) {
    const at = `2026-05-01T10:00:${String(id % 60).padStart(2, '0')}Z`;
    for (let line = 0; line < 1 + (id % 5); line++)
      all.push(
        row(id, line, { at, sku: `Ünï,"${line}`.replace(/.*/s, (t) => `"${t.replaceAll('"', '""')}\n"`) }),
      );
    if (id % 7 === 0)
      all.push(row(id, 1, { at: '2026-05-02T10:00:00Z' }), row(id, 2, { at: '2026-05-02T12:00:00+02:00' }));
    if (id % 11 === 0) all.push(row(id, 0, { at, sku: 'OTHER' }));
  }
  return all;
}

function shuffled<T>(list: readonly T[], seed = 7): T[] {
  const out = [...list];
  const random = dice(seed);
  for (let i = out.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

/** Everything that a snapshot says, in the order of their numbers. */
const contentOf = (inputs: Inputs, snapshots: readonly Snapshot[]) =>
  [...snapshots]
    .sort((a, b) => a.ordinal - b.ordinal)
    .map(({ id, raw, findings, rows: places, ordinal, placeOf, ...rest }, i) => ({
      id,
      raw,
      findings,
      places,
      ordinal,
      skip: rest.skip,
      bytes: places.map((place) => Buffer.from(inputs.bytesOf(place)).toString()),
      where: ['identifier', 'items[0].sku', 'items[1].sku'].map(
        (field) =>
          snapshots.length > i &&
          placeOf.call(
            snapshots.find((s) => s.ordinal === ordinal),
            field,
          ),
      ),
    }));

async function both(at: Desk, names: string | string[]) {
  const roomy = await at.open(names);
  const tight = await at.open(names, { memory: MEMORY });
  const wanted = contentOf(roomy, await readFirst(roomy));
  expect(roomy.snapshotIndex.scattered).toBe(true);
  await collect(tight, 'first');
  for (let pass = 0; pass < 2; pass++)
    expect(contentOf(tight, await collect(tight, 'counted'))).toEqual(wanted);
  expect(tight.files).toEqual(roomy.files);
  expect(fs.readdirSync(at.spool)).toEqual([]);
  return wanted;
}

/** What spilling wrote while the input was read: the largest number of files at once, and their modes. */
async function watched(at: Desk, name: string, memory = MEMORY, more: Partial<IntakeOptions> = {}) {
  const inputs = await at.open(name, { ...more, memory });
  await collect(inputs, 'first');
  let most = 0;
  const modes = new Set<string>();
  for await (const _ of inputs.read('counted')) {
    const [folder] = fs.existsSync(at.spool)
      ? fs.readdirSync(at.spool).filter((one) => !one.endsWith('.lock'))
      : [];
    if (folder === undefined) continue;
    const place = path.join(at.spool, folder);
    modes.add((fs.statSync(place).mode & 0o777).toString(8));
    const files = fs.readdirSync(place);
    for (const file of files) modes.add((fs.statSync(path.join(place, file)).mode & 0o777).toString(8));
    most = Math.max(most, files.length);
  }
  return { most, modes: [...modes].sort() };
}

describe('shuffled rows that do not fit into memory', () => {
  it('come to the same snapshots, places and bytes as when they fit', async () => {
    const at = desk();
    at.file('a.csv', table(...shuffled(rows())));
    expect((await both(at, 'a.csv')).length).toBeGreaterThan(ORDERS);
  });

  itLong('also of orders in JSON and NDJSON that are repeated far apart', async () => {
    const at = desk();
    const orders = Array.from({ length: JSON_ORDERS }, (_, id) =>
      JSON.stringify({
        identifier: `SO-${id}`,
        updated_at: '2026-05-01T10:00:00Z',
        note: 'é🎁'.repeat(30),
        items: [{ sku: 'A' }, { sku: 'B' }],
      }),
    );
    at.file('a.ndjson', `\ufeff${[...orders, ...shuffled(orders)].join('\n')}`);
    at.file('b.json', `[\n ${[...orders, ...shuffled(orders)].join(',\n  ')}\n]`);
    expect(await both(at, 'a.ndjson')).toHaveLength(JSON_ORDERS);
    expect(await both(at, 'b.json')).toHaveLength(JSON_ORDERS);
  });

  it('wait in private files, in no more than the rows need', async () => {
    const at = desk();
    at.file('a.csv', table(...shuffled(rows())));
    const { most, modes } = await watched(at, 'a.csv');
    expect(most).toBeGreaterThan(4);
    expect(modes).toEqual(['600', '700']);
    expect(await watched(at, 'a.csv', 256e6)).toEqual({ most: 0, modes: [] });
  });

  it('come whole where the first rows are small, and the others fill what is written at once', async () => {
    const at = desk();
    // Spilling begins with small rows; large ones follow.
    const small = Array.from({ length: 200 }, (_, id) => row(id, 1));
    const large = Array.from({ length: 200 }, (_, id) => row(1000 + id, 1, { sku: 'x'.repeat(8000) }));
    const again = Array.from({ length: 200 }, (_, id) => [row(id, 2), row(1000 + id, 2)]).flat();
    at.file('a.csv', table(...small, ...large, ...again));
    expect(await both(at, 'a.csv')).toHaveLength(400);
  });

  it('stop where a single snapshot is too large', async () => {
    const at = desk();
    const one = Array.from({ length: 600 }, (_, line) => row('BIG', line));
    at.file('a.csv', table(...shuffled([...rows(), ...one])));
    expect(await at.fail('a.csv', { memory: MEMORY })).toMatchObject({
      ...{ code: 'input.memory', exitCode: 6 },
      hint: expect.stringMatching(/--memory/),
    });
    expect(fs.readdirSync(at.spool)).toEqual([]);
  });
});

describe('what is on disk goes away', () => {
  async function spilling(at: Desk, platform: Platform = at.platform, signal?: AbortSignal) {
    at.file('a.csv', table(...shuffled(rows())));
    const inputs = await openInputs(
      platform,
      ['a.csv'],
      { format: 'auto', memory: MEMORY },
      at.spool,
      signal,
    );
    await collect(inputs, 'first');
    return inputs;
  }
  const left = (at: Desk) => (fs.existsSync(at.spool) ? fs.readdirSync(at.spool) : []);

  it('when the reader stops in the middle, and when the inputs are closed under it', async () => {
    const at = desk();
    const inputs = await spilling(at);
    for await (const list of inputs.read('counted')) if (list.length > 0 && left(at).length > 0) break;
    expect(left(at)).toEqual([]);
    const reading = inputs.read('counted')[Symbol.asyncIterator]();
    while (left(at).length === 0) await reading.next();
    inputs.close();
    expect(left(at)).toEqual([]);
  });

  it('when the signal aborts: no more snapshots come', async () => {
    const at = desk();
    const stop = new AbortController();
    const inputs = await spilling(at, at.platform, stop.signal);
    let snapshots = 0;
    for await (const list of inputs.read('counted')) {
      snapshots += list.length;
      if (left(at).length > 0) stop.abort();
    }
    expect(snapshots).toBeLessThan(inputs.snapshotIndex.snapshots);
    expect(left(at)).toEqual([]);
    inputs.close();
  });

  it.each(['ENOSPC', 'EIO', 'EDQUOT'])('when the disk says %s: exit 7', async (code) => {
    const at = desk();
    let writes = 0;
    const files: Platform['files'] = {
      ...at.platform.files,
      create(file, options) {
        const writer = at.platform.files.create(file, options);
        return {
          ...writer,
          write(bytes) {
            if (++writes > 3) throw Object.assign(new Error(code), { code });
            writer.write(bytes);
          },
        };
      },
    };
    const inputs = await spilling(at, { ...at.platform, files });
    const failure = await collect(inputs, 'counted').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ exitCode: 7 });
    expect((failure as Failure).code).toMatch(/^state\./);
    expect(left(at)).toEqual([]);
    inputs.close();
  });

  it('when the process was killed: the next one removes it', async () => {
    const at = desk();
    // Its lock went with it.
    const dead: Platform = {
      ...at.platform,
      databases: {
        ...at.platform.databases,
        tryLock(file) {
          at.platform.databases.tryLock(file)?.release();
          return { release() {} };
        },
      },
    };
    const inputs = await spilling(at, dead);
    const reading = inputs.read('counted')[Symbol.asyncIterator]();
    while (left(at).length === 0) await reading.next();
    const [theirs] = left(at);
    const next = await at.open('a.csv');
    expect(left(at)).not.toContain(theirs);
    next.close();
    inputs.close();
  });

  it('a file that changes while rows are spilled is noticed', async () => {
    const at = desk();
    const inputs = await spilling(at);
    const text = fs.readFileSync(path.join(at.folder, 'a.csv'), 'utf8');
    fs.writeFileSync(path.join(at.folder, 'a.csv'), text.replaceAll('SO-1', 'SO-2'));
    await expect(collect(inputs, 'counted')).rejects.toMatchObject({ code: 'input.changed', exitCode: 6 });
    expect(left(at)).toEqual([]);
    inputs.close();
  });
});
