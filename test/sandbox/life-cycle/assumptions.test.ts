// The assumptions: each is used (switched, it changes what happens), each is shown with its values, and a wrong one is refused
// with what was meant.
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/basics/failure.ts';
import type { AssumptionId } from '../../../src/sandbox/life-cycle/assumption-table.ts';
import { ASSUMED_INITIALLY, ASSUMPTIONS, parseAssumed } from '../../../src/sandbox/life-cycle/assumptions.ts';
import { returnableLines } from '../../../src/sandbox/life-cycle/create-return.ts';
import { nextSteps } from '../../../src/sandbox/life-cycle/decide.ts';
import type { CarrierStep, Command } from '../../../src/sandbox/life-cycle/types.ts';
import { makeWorld, orderOf, refundOf, variant, type World, wants } from './world.ts';

const EVEN = variant('X', 2500);
const UNEVEN = variant('Y', 2000);
const placed: Command = { kind: 'exchange-placed', rma: 'RMA-1', exchangeOrder: 'EX-1' };
const cancel: Command = { kind: 'cancel', rma: 'RMA-1' };
const carrier = (step: CarrierStep, units?: Record<string, number>): Command => ({
  ...{ kind: 'carrier', rma: 'RMA-1', step },
  ...(units && { units }),
});
const returning = (method: 'mail-back' | 'express-returns' | 'home-pickup', ...lines: Command[]) =>
  [{ kind: 'return', order: 'SO-1', method, giftee: null, lines: [wants('L1', 2)] }, ...lines] as Command[];
const exchanging = (settle = EVEN): Command => ({
  ...{ kind: 'return', order: 'SO-1', method: 'mail-back', giftee: null },
  lines: [wants('L1', 1, settle)],
});
const refunded = (rma: string | undefined, changes = {}, units: Record<string, number> = { L1: 1 }) => ({
  refunds: [refundOf('R-1', units, rma, changes)],
});

interface Story {
  /** A value other than the initial one. */
  readonly value: string;
  /** Assumptions in force in both. */
  readonly with?: Readonly<Record<string, string>>;
  readonly commands?: readonly Command[];
  /** What the order has besides. */
  readonly order?: Readonly<Record<string, unknown>>;
  readonly line?: Readonly<Record<string, unknown>>;
  /** A snapshot posted after the commands. */
  readonly posts?: Readonly<Record<string, unknown>>;
}

/** For each assumption a value and what is done: with the initial value the outcome must be another one. */
const STORIES: Readonly<Partial<Record<AssumptionId, Story>>> = {
  label_delay: { value: '10m', commands: returning('mail-back') },
  return_window: { value: '1d' },
  return_shipping_cents: { value: '495', commands: returning('mail-back') },
  warehouse: { value: 'on', commands: returning('mail-back') },
  express_status: { value: 'ACCEPTED', commands: returning('express-returns', carrier('accept')) },
  cancel_until: { value: 'label', commands: returning('mail-back', carrier('label'), cancel) },
  cancel_exchange: { value: 'allowed', commands: [exchanging(), placed, cancel] },
  refund_match: { value: 'not_at_all', commands: returning('mail-back'), posts: refunded(undefined) },
  refund_without_lines: {
    value: 'whole_rma',
    commands: returning('mail-back'),
    posts: refunded('RMA-1', {}, {}),
  },
  refund_message: { value: 'status_only', commands: returning('mail-back'), posts: refunded('RMA-1') },
  partial_refund: { value: 'at_refund', commands: returning('mail-back'), posts: refunded('RMA-1') },
  exchange_settled_by: { value: 'placed', commands: [exchanging(), placed] },
  gift_card_settled_by: { value: 'scanned', commands: [exchanging('gift_card'), placed] },
  failed_exchange: { value: 'cancel', commands: [exchanging(), { kind: 'exchange-failed', rma: 'RMA-1' }] },
  exchange_per_order: { value: 'many', commands: [exchanging(), exchanging()] },
  exchange_status: { value: 'PENDING_EXCHANGE', commands: [exchanging()] },
  is_exchange: { value: 'order_is_exchange', commands: [exchanging()] },
  shopper_refund: { value: 'estimate', commands: [exchanging(UNEVEN)] },
  gift_card_sku: { value: 'GC-1', commands: [exchanging('gift_card')] },
  gift_card_refund_type: { value: 'UNEVEN_GC', commands: [exchanging('gift_card')] },
  canceled_status: { value: 'CANCELLED', commands: [...returning('mail-back'), cancel] },
  exchange_fields: { value: 'interface', commands: [exchanging()] },
  exchange_payment: { value: 'identifier', commands: [exchanging()] },
};

