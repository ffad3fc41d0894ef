// `calls replay --dry-run` and --set.
import { expect, test } from 'vitest';
import { testPlatform } from '../../helpers/platform.ts';
import { callOf, document, idAt, NOON, recorded, returns, story } from '../support.ts';

test('calls replay --dry-run lists every call that would be sent', async () => {
  const here = testPlatform();
  const calls = story('RMA-1').map((message, n) =>
    callOf({ at: NOON + n * 60_000, id: idAt(NOON + n * 60_000, 1), bytesOf: JSON.stringify(message) }),
  );
  await recorded(here, calls);
  const line = ['calls', 'replay', '--rma', 'RMA-1', '--pace', 'original', '--dry-run'];
  const { stdout, code } = await returns(here, line);
  expect(code).toBe(0);
  for (const { id } of calls) expect(stdout).toMatch(new RegExp(`^ +${id} +POST /rmas +RMA-1`, 'm'));
  expect(await document(here, line)).toMatchObject({
    state: 'planned',
    planned: calls.map(({ id, at }) => ({ id, due_ms: at - NOON, url: 'http://127.0.0.1:4400/rmas' })),
  });
});

test('--set suggests a path that the interface has, and takes what a message may have', async () => {
  const here = testPlatform();
  await recorded(here, [callOf()]);
  const set = (setting: string) => returns(here, ['calls', 'replay', 'last', '--dry-run', '--set', setting]);
  const { code, stderr } = await set('items[0].tracking_nmber=1Z');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean "tracking_number"?')]);
  const fields = ['status=REFUNDED', 'giftee_email=a@b.example', 'items[0].upc=4', 'warehouse_id=W'];
  for (const right of [...fields, 'items[0].refund_financials.brand_refund_amount_cents=1'])
    expect([right, (await set(right)).code]).toEqual([right, 0]);
});
