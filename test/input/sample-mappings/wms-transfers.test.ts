// The mapping of a WMS's transfers with its sample export: figures by a second path, rejects that are input again, ASNs created.
import fs from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AsnCheck, AsnSummary } from '../../../src/asns/run-asns.ts';
import { run } from '../../../src/main.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { targetEnvironment } from '../../helpers/cli.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { type Row, sample } from './export-rows.ts';

const MAP = sample('mappings/wms-transfers.json');
const EXPORT = fs.readFileSync(sample('exports/wms-transfers.csv'));
const rows = parse(new TextDecoder('windows-1252').decode(EXPORT), {
  columns: true,
  delimiter: ';',
}) as Row[];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: 'off' });
});
afterAll(() => sandbox.close());

async function asns<T>(t: ReturnType<typeof testPlatform>, ...args: string[]) {
  t.clear();
  const code = await run(['asns', ...args, '--json'], t.platform);
  return { code, out: JSON.parse(t.stdout()) as T, stderr: t.stderr() };
}

test('the check names the cells of the export, and accounts for every row', async () => {
  const t = testPlatform();
  t.file('export.csv', EXPORT);
  const { code, out } = await asns<AsnCheck>(t, 'check', 'export.csv', '--map', MAP);
  expect(code).toBe(3);
  const open = rows.filter((row) => row['State'] === 'OPEN');
  const numbers = new Set(rows.map((row) => row['Transfer']));
  expect(out).toMatchObject({
    balanced: true,
    input: { rows: rows.length, asns: numbers.size - open.length },
    asns: { ready: 3, refused: 2, already_queued: 0 },
    mapping: {
      unmapped: ['Ordered', 'Booked by'],
      skipped: [
        { reason: 'total line', rows: rows.filter((row) => row['Line type'] === 'TOTAL').length, asns: 0 },
        { reason: 'not packed yet', rows: open.length, asns: 1 },
      ],
    },
  });
  expect(out.findings.map(({ asn_number, line, column, code }) => [asn_number, line, column, code])).toEqual([
    ['TO-4711', 3, null, 'asn.map.warned'],
    ['TO-4715', 10, null, 'asn.map.refused'],
    ['TO-4715', 10, 12, 'asn.field.missing'],
    ['TO-4716', 11, 2, 'cell.unmapped'],
  ]);
  expect(out.findings[3]!.message).toContain('"LOST" in column "State"');
});

test('what was refused comes back as it was, and is accepted with the same mapping when corrected', async () => {
  const t = testPlatform({ env: targetEnvironment(sandbox) });
  t.file('export.csv', EXPORT);
  const create = (file: string, rejects: string) =>
    asns<AsnSummary>(t, 'create', file, '--map', MAP, '--rejects', rejects, '--rate', 'off');
  const first = await create('export.csv', 'refused.csv');
  expect([first.code, first.out.asns, first.out.balanced]).toEqual([
    3,
    { queued: 3, already_queued: 0, refused: 2, pending: 0 },
    true,
  ]);
  const quantities = rows.filter((row) => row['State'] !== 'OPEN' && row['Line type'] === 'LINE');
  const stored = sandbox.asns().map(({ asn }) => asn as Record<string, unknown>);
  const text = stored.map((one) => `${JSON.stringify(one)}\n`).join('');
  await expect(text).toMatchFileSnapshot('golden/wms-transfers.txt');
  const units = stored
    .flatMap(({ cartons }) => cartons as { details: { quantity: number }[] }[])
    .flatMap(({ details }) => details.map(({ quantity }) => quantity));
  const packed = quantities
    .filter((row) => ['4711', '4712', '4714'].includes(row['Transfer']!))
    .map((row) => Number(row['Packed']!.replaceAll('.', '').replace(',', '.')));
  expect(units).toEqual(packed);

  // The rows in front of the reasons are those of the export, byte for byte but for the encoding.
  const rejected = fs.readFileSync(`${t.work}/refused.csv`, 'utf8');
  const lines = new TextDecoder('windows-1252').decode(EXPORT).split('\r\n');
  expect(rejected.startsWith(`\ufeff${lines[0]};_code`)).toBe(true);
  expect(rejected.split('\r\n').slice(1, -1)).toEqual([
    expect.stringContaining(`${lines[9]};asn.map.refused|`),
    expect.stringContaining(`${lines[10]};cell.unmapped;`),
  ]);
  t.file('corrected.csv', rejected.replace('4,0;;A', '4,0;4,0;A').replace('LOST', 'SENT'));
  const second = await create('corrected.csv', 'refused-2.csv');
  expect([second.code, second.out.asns]).toEqual([
    0,
    { queued: 2, already_queued: 0, refused: 0, pending: 0 },
  ]);
  const again = await create('export.csv', 'refused-3.csv');
  expect(again.out.asns).toEqual({ queued: 0, already_queued: 3, refused: 2, pending: 0 });

  // The same reader serves the others.
  t.file('moved.csv', new TextDecoder('windows-1252').decode(EXPORT).replace('4712;PACKED', '4712;SENT'));
  const updated = await asns<{ state: string; changes: object[] }>(
    t,
    ...['update', 'TO-4712', 'moved.csv', '--map', MAP, '--encoding', 'utf-8', '--yes'],
  );
  expect(updated.out).toMatchObject({
    state: 'queued',
    changes: [{ path: 'status', before: 'pending', after: 'shipped' }],
  });
});
