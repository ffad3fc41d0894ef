// What the data decides for a mapping: columns of a second file count, and a decimal sign can be disproved.
import { expect, test } from 'vitest';
import { joinSpecs } from '../../../src/orders/order-flags.ts';
import { desk } from '../support.ts';
import { csvOf, failRows, itemsOf, line, load, mappingOf, readRows } from './support.ts';

type Json = Record<string, unknown>;

test('columns of a second file decide date order and decimal sign, as those of the export do', async () => {
  const mapping = mappingOf({
    decimal: undefined,
    dates: { timezone: 'Europe/London' },
    order: { created_at: 'At', updated_at: 'oms.changed' },
    item: { unit_price_amount_cents: 'oms.price', shipped_date: 'oms.shipped' },
  });
  const read = async (oms: string) => {
    const at = desk();
    at.file('f1.csv', csvOf([line('1'), line('2')]));
    at.file('oms.csv', oms);
    return await at.read('f1.csv', { map: load(mapping), joins: joinSpecs(['oms=oms.csv'], []) });
  };
  const [one] = await read(
    'identifier,changed,shipped,price\n1,02/05/2026 10:00,02/05/2026,"1.234,50"\n2,21/05/2026 10:00,21/05/2026,"3,00"\n',
  );
  expect(one!.raw).toHaveProperty('updated_at', '2026-05-02T10:00:00+01:00');
  expect(itemsOf(one!)[0]).toMatchObject({ unit_price_amount_cents: 123450 });
  await expect(
    read('identifier,changed,shipped,price\n1,02/05/2026 10:00,02/05/2026,"3,00"\n2,03/05/2026 10:00,,\n'),
  ).rejects.toMatchObject({
    exitCode: 6,
    code: 'input.dates.undecidable',
    place: { file: 'oms.csv', line: 2, column: 2 },
  });
});

test('a decimal sign that the data disproves is exit 6, whether a flag or the mapping says it', async () => {
  const mapping = (more: Json = {}) => mappingOf({ item: { unit_price_amount_cents: 'Price' }, ...more });
  const rows = [line('1', { Price: '1200' }), line('2', { Price: '2024,994' })];
  for (const [map, options] of [
    [mapping({ decimal: undefined }), { decimal: '.' as const }],
    [mapping({ decimal: '.' }), {}],
  ] as const)
    expect(await failRows(rows, map, options)).toMatchObject({
      exitCode: 6,
      code: 'input.decimal.disproved',
      place: { file: 'f1.csv', line: 3, column: 5 },
      hint: expect.stringContaining('--decimal ,'),
    });
  // One amount that bears it out is enough: the others are refused one by one.
  const mixed = await readRows([...rows, line('3', { Price: '5.00' })], mapping({ decimal: '.' }));
  expect(mixed.map((one) => one.findings.length)).toEqual([0, 1, 0]);
});
