// Rejects files: the rows of refused orders byte for byte with the reasons behind them, and input again.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRejects, type Problem } from '../../src/input/rejects.ts';
import { collect, type Desk, desk, HEADER, readFirst, row, table } from './support.ts';

const problem: Problem = {
  code: 'order.total.unexplained',
  field: 'total_amount_cents',
  message: 'expected 5, found "6"; see\nthe rules',
  status: '',
};

async function rejectAll(
  at: Desk,
  names: string | string[],
  target: string,
  problems: readonly Problem[] = [problem],
  options = {},
): Promise<string[]> {
  const inputs = await at.open(names, options);
  const rejects = openRejects(at.platform, inputs, target);
  for (const snapshot of await readFirst(inputs)) rejects.add(snapshot, problems);
  return rejects.close().files.map((file) => path.relative(at.folder, file));
}
const read = (at: Desk, name: string) => fs.readFileSync(path.join(at.folder, name), 'utf8');

describe('CSV rejects', () => {
  it.each([
    ['LF', ',', '\n', ''],
    ['CRLF, semicolon, byte order mark', ';', '\r\n', '\ufeff'],
    ['CR, tab', '\t', '\r', ''],
  ])('%s: the rows byte for byte, in the dialect', async (_name, d, nl, bom) => {
    const at = desk();
    // The second row has no line end, a blank line lies between, a cell holds quotes and a line break.
    const rows = [row(1, 1, { sku: '"a ""b""\n, ; c"' }), row(2, 1)].map((r) => r.replaceAll(/,(?! )/g, d));
    const header = HEADER.replaceAll(',', d);
    at.file('a.csv', `${bom}${header}${nl}${rows[0]}${nl}${nl}${rows[1]}`);
    expect(await rejectAll(at, 'a.csv', 'out.csv')).toEqual(['out.csv']);
    const added = (line: number) =>
      [
        'order.total.unexplained',
        'total_amount_cents',
        '"expected 5, found ""6""; see the rules"',
        '',
        'a.csv',
        line,
      ]
        .map((cell) => `${d}${cell}`)
        .join('');
    const names = ['_code', '_field', '_message', '_status', '_file', '_line'].map((n) => d + n).join('');
    expect(read(at, 'out.csv')).toBe(
      `${bom}${header}${names}${nl}${rows[0]}${added(2)}${nl}${rows[1]}${added(5)}${nl}`,
    );
    expect(fs.statSync(path.join(at.folder, 'out.csv')).mode & 0o777).toBe(0o600);
  });

  it('hold no formula of the service', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1)));
    const words = { field: '@SUM(A1)', message: '-2+3', code: '=cmd' };
    await rejectAll(at, 'a.csv', 'b.csv', [{ ...problem, ...words }]);
    expect(read(at, 'b.csv').split('\n')[1]).toContain(",'=cmd,'@SUM(A1),'-2+3,");
  });

  it('are input again, and their own rejects have the reasons once', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1, { sku: '"x,y"' }), row(1, 2), row(2, 1)));
    await rejectAll(at, 'a.csv', 'b.csv', [problem, { ...problem, code: 'x.y', status: 422 }]);
    const again = await at.read('b.csv');
    const before = await at.read('a.csv');
    expect(again.map((s) => [s.raw, s.findings])).toEqual(before.map((s) => [s.raw, s.findings]));
    await rejectAll(at, 'b.csv', 'c.csv');
    const [header, first] = read(at, 'c.csv').split('\n');
    expect(header).toBe(read(at, 'b.csv').split('\n')[0]);
    expect(first!.startsWith(`${row(1, 1, { sku: '"x,y"' })},order.total.unexplained,`)).toBe(true);
    expect(first!.endsWith(',b.csv,2')).toBe(true);
    expect(read(at, 'b.csv').split('\n')[1]).toContain(',order.total.unexplained|x.y,');
  });

  it('of an input in another encoding are UTF-8 and say so', async () => {
    const at = desk();
    at.file('a.csv', Buffer.from(table(row(1, 1, { sku: 'Größe' })), 'latin1'));
    await rejectAll(at, 'a.csv', 'b.csv', [problem], { encoding: 'windows-1252' });
    const [again] = await at.read('b.csv', { encoding: 'windows-1252' });
    expect(again!.raw).toMatchObject({ items: [{ sku: 'Größe' }] });
  });
});

