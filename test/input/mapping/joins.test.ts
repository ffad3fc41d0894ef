// A second file beside the export: columns of it in the mapping, what matches, duplicate keys, places.
import { describe, expect, it } from 'vitest';
import { MAPPING_RULES } from '../../../src/contract/order-rules/mapping.ts';
import { joinSpecs } from '../../../src/orders/order-flags.ts';
import { codes, desk } from '../support.ts';
import { csvOf, itemsOf, line, load, mappingOf } from './support.ts';

const mapping = mappingOf({
  order: { identifier: { column: 'No', strip: '#' }, note: { column: ['oms.note', 'Sku'] } },
  item: { quantity_shipped: { column: 'oms.shipped', default: 0 } },
});

async function joined(
  oms: string,
  ons: readonly string[] = [],
  rows = [line('#1'), line('#1', { Sku: '', Qty: '' }), line('#2')],
) {
  const at = desk();
  at.file('f1.csv', csvOf(rows));
  at.file('oms.csv', oms);
  const options = { map: load(mapping), joins: joinSpecs(['oms=oms.csv'], ons) };
  return { at, options, inputs: await at.open('f1.csv', options), found: await at.read('f1.csv', options) };
}

describe('joined files', () => {
  it('are text in UTF-8 to the last byte, whatever their size', async () => {
    const many = Array.from({ length: 60_000 }, (_, i) => `x,K-${i},1\n`).join('');
    const bytes = Buffer.concat([
      Buffer.from(`note,identifier,shipped\n${many}LAST,`),
      Buffer.from([0xff, 0x0a]),
    ]);
    expect(bytes.length).toBeLessThan(2 ** 20);
    const padded = Buffer.concat([bytes.subarray(0, -7), Buffer.from(many), bytes.subarray(-7)]);
    expect(padded.length).toBeGreaterThan(2 ** 20);
    await expect(joined(padded as unknown as string)).rejects.toMatchObject({
      code: 'input.encoding.utf8',
      exitCode: 6,
      place: { file: 'oms.csv', line: 120_002, byte: padded.length - 2 },
    });
  });

  it('give their columns to every order that they have, with their own places', async () => {
    const { found, inputs } = await joined('note;identifier;shipped\nx;9;1\ny;1;3\n');
    expect(found.map((s) => [s.id, s.matches, itemsOf(s).map((i) => i['quantity_shipped'])])).toEqual([
      ['1', [true], [3]],
      ['2', [false], [0]],
    ]);
    expect(found[0]!.raw).toMatchObject({ note: 'y' });
    expect(found[1]!.raw).toMatchObject({ note: 'A' });
    expect(found[0]!.placeOf('note')).toMatchObject({ file: 'oms.csv', line: 3, column: 1 });
    expect(found[1]!.placeOf('note')).toMatchObject({ file: 'f1.csv', line: 4, column: 3 });
    expect(inputs.mapping).toMatchObject({ unmapped: [], joins: [{ name: 'oms', keys: 2, duplicates: 0 }] });
  });

  it('are found by the order as it is sent or as the rows have it, or by another column', async () => {
    expect((await joined('id,note,shipped\n#1,x,1\n', ['id'])).found[0]!.matches).toEqual([true]);
    const bySku = await joined('code,note,shipped\nA,x,2\n', ['oms:Sku=code']);
    expect(bySku.found.map((s) => s.matches)).toEqual([[true], [true]]);
  });

  it('may be written without quoting, whatever the export is', async () => {
    const at = desk();
    at.file('f1.csv', csvOf([line('#1', { Sku: 'a "b"' })]));
    at.file('oms.csv', 'identifier\tnote\tshipped\n1\t27" screen\t1\n');
    const options = (quote: object) => ({
      map: load({ ...mapping, with: { oms: { on: 'identifier', ...quote } } }),
      joins: joinSpecs(['oms=oms.csv'], []),
    });
    const [order] = await at.read('f1.csv', options({ quote: 'none' }));
    expect(order!.raw).toMatchObject({ note: '27" screen', items: [{ sku: 'a "b"' }] });
    expect(await at.fail('f1.csv', options({}))).toMatchObject({
      code: 'input.csv.quote',
      place: { file: 'oms.csv' },
    });
  });

  it('lines of one key that are equal in the columns of the mapping count once, others refuse the order', async () => {
    const same = await joined('identifier,note,shipped\n1,x,1\n1,x,1\n');
    expect(codes(same.found[0])).toEqual([]);
    const { found, inputs } = await joined('identifier,note,shipped\n1,x,1\n2,x,1\n1,x,2\n');
    expect(found.map(codes)).toEqual([['error join.duplicate '], []]);
    expect(found[0]!.findings[0]!.args).toEqual({ name: 'oms', file: 'oms.csv', line: 2, other: 4 });
    // These inputs have not been read yet: no order has been looked for.
    expect(inputs.mapping?.joins).toEqual([{ name: 'oms', keys: 2, duplicates: 1, unused: 2 }]);
    const unused = await joined('identifier,note,shipped,line\n1,x,1,A\n1,x,1,B\n');
    expect(codes(unused.found[0])).toEqual([]);
    expect(unused.inputs.mapping?.joins).toEqual([{ name: 'oms', keys: 1, duplicates: 0, unused: 1 }]);
    const rule = MAPPING_RULES.find(({ code }) => code === 'join.duplicate')!;
    for (const [sample, count] of [
      [rule.bad, 1],
      [rule.good, 0],
    ] as const) {
      const {
        found: [order],
      } = await joined(
        String(sample)
          .replace('shipped', 'shipped,note')
          .replace(/(,\d)$/gm, '$1,'),
      );
      expect(order!.findings.filter((f) => f.code === rule.code)).toHaveLength(count);
    }
    expect(rule.say(found[0]!.findings[0]!.args, '')).toBe(
      'oms.csv has this order on line 2 and, with other cells, on line 4',
    );
  });

  it('are refused when they lack the column, are too large, or are not there', async () => {
    const fails = async (oms: string, more = {}, ons: readonly string[] = []) => {
      const at = desk();
      at.file('f1.csv', csvOf([line('1')]));
      if (oms) at.file('oms.csv', oms);
      return await at.fail('f1.csv', { map: load(mapping), joins: joinSpecs(['oms=oms.csv'], ons), ...more });
    };
    expect(await fails('identifer,note,shipped\n1,x,1\n')).toMatchObject({
      code: 'join.column',
      exitCode: 6,
      message: expect.stringContaining('Did you mean "identifer"?'),
    });
    expect(await fails('identifier,note,shipped\n1,x,1\n', { memory: 50 })).toMatchObject({
      code: 'join.memory',
      exitCode: 6,
    });
    expect(await fails('')).toMatchObject({ code: 'input.file.missing', exitCode: 6 });
    const column = await fails('identifier,note,shiped\n1,x,1\n');
    expect([column.code, column.message]).toEqual([
      'input.map.column',
      expect.stringContaining('"oms.shiped"'),
    ]);
  });

  describe('as the mapping says', () => {
    const oms = { on: 'no', where: { column: 'kind', equals: 'sent' } };
    const file = 'no,kind,note,shipped\n1,draft,d,9\n1,sent,s,1\n2,draft,d,9\n';
    const read = async (spec: unknown, ons: readonly string[] = [], withs = ['oms=oms.csv'], text = file) => {
      const at = desk();
      at.file('f1.csv', csvOf([line('#1', { Alt: '2' }), line('#2', { Alt: '1' })]));
      at.file('oms.csv', text);
      const map = load({ ...mapping, with: { oms: spec } });
      const options = { map, joins: joinSpecs(withs, ons) };
      return { found: () => at.read('f1.csv', options), fails: () => at.fail('f1.csv', options) };
    };
    const shippedOf = async ({ found }: Awaited<ReturnType<typeof read>>) =>
      (await found()).map((order) => itemsOf(order)[0]!['quantity_shipped']);

    it('on which column, with which key, and which rows count; --on wins', async () => {
      expect(await shippedOf(await read(oms))).toEqual([1, 0]);
      expect(await shippedOf(await read({ ...oms, key: 'Alt' }))).toEqual([0, 1]);
      expect(await shippedOf(await read({ ...oms, on: 'note' }, ['oms:no']))).toEqual([1, 0]);
      // Both rows of order 1 count, and they differ.
      const [both] = await (await read({ on: 'no' })).found();
      expect(codes(both)).toEqual(['error join.duplicate ']);
    });

    it.each([
      ['a file that is not given', oms, [], 'input.map.with', 'with.oms'],
      [
        'a key that the export lacks',
        { ...oms, key: 'Alto' },
        ['oms=oms.csv'],
        'input.map.column',
        'with.oms.key',
      ],
      [
        'a condition on a column that it lacks',
        { on: 'no', where: { column: 'kinds', equals: 'x' } },
        ['oms=oms.csv'],
        'input.map.column',
        'with.oms.where.column',
      ],
    ])('%s is exit 6 with its place', async (_, spec, withs, code, path) => {
      const failure = await (await read(spec, [], withs)).fails();
      expect([failure.code, failure.exitCode, failure.place?.path]).toEqual([code, 6, path]);
    });

    it('asks for the file that was meant, and for the decimal sign of a comparison', async () => {
      const other = await (await read(oms, [], ['omz=oms.csv'])).fails();
      expect(other.hint).toContain('--with oms=FILE instead of --with omz=FILE');
      const few = { on: 'no', where: { not: { column: 'shipped', lessThan: 2 } } };
      expect(await shippedOf(await read(few))).toEqual([9, 9]);
      const at = desk();
      at.file('f1.csv', csvOf([line('#1')]));
      at.file('oms.csv', file);
      const map = load({ ...mapping, decimal: undefined, with: { oms: few } });
      expect(await at.fail('f1.csv', { map, joins: joinSpecs(['oms=oms.csv'], []) })).toMatchObject({
        code: 'input.map.value',
        place: { path: 'with.oms.where' },
      });
    });
  });

  it('flags that do not fit are exit 2', () => {
    expect(joinSpecs(['a=x.csv', 'b=y.csv'], ['No', 'b:Key=Col'])).toEqual([
      { name: 'a', path: 'x.csv', on: { key: undefined, column: 'No' } },
      { name: 'b', path: 'y.csv', on: { key: 'Key', column: 'Col' } },
    ]);
    for (const [withs, ons] of [
      [['x.csv'], []],
      [['a=x', 'a=y'], []],
      [[], ['No']],
    ] as const)
      expect(() => joinSpecs(withs, ons)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
