// What the service may hold because a request ended without an answer: after the minute in which it can still arrive, no older
// version takes its place, and no refund in it is taken back.
import { expect, it } from 'vitest';
import { sampleOrder, sampleRefund } from '../../src/contract/sample.ts';
import { realClock } from '../../src/platform/node-platform.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { DOUBT_MS } from '../../src/storage/in-doubt.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { json, moveDesk, sandbox, t, useOrderDesk, write } from '../helpers/order-desk.ts';
import { testPlatform } from '../helpers/platform.ts';

useOrderDesk();

const LOST = [{ on: 'orders', do: { drop: 'after' } }] as const;
const NEVER = [{ on: 'orders', do: { drop: 'before' } }] as const;
const AT = (hour: number) => `2026-06-01T${hour}:00:00Z`;

function order(hour: number, more: Record<string, unknown> = {}) {
  return sampleOrder({ identifier: 'V1', updated_at: AT(hour), raw_status: `at ${hour}`, ...more });
}

/** A command, as seen by a clock `after` so many ms. */
function returns(words: string, after = 0) {
  moveDesk({ clock: { ...realClock, now: () => Date.now() + after } });
  return json(...words.split(' '), '--yes');
}
function upload(file: object, after = 0, flags = '') {
  write([file], 'o.json');
  return returns(`orders upload o.json${flags}`, after);
}
async function lose(file: object, faults: Parameters<Sandbox['setFaults']>[0] = LOST) {
  sandbox.setFaults(faults);
  expect((await upload(file, 0, ' --max-outage 0s')).exit).toBe(75);
  sandbox.setFaults([]);
}
const held = () => sandbox.orders()[0]!.order as { raw_status: string; refunds: { identifier: string }[] };

const LATER = DOUBT_MS + 1000;
const REFUND = sampleRefund({ identifier: 'S1' });

it('an older version does not take the place of one without an answer, which settles it when it is sent again', async () => {
  expect((await upload(order(10))).exit).toBe(0);
  await lose(order(12));
  const older = await upload(order(11), LATER);
  expect(older.orders).toMatchObject({ accepted: 0, superseded: 1 });
  expect(t.stdout()).toContain('sent without an answer');
  expect(held().raw_status).toBe('at 12');
  expect((await upload(order(12), LATER)).orders.accepted).toBe(1);
  expect((await upload(order(13), LATER)).orders.accepted).toBe(1);
  expect(held().raw_status).toBe('at 13');
});

it.each([
  ['', 3],
  [' --keep-refunds', 3],
  [' --force', 3],
])('a refund in it is not taken back: upload%s', async (flags, exit) => {
  await upload(order(10));
  await lose(order(12, { refunds: [REFUND] }));
  const lacking = await upload(order(13), LATER, flags);
  expect(lacking).toMatchObject({ exit, refused: { by_code: [{ code: 'order.refunds.lost' }] } });
  expect(held().refunds.map(({ identifier }) => identifier)).toEqual(['S1']);
  expect((await upload(order(13, { refunds: [REFUND] }), LATER, flags)).orders.accepted).toBe(1);
});

it('nor by another refund of this tool; the same refund again settles it', async () => {
  await upload(order(10));
  const [line] = order(10).items as { identifier: string }[];
  const refund = (rma: string, after: number) =>
    returns(
      `orders refund V1 --from o.json --lines ${line!.identifier}=1 --rma ${rma} --max-outage 0s`,
      after,
    );
  sandbox.setFaults(LOST);
  expect((await refund('R1', 0)).exit).toBe(75);
  sandbox.setFaults([]);
  const [lost] = held().refunds;
  expect(await refund('R2', LATER)).toMatchObject({ exit: 7, code: 'refund.unanswered' });
  expect(t.stdout()).toContain(lost!.identifier);
  expect((await refund('R1', LATER)).exit).toBe(0);
  expect((await refund('R2', LATER)).exit).toBe(0);
  expect(held().refunds.map(({ identifier }) => identifier)).toContain(lost!.identifier);
  expect(held().refunds).toHaveLength(2);
});

it('nor does it refuse what was accepted just so, and is not sent', async () => {
  await upload(order(10));
  await lose(order(12, { refunds: [REFUND] }));
  expect(await upload(order(10), LATER)).toMatchObject({ exit: 0, orders: { already_accepted: 1 } });
});

it('what the service refuses when it is sent again was not stored', async () => {
  await upload(order(10));
  const wrong = order(12, { refunds: [REFUND] });
  await lose(wrong, NEVER);
  const errors = [{ field: 'orders[0].refunds[0]', code: 'invalid' }];
  sandbox.setFaults([{ on: 'orders', do: { status: 422, body: { message: 'no', errors } } }]);
  expect((await upload(wrong, LATER)).orders.refused).toBe(1);
  sandbox.setFaults([]);
  expect((await upload(order(13), LATER)).orders.accepted).toBe(1);
  expect(held().raw_status).toBe('at 13');
});

it('is known on a merged ledger', async () => {
  await upload(order(10));
  await lose(order(12, { refunds: [REFUND] }));
  const { state } = t.folders;
  expect(await returns(`runs merge ${state} --into ${state}-2`)).toMatchObject({ exit: 0 });
  const lacking = await upload(order(13), LATER, ` --state-dir ${state}-2`);
  expect(lacking.refused.by_code).toMatchObject([{ code: 'order.refunds.lost' }]);
  expect(held().refunds).toHaveLength(1);
});

it('of one target is not forgotten when the same has no answer at another', () => {
  const { platform, folders } = testPlatform();
  let now = Date.now();
  const store = openLedgerStore(platform, folders);
  const at = (key: string) =>
    new Ledger({ ...platform, clock: { ...realClock, now: () => now } }, store, key);
  const version = { id: 'V1', digest: 'd', facts: { updatedAt: AT(12), refunds: [] } };
  for (const key of ['one', 'other']) {
    at(key).doubts.begin([version])('unknown');
    now += LATER;
  }
  for (const key of ['one', 'other']) expect(at(key).unanswered('V1')).toHaveLength(1);
  // A repeat of the same is one.
  at('one').doubts.begin([version])('unknown');
  now += LATER;
  expect(at('one').unanswered('V1')).toHaveLength(1);
  store.close();
});
