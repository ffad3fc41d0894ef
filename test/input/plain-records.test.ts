// Records that are cut from the bytes are those that csv-parse alone reads: the same cells and places, or the same
// refusal, whatever the bytes are and wherever a chunk ends.
import spectrum from 'csv-spectrum';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/basics/failure.ts';
import { CsvRecords } from '../../src/input/csv-records.ts';
import { fc } from '../helpers/random.ts';

type Read = (readonly [cells: readonly string[], line: number, start: number, end: number] | object)[];

/** Everything that is handed on, and the refusal at the end. `sizes`: of the chunks, in turn. */
function read(content: Buffer, delimiter: string, sizes: readonly number[], isPlain?: boolean): Read {
  const found: Read = [];
  const records = new CsvRecords(
    'a.csv',
    delimiter,
    (cells, line, start, end) => found.push([cells, line, start, end]),
    isPlain,
  );
  try {
    for (let at = 0, n = 0; at < content.length; n++) {
      const size = sizes[n % sizes.length]!;
      records.write(content.subarray(at, at + size));
      at += size;
    }
    records.end();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    const { code, message, place, expected, found: text, hint } = error as Failure;
    found.push({ code, message, place, expected, text, hint });
  }
  return found;
}

const alone = (content: Buffer, delimiter: string): Read =>
  read(content, delimiter, [content.length + 1], false);
const isRefused = (found: Read): boolean => found.some((part) => !Array.isArray(part));

const DELIMITERS = [',', ';', '\t', '|', '§', '€'];
const delimiters = fc.constantFrom(...DELIMITERS, '\ufffd');
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });

/** What a file is damaged with: whatever has a meaning, parts of characters, and bytes that are no text. */
const pieces = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(',', '"', '""', '\n', '\r\n', ',"', '",', '"\n', 'a', 'bc') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...DELIMITERS, '\r', ' ', 'é', '€', '🎁', '\ufeff', '\0', '\ufffd'),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }).map((byte) => Uint8Array.of(byte)) },
);
const random = fc
  .array(pieces, { maxLength: 40 })
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part as string))));

interface Damage {
  readonly at: number;
  readonly drop: number;
  readonly add: string | Uint8Array;
}
const damages = fc.array(
  fc.record<Damage>({ at: fc.nat(), drop: fc.constantFrom(0, 0, 1, 2), add: pieces }),
  { maxLength: 2 },
);
const damaged = (content: Buffer, all: readonly Damage[]): Buffer =>
  all.reduce((bytes, { at, drop, add }) => {
    const from = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, from), Buffer.from(add as string), bytes.subarray(from + drop)]);
  }, content);

const texts = fc.oneof(
  fc.constantFrom('', 'SO-1', 'Größe', 'ı', 'a text that is longer than a few signs'),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc
    .array(fc.constantFrom('a', '"', '\n', '\r\n', '\r', ...DELIMITERS), { maxLength: 5 })
    .map((parts) => parts.join('')),
);
const tableOf = (columns: number, cells: fc.Arbitrary<string>) =>
  fc.array(fc.array(cells, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 });

/** A table as programs write it. */
const tables = fc
  .record({
    delimiter: delimiters,
    rows: fc.oneof(
      fc.integer({ min: 1, max: 9 }).chain((columns) => tableOf(columns, texts)),
      tableOf(8, fc.constantFrom('', 'a')),
    ),
    breaks: fc.array(fc.constantFrom('\n', '\n', '\r\n', '\n\n', '\r\n\r\n', '\r'), {
      minLength: 1,
      maxLength: 3,
    }),
    mark: fc.constantFrom('', '', '\ufeff', '\n', '\ufeff\r\n').map((text) => Buffer.from(text)),
    isComplete: fc.boolean(),
    // Two quotes: a cell that swallows rows.
    opened: fc.option(fc.tuple(fc.nat(5), fc.nat(7), fc.nat(5), fc.nat(7))),
  })
  .map(({ delimiter, rows, breaks, mark, isComplete, opened }) => {
    const cells = rows.map((row) =>
      row.map((cell) =>
        /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
      ),
    );
    const [row = -1, cell = -1, lastRow = -1, lastCell = -1] = opened ?? [];
    if (cells[row]?.[cell] !== undefined) cells[row][cell] = `"${cells[row][cell]}`;
    if (cells[lastRow]?.[lastCell] !== undefined) cells[lastRow][lastCell] += '"';
    const lines = cells.map((row, i) => {
      const isCut = i === cells.length - 1 && !isComplete;
      return row.join(delimiter) + (isCut ? '' : breaks[i % breaks.length]);
    });
    return { delimiter, content: Buffer.concat([mark, Buffer.from(lines.join(''))]) };
  });

describe('the same as csv-parse alone', () => {
  it('of any bytes', () => {
    let refused = 0;
    let records = 0;
    fc.assert(
      fc.property(random, delimiters, sizes, (content, delimiter, chunks) => {
        const expected = alone(content, delimiter);
        expect(read(content, delimiter, chunks)).toEqual(expected);
        if (isRefused(expected)) refused++;
        records += expected.length;
      }),
      { numRuns: 1000 },
    );
    expect(refused).toBeGreaterThan(100);
    expect(records).toBeGreaterThan(1000);
  });

  it('of bytes that begin like UTF-16', () => {
    const content = Buffer.from('\ufeffa,b\n1,2\n', 'utf16le');
    for (const size of [1, 2, 3, 5, 40]) expect(read(content, ',', [size])).toEqual(alone(content, ','));
  });

  it('of tables, whole and damaged', () => {
    const seen = { same: 0, refusedLate: 0, swallowed: 0 };
    fc.assert(
      fc.property(tables, damages, sizes, ({ delimiter, content }, changes, chunks) => {
        const bytes = damaged(content, changes);
        const expected = alone(bytes, delimiter);
        expect(read(bytes, delimiter, chunks)).toEqual(expected);
        if (!isRefused(expected)) seen.same++;
        else if (expected.length > 2) seen.refusedLate++;
        if (JSON.stringify(expected).includes('holds whole rows')) seen.swallowed++;
      }),
      { numRuns: 1500 },
    );
    expect(seen.same).toBeGreaterThan(300);
    expect(seen.refusedLate).toBeGreaterThan(150);
    expect(seen.swallowed).toBeGreaterThan(5);
  });

  it('of csv-spectrum, whole and damaged', async () => {
    const files = await new Promise<readonly { csv: Buffer }[]>((resolve, reject) =>
      spectrum((error, items) => (error ? reject(error) : resolve(items))),
    );
    expect(files.length).toBeGreaterThanOrEqual(12);
    fc.assert(
      fc.property(fc.constantFrom(...files), damages, sizes, ({ csv }, changes, chunks) => {
        const bytes = damaged(csv, changes);
        expect(read(bytes, ',', chunks)).toEqual(alone(bytes, ','));
      }),
      { numRuns: 600 },
    );
  });
});
