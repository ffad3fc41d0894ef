// csv-spectrum, the common suite of awkward CSV: our CSV layer reads each of its files as its JSON says, or refuses it by line.
import spectrum from 'csv-spectrum';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/basics/failure.ts';
import { CsvRecords } from '../../src/input/csv-records.ts';
import { headerRecord } from '../../src/input/header.ts';

interface Case {
  readonly name: string;
  readonly csv: Buffer;
  readonly json: Buffer;
}

const cases = await new Promise<readonly Case[]>((resolve, reject) =>
  spectrum((error: Error | null, items: readonly Case[]) => (error ? reject(error) : resolve(items))),
);

/** Its records, fed in pieces of `size` bytes. */
function read(csv: Buffer, size: number): Record<string, string>[] {
  const rows: string[][] = [];
  const records = new CsvRecords('spectrum.csv', ',', (cells) => rows.push(cells));
  for (let at = 0; at < csv.length; at += size) records.write(csv.subarray(at, at + size));
  records.end();
  const [names, ...rest] = rows as [string[], ...string[][]];
  return rest.map((cells) => Object.fromEntries(cells.map((cell, i) => [names[i]!, cell])));
}

// A measured angle, 37°36'37.8"N, whose second sign stands bare in an unquoted cell: RFC 4180 does not allow that.
const REFUSED: Record<string, object> = {
  location_coordinates: {
    code: 'input.csv.quote',
    exitCode: 6,
    place: { file: 'spectrum.csv', line: 2, column: 2 },
  },
};

describe('csv-spectrum', () => {
  it('has its cases', () => {
    expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(REFUSED)));
    expect(cases.length).toBeGreaterThanOrEqual(12);
  });

  it.each(cases.filter(({ name }) => !(name in REFUSED)))(
    '$name: the same records, wherever a chunk ends',
    ({ csv, json }) => {
      const expected = JSON.parse(json.toString()) as unknown;
      for (const size of [1, 2, 3, 7, 64, csv.length]) expect(read(csv, size)).toEqual(expected);
    },
  );

  it.each(cases.filter(({ name }) => name in REFUSED))('$name: refused with its line', ({ name, csv }) => {
    for (const size of [1, 7, csv.length]) {
      let failure: unknown;
      try {
        read(csv, size);
      } catch (error) {
        failure = error;
      }
      expect(failure).toBeInstanceOf(Failure);
      expect(failure).toMatchObject(REFUSED[name]!);
    }
  });

  it.each(cases)('$name: the header is found without the parser, as the parser finds it', ({ csv }) => {
    const header = headerRecord(csv, 0, ',', true);
    const firstLine = csv.toString().split(/\r?\n/)[0]!;
    expect(header).toMatchObject({ names: firstLine.split(','), line: 1, start: 0 });
  });
});

describe('records', () => {
  it('are handed on as soon as their last byte is there, with the bytes and lines up to it', () => {
    const seen: (readonly [string[], number, number, number])[] = [];
    const records = new CsvRecords('a.csv', ',', (cells, line, start, end) =>
      seen.push([cells, line, start, end]),
    );
    const text = 'a,b\n1,"x\ny"\n\n2,é\n3,z';
    for (const byte of Buffer.from(text)) records.write(Uint8Array.of(byte));
    expect(seen).toHaveLength(3);
    records.end();
    expect(seen).toEqual([
      [['a', 'b'], 1, 0, 4],
      [['1', 'x\ny'], 2, 4, 12],
      [['2', 'é'], 5, 12, 18],
      [['3', 'z'], 6, 18, 21],
    ]);
  });
});
