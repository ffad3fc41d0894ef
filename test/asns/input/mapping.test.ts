// Exports of shipments with a mapping: values with their own cells, cartons and lines, skipped rows, required
// settings.
import { describe, expect, it } from 'vitest';
import type { ReadAsn } from '../../../src/asns/input/asn-rows.ts';
import { type AsnInput, type AsnIntakeOptions, openAsns } from '../../../src/asns/input/read.ts';
import { Failure } from '../../../src/basics/failure.ts';
import { ASN_CATALOG, ASN_MAPPING_RULES } from '../../../src/contract/asn-catalog.ts';
import { parseMapping } from '../../../src/input/mapping/language/load.ts';
import { type Desk, desk } from '../../input/support.ts';

type Json = Record<string, unknown>;

/** Columns No, Box, Sku, Qty. `more` is merged key by key, also inside `asn`, `carton` and `detail`. */
function mappingOf({ asn, carton, detail, ...more }: Json = {}): Json {
  return {
    message: 'asn',
    name: 'Test export',
    ...more,
    asn: { program_identifier: { constant: 'PRG' }, asn_number: 'No', ...(asn as Json) },
    carton: { identifier: 'Box', ...(carton as Json) },
    detail: { line_identifier: { generate: 'line' }, sku: 'Sku', quantity: 'Qty', ...(detail as Json) },
  };
}

const load = (mapping: Json) => parseMapping(JSON.stringify(mapping, null, 2), 'map.json', 'asn');

async function open(at: Desk, mapping: Json, options: Partial<AsnIntakeOptions> = {}): Promise<AsnInput> {
  const map = load(mapping);
  const all = { format: 'auto', memory: 256e6, map, ...options } as const;
  return await openAsns(at.platform, 'f.csv', all, { folder: at.spool });
}

async function read(csv: string, mapping: Json = mappingOf(), options: Partial<AsnIntakeOptions> = {}) {
  const at = desk();
  at.file('f.csv', csv);
  const input = await open(at, mapping, options);
  const asns: ReadAsn[] = [];
  for await (const asn of input.read()) asns.push(asn);
  return { asns, input, raws: asns.map(({ raw }) => raw as Json), info: input.mapping! };
}

async function failure(work: () => Promise<unknown>): Promise<Failure> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
  throw new Error('nothing failed');
}

const detailsOf = (raw: Json) =>
  (raw['cartons'] as { identifier?: string; details: Json[] }[]).map(({ identifier, details }) => [
    identifier,
    ...details.map(({ line_identifier: line, sku, quantity }) => `${line} ${sku} ${quantity}`),
  ]);

/** What an export and records of JSON say alike. */
const FIRST = ['B1', '1 007 2', '2 009 4'];
const TWO_ASNS = [[FIRST, ['B2', '3 008 3']], [['B9', '1 A 1']]];