/** What the life cycle does not decide: test/sandbox/deliveries/outage.test.ts and intake/receive-orders.test.ts. */
const SEEN_OUTSIDE: readonly AssumptionId[] = ['first_wait', 'give_up_after', 'over_refunded'];

function played({ commands = [], order = {}, line = {}, posts }: Story, assume: Record<string, string>) {
  const base = orderOf([{ id: 'L1', quantity: 3 }]);
  const world = makeWorld({ ...base, items: [{ ...base.items[0], ...line }], ...order } as never, assume);
  const refusals: string[] = [];
  for (const command of commands) {
    const { refused } = world.act(command);
    if (refused) refusals.push(refused.code, ...refused.assumed);
  }
  if (posts) world.posts(posts);
  world.passes(60_000);
  return { ...seenFrom(world), refusals };
}

/** What others see: messages, and what can be done. */
const seenFrom = (world: World) => ({
  messages: world.messages,
  exchangeOrders: world.exchangeOrders,
  returnable: returnableLines(world.book, world.circumstances()).map(({ returnable }) => returnable),
  next: world.book.rmas.map((rma) => nextSteps(rma, world.assume)),
});

describe('every assumption', () => {
  it('has a story here, or is seen from outside in another test; there are at most 26', () => {
    const ids: string[] = [...Object.keys(STORIES), ...SEEN_OUTSIDE];
    expect(ids.sort()).toEqual(ASSUMPTIONS.map(({ id }) => id).sort());
    expect(ids.length).toBeLessThanOrEqual(26);
  });

  it.each(Object.keys(STORIES) as AssumptionId[])('%s, switched, changes what happens', (id) => {
    const { value, with: both } = STORIES[id]!;
    expect(value).not.toBe(ASSUMED_INITIALLY[id]);
    expect(played(STORIES[id]!, { ...both, [id]: value })).not.toEqual(played(STORIES[id]!, { ...both }));
  });

  it.each(ASSUMPTIONS)('$id says what it is, takes its own values, and has a source', (entry) => {
    expect(entry.text).toMatch(/^[A-Z]\w.*\.$/);
    expect(entry.source).toMatch(/^(?:interface|field notes)/);
    for (const value of [entry.initial, ...entry.choices.filter((one) => !one.includes(' '))])
      expect(parseAssumed({ [entry.id]: value })[entry.id]).toBe(value);
    const isText = entry.form?.test('no such value');
    if (!isText) expect(() => parseAssumed({ [entry.id]: 'no such value' })).toThrow(Failure);
    expect(() => parseAssumed({ [entry.id]: '' })).toThrow(Failure);
  });
});

describe('parseAssumed', () => {
  it('merges changes into what was assumed before', () => {
    const before = parseAssumed({ warehouse: 'on' });
    expect(parseAssumed({ label_delay: '1h' }, before)).toEqual({
      ...ASSUMED_INITIALLY,
      warehouse: 'on',
      label_delay: '1h',
    });
  });

  it.each([
    [{ lable_delay: '3s' }, 'There is no assumption "lable_delay". Did you mean "label_delay"?'],
    [{ __proto__x: '3s' }, 'There is no assumption "__proto__x".'],
    [{ constructor: '3s' }, 'There is no assumption "constructor".'],
    [{ cancel_exchange: 'alowed' }, 'cancel_exchange does not take "alowed". Did you mean "allowed"?'],
    [{ final_sale: 'allowed' }, 'There is no assumption "final_sale". It is always "refused" now.'],
    [{ rma_version: '3' }, 'There is no assumption "rma_version". It is always "3" now.'],
    [{ retried: 'no' }, 'There is no assumption "retried". It is always "no_answer_429_5xx" now.'],
    [{ final_sal: 'x' }, 'There is no assumption "final_sal".'],
    [{ label_delay: 'soon' }, 'label_delay does not take "soon".'],
    [{ label_delay: 'a duration such as 3s or 1h' }, /^label_delay does not take/],
    [{ return_shipping_cents: '4.95' }, 'return_shipping_cents does not take "4.95".'],
    [{ warehouse: 1 as never }, 'warehouse does not take 1.'],
  ])('refuses %j', (changes, message) => {
    expect(() => parseAssumed(changes as never)).toThrow(
      expect.objectContaining({
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        exitCode: 2,
      }) as Failure,
    );
  });
});
