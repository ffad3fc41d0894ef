// One message, derived by running the life cycle on an order from the start: no content of a message is stated here.
import { inputFailure } from '../../basics/failure.ts';
import type { Customer, OutboundMessage } from '../deliveries/types.ts';
import { ASSUMED_INITIALLY } from '../life-cycle/assumptions.ts';
import { decide } from '../life-cycle/decide.ts';
import { returnableLines } from '../life-cycle/eligibility.ts';
import type {
  Book,
  Circumstances,
  Command,
  Effect,
  Refusal,
  StoredSnapshot,
  WantedLine,
} from '../life-cycle/types.ts';
import { exchangeDelivery, rmaDelivery, variantsRequest } from '../returns/outbound.ts';
import type { Act, TriggerMessage } from './messages.ts';
import { withRefund } from './refund-snapshot.ts';

export interface Given {
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

/** @throws Failure exit 6 when the order cannot come to this message */
export function deriveMessage(message: TriggerMessage, given: Given): OutboundMessage {
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
