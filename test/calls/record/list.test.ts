// `calls list`: filters, ids, a table that fits, and a record that does not exist yet.
import { describe, expect, it } from 'vitest';
import { findCall, matches } from '../../../src/calls/record/call-filter.ts';
import { sampleRma, withUnit } from '../../../src/contract/sample-rma.ts';
import { callReader } from '../../../src/storage/call-log.ts';
import { fakeClock, testPlatform } from '../../helpers/platform.ts';
import { callOf, document, idAt, NOON, recorded, returns } from '../support.ts';

const HOUR = 3_600_000;

describe('filters', () => {
  const transit = withUnit({ package_tracking_status: 'TRANSIT' });
  const call = callOf({
    bytesOf: JSON.stringify(transit),
    verdict: 'warning',
    findings: [{ severity: 'warning', code: 'rma.status.unknown', path: 'status', message: 'Unknown.' }],
    response: { status: 422, by: 'forced' },
  });
  it.each([
    ['the beginning of its RMA', { rma: 'RMA' }, false],
    ['from its moment', { since: NOON }, true],
    ['after its moment', { since: NOON + 1 }, false],
    ['until its moment', { until: NOON }, false],
    ['the status of the RMA in any case', { status: 'created' }, true],
    ['the status of the parcel', { status: 'transit' }, true],
    ['a part of it', { status: 'trans' }, false],
    ['the status of the answer', { status: '422' }, true],
    ['a text of the body in any case', { text: 'TEE-grn' }, true],
    ['a code', { text: 'status.unknown' }, true],
    ['a text that is not there', { text: 'elsewhere' }, false],
    ['two of which one holds', { rma: 'RMA-1', text: 'elsewhere' }, false],
  ] as const)('%s', (_name, filter, expected) => {
    expect(matches(call, filter)).toBe(expected);
  });

  it('do not search headers, which may contain secrets', () => {
    const secret = callOf({ headers: [['Authorization', 'Bearer hidden']] });
    expect(matches(secret, { text: 'hidden' })).toBe(false);
  });
});

describe('ids', () => {
  it('of one RMA are open until a later call of it, with the same content, is answered 2xx', async () => {
    const here = testPlatform();
    const refused = { response: { status: 500, by: 'forced' } } as const;
    await recorded(here, [
      callOf({ id: idAt(NOON, 1), ...refused }),
      callOf({ id: idAt(NOON, 2), bytesOf: JSON.stringify(sampleRma({ status: 'REFUNDED' })), ...refused }),
      callOf({ id: idAt(NOON, 3), rma: 'RMA-2' }),
      callOf({ id: idAt(NOON, 4) }),
    ]);
    const list = ['calls', 'list', '--rma', 'RMA-1'];
    const { calls } = await document<{ calls: Record<string, unknown>[] }>(here, list);
    expect(calls.map(({ open }) => open)).toEqual([false, true, false]);
    expect(calls[0]!['settled_by']).toMatchObject({ id: idAt(NOON, 4) });
  });

  it('are accepted by a beginning, or as `last`, but not when several match', async () => {
    const here = testPlatform();
    const calls = [0x10, 0x20, 0x300].map((n) => callOf({ id: idAt(NOON, n), rma: `R${n}` }));
    await recorded(here, calls);
    const reader = callReader(here.platform, here.folders);
    for (const call of calls) expect(await findCall(reader, call.id.slice(0, -1))).toEqual(call);
    for (const [id, code] of [
      ['20261120', 'calls.ambiguous'],
      ['2025', 'calls.unknown'],
      ['', 'calls.unknown'],
    ] as const)
      await expect(findCall(reader, id)).rejects.toMatchObject({ code, exitCode: 2 });
    expect((await findCall(reader, 'last')).rma).toBe('R768');
  });

  it('last is the newest call, also after an import of older calls', async () => {
    const here = testPlatform();
    await recorded(here, [callOf({ id: idAt(NOON, 1) })]);
    const old = { at: NOON - HOUR, id: idAt(NOON - HOUR, 1), imported: { file: 'log', line: 1 } };
    await recorded(here, [callOf(old)]);
    expect((await findCall(callReader(here.platform, here.folders), 'last')).id).toBe(idAt(NOON, 1));
  });
});

describe('calls list', () => {
  it('says that there is no record yet, exit 0', async () => {
    const here = testPlatform();
    expect(await returns(here, ['calls', 'list'])).toMatchObject({ code: 0, stdout: 'No calls.\n' });
    const none = await document(here, ['calls', 'list']);
    expect(none).toMatchObject({ exit: 0, schema: 'call-list/1', calls: [] });
  });

  it('shows the newest last, within 80 columns for any text', async () => {
    const here = testPlatform();
    const [rma, status] = [`RMA-${'9'.repeat(60)}`, 'PENDING_EXCHANGE'];
    const at = (hours: number) => ({ at: NOON - hours * HOUR, id: idAt(NOON - hours * HOUR, 1) });
    const words = { rma, status, bytesOf: JSON.stringify(sampleRma({ rma_identifier: rma, status })) };
    await recorded(here, [
      callOf({ ...at(30), kind: 'exchange_order', status: null, verdict: 'note' }),
      callOf({ ...at(2), ...words, verdict: 'warning', anomaly: 'out_of_order' }),
      callOf({ ...at(2), ...words, id: idAt(NOON - 2 * HOUR, 2), verdict: 'error' }),
      callOf(at(1)),
    ]);
    const { stdout } = await returns(here, ['calls', 'list']);
    expect(stdout).toMatchInlineSnapshot(`
      "id                      about              status            verdict  answer
      20261119-060000-000001  exchange RMA-1                       note     200
      20261120-100000-000001  RMA-9999…99999999  PENDING_EXCHANGE  warning  200
        out_of_order
      20261120-100000-000002  RMA-9999…99999999  PENDING_EXCHANGE  error    200
      20261120-110000-000001  RMA-1              CREATED           ok       200

      4 calls: 1 error, 1 warning, 1 note, 1 ok (1 out_of_order)
      "
    `);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('lists the newest matching calls, and says that there are older ones', async () => {
    const here = testPlatform({ clock: fakeClock(NOON) });
    const calls = Array.from({ length: 30 }, (_, i) => {
      const at = NOON - (30 - i) * HOUR;
      return callOf({ at, id: idAt(at, 1), verdict: i % 3 === 0 ? 'error' : 'ok', rma: `RMA-${i}` });
    });
    await recorded(here, calls);
    const list = async (...flags: string[]) => {
      const found = await document<{ calls: { rma_identifier: string }[]; more: boolean }>(
        here,
        ['calls', 'list', ...flags],
        { clock: fakeClock(NOON) },
      );
      return [...found.calls.map((call) => call.rma_identifier), ...(found.more ? ['more'] : [])].join(' ');
    };
    expect(await list('--limit', '2')).toBe('RMA-28 RMA-29 more');
    expect(await list('--verdict', 'error', '--limit', '2')).toBe('RMA-24 RMA-27 more');
    expect(await list('--verdict', 'error,ok', '--since', '3h')).toBe('RMA-27 RMA-28 RMA-29');
    const times = ['--since', '2026-11-19', '--until', '2026-11-19T08:00:00Z'];
    expect(await list(...times)).toBe('RMA-0 RMA-1');
    expect(await returns(here, ['calls', 'list', '--verdict', 'bad'])).toMatchObject({ code: 2 });
  });
});
