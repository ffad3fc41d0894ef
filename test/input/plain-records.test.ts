// Records that are cut from the bytes are those that csv-parse reads: the same cells, each with its bytes and line, or a refusal
// where csv-parse refuses, whatever the text is and wherever a chunk ends.
import { parse } from 'csv-parse/sync';
import spectrum from 'csv-spectrum';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/basics/failure.ts';
import { CsvRecords } from '../../src/input/csv-records.ts';
import { inForm, isShort } from '../helpers/form.ts';
import { fc } from '../helpers/random.ts';

interface Read {
  /** Each with the line that it begins on, and its text and where that begins. */
  readonly records: (readonly [cells: readonly string[], line: number, text: string, at: number])[];
  refusal: Pick<Failure, 'code' | 'message' | 'place' | 'expected' | 'found' | 'hint'> | undefined;
}

/** Everything that is handed on, and the refusal at the end. `sizes`: of the chunks, in turn. */
function read(content: Buffer, delimiter: string, sizes: readonly number[]): Read {
  const result: Read = { records: [], refusal: undefined };
  const records = new CsvRecords('a.csv', delimiter, (cells, line, start, end) => {
    const whole = content.toString('utf8', start, end);
    const text = whole.replace(start === 0 ? /^\ufeff?[\r\n]*/ : /^[\r\n]+/, '');
    const at = content.toString('utf8', 0, start).length + whole.length - text.length;
    result.records.push([cells, line, text, at]);
  });
  try {
    for (let at = 0, n = 0; at < content.length; n++) {
      const size = sizes[n % sizes.length]!;
      records.write(content.subarray(at, at + size));
      at += size;
    }
    records.end();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    const { code, message, place, expected, found, hint } = error as Failure;
    result.refusal = { code, message, place, expected, found, hint };
  }
  return result;
}

const strictly = (content: Buffer | string, delimiter: string, bom = false) =>
  parse(content, {
    ...{ bom, delimiter, record_delimiter: ['\r\n', '\n', '\r'] },
    ...{ skip_empty_lines: true, relax_column_count: true, info: true },
  }) as unknown as { readonly record: readonly string[] }[];

/** What csv-parse alone reads; undefined where it refuses the text. */
function alone(content: Buffer, delimiter: string): (readonly string[])[] | undefined {
  try {
    return strictly(content, delimiter, true).flatMap(({ record }) =>
      record.some((cell) => cell !== '') ? [record] : [],
    );
  } catch {
    return undefined;
  }
}

/** Compares both readings; returns why the text was refused. */
function compare(given: Buffer, delimiter: string, chunks: readonly number[]): Read {
  // NUL bytes are left out of cells: escaped.test.ts.
  const content = given.filter((byte) => byte !== 0) as Buffer;
  const whole = read(content, delimiter, [content.length + 1]);
  expect(read(content, delimiter, chunks)).toEqual(whole);
  const expected = alone(content, delimiter);
  const { records, refusal } = whole;
  const width = expected?.[0]?.length;
  const isRagged = expected?.some((cells) => cells.length !== width) === true;
  if (!expected) expect(refusal?.code).toMatch(/^input\.(?:csv\.quote|row\.cells)$/);
  else if (isRagged) expect(refusal?.code).toMatch(/^input\.(?:row\.cells|csv\.quote)$/);
  else if (!refusal) expect(records.map(([cells]) => cells)).toEqual(expected);
  // A cell that swallowed rows is valid CSV.
  else expect(refusal.message).toContain('holds whole rows');
  // Every record stands at its place.
  let at = 0;
  const text = content.toString();
  for (const [cells, line, own, start] of records) {
    expect(start).toBeGreaterThanOrEqual(at);
    at = start;
    expect(line).toBe(1 + (text.slice(0, at).match(/\r\n|\n|\r/g) ?? []).length);
    expect(strictly(own, delimiter).map(({ record }) => record)).toEqual([cells]);
    at += own.length;
  }
  return whole;
}

const DELIMITERS = [',', ';', '\t', '|', '§', '€'];
const delimiters = fc.constantFrom(...DELIMITERS);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });

/** What a file is damaged with: whatever has a meaning. Zero bytes and bytes that are no text are refused before. */
const pieces = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(',', '"', '""', '\n', '\r\n', ',"', '",', '"\n', 'a', 'bc') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...DELIMITERS, '\r', ' ', 'é', '€', '🎁', '\ufeff'),
  },
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
  it('of any text', () => {
    let refused = 0;
    let records = 0;
    fc.assert(
      fc.property(random, delimiters, sizes, (content, delimiter, chunks) => {
        const found = compare(content, delimiter, chunks);
        if (found.refusal) refused++;
        records += found.records.length;
      }),
      { numRuns: inForm({ short: 250, long: 1000 }) },
    );
    expect(refused).toBeGreaterThan(inForm({ short: 25, long: 100 }));
    expect(records).toBeGreaterThan(inForm({ short: 50, long: 200 }));
  });

  it('of tables, whole and damaged', () => {
    const seen = { same: 0, refusedLate: 0, swallowed: 0 };
    fc.assert(
      fc.property(tables, damages, sizes, ({ delimiter, content }, changes, chunks) => {
        const { records, refusal } = compare(damaged(content, changes), delimiter, chunks);
        if (!refusal) seen.same++;
        else if (records.length > 1) seen.refusedLate++;
        if (refusal?.message.includes('holds whole rows')) seen.swallowed++;
      }),
      { numRuns: inForm({ short: 400, long: 1500 }) },
    );
    expect(seen.same).toBeGreaterThan(inForm({ short: 80, long: 300 }));
    expect(seen.refusedLate).toBeGreaterThan(inForm({ short: 40, long: 150 }));
    // Few, and none in some draws: the short form always draws the same.
    if (isShort) expect(seen.swallowed).toBeGreaterThan(1);
  });

  it('of csv-spectrum, whole and damaged', async () => {
    const files = await new Promise<readonly { csv: Buffer }[]>((resolve, reject) =>
      spectrum((error, items) => (error ? reject(error) : resolve(items))),
    );
    expect(files.length).toBeGreaterThanOrEqual(12);
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        damages,
        sizes,
        ({ csv }, changes, chunks) => void compare(damaged(csv, changes), ',', chunks),
      ),
      { numRuns: inForm({ short: 150, long: 600 }) },
    );
  });
});
