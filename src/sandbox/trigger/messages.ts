// The messages that `returns trigger` can send, each as the way to it: what the shopper asks for, and what happens then. What
// the messages say is decided by the life cycle alone.
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import type { DeliveryKind } from '../deliveries/types.ts';
import type { CarrierStep, ReturnMethod, WarehouseStep } from '../life-cycle/types.ts';

/** One thing that happens to the RMA; `first`: to one unit of it only. With `snapshot` the refund of all units comes. */
export type Act =
  | { readonly kind: 'carrier'; readonly step: CarrierStep; readonly first?: true }
  | { readonly kind: 'warehouse'; readonly step: WarehouseStep; readonly first?: true }
  | { readonly kind: 'cancel' | 'snapshot' | `exchange-${'placed' | 'failed' | 'fulfilled'}` };

export interface TriggerMessage {
  readonly name: string;
  readonly text: string;
  readonly kind: DeliveryKind;
  /** What becomes of the units; refund when left out. */
  readonly settle?: 'even' | 'uneven' | 'gift_card';
  readonly method?: ReturnMethod;
  readonly isGift?: true;
  readonly acts: readonly Act[];
}

const carrier = (step: CarrierStep) => ({ kind: 'carrier', step }) as const;
const warehouse = (step: WarehouseStep) => ({ kind: 'warehouse', step }) as const;
const LABEL: Act = carrier('label');
const SCAN: Act = carrier('scan');
const PLACED: Act = { kind: 'exchange-placed' };

type Way = Pick<TriggerMessage, 'settle' | 'method' | 'isGift'>;

const rma = (name: string, text: string, acts: readonly Act[] = [], way: Way = {}): TriggerMessage => ({
  ...{ name: `rma.${name}`, text, kind: 'rma', acts },
  ...way,
});

const exchangeOrder = (name: string, text: string, settle: TriggerMessage['settle']): TriggerMessage => ({
  ...{ name: `exchange-order.${name}`, text, kind: 'exchange_order', acts: [] },
  ...(settle && { settle }),
});

const EXPRESS: Way = { method: 'express-returns' };

/** In the order of the list: a mail-back return, other methods, exchanges. */
export const MESSAGES: readonly TriggerMessage[] = [
  rma('created', 'a mail-back return is CREATED, without a label yet'),
  rma('label', 'its label: PRE_TRANSIT with a tracking number', [LABEL]),
  rma('transit', "the carrier's first scan: TRANSIT", [LABEL, SCAN]),
  rma('delivered', 'at the warehouse: DELIVERED', [LABEL, SCAN, carrier('deliver')]),
  rma('returned', 'the carrier gave it back to the shopper: RETURNED', [LABEL, SCAN, carrier('return')]),
  rma('lost', 'the carrier lost it: FAILURE', [LABEL, SCAN, carrier('lose')]),
  rma('received', 'the warehouse has received it: RECEIVED', [LABEL, SCAN, warehouse('receive')]),
  rma('not-received', 'it was not in the parcel: NOT_RECEIVED', [LABEL, SCAN, warehouse('not-received')]),
  rma('partial-refund', 'receiving is closed and not all is refunded: PARTIAL_REFUND', [
    ...[LABEL, SCAN],
    { ...warehouse('receive'), first: true },
    warehouse('close'),
  ]),
  rma('refunded', 'every unit is refunded: REFUNDED, closed', [LABEL, SCAN, { kind: 'snapshot' }]),
  rma('canceled', 'the shopper cancelled the return: CANCELED', [LABEL, { kind: 'cancel' }]),
  rma('express', 'an express-returns return is CREATED', [], EXPRESS),
  rma('accepted', 'it was dropped off: ACCEPTED', [carrier('accept')], EXPRESS),
  rma(
    'not-dropped-off',
    'one unit of it was not dropped off: NOT_DROPPED_OFF',
    [{ ...carrier('accept'), first: true }, carrier('not-dropped-off')],
    EXPRESS,
  ),
  rma('pick-up', 'a home-pickup return was picked up: ACCEPTED', [carrier('accept')], {
    method: 'home-pickup',
  }),
  rma('keep', 'customer-keep: the shopper keeps the goods and gets the money', [], {
    method: 'customer-keep',
  }),
  rma('gift', 'the receiver of a gift returns it: gift_refund_only', [], { isGift: true }),
  rma('exchange', 'a return for an exchange, its exchange order not placed yet', [], { settle: 'even' }),
  rma('exchange-placed', 'its exchange order is placed, and named', [PLACED], { settle: 'even' }),
  rma('exchange-failed', 'its exchange order is not placed: REFUND', [{ kind: 'exchange-failed' }], {
    settle: 'even',
  }),
  rma(
    'exchange-refunded',
    'its exchange order is fulfilled: REFUNDED',
    [PLACED, LABEL, SCAN, { kind: 'exchange-fulfilled' }],
    { settle: 'even' },
  ),
  rma('gift-card', 'a return for a gift card, not ordered yet', [], { settle: 'gift_card' }),
  rma('gift-card-refunded', 'its gift card exists: REFUNDED', [PLACED], { settle: 'gift_card' }),
  exchangeOrder('even', 'an exchange for an item of the same price', 'even'),
  exchangeOrder('uneven', 'an exchange for an item of another price', 'uneven'),
  exchangeOrder('gift-card', 'an order for a gift card', 'gift_card'),
  {
    ...{ name: 'variants', text: 'GET: which variants are there for the shopper?', kind: 'variants' },
    acts: [],
  },
];

/** @throws Failure exit 2 for an unknown name */
export function findMessage(name: string): TriggerMessage {
  const message = MESSAGES.find((one) => one.name === name);
  if (message) return message;
  const names = MESSAGES.map((one) => one.name);
  throw usageFailure('trigger.unknown', `There is no ${quote(name)}.${meantText(name, names)}`, {
    found: name,
    hint: 'List the messages with: returns trigger. All messages of a return: returns sandbox scenario run NAME --customer-url URL',
  });
}

/** The names that `returns trigger` can send. */
export const triggerList = () => ({
  schema: 'trigger-list/1' as const,
  messages: MESSAGES.map(({ name, text }) => ({ name, text })),
});
