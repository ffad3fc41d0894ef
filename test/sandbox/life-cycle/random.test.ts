// The life cycle under random sequences of commands: 200 of them, 10,000 with a fresh seed in the long form; and the log of one
// seed, which every version of Node must repeat.
import crypto from 'node:crypto';
import { expect, test } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { explainMoney } from '../../../src/contract/rma-money.ts';
import { validateRmaAgainstOrder } from '../../../src/contract/rma-rules/known-orders.ts';
import { exchangeOrderMessage } from '../../../src/sandbox/life-cycle/messages.ts';
import { orderFactsOf } from '../../../src/storage/order-record.ts';
import { historyFindings } from '../../contract/histories.ts';
import { inForm, isShort } from '../../helpers/form.ts';
import { dice, fc } from '../../helpers/random.ts';
import { actChecked, checkEligibility, checkNextSteps, type Wrong } from './invariants.ts';
import { commandOf, type Move, worldFor } from './moves.ts';
import { type World, wants } from './world.ts';

const SEQUENCES = inForm({ short: 200, share: 1000, long: 10_000 });

/** Of the log and the messages of one seed. It changes only when the life cycle does. */
const DIGEST = 'fd8a1e29eb438537';

const move = fc.tuple(fc.nat(13), fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(6));
const seen = new Map<string, number>();
const saw = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

function play(seed: number, moves: readonly Move[]): World {
  const world = worldFor(seed);
  const wrong: Wrong = [];
  for (const one of moves) {
    const command = commandOf(one, world);
    if (!command) continue;
    const decision = actChecked(world, command, wrong);
    saw(`${command.kind} ${decision.refused ? 'refused' : 'done'}`);
    if (!decision.refused && command.kind === 'return') checkMoney(world, wrong);
  }
  checkNextSteps(world, wrong);
  checkEligibility(world, wrong);
  checkShares(world, wrong);
  for (const { status, items } of world.messages as unknown as Sent[])
    for (const what of new Set([status, ...items.map((item) => String(item.package_tracking_status))]))
      saw(what);
  for (const { identifier } of world.book.rmas) checkMessages(world.messagesOf(identifier), wrong);
  expect(wrong).toEqual([]);
  return world;
}

interface Sent {
  readonly status: string;
  readonly items: readonly { readonly package_tracking_status: string | null }[];
}

/**
 * Units of one line have no identifier, so a receiver pairs them by likeness; when several change at once, it may take one for
 * another and warn.
 */
const UNSURE = new Set(['rma.receiving_status.backward', 'rma.package_status.unusual']);

/** A new updated_at each, and a life cycle that the contract allows. */
function checkMessages(messages: readonly Record<string, unknown>[], wrong: Wrong): void {
  const times = messages.map((message) => Date.parse(message['updated_at'] as string));
  if (times.some((time, i) => i > 0 && time <= times[i - 1]!)) wrong.push('updated_at did not grow');
  for (const { severity, code } of historyFindings(messages))
    if (severity === 'error' || (severity === 'warning' && !UNSURE.has(code))) wrong.push(code);
}

/** `listen` finds no difference between the estimates and the order. */
function checkMoney({ book, messages }: World, wrong: Wrong): void {
  const facts = orderFactsOf(book.order as unknown as Order);
  for (const { follows } of explainMoney(messages.at(-1), () => facts).units)
    if (follows !== 'goods') wrong.push(`the estimate follows ${follows}`);
  for (const { severity, code } of validateRmaAgainstOrder(messages.at(-1), () => facts))
    if (severity === 'error') wrong.push(code);
}

