// The returns of the sandbox: loads what a decision needs, lets the life cycle decide, stores the result and carries out
// what follows: messages, exchange orders, and what is due later.
import { isObject } from '../../basics/json.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { SavedState } from '../database.ts';
import type { Customer, Deliveries, Delivery } from '../deliveries/types.ts';
import type { ReturnableLine } from '../documents.ts';
import type { KeptAssumptions } from '../kept-assumptions.ts';
import { decide } from '../life-cycle/decide.ts';
import { type LineReturnable, returnableLines } from '../life-cycle/eligibility.ts';
import { refuse } from '../life-cycle/parts.ts';
import { unknownLine, unknownOrder, unknownRma } from '../life-cycle/refusals.ts';
import type { Book, Command, Decision, Effect, Refusal, Rma, StoredSnapshot } from '../life-cycle/types.ts';
import { parsedJson } from '../parsed-json.ts';
import { exchangeDelivery, rmaDelivery, variantsRequest } from './outbound.ts';
import { type DueCommand, makeRmaStore } from './rma-store.ts';
import { type Offered, type ReturnRequest, readVariants, wantedLines } from './wanted-lines.ts';

export interface ReturnsParts {
  readonly timeline: Timeline;
  readonly deliveries: Deliveries;
  readonly saved: SavedState;
  /** The last snapshot of an order; undefined when there is none, or bodies are not stored. */
  readonly orderOf: (identifier: string) => unknown;
  /** The paths under the customer's address. */
  readonly paths: Customer['paths'];
  /** Part of every RMA identifier, so that two runs do not use the same. */
  readonly runPart: string;
  readonly assumptions: KeptAssumptions;
}

export type Acted = { readonly rma: Rma; readonly refused?: undefined } | { readonly refused: Refusal };

/** What the carrier and the warehouse do, and the end of a return. */
export type StepCommand = Extract<Command, { kind: 'carrier' | 'warehouse' | 'cancel' }>;

/** Among so many identifiers the one that was meant is looked for. */
const LOOKED_AT = 2_000;

export type Returns = ReturnType<typeof makeReturns>;

