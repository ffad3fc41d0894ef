// Files of ASNs: every form gives the same ASNs with their places, and rows belong together wherever they
// are.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ReadAsn } from '../../../src/asns/input/asn-rows.ts';
import { ASNS, type AsnInput, type AsnIntakeOptions, openAsns } from '../../../src/asns/input/read.ts';
import { openRejects } from '../../../src/input/rejects.ts';
import { type Desk, desk } from '../../input/support.ts';

async function open(at: Desk, name: string, options: Partial<AsnIntakeOptions> = {}): Promise<AsnInput> {
  const all = { format: 'auto', memory: 256e6, ...options } as const;
  return await openAsns(at.platform, name, all, { folder: at.spool });
}

async function all(input: AsnInput): Promise<ReadAsn[]> {
  const asns: ReadAsn[] = [];
  for await (const asn of input.read()) asns.push(asn);
  return asns;
}

const read = async (at: Desk, name: string, options?: Partial<AsnIntakeOptions>) =>
  all(await open(at, name, options));

const asn = (n: number) => ({
  program_identifier: 'PRG',
  from: { identifier: 'S-7', type: 'store' },
  to: { identifier: 'WH-1', type: 'warehouse' },
  asn_number: `A-${n}`,
  status: 'pending',
  details_type: 'unit',
  cartons: [
    {
      identifier: 'C-1',
      reference: { type: 'RMA', identifier: `RMA-${n}` },
      details: [
        {
          line_identifier: '1',
          unit_identifier: `U-${n}-1`,
          sku: '00123',
          quantity: 1,
          eligibility_flags: ['a', 'b'],
          labels: [{ type: 'text', name: 'Bin', value: 'A-7' }],
        },
        { line_identifier: '1', unit_identifier: `U-${n}-2`, sku: '00123', quantity: 1 },
      ],
    },
  ],
});

const HEADER =
  'program_identifier,from.identifier,from.type,to.identifier,to.type,asn_number,status,details_type,carton.identifier,carton.reference.type,carton.reference.identifier,detail.line_identifier,detail.unit_identifier,detail.sku,detail.quantity,detail.eligibility_flags,detail.labels,_note';
const rowsOf = (n: number): [string, string] => {
  const own = `PRG,S-7,store,WH-1,warehouse,A-${n},pending,unit,C-1,RMA,RMA-${n}`;
  return [
    `${own},1,U-${n}-1,00123,1,a|b,"[{""type"":""text"",""name"":""Bin"",""value"":""A-7""}]",x`,
    `${own},1,U-${n}-2,00123,1,,,`,
  ];
};
const CSV = `${[HEADER, ...[1, 2, 3].flatMap(rowsOf)].join('\n')}\n`;
const ASN_LIST = [1, 2, 3].map(asn);
const NDJSON = ASN_LIST.map((one) => `${JSON.stringify(one)}\n`).join('');