describe('rows of an export', () => {
  it('become ASNs, cartons and numbered lines wherever they are; leading zeros stay, columns are listed once', async () => {
    const { raws, info } = await read(
      'No,Box,Sku,Qty,Colour,_x\n1,B1,007,2,red,\n2,B9,A,1,,\n1,B2,008,3,,\n1,B1,009,4,,\n',
    );
    expect(raws).toMatchObject([
      { program_identifier: 'PRG', asn_number: '1' },
      { program_identifier: 'PRG', asn_number: '2' },
    ]);
    expect(raws.map(detailsOf)).toEqual(TWO_ASNS);
    expect(info).toEqual({
      ...{ name: 'Test export', from: 'file', source: 'map.json' },
      limits: [],
      beside: [],
      ...{ absent: [], confirmed: [], isOfPlatform: false, minorUnits: undefined },
      unmapped: ['Colour'],
      levels: {},
      skipped: [],
      skippedRows: 0,
    });
  });

  it('give places in the columns of the export, also for values from another row', async () => {
    const { asns, raws } = await read(
      'No,Box,Sku,Qty,Way,Kind\n1,B1,A,x,W-1,RMA\n1,B1,B,1,,\n1,B2,C,1,,\n',
      mappingOf({
        asn: { tracking_number: 'Way', status: { constant: 'pending' } },
        carton: { 'reference.type': 'Kind' },
      }),
    );
    const [asn] = asns;
    const place = (path: string) => {
      const { line, column } = asn!.placeOf(path);
      return `${line}:${column ?? '-'}`;
    };
    expect(asn!.findings).toMatchObject([
      { code: 'cell.integer', path: 'cartons[0].details[0].quantity', args: { column: 'Qty', line: 2 } },
    ]);
    expect(place('cartons[0].details[0].quantity')).toBe('2:4');
    expect(place('cartons[0].details[1].sku')).toBe('3:3');
    expect(place('cartons[1].details[0].sku')).toBe('4:3');
    expect(place('cartons[1].identifier')).toBe('4:2');
    expect(place('tracking_number')).toBe('2:5');
    expect(place('status')).toBe('2:-');
    expect(place('cartons[0].reference.type')).toBe('2:6');
    expect((raws[0]!['cartons'] as Json[])[0]).toMatchObject({ reference: { type: 'RMA' } });
  });

  it('that repeat or contradict a line are reported with the line identifiers', async () => {
    const named = mappingOf({ detail: { line_identifier: 'Line', unit_identifier: 'Unit' } });
    const { asns, raws } = await read(
      'No,Box,Line,Unit,Sku,Qty\n1,B,1,,A,1\n1,B,1,,A,1\n1,B,2,,A,1\n1,B,2,,B,1\n1,B,3,U1,A,1\n1,B,3,U2,A,1\n',
      named,
    );
    expect(asns[0]!.findings.map(({ code, args }) => [code, args['column'], args['line']])).toEqual([
      ['asn.line.repeated', '', 3],
      ['asn.line.conflict', 'Sku', 5],
    ]);
    expect((raws[0]!['cartons'] as { details: Json[] }[])[0]!.details).toHaveLength(4);
    expect(asns[0]!.rows).toBe(6);
  });

  it('are left out and counted by reason, as rows and whole ASNs; line numbers have no gaps', async () => {
    const { raws, info, asns } = await read(
      'No,Box,Sku,Qty,Kind,State\n1,B,A,1,line,sent\n1,,,1,total,\n1,B,B,1,line,\n2,B,A,1,line,open\n2,B,B,1,line,\n,,,9,total,\n',
      mappingOf({
        rows: {
          skip: [
            { when: { column: 'State', equals: 'open' }, reason: 'open', level: 'asn' },
            { when: { column: 'Kind', equals: 'total' }, reason: 'total' },
          ],
        },
      }),
    );
    expect(raws.map(detailsOf)).toEqual([[['B', '1 A 1', '2 B 1']]]);
    expect(info.skipped).toEqual([
      { reason: 'total', rows: 2, asns: 1 },
      { reason: 'open', rows: 2, asns: 1 },
    ]);
    expect(info.skippedRows).toBe(3);
    expect(asns[0]!.rows + info.skippedRows).toBe(6);
  });
});

describe('dates and numbers', () => {
  it.each([
    ['06.05.2026', undefined, '2026-05-06T00:00:00'],
    ['06.05.2026 23:30', undefined, '2026-05-06T00:00:00'],
    // Half past eleven at night in New York is the next day in Berlin, where the export is from.
    ['06.05.2026 23:30 -04:00', 'Europe/Berlin', '2026-05-07T00:00:00'],
  ])('ship_date %s in %s is the day %s', async (text, timezone, expected) => {
    const formats = ['DD.MM.YYYY', 'DD.MM.YYYY HH:mm', 'DD.MM.YYYY HH:mm Z'];
    const { raws, asns } = await read(
      `No,Box,Sku,Qty,Day\n1,B,A,1,${text}\n`,
      mappingOf({ asn: { ship_date: 'Day' }, dates: { formats, timezone } }),
    );
    expect([raws[0]!['ship_date'], asns[0]!.findings]).toEqual([expected, []]);
  });

  it('sell_date is a time in the zone of the export, which is required', async () => {
    const csv = 'No,Box,Sku,Qty,Sold\n1,B,A,1,2026-05-06 10:00\n';
    const mapping = mappingOf({ detail: { sell_date: 'Sold' } });
    const { raws } = await read(csv, mapping, { timezone: 'Europe/Berlin' });
    expect(raws[0]).toMatchObject({ cartons: [{ details: [{ sell_date: '2026-05-06T10:00:00+02:00' }] }] });
    expect(await failure(() => read(csv, mapping))).toMatchObject({
      code: 'input.timezone.missing',
      exitCode: 6,
      place: { file: 'f.csv', line: 2, column: 5 },
    });
    const bad = await read(csv.replace('05-06', '02-30'), mapping, { timezone: 'Europe/Berlin' });
    expect(bad.asns[0]!.findings).toMatchObject([{ code: 'cell.date', args: { column: 'Sold' } }]);
  });
});

