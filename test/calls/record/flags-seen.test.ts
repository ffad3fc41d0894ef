// Each flag that selects or shapes calls, given to the program: what it lists, exports and sends again.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../../../src/storage/calls.ts';
import { type TestPlatform, testPlatform } from '../../helpers/platform.ts';
import { callOf, document, endpoint, idAt, NOON, recorded, returns, rma, textOf } from '../support.ts';

const HOUR = 3_600_000;

/** Three calls that differ in everything that a filter looks at; the body of each holds its name. */
const call = (name: string, at: number, changes: Partial<CallRecord>) =>
  callOf({
    ...{
      at,
      id: idAt(at, 1),
      rma: `RMA-${name}`,
      orders: [`SO-${name}`],
      bytesOf: JSON.stringify(rma(`RMA-${name}`)),
    },
    ...changes,
  });
const CALLS = [
  call('A', NOON, {}),
  call('B', NOON + HOUR, { status: 'REFUNDED', verdict: 'warning', response: { status: 422, by: 'forced' } }),
  call('C', NOON + 2 * HOUR, { kind: 'exchange_order', target: '/exchange_orders', rma: null }),
];

async function desk(): Promise<TestPlatform> {
  const here = testPlatform();
  await recorded(here, CALLS);
  return here;
}

const namesIn = (texts: readonly string[]): string[] =>
  texts.map((text) => /"rma_identifier":\s*"RMA-(\w)"/.exec(text)?.[1] ?? '?').sort();

const FILTERS: readonly (readonly [flags: readonly string[], calls: readonly string[]])[] = [
  [
    ['--kind', 'rma,exchange_order'],
    ['A', 'B', 'C'],
  ],
  [['--kind', 'exchange_order'], ['C']],
  [['--rma', 'RMA-B'], ['B']],
  [['--order', 'SO-C'], ['C']],
  [['--verdict', 'warning'], ['B']],
  [
    ['--since', '2026-11-20T13:00:00Z'],
    ['B', 'C'],
  ],
  [['--until', '2026-11-20T13:00:00Z'], ['A']],
  [['--status', 'REFUNDED'], ['B']],
  [['--text', '/exchange_orders'], ['C']],
  [['--open'], ['B']],
];

describe.each(FILTERS)('%j', (flags, expected) => {
  it('is what calls list shows', async () => {
    const { calls } = await document<{ calls: { id: string }[] }>(await desk(), ['calls', 'list', ...flags]);
    const ids = calls.map(({ id }) => id);
    const names = CALLS.filter(({ id }) => ids.includes(id)).map(
      ({ id }) => 'ABC'[CALLS.findIndex((one) => one.id === id)],
    );
    expect(names).toEqual(expected);
  });

  it('is what calls export writes', async () => {
    const here = await desk();
    const { code, stderr } = await returns(here, ['calls', 'export', '--out', 'out.ndjson', ...flags]);
    expect(code, stderr).toBe(0);
    const lines = fs.readFileSync(path.join(here.work, 'out.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => 'ABC'[CALLS.findIndex(({ id }) => line.includes(id))])).toEqual(expected);
  });

  it('is what calls replay sends', async () => {
    const shop = await endpoint(() => ({ status: 200, headers: {}, body: '' }));
    const { code, stderr } = await returns(await desk(), ['calls', 'replay', '--to', shop.url, ...flags]);
    expect(code, stderr).toBe(0);
    expect(namesIn(shop.received.map(textOf))).toEqual(expected);
  });
});
