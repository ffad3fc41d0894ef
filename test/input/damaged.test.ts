// Damaged and unusual files: each gives the same records as the plain one, or is refused with its place. Nothing in between.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/basics/failure.ts';
import { inForm } from '../helpers/form.ts';
import { fc } from '../helpers/random.ts';
import { REFUSED } from './damaged-refused.ts';
import { base, bytes, HEAD, one, order, PLAIN, SAME } from './damaged-same.ts';
import { checked, put } from './finished.ts';
import { codes, desk, HEADER, readFirst, row } from './support.ts';

describe('the same records', () => {
  for (const [name, content, records, options = {}] of SAME)
    it(name, async () => {
      const on = desk();
      on.file('file', content);
      const inputs = await on.open('file', options);
      for (let pass = 0; pass < 2; pass++) {
        const snapshots = await readFirst(inputs);
        expect(snapshots.map((snapshot) => snapshot.raw)).toEqual(records);
        expect(snapshots.flatMap(codes)).toEqual([]);
      }
    });

  it('holds for every byte of windows-1252', async () => {
    const holes = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
    const high = Array.from({ length: 128 }, (_, i) => 128 + i).filter((byte) => !holes.includes(byte));
    // The table of the standard, written out.
    const signs = `€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ${Array.from({ length: 96 }, (_, i) => String.fromCharCode(0xa0 + i)).join('')}`;
    const on = desk();
    on.file('file', bytes(HEAD, `SO-1,${base.updated_at},USD,1,`, Uint8Array.from(high), ',1'));
    expect((await on.read('file', { encoding: 'windows-1252' })).map((s) => s.raw)).toEqual(one(signs));
  });
});

describe('refused with its place', () => {
  for (const [name, content, code, place, more = {}] of REFUSED)
    it(name, async () => {
      const { words = /./, as = 'file', ...options } = more;
      const on = desk();
      on.file(as, content);
      const failure = await on.fail(as, options);
      expect([failure.code, failure.exitCode, failure.place]).toEqual([code, 6, { file: as, ...place }]);
      const text = [failure.message, failure.expected, failure.found, failure.hint].join('\n');
      expect(text).toMatch(words);
      expect(text).not.toContain('\ufffd');
      expect(failure.hint).toMatch(/^[A-Z].*(\.| upload -)$/s);
      // What was spooled is gone.
      expect(fs.existsSync(on.spool) ? fs.readdirSync(on.spool) : []).toEqual([]);
    });

  it('on the command line: exit 6, file and line are named, nothing is written', async () => {
    for (const [name, content, , place, { encoding, as = 'file' } = {}] of REFUSED.filter(
      (_, i) => i % 4 === 0,
    )) {
      const flags = encoding === undefined ? [] : ['--encoding', encoding];
      const { exit, lines, errors } = await checked([put(as, content)], ...flags);
      expect([name, exit, lines]).toEqual([name, 6, []]);
      expect(errors).toContain(place.line === undefined ? as : `${as}:${place.line}`);
    }
  });
});

describe('a quote that a later one closes behind whole rows', () => {
  // Nothing in the grammar of CSV is wrong here: two orders have become one cell.
  const names = `${HEADER},_a,_b,_c`;
  const wideRow = (id: number, sku: string, last = 'z') => `${row(id, 1, { sku })},x,y,${last}`;

  it.each([
    ['in the same column', [wideRow(1, 'A'), wideRow(2, '"Big'), wideRow(3, 'TV 40"')], 3, 5],
    ['three rows further', [wideRow(1, '"Big'), wideRow(2, 'B'), wideRow(3, 'C'), wideRow(4, 'D"')], 2, 5],
    ['in the last column', [wideRow(1, 'A', '"z'), wideRow(2, 'A', 'z"')], 2, 9],
    ['behind lines in a cell', ['"S\n1",u,USD,1,A,1,x,y,z', wideRow(2, '"Big'), wideRow(3, 'TV"')], 4, 5],
  ] as const)('%s is refused with its line', async (_name, rows, line, column) => {
    for (const eol of ['\n', '\r\n', '\r']) {
      const on = desk();
      on.file('file', [names, ...rows].join('\n').replaceAll('\n', eol));
      expect(await on.fail('file')).toMatchObject({
        code: 'input.csv.quote',
        exitCode: 6,
        place: { file: 'file', line, column },
        message: expect.stringContaining('whole rows'),
      });
    }
  });

  it('is not seen in cells that only have lines and commas', async () => {
    const on = desk();
    const sku = '12 Canal Street,\n Apt 4, New York,\nNY, 10013';
    on.file('file', `${names}\n${wideRow(1, `"${sku}"`)}\n${wideRow(2, `"\n,,,,,,"`)}\n`);
    const snapshots = await on.read('file');
    expect(snapshots.map((s) => (s.raw as { items: { sku: string }[] }).items[0]!.sku)).toEqual([
      sku,
      '\n,,,,,,',
    ]);
  });
});

