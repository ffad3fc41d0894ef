// `asns list`, `asns show`: records are found, and shown within 80 columns.
import { expect, test } from 'vitest';
import { sampleAsn, sampleDetail } from '../../src/contract/sample.ts';
import { makeCli } from '../helpers/cli.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { asnOf, created } from './support.ts';

async function here() {
  const cli = makeCli({ target: await sandboxFor() });
  return { ...cli, create: (...asns: Record<string, unknown>[]) => created(cli, ...asns) };
}

test('list filters by program, status and time', async () => {
  const tool = await here();
  const list = async (...flags: string[]) =>
    (await tool.json<{ asns: { asn_number: string }[] }>(['asns', 'list', ...flags])).asns.map(
      (asn) => asn.asn_number,
    );
  expect(await list()).toEqual([]);
  await tool.create(
    asnOf('A-2', { status: 'shipped' }),
    asnOf('A-1'),
    asnOf('A-3', { program_identifier: 'P2' }),
  );
  expect(await list()).toEqual(['A-1', 'A-2', 'A-3']);
  expect(await list('--status', 'shipped')).toEqual(['A-2']);
  expect(await list('--program', 'P2')).toEqual(['A-3']);
  expect(await list('--since', '1h')).toHaveLength(3);
  expect(await list('--since', '2999-01-01')).toEqual([]);
  expect(await tool.run(['asns', 'list', '--status', 'canceled'])).toMatchObject({ code: 2 });
});

test('list and show fit 80 columns and print no control characters, whatever the ASN holds', async () => {
  const tool = await here();
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
  await tool.create(asn);
  const { stdout: list } = await tool.run(['asns', 'list']);
  for (const line of list.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  const shown = await tool.run(['asns', 'show', String(asn['asn_number']), '--history']);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('"shipment_identifier": "SHP-1"');
  expect(list + shown.stdout).not.toContain('\u001b');
  expect(list + shown.stdout).not.toContain('\u0007');
});

test('show names the programs when several have the number, and what to do about an unknown number', async () => {
  const tool = await here();
  await tool.create(asnOf('A-1'), asnOf('A-1', { program_identifier: 'P2', cartons: asnOf('B')['cartons'] }));
  const several = await tool.run(['asns', 'show', 'A-1']);
  expect(several).toMatchObject({ code: 2, stderr: expect.stringMatching(/P2, PRG-1|PRG-1, P2/) });
  expect(await tool.json(['asns', 'show', 'A-1', '--program', 'P2'])).toMatchObject({
    exit: 0,
    program_identifier: 'P2',
  });
  expect(await tool.run(['asns', 'show', 'A-9'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('asns update NUMBER FILE'),
  });
});
