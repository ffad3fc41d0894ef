// A small world around the pure life cycle: an order, its RMAs, a clock that tests move, and what was sent. It carries out
// decisions as the service does.
import type { Order, OrderRefund } from '../../../src/contract/order.ts';
import { ASSUMED_INITIALLY, parseAssumed } from '../../../src/sandbox/life-cycle/assumptions.ts';
import { decide } from '../../../src/sandbox/life-cycle/decide.ts';
import { exchangeOrderMessage, rmaMessage } from '../../../src/sandbox/life-cycle/messages.ts';
import type {
  Assumed,
  Assumptions,
  Book,
  Circumstances,
  Command,
  Decision,
  Refusal,
  Rma,
  StoredSnapshot,
  WantedLine,
} from '../../../src/sandbox/life-cycle/types.ts';

export const CUSTOMER = {
  identifier: 'C-1',
  first_name: 'A.',
  last_name: 'Shopper',
  email: 'a@shop.example',
  phone: '1',
};

export const START = Date.UTC(2026, 2, 10, 9);
const DAY = 86_400_000;

type Loose = Readonly<Record<string, unknown>>;

export interface LineSetup {
  readonly id: string;
  readonly quantity?: number;
  readonly shipped?: number;
  readonly canceled?: number;
  readonly price?: number;
  readonly tax?: number;
  readonly discount?: number;
  readonly tags?: readonly string[];
  /** Days before START; 0 for a line without a shipped_date. */
  readonly shippedDaysAgo?: number;
}

const address = {
  name: 'A. Shopper',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip_code: '62701',
  country_code: 'US',
  phone: '217 555 0101',
};

function itemOf({ id, quantity = 1, price = 2500, ...setup }: LineSetup): Loose {
  const { shipped = quantity, tags = [], shippedDaysAgo = 8 } = setup;
  return {
    identifier: id,
    sku: `SKU-${id}`,
    quantity,
    quantity_shipped: shipped,
    quantity_canceled: setup.canceled ?? 0,
    product_identifier: `P-${id}`,
    variant_identifier: `V-${id}`,
    title: `Thing ${id}`,
    tags,
    product_amount_cents: price * shipped,
    tax_amount_cents: setup.tax ?? 200 * shipped,
    discount_amount_cents: setup.discount ?? 0,
    unit_price_amount_cents: price,
    image_url: 'https://shop.example/thing.jpg',
    weight: 1,
    ...(shipped > 0 &&
      shippedDaysAgo > 0 && {
        tracking_number: `OUT-${id}`,
        shipped_date: new Date(START - shippedDaysAgo * DAY).toISOString(),
      }),
  };
}

/** A whole order that the order endpoint would take. */
export function orderOf(lines: readonly LineSetup[], changes: Loose = {}): StoredSnapshot & Order {
  const items = lines.map(itemOf);
  const sum = (field: string) => items.reduce((all, item) => all + (item[field] as number), 0);
  const isShipped = items.every((item) => item['quantity'] === item['quantity_shipped']);
  return {
    identifier: 'SO-1',
    raw_status: isShipped ? 'SHIPPED' : 'PARTIAL',
    status: isShipped ? 'Shipped' : 'Created',
    total_amount_cents: sum('product_amount_cents') + sum('tax_amount_cents') - sum('discount_amount_cents'),
    product_amount_cents: sum('product_amount_cents'),
    tax_amount_cents: sum('tax_amount_cents'),
    discount_amount_cents: sum('discount_amount_cents'),
    shipping_amount_cents: 0,
    shipping_tax_amount_cents: 0,
    currency: 'USD',
    tags: [],
    created_at: '2026-03-01T10:00:00Z',
    updated_at: '2026-03-02T10:00:00Z',
    items,
    customer: CUSTOMER,
    shipping_address: address,
    billing_address: address,
    transactions: [],
    refunds: [],
    discounts: [],
    ...changes,
  } as unknown as StoredSnapshot & Order;
}

/** A refund of units by line; `rma` undefined: it names none. */
export const refundOf = (
  identifier: string,
  units: Readonly<Record<string, number>>,
  rma?: string,
  changes: Loose = {},
): OrderRefund =>
  ({
    identifier,
    total_refund_amount_cents: 0,
    refund_line_items: Object.entries(units).map(([line, quantity]) => ({
      identifier: `${identifier}-${line}`,
      quantity,
      order_item_identifier: line,
    })),
    ...(rma !== undefined && { rma_identifier: rma }),
    ...changes,
  }) as unknown as OrderRefund;