describe('a mapping of ASNs that is wrong', () => {
  const SKIP = { when: {}, reason: 'r' };
  it.each([
    ['of orders', { message: undefined, asn: {} }, 'input.map.message', /for orders, not for ASNs/],
    ['of something else', { message: 'asns' }, 'input.map.value', /message/],
    ['no number', { asn: { asn_number: undefined } }, 'input.map.identifier', /asn\.asn_number/],
    ['no program', { asn: { program_identifier: undefined } }, 'input.map.identifier', /program_identifier/],
    ['one for all', { asn: { asn_number: { constant: '1' } } }, 'input.map.identifier', /from the data/],
    ['no line', { detail: { line_identifier: undefined } }, 'input.map.line', /detail\.line_identifier/],
    ['an unknown key', { cartons: {} }, 'input.map.key', /mean "carton"/],
    ['a level of orders', { rows: { skip: [{ ...SKIP, level: 'order' }] } }, 'input.map.value', /level/],
  ])('%s', async (_, more, code, message) => {
    const failed = await failure(async () => load(mappingOf(more as Json)));
    expect([failed.code, failed.exitCode]).toEqual([code, 6]);
    expect(failed.message).toMatch(message);
    expect(failed.hint).toMatch(/\.$/);
  });

  it('a mapping of ASNs is not one of orders', async () => {
    const failed = await failure(async () => parseMapping(JSON.stringify(mappingOf()), 'map.json', 'order'));
    expect([failed.code, failed.exitCode, failed.message]).toEqual([
      'input.map.message',
      6,
      'This mapping is for ASNs, not for orders',
    ]);
    expect(failed.hint).toContain('returns asns check');
  });

  it.each([
    ['a column that is not there', { detail: { upc: 'Ean' } }, 'input.map.column'],
    ['a number where none can be', { detail: { sku: { generate: 'line' } } }, 'input.map.value'],
  ])('%s', async (_, more, code) => {
    const failed = await failure(() => read('No,Box,Sku,Qty\n1,B,A,1\n', mappingOf(more as Json)));
    expect([failed.code, failed.exitCode, failed.place?.file]).toEqual([code, 6, 'map.json']);
  });
});

describe('records of JSON', () => {
  it('become ASNs, cartons and numbered lines', async () => {
    const mapping = mappingOf({ asn: { asn_number: 'no' }, carton: { identifier: 'boxes[].id' } });
    mapping['detail'] = {
      line_identifier: { generate: 'line' },
      sku: 'boxes[].lines[].sku',
      quantity: 'boxes[].lines[].units',
    };
    const box = (id: string, ...lines: readonly (readonly [sku: string, units: unknown])[]) => ({
      id,
      lines: lines.map(([sku, units]) => ({ sku, units })),
    });
    const shipments = [
      { no: 1, boxes: [box('B1', ['007', 2], ['009', '4']), box('B2', ['008', 3])] },
      { no: '2', boxes: [box('B9', ['A', 1])], colour: 'red' },
    ];
    const { asns, raws, info, input } = await read(JSON.stringify({ shipments }), mapping);
    expect(raws.map(detailsOf)).toEqual(TWO_ASNS);
    expect(input.files[0]!.rows).toBe(4);
    expect(info).toMatchObject({ unmapped: ['colour'], absent: [] });
    expect(asns[0]!.placeOf('cartons[1].details[0].sku')).toMatchObject({
      line: 1,
      jsonPath: 'boxes[1].lines[0].sku',
    });
  });
});

describe('rules of mapped ASNs', () => {
  const mapping = mappingOf({
    rows: {
      refuse: [{ when: { column: 'Sent', equals: 'some' }, reason: 'how many is not known' }],
      warn: [{ when: { column: 'Returned', matches: '[1-9]' }, reason: 'came back' }],
    },
    asn: { carrier: 'Carrier' },
  });
  it.each([...ASN_MAPPING_RULES])('$code', async (rule) => {
    const found = async (sample: unknown) => {
      const [header, ...rows] = String(sample).split('\n');
      const own = header!.split(',');
      const missing = ['Box', 'Sku', 'Qty', 'Sent', 'Returned', 'Carrier'].filter(
        (name) => !own.includes(name),
      );
      const filler: Json = { Box: 'B', Sku: 'A', Qty: '1' };
      const csv = [
        [header, ...missing].join(','),
        ...rows.map((row) => [row, ...missing.map((name) => filler[name] ?? '')].join(',')),
      ].join('\n');
      return (await read(`${csv}\n`, mapping)).asns.flatMap(({ findings }) => findings);
    };
    const bad = await found(rule.bad);
    expect(bad.map(({ code, severity }) => [code, severity])).toEqual([[rule.code, rule.severity]]);
    expect(rule.say(bad[0]!.args, bad[0]!.path)).not.toMatch(/undefined|null|NaN|\[object/);
    expect(await found(rule.good)).toEqual([]);
    expect(ASN_CATALOG.get(rule.code)).toBe(rule);
  });
});