export function makeReturns(parts: ReturnsParts) {
  const { timeline, deliveries, saved, paths, assumptions } = parts;
  const store = makeRmaStore(saved);
  /** Take back what is due later. */
  const planned = new Set<() => void>();

  const circumstances = () => ({
    now: timeline.clock.now(),
    newRma: `RMA-${parts.runPart}-${store.count + 1}`,
    assume: assumptions.values,
  });
  const bookOf = (order: string): Book | undefined => {
    const snapshot = parts.orderOf(order) as StoredSnapshot | undefined;
    if (!snapshot) return undefined;
    // "For RMAs created for exchange orders": the order at the beginning of the exchanges (interface, RMA item object).
    const [exchanged] = store.ofExchangeOrder(order);
    const original = exchanged && (exchanged.original ?? exchanged.order);
    return { order: snapshot, rmas: store.ofOrder(order), ...(original !== undefined && { original }) };
  };

  const perform = (order: string, command: Command): Decision => {
    const book = bookOf(order);
    if (!book) return { refused: unknownOrder(order) };
    const given = circumstances();
    const decision = decide(book, command, given);
    if (decision.refused) return decision;
    // The messages are stored with what they tell: a process that is killed leaves both or neither.
    saved.database.transaction(() => {
      store.save(order, decision.rmas, decision.log, given.now);
      for (const effect of decision.effects) carryOut(book, effect);
    });
    return decision;
  };
  const carryOut = (book: Book, effect: Effect): void => {
    if (effect.kind === 'message') deliveries.send(rmaDelivery(effect.rma, paths, assumptions.values));
    else if (effect.kind === 'exchange-order')
      deliveries.send(exchangeDelivery(effect.rma, book.order, paths, assumptions.values));
    else schedule(store.addDue(timeline.clock.now() + effect.ms, book.order.identifier, effect.command));
  };
  const schedule = ({ id, at, order, command }: DueCommand): void => {
    const cancel = timeline.at(at, () => {
      planned.delete(cancel);
      try {
        saved.database.transaction(() => {
          // Its decision was rolled back.
          if (!store.removeDue(id)) return;
          // It may be refused by now, for example the label of a cancelled return: then it is not needed.
          perform(order, command);
        });
      } catch (error) {
        // The disk may have room again later.
        schedule({ id, at: timeline.clock.now() + RETRY_MS, order, command });
        throw error;
      }
    });
    planned.add(cancel);
  };

  /** What the retailer made of an exchange order, and what it posted before that was known. */
  const followExchange = (rma: Rma, command: ExchangeCommand): void => {
    const decision = perform(rma.order, command);
    if (decision.refused) {
      const text = `The retailer's answer to the exchange order changes nothing: ${decision.refused.message}`;
      store.save(rma.order, [], [{ text, rma: rma.identifier, assumed: [] }], timeline.clock.now());
    } else if (command.kind === 'exchange-placed') {
      const kind = whatBecame(parts.orderOf(command.exchangeOrder));
      if (kind) followExchange(rma, { kind, rma: rma.identifier });
    } else if (command.kind === 'exchange-failed') perform(rma.order, { kind: 'snapshot' });
  };
  /** The retailer's answer to an exchange order decides how its RMA goes on. */
  const onDelivery = ({ message, state }: Delivery, answer: string | null): void => {
    if (message.kind !== 'exchange_order' || message.rma === null) return;
    const rma = store.find(message.rma);
    if (rma?.exchange !== 'asked') return;
    const { identifier } = rma;
    if (state === 'given_up')
      followExchange(rma, { kind: 'exchange-failed', rma: identifier, reason: 'it was given up' });
    if (state !== 'delivered') return;
    const read = orderIdentifierIn(answer, rma);
    followExchange(
      rma,
      'reason' in read
        ? { kind: 'exchange-failed', rma: identifier, reason: read.reason }
        : { kind: 'exchange-placed', rma: identifier, exchangeOrder: read.exchangeOrder },
    );
  };
  const unsubscribe = deliveries.subscribe(onDelivery);
  // Commands that were due when an earlier sandbox on the same data ended.
  for (const due of store.due()) schedule(due);

  const variants = async (order: string, lineId: string): Promise<Offered> => {
    const book = bookOf(order);
    const line = book?.order.items.find(({ identifier }) => identifier === lineId);
    if (!line) return { refused: book ? unknownLine(book, lineId) : unknownOrder(order) };
    // "for an item that has a variant identifier" (interface, Rules for when messages are sent, 6).
    if (!line.variant_identifier) return refuse('variants.none', NO_VARIANT);
    const outcome = await deliveries.askOnce(variantsRequest(line.variant_identifier, paths));
    if (!outcome.delivered)
      return refuse('variants.unanswered', `The retailer gave no variants: ${outcome.reason}`);
    return readVariants(outcome.answer);
  };

  return {
    /** Lines of an order and what of them can be returned; undefined: no such order. */
    returnable(order: string): readonly ReturnableLine[] | undefined {
      const book = bookOf(order);
      return book && returnableLines(book, circumstances()).map(shownLine);
    },
    /** Asks the retailer for the variants of a line: a live request, recorded as a delivery. */
    variants,
    /** The shopper confirms a return. Asks for the variants first where an exchange is wished. */
    async start(request: ReturnRequest): Promise<Acted> {
      const book = bookOf(request.order);
      if (!book) return { refused: unknownOrder(request.order) };
      const lines = await wantedLines(returnableLines(book, circumstances()), request, variants);
      if ('code' in lines) return { refused: lines };
      const { order, method = 'mail-back', giftee = null } = request;
      const decision = perform(order, { kind: 'return', order, lines, method, giftee });
      return decision.refused ? decision : { rma: decision.rmas[0]! };
    },
    act(command: StepCommand): Acted {
      const rma = store.find(command.rma);
      const known = () => store.list({ limit: LOOKED_AT }).map(({ identifier }) => identifier);
      if (!rma) return { refused: unknownRma(command.rma, known()) };
      const decision = perform(rma.order, command);
      return decision.refused ? decision : { rma: store.find(command.rma)! };
    },
    /** Called by the order endpoint after a snapshot was stored. */
    onSnapshot(order: string): void {
      if (store.count === 0) return;
      if (store.ofOrder(order).length > 0) perform(order, { kind: 'snapshot' });
      const exchanged = store.ofExchangeOrder(order).filter(({ exchange }) => exchange === 'placed');
      const kind = exchanged.length > 0 && whatBecame(parts.orderOf(order));
      if (kind) for (const rma of exchanged) followExchange(rma, { kind, rma: rma.identifier });
    },
    /** Why a message is not sent once more: the retailer would make an exchange order that nobody waits for. */
    resendRefusal({ message }: Delivery): Refusal | undefined {
      const rma = message.kind === 'exchange_order' ? store.find(message.rma ?? '') : undefined;
      if (!rma || (rma.exchange !== 'failed' && rma.status !== 'CANCELED')) return undefined;
      const text = `${rma.identifier} goes on without its exchange, so its exchange order is not sent again: begin another return.`;
      return refuse('delivery.exchange', text).refused;
    },
    find: store.find,
    list: store.list,
    log: store.log,
    assumptions,
    /** Before a reset: takes back what is due later, and hears of no delivery any more. */
    end(): void {
      unsubscribe();
      for (const cancel of planned) cancel();
      planned.clear();
    },
  };
}

type ExchangeCommand = Extract<Command, { kind: `exchange-${string}` }>;

/** Time until a command that could not be stored is tried again, ms. */
const RETRY_MS = 60_000;

/** `order_identifier` of the retailer's answer (field notes, Exchange order message and its answer), or why it has none. */
function orderIdentifierIn(
  answer: string | null,
  rma: Rma,
): { readonly exchangeOrder: string } | { readonly reason: string } {
  const value = parsedJson(answer ?? '');
  if (value === undefined) return { reason: 'its answer is not JSON' };
  const id = isObject(value) ? value['order_identifier'] : undefined;
  if (typeof id !== 'string' || id.trim() === '')
    return { reason: 'its answer has no order_identifier that is a text' };
  if (id === rma.order) return { reason: 'its answer names the original order' };
  return { exchangeOrder: id };
}

const shownLine = ({ line, returnable, reason }: LineReturnable): ReturnableLine => ({
  line: line.identifier,
  sku: line.sku,
  title: line.title,
  image_url: line.image,
  variant_identifier: line.variant,
  unit_price_amount_cents: line.unitPrice,
  quantity: line.quantity,
  quantity_shipped: line.shipped,
  returnable,
  reason,
});

/** What the snapshot of an exchange order says of the exchange: shipped, cancelled, or nothing yet. */
function whatBecame(order: unknown): 'exchange-fulfilled' | 'exchange-failed' | undefined {
  const status = isObject(order) ? order['status'] : undefined;
  if (status === 'Shipped') return 'exchange-fulfilled';
  return status === 'Cancelled' || status === 'Canceled' ? 'exchange-failed' : undefined;
}

const NO_VARIANT = 'The line has no variant_identifier, so no variants can be asked for. Refund it instead.';
