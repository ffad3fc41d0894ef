// Identifiers of units and lines inside one ASN: which may repeat, and which are required.
import { expect, test } from 'vitest';
import { sampleAsn, sampleDetail, withLine, withSkuDetail } from '../../src/contract/sample.ts';
import { sandboxWithClient } from '../sandbox/client.ts';
import { answered, errorsOf, recorded } from './support.ts';

const sent = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

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
  const { createAsn, orders } = await sandboxWithClient({ levels: ['asn.text.invisible=warning'] });
  const damaged = { sku: '2.10E+03', upc: undefined, condition: 'NULL', return_reason: '#N/A' };
  const asn = withSkuDetail(damaged);
  expect(errorsOf(asn)).toEqual(['asn.identifier.exponent cartons[0].details[0].sku']);
  expect((await createAsn({ ...asn, asn_number: 'T-12 ' })).status).toBe(202);
  const line = { sku: '1.23457E+11', upc: '#N/A', title: 'M?nchen', tracking_number: ' 1Z1' };
  expect((await orders([sent(withLine(line))])).status).toBe(200);
});
