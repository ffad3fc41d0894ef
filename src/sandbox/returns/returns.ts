// The returns of the sandbox: loads what a decision needs, lets the life cycle decide, stores the result and carries
// out what follows: messages, exchange orders, and what is due later.
import { isObject, parsedJson } from '../../basics/json.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { SavedState } from '../database.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { Customer, Delivery } from '../deliveries/types.ts';
import type { ReturnableLine } from '../documents.ts';
import type { KeptAssumptions } from '../kept-assumptions.ts';
import { estimateOf, freeUnits, type LineReturnable, returnableLines } from '../life-cycle/create-return.ts';
import { decide } from '../life-cycle/decide.ts';
import { exchangeDelivery, rmaDelivery, variantsRequest } from '../life-cycle/messages.ts';
import { LOOKED_AT, refuse, unknownLine, unknownOrder, unknownRma } from '../life-cycle/parts.ts';
import type {
  Book,
  Circumstances,
  Command,
  Decision,
  Effect,
  Refusal,
  Rma,
  StoredSnapshot,
} from '../life-cycle/types.ts';
import { type DueCommand, type LogFilter, makeRmaStore, type RmaStore } from './rma-store.ts';
import { type Offered, type ReturnRequest, readVariants, wantedLines } from './wanted-lines.ts';

interface ReturnsParts {
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

export class Returns {
  readonly assumptions: KeptAssumptions;
  private readonly store: RmaStore;
  /** Take back what is due later. */
  private readonly planned = new Set<() => void>();
  private readonly unsubscribe: () => void;

  constructor(private readonly parts: ReturnsParts) {
    this.assumptions = parts.assumptions;
    this.store = makeRmaStore(parts.saved);
    this.unsubscribe = parts.deliveries.subscribe((delivery, answer) => this.onDelivery(delivery, answer));
    // Commands that were due when an earlier sandbox on the same data ended.
    for (const due of this.store.due()) this.schedule(due);
  }

  find = (identifier: string): Rma | undefined => this.store.find(identifier);
  /** Newest first. */
  list = (filter: Parameters<RmaStore['list']>[0]): Rma[] => this.store.list(filter);
  /** Oldest first. */
  log = (filter: LogFilter) => this.store.log(filter);

  unknown(identifier: string): Refusal {
    const some = this.list({ limit: LOOKED_AT });
    return unknownRma(
      identifier,
      some.map((rma) => rma.identifier),
    );
  }

  /** Lines of an order and what of them can be returned; undefined: no such order. */
  returnable(order: string): readonly ReturnableLine[] | undefined {
    const book = this.bookOf(order);
    return book && returnableLines(book, this.circumstances()).map((line) => shownLine(book, line));
  }

  /** Asks the retailer for the variants of a line: a live request, recorded as a delivery. */
  variants = async (order: string, lineId: string): Promise<Offered> => {
    const { deliveries, paths } = this.parts;
    const book = this.bookOf(order);
    const line = book?.order.items.find(({ identifier }) => identifier === lineId);
    if (!line) return { refused: book ? unknownLine(book, lineId) : unknownOrder(order) };
    // "for an item that has a variant identifier" (interface, Rules for when messages are sent, 6).
    if (!line.variant_identifier) return refuse('variants.none', NO_VARIANT);
    const outcome = await deliveries.askOnce(variantsRequest(line.variant_identifier, paths));
    if (!outcome.delivered)
      return refuse('variants.unanswered', `The retailer gave no variants: ${outcome.reason}`);
    return readVariants(outcome.answer);
  };

  /** The shopper confirms a return. Asks for the variants first where an exchange is wished. */
  async start(request: ReturnRequest): Promise<Acted> {
    const book = this.bookOf(request.order);
    if (!book) return { refused: unknownOrder(request.order) };
    const lines = await wantedLines(returnableLines(book, this.circumstances()), request, this.variants);
    if ('code' in lines) return { refused: lines };
    const { order, method = 'mail-back', giftee = null } = request;
    const decision = this.perform(order, { kind: 'return', order, lines, method, giftee });
    return decision.refused ? decision : { rma: decision.rmas[0]! };
  }

  act(command: StepCommand): Acted {
    const rma = this.find(command.rma);
    if (!rma) return { refused: this.unknown(command.rma) };
    const decision = this.perform(rma.order, command);
    return decision.refused ? decision : { rma: this.find(command.rma)! };
  }

  /** Called by the order endpoint after a snapshot was stored. */
  onSnapshot(order: string): void {
    const { store } = this;
    if (store.count === 0) return;
    if (store.ofOrder(order).length > 0) this.perform(order, { kind: 'snapshot' });
    const exchanged = store.ofExchangeOrder(order).filter(({ exchange }) => exchange === 'placed');
    const kind = exchanged.length > 0 && whatBecame(this.parts.orderOf(order));
    if (kind) for (const rma of exchanged) this.followExchange(rma, { kind, rma: rma.identifier });
  }

