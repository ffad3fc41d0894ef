// Updates of ASNs in the sandbox, as far as the table of messages that were judged by hand does not show them.
import { describe, expect, test } from 'vitest';
import { withDetail } from '../../../src/contract/sample.ts';
import { sandboxWithClient } from '../client.ts';

const errorsOf = (reply: { json: unknown }) =>
  (reply.json as { errors: { field: string; code: string }[] }).errors;
const asn = (number: string, unit: string, changes: Record<string, unknown> = {}) =>
  withDetail({ unit_identifier: unit }, { asn_number: number, ...changes });

describe('update', () => {
  test('replaces the ASN and frees the units that it no longer has', async () => {
    const { sandbox, createAsn, updateAsn } = await sandboxWithClient();
    await createAsn(asn('A/1 ü', 'U-1', { status: 'pending' }));
    const reply = await updateAsn('A/1 ü', asn('A/1 ü', 'U-2', { status: 'shipped' }));
    expect(reply.status).toBe(202);
    expect(sandbox.asns()).toMatchObject([
      { status: 'shipped', versions: [{ status: 'pending' }, { status: 'shipped' }] },
    ]);
    expect((await createAsn(asn('A-2', 'U-1'))).status).toBe(202);
    expect(errorsOf(await updateAsn('A-2', asn('A-2', 'U-2')))).toEqual([
      { field: 'cartons[0].details[0].unit_identifier', code: 'not_unique' },
    ]);
    // Its own unit is not a conflict.
    expect((await updateAsn('A-2', asn('A-2', 'U-1'))).status).toBe(202);
  });

  test('an unknown number is 404, also when only another program has it', async () => {
    const { createAsn, updateAsn } = await sandboxWithClient();
    expect((await updateAsn('A-1', asn('A-1', 'U-1'))).status).toBe(404);
    expect((await updateAsn('A-1', {})).status).toBe(404);
    await createAsn(asn('A-1', 'U-1'));
    expect((await updateAsn('A-1', asn('A-1', 'U-2', { program_identifier: 'OTHER' }))).status).toBe(404);
  });

  test('without its program it is refused for that alone: its units are not said to be taken', async () => {
    const { createAsn, updateAsn } = await sandboxWithClient();
    await createAsn(asn('A-1', 'U-1'));
    expect(errorsOf(await updateAsn('A-1', asn('A-1', 'U-1', { program_identifier: undefined })))).toEqual([
      { field: 'program_identifier', code: 'missing_field' },
    ]);
  });

  test('the numbers in path and body must be equal', async () => {
    const { createAsn, updateAsn } = await sandboxWithClient();
    await createAsn(asn('A-1', 'U-1'));
    expect(errorsOf(await updateAsn('A-1', asn('A-2', 'U-1')))).toEqual([
      { field: 'asn_number', code: 'mismatch' },
    ]);
  });
});
