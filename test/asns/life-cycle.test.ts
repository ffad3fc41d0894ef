// Blanket ASNs, and the life cycle of all ASNs: what closes an ASN, and for which program.
import { describe, expect, test } from 'vitest';
import { sampleAsn, sampleDetail, withDetail } from '../../src/contract/sample.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { makeCli } from '../helpers/cli.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { sandboxWithClient } from '../sandbox/client.ts';
import { asnOf, created, errorsOf, recorded, update } from './support.ts';

describe('a Blanket ASN', () => {
  /** No identifier, quantity twelve, and a unit that is there twice. */
  const blanket = (number: string, asnType = 'Blanket') =>
    sampleAsn({
      asn_number: number,
      asn_type: asnType,
      cartons: [
        {
          details: [
            sampleDetail({ unit_identifier: undefined, quantity: 12 }),
            sampleDetail({ line_identifier: '2' }),
            sampleDetail({ line_identifier: '3' }),
          ],
        },
      ],
    });

  test.each(['Blanket', 'blanket'])('asn_type %s removes the checks on units and overages', (asnType) => {
    const findings = validateAsn(JSON.parse(JSON.stringify(blanket('B-1', asnType))), 1);
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['asn.asn_type.blanket', 'note'],
    ]);
    expect(describeFinding(findings[0]!).includes('Write it as Blanket')).toBe(asnType !== 'Blanket');
    expect(errorsOf(blanket('B-1', 'Standard'))).toHaveLength(3);
  });

  test('it shares units with other ASNs, in the input, in the records and in the sandbox', async () => {
    const { cli, sandbox } = await recorded(withDetail({}, { asn_number: 'A-1' }));
    cli.file('blanket.json', JSON.stringify([blanket('B-1'), blanket('B-2')]));
    expect(await cli.json(['asns', 'create', 'blanket.json', '--yes'])).toMatchObject({
      exit: 0,
      asns: { queued: 2, refused: 0 },
    });
    expect(sandbox.asns()).toHaveLength(3);
    // Without Blanket the unit still belongs to A-1.
    cli.file('other.json', JSON.stringify(withDetail({}, { asn_number: 'A-2' })));
    expect(await cli.json(['asns', 'create', 'other.json', '--yes'])).toMatchObject({
      exit: 3,
      refused: { by_code: [{ code: 'asn.unit.recorded' }] },
    });
  });
});

describe('the life cycle of an ASN', () => {
  test('the sandbox: delivered closes nothing, and what is cancelled is not received', async () => {
    const { sandbox, createAsn, updateAsn, post } = await sandboxWithClient({ asnDelayMs: 0 });
    const asn = (status: string) => asnOf('A/1', { status });
    await createAsn(asn('shipped'));
    expect((await updateAsn('A/1', asn('delivered'))).status).toBe(202);
    expect((await updateAsn('A/1', asn('shipped'))).status).toBe(202);
    await createAsn(asnOf('A-2'));
    await updateAsn('A-2', asnOf('A-2', { status: 'cancelled' }));
    // "cancelled blocks receiving"
    expect(sandbox.receiveAsn('A-2')).toBe('blocked');
    expect((await post('/_sandbox/asns/A-2/receive', '')).status).toBe(409);
    expect((await post('/_sandbox/asns/nobody/receive', '')).status).toBe(404);
  });

  test('a reception survives a restart of the sandbox, and applies to one program', async () => {
    const data = temporaryFolder();
    const first = await sandboxFor({ data, asnDelayMs: 0 });
    const cli = makeCli({ target: first });
    await created(
      cli,
      asnOf('A-1'),
      withDetail({ unit_identifier: 'U-9' }, { asn_number: 'A-1', program_identifier: 'OTHER' }),
    );
    expect(first.receiveAsn('A-1')).toBe('ambiguous');
    expect(first.receiveAsn('A-1', 'OTHER')).toBe('received');
    await first.close();
    const again = await sandboxFor({ data });
    expect(again.asns().map((one) => [one.program_identifier, one.receptions.length])).toEqual([
      ['PRG-1', 0],
      ['OTHER', 1],
    ]);
  });

  test('the tool warns only about cancelled, and explains a reception', async () => {
    const { cli, sandbox } = await recorded(asnOf('A-1', { status: 'delivered' }), asnOf('A-2'));
    expect(await update(cli, 'A-1', '--carrier', 'UPS')).toMatchObject({ exit: 0, warnings: [] });
    sandbox.receiveAsn('A-1');
    const late = await update(cli, 'A-1', '--carrier', 'DHL');
    expect(late).toMatchObject({ exit: 3, refusals: [{ code: 'has_receptions' }] });
    expect(late.refusals[0]?.message).toContain('was received');
    await update(cli, 'A-2', '--status', 'cancelled');
    expect((await update(cli, 'A-2', '--carrier', 'UPS')).warnings.map(({ code }) => code)).toEqual([
      'asn.ended',
    ]);
  });
});
