// ASNs after their 202: queued, then created or rejected on the sandbox's clock; a reception works on what is queued.
import { expect, test } from 'vitest';
import { withDetail } from '../../../src/contract/sample.ts';
import { temporaryFolder } from '../../helpers/platform.ts';
import { sandboxWithClient } from '../client.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const manual = { clock: 'manual', clockStart: NOON } as const;
const asn = (number: string, unit: string, changes: Record<string, unknown> = {}) =>
  withDetail({ unit_identifier: unit }, { asn_number: number, ...changes });
const CREATED = { state: 'created', worked_at: '2026-11-20T12:00:02Z', reason: null };

test('an ASN is queued with its 202 and created 2 s later', async () => {
  const { sandbox, createAsn, get } = await sandboxWithClient(manual);
  await createAsn(asn('A-1', 'U-1'));
  expect((await get('/_sandbox/asns')).json).toMatchObject({
    asns: [{ asn_number: 'A-1', state: 'queued', worked_at: null, reason: null }],
  });
  await sandbox.engine.timeline.advanceTo(NOON + 1_999);
  expect(sandbox.asns()).toMatchObject([{ state: 'queued' }]);
  await createAsn(asn('A-2', 'U-2'));
  await sandbox.engine.timeline.advanceTo(NOON + 2_000);
  expect(sandbox.asns()).toMatchObject([CREATED, { state: 'queued' }]);
  expect(await sandbox.engine.timeline.runUntilIdle()).toBe(1);
  expect(sandbox.asns()).toMatchObject([
    CREATED,
    { state: 'created', worked_at: '2026-11-20T12:00:03.999Z' },
  ]);
});

test('an update of a queued ASN is taken and does not change when it is worked on', async () => {
  const { sandbox, createAsn, updateAsn } = await sandboxWithClient({ ...manual, asnDelayMs: 60_000 });
  await createAsn(asn('A-1', 'U-1', { status: 'pending' }));
  await sandbox.engine.timeline.advanceTo(NOON + 30_000);
  expect((await updateAsn('A-1', asn('A-1', 'U-1', { status: 'shipped' }))).status).toBe(202);
  expect(sandbox.asns()).toMatchObject([{ status: 'shipped', state: 'queued' }]);
  await sandbox.engine.timeline.advanceTo(NOON + 60_000);
  expect(sandbox.asns()).toMatchObject([{ status: 'shipped', state: 'created' }]);
});

test('a fault rule rejects it late: it never was, its number and its units are free again', async () => {
  const { sandbox, createAsn, updateAsn } = await sandboxWithClient({
    ...manual,
    faults: [{ on: 'asnCreate', do: { reject: 'The program is closed.' }, first: 1 }],
  });
  expect((await createAsn(asn('A-1', 'U-1'))).status).toBe(202);
  expect(sandbox.requests().at(-1)).toMatchObject({ fault: 'reject later', status: 202 });
  // Until then it is one of the ASNs.
  expect((await createAsn(asn('A-1', 'U-9'))).status).toBe(422);
  expect((await createAsn(asn('A-9', 'U-1'))).status).toBe(422);
  await sandbox.engine.timeline.runUntilIdle();
  expect(sandbox.asns()).toMatchObject([
    { state: 'rejected', worked_at: '2026-11-20T12:00:02Z', reason: 'The program is closed.' },
  ]);
  expect((await updateAsn('A-1', asn('A-1', 'U-1'))).status).toBe(404);
  expect(sandbox.receiveAsn('A-1')).toBe('unknown');
  expect((await createAsn(asn('A-2', 'U-1'))).status).toBe(202);
  expect((await createAsn(asn('A-1', 'U-2'))).status).toBe(202);
  await sandbox.engine.timeline.runUntilIdle();
  expect(sandbox.asns()).toMatchObject([
    { asn_number: 'A-1', state: 'created', reason: null, versions: [{}, {}] },
    { asn_number: 'A-2', state: 'created' },
  ]);
});

test('the warehouse receives only what is created, and is refused what is still queued', async () => {
  const { sandbox, createAsn, post } = await sandboxWithClient({
    ...manual,
    faults: [{ on: 'asnCreate', do: { reject: 'No.' }, match: 'A-2' }],
  });
  await createAsn(asn('A-1', 'U-1'));
  await createAsn(asn('A-2', 'U-2'));
  expect([sandbox.receiveAsn('A-1'), sandbox.receiveAsn('A-2')]).toEqual(['queued', 'queued']);
  expect(await post('/_sandbox/asns/A-1/receive', '')).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining('wait until it is created') },
  });
  expect(sandbox.asns()).toMatchObject([
    { state: 'queued', receptions: [] },
    { state: 'queued', receptions: [] },
  ]);
  await sandbox.engine.timeline.runUntilIdle();
  expect([sandbox.receiveAsn('A-1'), sandbox.receiveAsn('A-2')]).toEqual(['received', 'unknown']);
  expect(sandbox.asns()).toMatchObject([
    { state: 'created', worked_at: '2026-11-20T12:00:02Z', receptions: ['2026-11-20T12:00:02Z'] },
    { state: 'rejected', receptions: [] },
  ]);
});

test('what was queued when the sandbox ended is worked on by the next one, and a reset forgets it', async () => {
  const data = temporaryFolder();
  const one = await sandboxWithClient({ ...manual, data });
  await one.createAsn(asn('A-1', 'U-1'));
  await one.sandbox.close();
  const two = await sandboxWithClient({ ...manual, data });
  expect(two.sandbox.asns()).toMatchObject([{ state: 'queued' }]);
  await two.sandbox.engine.timeline.runUntilIdle();
  expect(two.sandbox.asns()).toMatchObject([CREATED]);
  await two.createAsn(asn('A-2', 'U-2'));
  two.sandbox.reset();
  expect(two.sandbox.engine.timeline.pending).toBe(0);
  await two.createAsn(asn('A-3', 'U-2'));
  await two.sandbox.engine.timeline.runUntilIdle();
  expect(two.sandbox.asns()).toMatchObject([{ asn_number: 'A-3', state: 'created' }]);
});