export const wants = (
  line: string,
  units = 1,
  settle: WantedLine['settle'] = 'refund',
  reason = 'too small',
): WantedLine => ({ line, units, reason, settle });

export const variant = (sku: string, unitPriceCents: number): WantedLine['settle'] => ({
  exchange: { sku, title: `Other ${sku}`, unitPriceCents },
});

export interface World {
  book: Book;
  now: number;
  /** The RMA messages that were sent, oldest first. */
  readonly messages: Record<string, unknown>[];
  readonly exchangeOrders: Record<string, unknown>[];
  readonly log: { readonly at: number; readonly text: string; readonly assumed: readonly string[] }[];
  readonly later: { readonly at: number; readonly command: Command }[];
  readonly assume: Assumed;
  circumstances(): Circumstances;
  /** Decides and carries out; the decision as it was. */
  act(command: Command): Decision;
  /** As `act`, for what must be possible. */
  must(command: Command): Rma | undefined;
  /** As `act`, for what must be refused. */
  refused(command: Command): Refusal;
  /** The shopper returns: RMA-1, RMA-2 ... */
  returns(lines: readonly WantedLine[], request?: Partial<Extract<Command, { kind: 'return' }>>): Rma;
  /** The retailer posts a snapshot with these changes. */
  posts(changes: Loose): Decision;
  /** Time passes: what is due is done, in order. */
  passes(ms: number): void;
  rma(identifier?: string): Rma;
  messagesOf(identifier: string): Record<string, unknown>[];
}

export function makeWorld(order: StoredSnapshot, changes: Assumptions = {}, start: number = START): World {
  let next = 1;
  const assume = parseAssumed(changes, ASSUMED_INITIALLY);
  const world: World = {
    book: { order, rmas: [] },
    now: start,
    messages: [],
    exchangeOrders: [],
    log: [],
    later: [],
    assume,
    circumstances: () => ({ now: world.now, newRma: `RMA-${next}`, assume }),
    act(command) {
      const decision = decide(world.book, command, world.circumstances());
      if (decision.refused) return decision;
      if (command.kind === 'return') next++;
      const rmas = [...world.book.rmas];
      for (const rma of decision.rmas) {
        const at = rmas.findIndex(({ identifier }) => identifier === rma.identifier);
        if (at < 0) rmas.push(rma);
        else rmas[at] = rma;
      }
      world.book = { ...world.book, rmas };
      world.log.push(...decision.log.map(({ text, assumed }) => ({ at: world.now, text, assumed })));
      for (const effect of decision.effects)
        if (effect.kind === 'message') world.messages.push(rmaMessage(effect.rma, assume));
        else if (effect.kind === 'later')
          world.later.push({ at: world.now + effect.ms, command: effect.command });
        else world.exchangeOrders.push(exchangeOrderMessage(effect.rma, world.book.order, assume));
      return decision;
    },
    must(command) {
      const decision = world.act(command);
      if (decision.refused) throw new Error(`${decision.refused.code}: ${decision.refused.message}`);
      return decision.rmas[0];
    },
    refused(command) {
      const { refused } = world.act(command);
      if (!refused) throw new Error(`${command.kind} was not refused`);
      return refused;
    },
    returns(lines, request = {}) {
      const rma = world.must({
        ...{ kind: 'return', order: world.book.order.identifier, lines, method: 'mail-back', giftee: null },
        ...request,
      });
      return rma!;
    },
    posts(changes) {
      world.book = { ...world.book, order: { ...world.book.order, ...changes } as StoredSnapshot };
      return world.act({ kind: 'snapshot' });
    },
    passes(ms) {
      const end = world.now + ms;
      for (;;) {
        const due = world.later.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        world.later.splice(world.later.indexOf(due), 1);
        world.now = Math.max(world.now, due.at);
        world.act(due.command);
      }
      world.now = end;
    },
    rma: (identifier = 'RMA-1') => world.book.rmas.find((rma) => rma.identifier === identifier)!,
    messagesOf: (identifier) => world.messages.filter((message) => message['rma_identifier'] === identifier),
  };
  return world;
}
