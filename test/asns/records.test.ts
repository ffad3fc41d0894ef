// `asns list`, `asns show`, `asns adopt`: records are found, shown within 80 columns, and never replaced
// without confirmation.
import { expect, it, test } from 'vitest';
import { sampleAsn, sampleDetail } from '../../src/contract/sample.ts';
import { makeCli } from '../helpers/cli.ts';
import { asnOf, inside } from './support.ts';

const TARGET = {
  authUrl: 'http://127.0.0.1:9',
  ordersUrl: 'http://127.0.0.1:9',
  baseUrl: 'http://127.0.0.1:9',
  clientId: 'c',
  clientSecret: 's',
};

function here() {
  const cli = makeCli({ target: TARGET });
  const tool = inside(cli);
  return {
    ...tool,
    file: cli.file,
    async adopt(asns: readonly unknown[], ...flags: string[]) {
      cli.file('in.ndjson', asns.map((asn) => JSON.stringify(asn)).join('\n'));
      return await tool.json<{
        state: string;
        counts: Record<string, number>;
        asns: { asn_number: string; line: number; fate: string; refusals: { code: string }[] }[];
      }>(['asns', 'adopt', 'in.ndjson', ...flags]);
    },
  };
}

it('adopt checks first, counts, and records what is valid', async () => {
  const tool = here();
  const done = await tool.adopt([
    asnOf('A-1'),
    asnOf('A-2', { status: 'canceled' }),
    asnOf('A-3'),
    asnOf('A-1'),
    asnOf('A-4', { cartons: asnOf('A-3')['cartons'] }),
    asnOf('A-5'),
  ]);
  expect(done).toMatchObject({
    exit: 3,
    state: 'refused',
    counts: { read: 5, adopted: 2, refused: 3, replaced: 0 },
  });
  expect(done.asns.map((asn) => [asn.asn_number, asn.line, asn.refusals[0]?.code])).toEqual([
    ['A-2', 2, 'asn.status.unknown'],
    ['A-3', 3, 'asn.unit.shared'],
    ['A-4', 5, 'asn.unit.shared'],
  ]);
  // Also compared with the records.
  const taken = await tool.adopt([asnOf('A-6', { cartons: asnOf('A-1')['cartons'] })]);
  expect(taken.asns[0]?.refusals[0]?.code).toBe('asn.unit.recorded');
});

it('adopt does not replace a record that may be newer; --yes replaces it, and the old one stays in the history', async () => {
  const tool = here();
  await tool.adopt([asnOf('A-1')]);
  expect(await tool.adopt([asnOf('A-1')])).toMatchObject({
    exit: 0,
    state: 'unchanged',
    counts: { unchanged: 1 },
  });
  const other = asnOf('A-1', { carrier: 'UPS' });
  expect(await tool.adopt([other])).toMatchObject({ exit: 3, counts: { kept: 1, replaced: 0 } });
  expect((await tool.json<{ asn: object }>(['asns', 'show', 'A-1'])).asn).not.toHaveProperty('carrier');
  expect(await tool.adopt([other], '--yes')).toMatchObject({ exit: 0, counts: { kept: 0, replaced: 1 } });
  const shown = await tool.json<{ asn: object; how: string; history: unknown[] }>([
    'asns',
    'show',
    'A-1',
    '--history',
  ]);
  expect(shown).toMatchObject({
    how: 'adopt',
    asn: { carrier: 'UPS' },
    history: [{ changes: [{ path: 'carrier' }] }, { changes: null }],
  });
  // A body with a later time of sending than the record replaces it without confirmation.
  const later = asnOf('A-1', { carrier: 'DHL', messagetimestamp: '2999-01-01T00:00:00Z' });
  expect(await tool.adopt([later])).toMatchObject({ exit: 0, counts: { replaced: 1 } });
});

test('list filters by program, status and time', async () => {
  const tool = here();
  const list = async (...flags: string[]) =>
    (await tool.json<{ asns: { asn_number: string }[] }>(['asns', 'list', ...flags])).asns.map(
      (asn) => asn.asn_number,
    );
  expect(await list()).toEqual([]);
  await tool.adopt([
    asnOf('A-2', { status: 'shipped' }),
    asnOf('A-1'),
    asnOf('A-3', { program_identifier: 'P2' }),
  ]);
  expect(await list()).toEqual(['A-1', 'A-2', 'A-3']);
  expect(await list('--status', 'shipped')).toEqual(['A-2']);
  expect(await list('--program', 'P2')).toEqual(['A-3']);
  expect(await list('--since', '1h')).toHaveLength(3);
  expect(await list('--since', '2999-01-01')).toEqual([]);
  expect(await tool.run(['asns', 'list', '--status', 'canceled'])).toMatchObject({ code: 2 });
});

test('list and show fit 80 columns and print no control characters, whatever the ASN holds', async () => {
  const tool = here();
  const long = 'X'.repeat(90);
  const evil = '\u001b[31mred\u0007';
  const asn = sampleAsn({
    ...{ asn_number: `${evil}${long}`, program_identifier: `${long}${evil}`, carrier: evil },
    shipment_identifier: 'SHP-1',
    from: { identifier: evil, type: long },
    cartons: [
      { identifier: long, details: [sampleDetail({ sku: `${evil}${long}`, unit_identifier: long })] },
    ],
  });
  expect(await tool.adopt([asn])).toMatchObject({ exit: 0 });
  const { stdout: list } = await tool.run(['asns', 'list']);
  for (const line of list.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  const shown = await tool.run(['asns', 'show', String(asn['asn_number']), '--history']);
  expect(shown.code).toBe(0);
  // Values begin in one column, whatever their labels are.
  expect(shown.stdout).toMatch(/^ {2}shipment {9}/m);
  expect(list + shown.stdout).not.toContain('\u001b');
  expect(list + shown.stdout).not.toContain('\u0007');
});

test('show names the programs when several have the number, and what to do about an unknown number', async () => {
  const tool = here();
  await tool.adopt([
    asnOf('A-1'),
    asnOf('A-1', { program_identifier: 'P2', cartons: asnOf('B')['cartons'] }),
  ]);
  const several = await tool.run(['asns', 'show', 'A-1']);
  expect(several).toMatchObject({ code: 2, stderr: expect.stringMatching(/P2, PRG-1|PRG-1, P2/) });
  expect(await tool.json(['asns', 'show', 'A-1', '--program', 'P2'])).toMatchObject({
    exit: 0,
    program_identifier: 'P2',
  });
  expect(await tool.run(['asns', 'show', 'A-9'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('asns adopt FILE'),
  });
});
