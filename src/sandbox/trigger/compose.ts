// One message of `returns trigger` as it is sent: derived by running the life cycle on an order from the start, then
// changed by --set. No content of a message is stated here. The order is that of --order, or a built-in one.
import { inputFailure, usageFailure } from '../../basics/failure.ts';
import { countBy } from '../../basics/groups.ts';
import { isObject, parsedJson, parseJsonInput } from '../../basics/json.ts';
import type { FilePlace } from '../../basics/secret.ts';
import { meantText, quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { type PathValue, withSettings } from '../../contract/set-path.ts';
import { formatInstant } from '../../contract/time.ts';
import { finishOrder } from '../../contract/validate-order.ts';
import type { Customer, DeliveryKind, OutboundMessage } from '../deliveries/types.ts';
import { textOfFile } from '../flag-file.ts';
import { ASSUMED_INITIALLY } from '../life-cycle/assumptions.ts';
import { returnableLines } from '../life-cycle/create-return.ts';
import { decide } from '../life-cycle/decide.ts';
import { exchangeDelivery, rmaDelivery, variantsRequest } from '../life-cycle/messages.ts';
import type {
  Book,
  CarrierStep,
  Circumstances,
  Command,
  Effect,
  Refusal,
  ReturnMethod,
  Rma,
  StoredSnapshot,
  WantedLine,
  WarehouseStep,
} from '../life-cycle/types.ts';
import { givenOrder, type OrderCircumstances } from '../scenarios/given-orders.ts';

interface Given {
  readonly order: StoredSnapshot;
  /** ms since the epoch: the time of the message. */
  readonly now: number;
  /** The identifier of its RMA. */
  readonly rma: string;
  readonly paths: Customer['paths'];
}

/** Time between two things that happen, ms. */
const BETWEEN_MS = 60_000;
/** Most units of the order that come back. */
const MOST_UNITS = 2;

/** Labels come by an act; the order may be an old one; ACCEPTED has a message of its own. */
const ASSUME = {
  ...ASSUMED_INITIALLY,
  express_status: 'ACCEPTED',
  label_delay: 'never',
  return_window: 'none',
};

/**
 * @param onNew told of a setting that is a new field
 * @throws Failure exit 2 for a setting without a place, 6 when the order cannot come to the message
 */
export function composeMessage(
  message: TriggerMessage,
  given: Given,
  settings: readonly PathValue[],
  onNew: (path: string) => void,
): OutboundMessage {
  const { name } = message;
  const derived = deriveMessage(message, given);
  if (settings.length === 0) return derived;
  if (derived.body === null)
    throw usageFailure('usage.set', `${name} is a GET without a body, so --set has nothing to change`, {
      hint: 'Give --order an order with another variant_identifier, or leave --set out.',
    });
  const place = { named: `The message ${name}`, shownBy: `returns trigger ${name} --print`, onNew };
  return { ...derived, body: withSettings(derived.body, settings, { ...place, kind: derived.kind }) };
}

/** @throws Failure exit 6 when the order cannot come to this message */
function deriveMessage(message: TriggerMessage, given: Given): OutboundMessage {
  if (message.kind === 'variants') return variantsOf(given);
  const start = given.now - message.acts.length * BETWEEN_MS;
  const at = (now: number): Circumstances => ({ now, newRma: given.rma, assume: ASSUME });
  const items = given.order.items.map((item) => ({ ...item, return_policy_end_date: undefined }));
  let book: Book = { order: { ...given.order, items }, rmas: [] };
  const perform = (command: Command, now: number): readonly Effect[] => {
    const decision = decide(book, command, at(now));
    if (decision.refused) throw notPossible(message, given.order, decision.refused);
    book = { ...book, rmas: decision.rmas.length > 0 ? decision.rmas : book.rmas };
    return decision.effects;
  };
  let effects = perform(returnOf(message, book, at(start)), start);
  for (const [i, act] of message.acts.entries()) {
    const rma = book.rmas[0]!;
    const now = start + (i + 1) * BETWEEN_MS;
    if (act.kind === 'snapshot') book = { ...book, order: withRefund(book.order, rma, now) };
    effects = perform(commandOf(act, book, given.order), now);
  }
  const wanted = message.kind === 'rma' ? 'message' : 'exchange-order';
  const last = effects.findLast((effect) => effect.kind === wanted);
  if (last?.kind === 'message') return rmaDelivery(last.rma, given.paths, ASSUME);
  if (last?.kind === 'exchange-order') return exchangeDelivery(last.rma, given.order, given.paths, ASSUME);
  throw new Error(`${message.name} leads to no ${wanted}`);
}

function returnOf(message: TriggerMessage, book: Book, circumstances: Circumstances): Command {
  const { settle, method = 'mail-back', isGift = false } = message;
  const lines: WantedLine[] = [];
  let left = MOST_UNITS;
  const all = returnableLines(book, circumstances);
  for (const { line, returnable } of all) {
    const units = Math.min(left, returnable);
    left -= units;
    const variant = {
      sku: `${line.sku}-EXCHANGE`,
      title: line.title,
      unitPriceCents: line.unitPrice + (settle === 'uneven' ? 1000 : 0),
    };
    const wish = settle === undefined ? 'refund' : settle === 'gift_card' ? settle : { exchange: variant };
    if (units > 0) lines.push({ line: line.identifier, units, reason: '', settle: wish });
  }
  const barred = all.find(({ reason }) => reason !== null)?.reason;
  if (lines.length === 0 && barred) throw notPossible(message, book.order, barred);
  return {
    ...{ kind: 'return', order: book.order.identifier, lines, method },
    giftee: isGift ? 'giftee@shop.example' : null,
  };
}

function commandOf(act: Act, { rmas }: Book, order: StoredSnapshot): Command {
  const [rma] = rmas;
  const { first, ...done } = { first: false, ...act };
  // The first unit on which nothing has been done yet.
  const line = rma!.units.find(({ packageStatus, receiving }) =>
    done.kind === 'carrier' ? packageStatus === null : receiving === null,
  )?.line;
  return {
    // The retailer gives no identifier of the exchange order here. An order has one exchange order.
    ...{ ...done, rma: rma!.identifier },
    ...(first && line !== undefined && { units: { [line]: 1 } }),
    ...(done.kind === 'exchange-placed' && { exchangeOrder: `EX-${order.identifier}` }),
  } as Command;
}

function variantsOf({ order, paths }: Given): OutboundMessage {
  const line = order.items.find((item) => item.variant_identifier);
  if (line) return variantsRequest(line.variant_identifier, paths);
  throw inputFailure('trigger.order', `No line of order ${order.identifier} has a variant_identifier`, {
    hint: 'Variants are asked for by it. Give another order with --order.',
  });
}

const notPossible = ({ name }: TriggerMessage, { identifier }: StoredSnapshot, { message }: Refusal) =>
  inputFailure('trigger.order', `Order ${identifier} does not come to ${name}: ${message}`, {
    hint: 'Give another order with --order, or none for the one that is built in.',
  });

/** The order with one refund more: of the units of the RMA that wait for a refund. */
function withRefund(order: StoredSnapshot, rma: Rma, now: number): StoredSnapshot {
  const identifier = `RF-${rma.identifier}-${order.refunds.length + 1}`;
  const units = rma.units.filter(({ refundType, settled }) => refundType === 'REFUND' && !settled);
  const refund = {
    identifier,
    rma_identifier: rma.identifier,
    total_refund_amount_cents: units.reduce((sum, { estimatedCents }) => sum + estimatedCents, 0),
    created_at: formatInstant(now),
    refund_line_items: [...countBy(units, ({ line }) => line)].map(([line, quantity]) => ({
      identifier: `${identifier}-${line}`,
      quantity,
      order_item_identifier: line,
    })),
  };
  return { ...order, refunds: [...order.refunds, refund] };
}

const FORMS =
  'an order message ({"returns_portal_order":{"orders":[...]}}), a list of orders, one order, or one order a line';

/** An order of two lines that was shipped two days before. */
export const builtInOrder = (circumstances: OrderCircumstances): StoredSnapshot =>
  givenOrder(
    'trigger',
    {
      id: '1',
      lines: [
        {
          ...{ line: '1', sku: 'TEE-GRN-M', title: 'T-shirt, green, M', product: 'TEE', variant: 'TEE-GRN' },
          ...{ units: 2, price_cents: 2500, tax_cents: 200 },
        },
        { line: '2', sku: 'MUG-BLU', title: 'Mug, blue', units: 1, price_cents: 1200, tax_cents: 96 },
      ],
    },
    circumstances,
  ) as unknown as StoredSnapshot;

/** The first order of a file. @throws Failure exit 6 when there is none, or it breaks a rule of the order endpoint */
export function readOrder(platform: FilePlace, file: string, now: number): StoredSnapshot {
  const text = textOfFile(platform, file, 'the file of --order');
  // The first line, when it is an order by itself: NDJSON.
  const line = parsedJson(text.split('\n', 1)[0]!);
  const raw = firstOrder(isObject(line) ? line : parseJsonInput(text, { file }), file);
  const { order, findings } = finishOrder(raw, { now });
  if (order) return order as unknown as StoredSnapshot;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  throw inputFailure('trigger.order', `The order of --order breaks ${plural(errors.length, 'rule')}`, {
    place: { file },
    found: `${first?.code} at ${first?.path || 'the top'}`,
    expected: 'an order that the service accepts',
    hint: `See what is wrong with: returns orders check FILE; and with: returns explain ${first?.code}`,
  });
}

function firstOrder(value: unknown, file: string): unknown {
  const wrapper = isObject(value) ? value['returns_portal_order'] : undefined;
  const list = isObject(wrapper) ? wrapper['orders'] : value;
  const order: unknown = Array.isArray(list) ? list[0] : list;
  if (isObject(order)) return order;
  throw inputFailure('trigger.order', 'There is no order in the file of --order', {
    place: { file },
    expected: FORMS,
    found: Array.isArray(list) ? 'an empty list' : quote(typeof value),
    hint: 'Print one as an example with: returns orders template --format json',
  });
}

// The messages that `returns trigger` can send, each as the way to it: what the shopper asks for, and what happens then. What
// the messages say is decided by the life cycle alone.

/** One thing that happens to the RMA; `first`: to one unit of it only. With `snapshot` the refund of all units comes. */
export type Act =
  | { readonly kind: 'carrier'; readonly step: CarrierStep; readonly first?: true }
  | { readonly kind: 'warehouse'; readonly step: WarehouseStep; readonly first?: true }
  | { readonly kind: 'cancel' | 'snapshot' | `exchange-${'placed' | 'failed' | 'fulfilled'}` };

interface TriggerMessage {
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
