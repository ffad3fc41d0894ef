// Identifiers of units and lines inside one ASN: which may repeat, and which are required.
import { expect, test } from 'vitest';
import { describeFinding, explain } from '../../src/contract/contract-rules.ts';
import { sampleAsn, sampleDetail, withSkuDetail } from '../../src/contract/sample.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { sandboxWithClient } from '../sandbox/client.ts';
import { answered, errorsOf } from './support.ts';

test('an empty unit_identifier in a sku ASN is a finding, and the sandbox refuses it', async () => {
  const asn = withSkuDetail({ unit_identifier: '' });
  const field = 'cartons[0].details[0].unit_identifier';
  expect(errorsOf(asn)).toEqual([`asn.sku.unit_key ${field}`]);
  expect(describeFinding(validateAsn(asn, 1)[0]!)).toContain('not even empty');
  expect(explain('asn.sku.unit_key')?.explanation).toContain('empty');
  const { createAsn } = await sandboxWithClient();
  expect(answered(await createAsn(asn))).toEqual([{ field, code: 'unit_key' }]);
});

test('a line identifier is unique in an ASN across cartons; units of one line share it', async () => {
  const details = (one: object, two: object) => ({
    cartons: [{ details: [sampleDetail({ ...one })] }, { details: [sampleDetail({ ...two })] }],
  });
  const sku = { unit_identifier: undefined, quantity: 3 };
  const twice = sampleAsn({ details_type: 'sku', ...details(sku, sku) });
  const field = 'cartons[1].details[0].line_identifier';
  expect(errorsOf(twice)).toEqual([`asn.line.duplicate ${field}`]);
  expect(errorsOf(sampleAsn(details({}, { unit_identifier: 'U-2', sku: 'CAP' })))).toEqual([
    `asn.line.duplicate ${field}`,
  ]);
  expect(errorsOf(sampleAsn(details({}, { unit_identifier: 'U-2' })))).toEqual([]);
  expect(explain('asn.line.duplicate')).toBeDefined();
  const { createAsn } = await sandboxWithClient();
  expect(answered(await createAsn(twice))).toEqual([{ field, code: 'not_unique' }]);
});