/** Of a line that is returned whole, the estimates add up to what was paid for it. */
function checkShares({ book: { order, rmas } }: World, wrong: Wrong): void {
  for (const line of order.items) {
    // The tax of L2 changes with its shipments.
    if (line.identifier === 'L2') continue;
    const units = rmas.flatMap((rma) =>
      rma.status === 'CANCELED' ? [] : rma.units.filter((unit) => unit.line === line.identifier),
    );
    if (units.length < line.quantity_shipped) continue;
    saw('whole line');
    const paid =
      line.unit_price_amount_cents * line.quantity_shipped +
      line.tax_amount_cents -
      line.discount_amount_cents;
    const sum = units.reduce((all, { estimatedCents }) => all + estimatedCents, 0);
    if (sum !== paid) wrong.push(`the estimates of ${line.identifier} are ${sum}, paid were ${paid}`);
  }
}

test(`${SEQUENCES} random sequences of commands break no rule`, () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.array(move, { minLength: 1, maxLength: 40, size: 'max' }), (seed, moves) => {
      play(seed, moves);
    }),
    { numRuns: SEQUENCES },
  );
  if (!isShort) process.stderr.write(`life cycle: ${JSON.stringify(Object.fromEntries([...seen].sort()))}\n`);
  const least = Math.max(1, SEQUENCES / 1000);
  for (const what of [
    ...['return', 'carrier', 'warehouse', 'cancel', 'exchange-placed', 'exchange-failed'].flatMap((kind) => [
      `${kind} done`,
      `${kind} refused`,
    ]),
    ...['CREATED', 'PENDING_EXCHANGE', 'PARTIAL_REFUND', 'REFUNDED', 'CANCELED', 'exchange-fulfilled done'],
    ...['PRE_TRANSIT', 'ACCEPTED', 'TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE', 'NOT_DROPPED_OFF', 'null'],
    'whole line',
  ])
    expect(seen.get(what) ?? 0, what).toBeGreaterThanOrEqual(least);
});

test('the same seed gives the same messages and the same log, on every version of Node', () => {
  const roll = dice(17);
  const hash = crypto.createHash('sha256');
  let lines = 0;
  for (let seed = 0; seed < 60; seed++) {
    const moves = Array.from({ length: 30 }, (): Move => [roll(14), roll(51), roll(51), roll(51), roll(7)]);
    const { log, messages, exchangeOrders } = play(seed, moves);
    lines += log.length;
    hash.update(JSON.stringify([log, messages, exchangeOrders]));
  }
  expect(lines).toBeGreaterThan(500);
  expect(hash.digest('hex').slice(0, 16)).toBe(DIGEST);
});

test('an order of any shape gives a decision, never an error', () => {
  const names = ['identifier', 'quantity_shipped', 'tags', 'tax_amount_cents', 'shipped_date', 'title'];
  const item = fc.dictionary(fc.constantFrom(...names), fc.anything());
  const refund = fc.dictionary(
    fc.constantFrom('identifier', 'rma_identifier', 'refund_line_items', 'tags'),
    fc.anything(),
  );
  const order = fc.record({
    items: fc.oneof(fc.array(item), fc.anything()),
    refunds: fc.oneof(fc.array(refund), fc.anything()),
    tags: fc.anything(),
    status: fc.anything(),
    customer: fc.anything(),
    shipping_address: fc.anything(),
  });
  fc.assert(
    fc.property(order, fc.nat(1000), fc.array(move, { maxLength: 8 }), (odd, seed, moves) => {
      const world = worldFor(seed);
      const act = () => {
        for (const one of moves) {
          const command = commandOf(one, world);
          if (command) world.act(command);
        }
      };
      act();
      world.book = { ...world.book, order: { identifier: 'SO-1', ...odd } as never };
      world.act({ kind: 'snapshot' });
      for (const rma of world.book.rmas)
        expect(exchangeOrderMessage(rma, world.book.order, world.assume)).toBeTypeOf('object');
      const request = { kind: 'return', order: 'SO-1', method: 'mail-back', giftee: null } as const;
      expect(world.act({ ...request, lines: [wants('L1')] })).toBeTypeOf('object');
    }),
    { numRuns: inForm({ short: 50, share: 500, long: 2000 }) },
  );
});