describe('JSON rejects', () => {
  it.each([
    ['JSON', '[ {"identifier":"1",\r\n "weight": 1.50,\n "n":[ ]},{"identifier":"2"}]'],
    ['NDJSON', '{"identifier":"1", "weight": 1.50, "n":[ ]}\r\n{"identifier":"2"}'],
    [
      'rejects',
      '{"order":{"identifier":"1", "weight": 1.50, "n":[ ]},"errors":[1],"source":{"line":9}}\n{"identifier":"2"}',
    ],
  ])('%s: lines of order, errors and source, the order in its own words', async (_name, content) => {
    const at = desk();
    at.file('a.json', content);
    await rejectAll(at, 'a.json', 'out.ndjson', [{ ...problem, message: 'm', status: 422 }]);
    const lines = read(at, 'out.ndjson').trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^\{"order":\{"identifier":"1", {1,3}"weight": 1\.50, {1,2}"n":\[ \]\},"errors":/,
    );
    expect(JSON.parse(lines[0]!)).toMatchObject({
      errors: [{ code: 'order.total.unexplained', field: 'total_amount_cents', message: 'm', status: 422 }],
      source: { file: 'a.json', line: 1 },
    });
    expect((await at.read('out.ndjson')).map((s) => s.raw)).toEqual([
      { identifier: '1', weight: 1.5, n: [] },
      { identifier: '2' },
    ]);
  });
});

describe('rejects files', () => {
  it('are made at the first refusal only', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1)));
    const inputs = await at.open('a.csv');
    const rejects = openRejects(at.platform, inputs, 'sub/out.csv');
    await collect(inputs, 'first');
    expect(rejects.close()).toEqual({ files: [] });
    expect(fs.existsSync(path.join(at.folder, 'sub'))).toBe(false);
  });

  it('of several inputs stand in a folder, one for each; rows go where they came from', async () => {
    const at = desk();
    fs.mkdirSync(path.join(at.folder, 'x'));
    at.file('a.csv', table(row(1, 1)));
    at.file('x/a.csv', table(row(1, 2)));
    at.file('o.ndjson', '{"identifier":"9"}\n');
    const files = await rejectAll(at, ['a.csv', 'x/a.csv', 'o.ndjson'], 'out');
    expect(files).toEqual(['out/a.rejects.csv', 'out/a.rejects-2.csv', 'out/o.rejects.ndjson']);
    expect(read(at, 'out/a.rejects.csv').split('\n')[1]).toContain(`${row(1, 1)},`);
    expect(read(at, 'out/a.rejects-2.csv').split('\n')[1]).toContain(`${row(1, 2)},`);
  });

  it.each([
    ['are no second result for stdout', ['a.csv'], '-', 'rejects.stdout'],
    ['need a folder for several inputs', ['a.csv', 'b.csv'], 'taken', 'rejects.folder'],
    ['need a folder for a name that ends as one of a folder', ['a.csv'], 'taken/', 'rejects.folder'],
    ['need a folder for several, also with /dev/null', ['a.csv', 'b.csv'], '/dev/null', 'rejects.folder'],
    ['never overwrite an input', ['a.csv'], 'a.csv', 'out.taken'],
    ['never overwrite an input under a longer name', ['a.csv'], './a.csv', 'out.taken'],
    ['never overwrite an input behind a link', ['a.csv'], 'link.csv', 'out.taken'],
  ])('%s, which is said before anything is sent', async (_what, names, target, code) => {
    const at = desk();
    for (const name of ['a.csv', 'b.csv', 'taken']) at.file(name, table(row(1, 1)));
    fs.symlinkSync('a.csv', path.join(at.folder, 'link.csv'));
    const inputs = await at.open(names);
    expect(() => openRejects(at.platform, inputs, target)).toThrow(
      expect.objectContaining({ code: `usage.${code}`, exitCode: 2 }),
    );
  });
});
