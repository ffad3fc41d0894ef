// `asns update`: every change renews the time of sending, and --set knows the words of the ASN.
import { describe, expect, test } from 'vitest';
import { withDetail } from '../../src/contract/sample.ts';
import { sandboxWithClient } from '../sandbox/client.ts';
import { answered, asnOf, recorded, update } from './support.ts';

describe('the time of sending', () => {
  const OLD = '2026-01-01T00:00:00Z';

  test('an update renews messagetimestamp when the record has one, which is no change of its own', async () => {
    const { cli, stored } = await recorded(asnOf('A-1', { messagetimestamp: OLD }), asnOf('A-2'));
    const began = Date.now();
    const done = await update(cli, 'A-1', '--status', 'shipped');
    const { messagetimestamp: sent } = stored('A-1')!.asn as { messagetimestamp: string };
    expect(Date.parse(sent)).toBeGreaterThanOrEqual(began - 1);
    expect(Date.parse(sent)).toBeLessThanOrEqual(Date.now());
    expect(done.changes.map(({ path }) => path)).toEqual(['status']);
    await update(cli, 'A-2', '--status', 'shipped');
    expect(stored('A-2')?.asn).not.toHaveProperty('messagetimestamp');
  });

  test('it does not count as a change by itself; a given one stays as given', async () => {
    const { cli, stored } = await recorded(asnOf('A-1', { messagetimestamp: OLD }));
    expect(await update(cli, 'A-1', '--status', 'pending')).toMatchObject({ state: 'unchanged' });
    const given = '2026-02-02T00:00:00Z';
    await update(cli, 'A-1', '--set', `messagetimestamp=${given}`);
    expect(stored('A-1')?.asn).toMatchObject({ messagetimestamp: given });
    cli.file('whole.json', JSON.stringify(asnOf('A-1', { messagetimestamp: OLD, carrier: 'UPS' })));
    await update(cli, 'A-1', 'whole.json');
    expect(stored('A-1')?.asn).toMatchObject({ messagetimestamp: OLD, carrier: 'UPS' });
  });
});

test('--set reaches the status of a line, which knows the words of the ASN', async () => {
  const { cli, stored } = await recorded(asnOf('A-1'));
  const line = 'cartons[0].details[0].status';
  const done = await update(cli, 'A-1', '--set', `${line}=cancelled`);
  expect(done).toMatchObject({ exit: 0, changes: [{ path: line, after: 'cancelled' }] });
  expect(done.warnings.map(({ code }) => code)).toEqual(['asn.cancelled']);
  expect(stored('A-1')).toMatchObject({
    status: 'pending',
    asn: { cartons: [{ details: [{ status: 'cancelled' }] }] },
  });
  const wrong = await update(cli, 'A-1', '--set', `${line}=canceled`);
  expect(wrong.refusals[0]).toMatchObject({ code: 'asn.status.unknown', field: line });
  const { createAsn } = await sandboxWithClient();
  expect(answered(await createAsn(withDetail({ status: 'canceled' })))).toEqual([
    { field: line, code: 'unknown' },
  ]);
});