describe('every form', () => {
  it.each<[string, string, string | Uint8Array]>([
    ['an array', 'a.json', JSON.stringify(ASN_LIST, null, 2)],
    ['NDJSON', 'a.ndjson', NDJSON],
    ['CSV', 'a.csv', CSV],
    ['NDJSON in gzip', 'a.ndjson.gz', gzipSync(NDJSON)],
    [
      'a rejects file',
      'r.ndjson',
      ASN_LIST.map((one) => `${JSON.stringify({ asn: one, errors: [], source: {} })}\n`).join(''),
    ],
  ])('%s gives the same ASNs', async (_, name, content) => {
    const at = desk();
    at.file(name, content);
    const asns = await read(at, name);
    expect(asns.map(({ raw }) => raw)).toEqual(ASN_LIST);
    expect(asns.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('one object, and standard input, whose spool is removed after closing', async () => {
    const at = desk(JSON.stringify(asn(1)));
    const input = await open(at, '-');
    expect(fs.readdirSync(at.spool).filter((name) => !name.endsWith('.lock'))).toHaveLength(1);
    expect((await all(input)).map(({ raw }) => raw)).toEqual([asn(1)]);
    expect((await all(input)).map(({ raw }) => raw)).toEqual([asn(1)]);
    expect(input.files).toMatchObject([
      { path: '-', format: 'json', rows: 1, sha256: expect.stringMatching(/^.{64}$/) },
    ]);
    input.close();
    input.close();
    expect(fs.readdirSync(at.spool)).toEqual([]);
  });
});

describe('places', () => {
  it('of CSV are the row of the detail and the number of the cell', async () => {
    const at = desk();
    at.file('a.csv', CSV);
    const [, second] = await read(at, 'a.csv');
    expect(second).toMatchObject({ line: 4, rows: 2, file: 'a.csv' });
    expect(second!.placeOf('cartons[0].details[1].sku')).toMatchObject({
      file: 'a.csv',
      line: 5,
      column: 14,
    });
    expect(second!.placeOf('cartons[0].details[0].labels[0].type')).toMatchObject({ line: 4, column: 17 });
    expect(second!.placeOf('cartons[0].reference.type')).toMatchObject({ line: 4, column: 10 });
    expect(second!.placeOf('from.type')).toMatchObject({ line: 4, column: 3 });
    expect(second!.placeOf('cartons[0].details')).toMatchObject({ line: 4 });
    expect(second!.placeOf('nowhere')).toEqual({ file: 'a.csv', line: 4, path: 'nowhere' });
  });

  it('of JSON are the line of the value, also inside a rejects file', async () => {
    const at = desk();
    at.file('a.json', JSON.stringify([asn(1), asn(2)], null, 2));
    at.file(
      'r.ndjson',
      `${JSON.stringify({ asn: asn(1), errors: [{ code: 'x' }], source: {} })}\n`.repeat(2),
    );
    const [, second] = await read(at, 'a.json');
    const lines = JSON.stringify([asn(1), asn(2)], null, 2).split('\n');
    const { line } = second!.placeOf('cartons[0].details[1].unit_identifier');
    expect(lines[line! - 1]).toContain('U-2-2');
    const [reject] = await read(at, 'r.ndjson');
    expect(reject!.placeOf('status').column).toBeGreaterThan(8);
  });
});

it('the places of thousands of findings take little time', async () => {
  const details = Array.from({ length: 20_000 }, (_, n) => ({ line_identifier: String(n) }));
  const at = desk();
  at.file('a.json', JSON.stringify({ ...asn(1), cartons: [{ details }] }, null, 1));
  const [large] = await read(at, 'a.json');
  const began = performance.now();
  const lines = details.map((_, n) => large!.placeOf(`cartons[0].details[${n}].sku`).line);
  expect(new Set(lines).size).toBe(20_000);
  // Looked up one by one, this would take minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});

const codes = (one: ReadAsn | undefined) => one?.findings.map((f) => `${f.severity} ${f.code} ${f.path}`);
const SMALL =
  'program_identifier,asn_number,status,carton.identifier,carton.reference.type,detail.line_identifier,detail.sku,detail.quantity';
const small = async (...rows: string[]) => {
  const at = desk();
  at.file('a.csv', [SMALL, ...rows].join('\n'));
  return read(at, 'a.csv');
};

describe('rows of a table', () => {
  it('are grouped wherever they are, cartons in the order of their first rows', async () => {
    const asns = await small(
      'P,1,pending,C2,RMA,1,A,1',
      'P,2,pending,,,1,B,1',
      'Q,1,pending,,,1,C,1',
      'P,1,pending,C1,,2,D,1',
      'P,1,pending,C2,RMA,3,E,1',
    );
    expect(asns.map(({ line, rows }) => [line, rows])).toEqual([
      [2, 3],
      [3, 1],
      [4, 1],
    ]);
    expect(asns[0]!.raw).toMatchObject({
      cartons: [
        { identifier: 'C2', reference: { type: 'RMA' }, details: [{ sku: 'A' }, { sku: 'E' }] },
        { identifier: 'C1', details: [{ sku: 'D' }] },
      ],
    });
    // An empty cell means that the field is absent.
    expect(asns[1]!.raw).toEqual({
      program_identifier: 'P',
      asn_number: '2',
      status: 'pending',
      cartons: [{ details: [{ line_identifier: '1', sku: 'B', quantity: 1 }] }],
    });
  });

  it('may have the values of ASN and carton only in their first row', async () => {
    const [one] = await small('P,1,,C1,,1,A,1', 'P,1,pending,C1,RMA,2,B,1');
    expect(codes(one)).toEqual([]);
    expect(one!.raw).toMatchObject({
      status: 'pending',
      cartons: [{ reference: { type: 'RMA' }, details: [{}, {}] }],
    });
  });

  it('refuse the ASN when values of ASN or carton differ, and name both lines', async () => {
    const [one] = await small('P,1,pending,C1,RMA,1,A,1', 'P,1,shipped,C1,RA,2,B,1');
    expect(codes(one)).toEqual([
      'error asn.rows.conflict status',
      'error asn.rows.conflict cartons[0].reference.type',
    ]);
    expect(one!.findings[0]!.args).toEqual({ column: 'status', line: 3, first_line: 2 });
  });

  it('without a number are separate ASNs; without a detail they give an empty carton', async () => {
    const asns = await small('P,,pending,,,1,A,1', 'P,,pending,,,1,A,1', 'P,3,pending,,,,,');
    expect(asns).toHaveLength(3);
    expect(asns[2]!.raw).toMatchObject({ cartons: [{ details: [] }] });
  });
});

describe('what cannot be read', () => {
  it.each<[string, string, string, object]>([
    ['an empty file', '', 'input.file.empty', { hint: expect.stringContaining('returns asns template') }],
    [
      'no number',
      'program_identifier,status\nP,pending\n',
      'input.header.missing',
      { expected: expect.stringContaining('one ASN') },
    ],
    ['an array of none', '[]', 'input.asns.none', {}],
    ['a text in the array', '["x"]', 'input.json.syntax', { message: 'An ASN must be a JSON object' }],
  ])('%s', async (_what, content, code, more) => {
    const at = desk();
    at.file('a', content);
    await expect(read(at, 'a')).rejects.toMatchObject({ code, exitCode: 6, ...more });
  });

  it('is a table that exceeds the memory; the error has a hint', async () => {
    const at = desk();
    at.file('a.csv', CSV);
    await expect(read(at, 'a.csv', { memory: 500 })).rejects.toMatchObject({
      code: 'input.memory',
      exitCode: 6,
      hint: expect.stringContaining('NDJSON'),
    });
  });

  it('is a file that changed between two readings', async () => {
    const at = desk();
    at.file('a.ndjson', NDJSON);
    const input = await open(at, 'a.ndjson');
    await all(input);
    fs.appendFileSync(path.join(at.folder, 'a.ndjson'), NDJSON.replaceAll('A-', 'B-'));
    await expect(all(input)).rejects.toMatchObject({ code: 'input.changed' });
  });
});

describe('rejects', () => {
  it('of CSV are the rows byte for byte, of JSON a line with the ASN; both are input again', async () => {
    const at = desk();
    at.file('a.csv', CSV);
    at.file('a.json', JSON.stringify(ASN_LIST, null, 2));
    for (const name of ['a.csv', 'a.json']) {
      const input = await open(at, name);
      const rejects = openRejects(at.platform, input, `${name}.out`, ASNS);
      const [, second] = await all(input);
      rejects.add({ rows: second!.places }, [{ code: 'x.y', field: 'status', message: 'no', status: 422 }]);
      rejects.close();
      const text = fs.readFileSync(path.join(at.folder, `${name}.out`), 'utf8');
      if (name === 'a.csv') {
        const added = (line: number) => `,x.y,status,no,422,a.csv,${line}`;
        const [one, two] = rowsOf(2);
        expect(text).toBe(
          `${HEADER},_code,_field,_message,_status,_file,_line\n${one}${added(4)}\n${two}${added(5)}\n`,
        );
      } else
        expect(JSON.parse(text)).toEqual({
          asn: asn(2),
          errors: [{ code: 'x.y', field: 'status', message: 'no', status: 422 }],
          source: { file: 'a.json', line: second!.line },
        });
      expect((await read(at, `${name}.out`)).map(({ raw }) => raw)).toEqual([asn(2)]);
    }
  });
});
