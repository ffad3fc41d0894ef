// Lines of a report that are no rows: blank ones around the header, and those that the mapping names at the end.
import { describe, expect, it } from 'vitest';
import { desk } from '../support.ts';
import { itemsOf, load, mappingOf } from './support.ts';

const report = (end: string) =>
  `,,,\nNo,At,Sku,Qty\n,,,\n1,2026-05-01 10:00,A,1\n1,2026-05-01 10:00,"B, b",2\n\n${end}`;
const mapping = load(mappingOf({ file: { footer: ['record(s) downloaded', 'Seller ID'] } }));

describe('lines that are no rows', () => {
  it('are left out, wherever they stand, and rows are counted without them', async () => {
    const at = desk();
    at.file('f1.csv', report('2,record(s) downloaded\n2,2026-05-02 10:00,C,1\n"Seller ID : x"\n'));
    const found = await at.read('f1.csv', { map: mapping });
    expect(found.map((one) => [one.id, itemsOf(one).map((item) => item['sku'])])).toEqual([
      ['1', ['A', 'B, b']],
      ['2', ['C']],
    ]);
    expect(found[1]!.placeOf('items[0].sku')).toMatchObject({ file: 'f1.csv', line: 8, column: 3 });
  });

  it('are only those that the mapping names, and never whole rows', async () => {
    const at = desk();
    at.file('f1.csv', report('2,record(s) uploaded\n'));
    expect(await at.fail('f1.csv', { map: mapping })).toMatchObject({
      code: 'input.row.cells',
      place: { file: 'f1.csv', line: 7 },
    });
    at.file('f2.csv', report('Seller ID,2026-05-02 10:00,C,1\n'));
    expect((await at.read('f2.csv', { map: mapping })).map(({ id }) => id)).toEqual(['1', 'Seller ID']);
    at.file('f3.csv', report('2,record(s) downloaded\n'));
    expect(await at.fail('f3.csv', { map: load(mappingOf()) })).toMatchObject({ code: 'input.row.cells' });
  });
});
