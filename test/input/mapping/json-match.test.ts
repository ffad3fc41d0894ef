// `match`: values of a JSON list from the elements whose keys have certain values.
import { expect, it } from 'vitest';
import { codes, collect, desk } from '../support.ts';
import { type Json, load } from './support.ts';

const mapping = (item: Json, order: Json = {}): Json => ({
  name: 'Shop, JSON',
  decimal: '.',
  order: { identifier: 'no', created_at: 'created', updated_at: 'created', ...order },
  item: { identifier: 'lines[].id', sku: 'lines[].sku', ...item },
});
const OF_LINE = {
  'parcels[].lines[].id': 'lines[].id',
  'parcels[].status': { constant: ['success', 'sent'] },
};
const ORDER = {
  no: '1',
  created: '2026-05-01T10:00:00Z',
  lines: [
    { id: 11, sku: 'A' },
    { id: 12, sku: 'B' },
    { id: 13, sku: 'C' },
  ],
  parcels: [
    { status: 'failed', number: 'T0', lines: [{ id: 11, units: 5, note: null }] },
    {
      status: 'success',
      number: null,
      lines: [
        { id: 12, units: 1 },
        { id: 11, units: 2, note: 'left' },
      ],
    },
    { status: 'sent', number: 'T2', lines: [{ id: 11, units: 1, note: 'last' }] },
  ],
  notes: [
    { key: 'a', value: '' },
    { key: 'b', value: 'two' },
    { key: 'a', value: 'one' },
  ],
};

const read = async (value: unknown, map: Json) => {
  const at = desk();
  at.file('o.json', JSON.stringify(value));
  const [first] = await collect(await at.open('o.json', { map: load(map) }), 'first');
  return { raw: first!.raw as Json, found: codes(first!) };
};
const fail = (value: unknown, map: Json) => {
  const at = desk();
  at.file('o.json', JSON.stringify(value));
  return at.fail('o.json', { map: load(map) });
};

it('takes the first value, adds all in a calculation, and takes all in a list', async () => {
  const { raw, found } = await read(
    ORDER,
    mapping(
      {
        quantity_shipped: { sum: [{ column: 'parcels[].lines[].units', match: OF_LINE }], default: 0 },
        quantity_canceled: {
          subtract: [9, { column: 'parcels[].lines[].units', match: OF_LINE, default: 0 }],
        },
        tracking_number: { column: 'parcels[].number', match: OF_LINE },
        tags: { column: 'parcels[].lines[].note', match: OF_LINE },
      },
      { note: { column: 'notes[].value', match: { 'notes[].key': { constant: 'a' } } } },
    ),
  );
  expect(raw['note']).toBe('one');
  expect(raw['items']).toEqual([
    {
      identifier: '11',
      sku: 'A',
      quantity_shipped: 3,
      quantity_canceled: 6,
      tracking_number: 'T2',
      tags: ['left', 'last'],
    },
    { identifier: '12', sku: 'B', quantity_shipped: 1, quantity_canceled: 8, tags: [] },
    { identifier: '13', sku: 'C', quantity_shipped: 0, quantity_canceled: 9, tags: [] },
  ]);
  expect(found).toEqual([]);
});

it('keys and values belong to the same element', async () => {
  const twin = { 'notes[].key': { constant: 'a' }, 'notes[].value': { constant: 'two' } };
  const { raw } = await read(ORDER, mapping({}, { note: { column: 'notes[].value', match: twin } }));
  expect(raw['note']).toBeUndefined();
});

it.each([
  ['a path without a list', { no: { constant: '1' } }, 'no path through a list'],
  ['a path of another list', { 'notes[].key': { constant: 'a' } }, 'have no list in common'],
])('%s is refused with its place in the mapping', async (_, match, message) => {
  const map = mapping({ tracking_number: { column: 'parcels[].number', match } });
  expect(await fail(ORDER, map)).toMatchObject({
    code: 'input.map.value',
    exitCode: 6,
    message: expect.stringContaining(message),
  });
});

it('a table has no lists', async () => {
  const at = desk();
  at.file('o.csv', 'no,created,id,sku\n1,2026-05-01,11,A\n');
  const map = {
    ...mapping({}),
    item: { identifier: 'id', sku: { column: 'sku', match: { id: { constant: '11' } } } },
  };
  expect(await at.fail('o.csv', { map: load(map) })).toMatchObject({ code: 'input.map.value', exitCode: 6 });
});

it('elements that are not wanted may have any shape', async () => {
  const map = mapping(
    {
      tracking_number: {
        column: 'meta[].value[].number',
        match: { 'meta[].key': { constant: 'tracking' } },
      },
    },
    { note: { column: 'meta[].value', match: { 'meta[].key': { constant: 'note' } } } },
  );
  const meta = [
    { key: 'a', value: 'text' },
    { key: 'b', value: { deep: { number: 'X' }, number: 'Y' } },
    { key: 'c', value: ['x', ['y']] },
    { key: 'd', value: null },
    { key: 'e', value: 7 },
    { key: 'tracking', value: [{ number: 'T1' }, { number: 'T2' }] },
    { key: 'note', value: 'gift' },
    { key: ['f'], value: true },
  ];
  const { raw } = await read({ ...ORDER, meta }, map);
  expect(raw['note']).toBe('gift');
  expect((raw['items'] as Json[])[0]).toMatchObject({ tracking_number: 'T1' });
  const list = mapping({}, { note: { column: 'meta[].value', match: { 'meta[].key': { constant: 'b' } } } });
  expect((await read({ ...ORDER, meta }, list)).raw['note']).toBe('{"deep":{"number":"X"},"number":"Y"}');
});
