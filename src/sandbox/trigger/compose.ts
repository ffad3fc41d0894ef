// One message of `returns trigger` as it is sent: derived by running the life cycle on an order from the start, then
// changed by --set. No content of a message is stated here. The order is that of --order, or a built-in one.
import { inputFailure, usageFailure } from '../../basics/failure.ts';
import { isObject, parsedJson, parseJsonInput } from '../../basics/json.ts';
import type { FilePlace } from '../../basics/secret.ts';
import { quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { type PathValue, withSettings } from '../../contract/set-path.ts';
import { formatInstant } from '../../contract/time.ts';
import { finishOrder } from '../../contract/validate-order.ts';
import type { Customer, OutboundMessage } from '../deliveries/types.ts';
import { textOfFile } from '../flag-file.ts';
import { ASSUMED_INITIALLY } from '../life-cycle/assumptions.ts';
import { returnableLines } from '../life-cycle/create-return.ts';
import { decide } from '../life-cycle/decide.ts';
import { exchangeDelivery, rmaDelivery, variantsRequest } from '../life-cycle/messages.ts';
import type {
  Book,
  Circumstances,
  Command,
  Effect,
  Refusal,
  Rma,
  StoredSnapshot,
  WantedLine,
} from '../life-cycle/types.ts';
import { givenOrder, type OrderCircumstances } from '../scenarios/given-orders.ts';
import type { Act, TriggerMessage } from './messages.ts';

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
  let book: Book = { order: withoutPolicyEnd(given.order), rmas: [] };
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

const withoutPolicyEnd = (order: StoredSnapshot): StoredSnapshot => ({
  ...order,
  items: order.items.map((item) => ({ ...item, return_policy_end_date: undefined })),
});

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
    ...{ ...done, rma: rma!.identifier },
    ...(first && line !== undefined && { units: { [line]: 1 } }),
    ...(done.kind === 'exchange-placed' && { exchangeOrder: madeUpExchange(order.identifier) }),
  } as Command;
}

/** The identifier of the exchange order, where the retailer gives none. An order has one exchange order. */
const madeUpExchange = (order: string): string => `EX-${order}`;

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
  const counts = new Map<string, number>();
  for (const { line } of units) counts.set(line, (counts.get(line) ?? 0) + 1);
  const refund = {
    identifier,
    rma_identifier: rma.identifier,
    total_refund_amount_cents: units.reduce((sum, { estimatedCents }) => sum + estimatedCents, 0),
    created_at: formatInstant(now),
    refund_line_items: [...counts].map(([line, quantity]) => ({
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