  /** Why a message is not sent once more: the retailer would make an exchange order that nobody waits for. */
  resendRefusal({ message }: Delivery): Refusal | undefined {
    const rma = message.kind === 'exchange_order' ? this.find(message.rma ?? '') : undefined;
    if (!rma || (rma.exchange !== 'failed' && rma.status !== 'CANCELED')) return undefined;
    const text = `${rma.identifier} goes on without its exchange, so its exchange order is not sent again: begin another return.`;
    return refuse('delivery.exchange', text).refused;
  }

  /** Before a reset: takes back what is due later, and hears of no delivery any more. */
  end(): void {
    this.unsubscribe();
    for (const cancel of this.planned) cancel();
    this.planned.clear();
  }

  private now = (): number => this.parts.timeline.clock.now();

  private circumstances = (): Circumstances => ({
    now: this.now(),
    newRma: `RMA-${this.parts.runPart}-${this.store.count + 1}`,
    assume: this.assumptions.values,
  });

  private bookOf(order: string): Book | undefined {
    const { store } = this;
    const snapshot = this.parts.orderOf(order) as StoredSnapshot | undefined;
    if (!snapshot) return undefined;
    // "For RMAs created for exchange orders": the order at the beginning of the exchanges (interface, RMA item object).
    const [exchanged] = store.ofExchangeOrder(order);
    const original = exchanged && (exchanged.original ?? exchanged.order);
    return { order: snapshot, rmas: store.ofOrder(order), ...(original !== undefined && { original }) };
  }

  private perform(order: string, command: Command): Decision {
    const book = this.bookOf(order);
    if (!book) return { refused: unknownOrder(order) };
    const given = this.circumstances();
    const decision = decide(book, command, given);
    if (decision.refused) return decision;
    // The messages are stored with what they tell: a process that is killed leaves both or neither.
    this.parts.saved.database.transaction(() => {
      this.store.save(order, decision.rmas, decision.log, given.now);
      for (const effect of decision.effects) this.carryOut(book.order, effect);
    });
    return decision;
  }

  private carryOut(order: StoredSnapshot, effect: Effect): void {
    const { deliveries, paths } = this.parts;
    const { values } = this.assumptions;
    if (effect.kind === 'message') deliveries.send(rmaDelivery(effect.rma, paths, values));
    else if (effect.kind === 'exchange-order')
      deliveries.send(exchangeDelivery(effect.rma, order, paths, values));
    else this.schedule(this.store.addDue(this.now() + effect.ms, order.identifier, effect.command));
  }

  private schedule({ id, at, order, command }: DueCommand): void {
    const { timeline, saved } = this.parts;
    const cancel = timeline.at(at, () => {
      this.planned.delete(cancel);
      saved.database.transaction(() => {
        // Its decision was rolled back.
        if (!this.store.removeDue(id)) return;
        // It may be refused by now, for example the label of a cancelled return: then it is not needed.
        this.perform(order, command);
      });
    });
    this.planned.add(cancel);
  }

  /** What the retailer made of an exchange order, and what it posted before that was known. */
  private followExchange(rma: Rma, command: ExchangeCommand): void {
    const decision = this.perform(rma.order, command);
    if (decision.refused) {
      const text = `The retailer's answer to the exchange order changes nothing: ${decision.refused.message}`;
      this.store.save(rma.order, [], [{ text, rma: rma.identifier, assumed: [] }], this.now());
    } else if (command.kind === 'exchange-placed') {
      const kind = whatBecame(this.parts.orderOf(command.exchangeOrder));
      if (kind) this.followExchange(rma, { kind, rma: rma.identifier });
    } else if (command.kind === 'exchange-failed') this.perform(rma.order, { kind: 'snapshot' });
  }

  /** The retailer's answer to an exchange order decides how its RMA goes on. */
  private onDelivery({ message, state }: Delivery, answer: string | null): void {
    if (message.kind !== 'exchange_order' || message.rma === null) return;
    const rma = this.find(message.rma);
    if (rma?.exchange !== 'asked') return;
    const given = { rma: rma.identifier };
    if (state === 'given_up')
      this.followExchange(rma, { kind: 'exchange-failed', ...given, reason: 'it was given up' });
    if (state !== 'delivered') return;
    const read = orderIdentifierIn(answer, rma);
    this.followExchange(
      rma,
      'reason' in read
        ? { kind: 'exchange-failed', ...given, ...read }
        : { kind: 'exchange-placed', ...given, ...read },
    );
  }
}

type ExchangeCommand = Extract<Command, { kind: `exchange-${string}` }>;

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

const shownLine = (book: Book, { line, returnable, reason }: LineReturnable): ReturnableLine => ({
  line: line.identifier,
  sku: line.sku,
  title: line.title,
  image_url: line.image,
  variant_identifier: line.variant,
  unit_price_amount_cents: line.unitPrice,
  estimated_cents: freeUnits(book, line, returnable).map((nth) => estimateOf(line, nth)),
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