/** The rows and texts of a file, read as simply as possible and without any code of the tool. */
function readPlainly(given: string): { rows: number; texts: readonly string[] } {
  const text = given.replace(/^\ufeff/, '');
  if (/^\s*[[{]/.test(text)) {
    let values: unknown[];
    try {
      values = [JSON.parse(text)].flat();
    } catch {
      values = text.split('\n').flatMap((line): unknown[] => (line.trim() === '' ? [] : [JSON.parse(line)]));
    }
    return { rows: values.length, texts: textsIn(values) };
  }
  const texts: string[] = [];
  let rows = 0;
  let row = '';
  // The header says which delimiter holds; the others are text.
  const sign = /^[^\r\n]*;/.test(text.trimStart()) ? ';' : ',';
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${sign}\\r\\n]*))(${sign}|\\r\\n|[\\r\\n]|$)`, 'y');
  while (cell.lastIndex < text.length) {
    const [whole, quoted, plain = '', end] = cell.exec(text) as unknown as [
      string,
      string?,
      string?,
      string?,
    ];
    texts.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    row += whole.trim();
    if (end === sign) continue;
    if (row !== '') rows++;
    row = '';
  }
  return { rows: (row === '' ? rows : rows + 1) - 1, texts };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('any damage', () => {
  const good = [
    Buffer.from(PLAIN),
    Buffer.from(`\ufeff${PLAIN.replaceAll('\n', '\r\n')}`),
    Buffer.from(`[${order('1', ',"note":"Größe"')},\n${order('2')}]`),
    Buffer.from(`${order('1')}\n${order('2', ',"note":"Größe"')}\n`),
  ];
  it('is a refusal with a place, or reads as text that stands in the file', async () => {
    const on = desk();
    let read = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...good),
        fc.array(
          fc.tuple(fc.nat(), fc.constantFrom('set', 'drop', 'add', 'cut'), fc.integer({ min: 0, max: 255 })),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        async (content, changes) => {
          let damaged = [...content];
          for (const [spot, how, byte] of changes) {
            const index = spot % (damaged.length + 1);
            if (how === 'cut') damaged = damaged.slice(0, index);
            else damaged.splice(index, how === 'add' ? 0 : 1, ...(how === 'drop' ? [] : [byte]));
          }
          on.file('file', Uint8Array.from(damaged));
          try {
            const snapshots = await on.read('file');
            // NUL bytes of CSV are left out, with a word about it (csv-records).
            const bytes = Uint8Array.from(damaged.filter((byte) => byte !== 0));
            const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
            const plainly = readPlainly(text);
            read++;
            expect(snapshots.reduce((all, { rows }) => all + rows.length, 0)).toBe(plainly.rows);
            for (const { raw } of snapshots)
              for (const found of textsIn(raw)) expect(plainly.texts).toContain(found);
          } catch (error) {
            expect(error).toBeInstanceOf(Failure);
            expect(error).toMatchObject({ exitCode: 6, place: { file: 'file' } });
          }
        },
      ),
      { numRuns: inForm({ short: 75, long: 150 }) },
    );
    expect(read).toBeGreaterThan(3);
  });
});
