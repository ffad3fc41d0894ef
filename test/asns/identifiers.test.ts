// Identifiers of units and lines inside one ASN: which may repeat, and which are required.
import { expect, test } from 'vitest';
import { RULES } from '../../src/contract/contract-rules.ts';
import { sampleAsn, sampleDetail, withLine, withSkuDetail } from '../../src/contract/sample.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { sandboxWithClient } from '../sandbox/client.ts';
import { answered, errorsOf, recorded } from './support.ts';

const sent = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

test('an empty unit_identifier in a sku ASN is a finding, and the sandbox refuses it', async () => {
  const asn = withSkuDetail({ unit_identifier: '' });
  const field = 'cartons[0].details[0].unit_identifier';
  expect(errorsOf(asn)).toEqual([`asn.sku.unit_key ${field}`]);
  expect(describeFinding(validateAsn(asn, 1)[0]!)).toContain('not even empty');
  expect(RULES.get('asn.sku.unit_key')?.explanation).toContain('empty');
  const { createAsn } = await sandboxWithClient();
  expect(answered(await createAsn(asn))).toEqual([{ field, code: 'unit_key' }]);
});

test('a unit is the same with a blank behind it: in one ASN, and for what was queued before', async () => {
  const units = (asn_number: string, ...ids: string[]) =>
    sampleAsn({
      asn_number,
      cartons: [
        {
          details: ids.map((unit_identifier, i) =>
            sampleDetail({ line_identifier: `${i + 1}`, unit_identifier }),
          ),
        },
      ],
    });
  const field = 'cartons[0].details[1].unit_identifier';
  expect(errorsOf(units('A-1', 'U-1', 'U-1 '))).toEqual([`asn.unit.duplicate ${field}`]);
  expect(errorsOf(units('A-1', 'U 1', 'U1'))).toEqual([]);
  const { cli } = await recorded(units('A-1', 'U-1 '));
  for (const [asn, code] of [
    [units('A-2', 'U-1'), 'asn.unit.recorded'],
    [units('A-2', '\u00a0U-1'), 'asn.unit.recorded'],
  ] as const) {
    cli.file('next.json', JSON.stringify(asn));
    const summary = await cli.json(['asns', 'create', 'next.json', '--yes']);
    expect(summary).toMatchObject({ exit: 3, refused: { by_code: [{ code }] } });
  }
  const { createAsn } = await sandboxWithClient();
  expect((await createAsn(units('A-1', 'U-1 '))).status).toBe(202);
  expect(answered(await createAsn(units('A-2', 'U-2', 'U-1')))).toEqual([{ field, code: 'not_unique' }]);
});

test('the sandbox takes damaged texts and what nobody sees: the interface says nothing of them', async () => {
  const { createAsn, orders } = await sandboxWithClient({
    levels: ['asn.text.invisible=warning'],
  });
  const damaged = { sku: '2.10E+03', upc: undefined, condition: 'NULL', return_reason: '#N/A' };
  const asn = withSkuDetail(damaged);
  expect(errorsOf(asn)).toEqual(['asn.identifier.exponent cartons[0].details[0].sku']);
  expect((await createAsn({ ...asn, asn_number: 'T-12 ' })).status).toBe(202);
  const line = { sku: '1.23457E+11', upc: '#N/A', title: 'M?nchen', tracking_number: ' 1Z1' };
  expect((await orders([sent(withLine(line))])).status).toBe(200);
});

test('an order line lies in several cartons; the sandbox takes what is only a warning', async () => {
  const line = { line_identifier: 'SO-1-1', unit_identifier: undefined };
  const cartons = [5, 3].map((quantity) => ({ details: [sampleDetail({ ...line, quantity })] }));
  const split = sampleAsn({ details_type: 'sku', cartons });
  const together = sampleAsn({
    details_type: 'sku',
    cartons: [{ details: cartons.flatMap((one) => one.details) }],
  });
  const { createAsn } = await sandboxWithClient();
  for (const [asn, found] of [
    [split, []],
    [{ ...together, asn_number: 'ASN-2' }, ['warning asn.line.duplicate']],
  ] as const) {
    expect(validateAsn(asn, 1).map(({ severity, code }) => `${severity} ${code}`)).toEqual(found);
    expect((await createAsn(asn)).status).toBe(202);
  }
});
