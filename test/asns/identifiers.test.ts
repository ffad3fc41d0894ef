// Identifiers of units and lines inside one ASN: which may repeat, and which are required.
import { expect, test } from 'vitest';
import { RULES } from '../../src/contract/contract-rules.ts';
import { sampleAsn, sampleDetail, withSkuDetail } from '../../src/contract/sample.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { sandboxWithClient } from '../sandbox/client.ts';
import { answered, errorsOf } from './support.ts';

test('an empty unit_identifier in a sku ASN is a finding, and the sandbox refuses it', async () => {
  const asn = withSkuDetail({ unit_identifier: '' });
  const field = 'cartons[0].details[0].unit_identifier';
  expect(errorsOf(asn)).toEqual([`asn.sku.unit_key ${field}`]);
  expect(describeFinding(validateAsn(asn, 1)[0]!)).toContain('not even empty');
  expect(RULES.get('asn.sku.unit_key')?.explanation).toContain('empty');
  const { createAsn } = await sandboxWithClient();
  expect(answered(await createAsn(asn))).toEqual([{ field, code: 'unit_key' }]);
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
