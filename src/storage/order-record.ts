// An order that can be sent, and the ledger's record of it: facts without personal data, and digests.

import { canonicalJson } from '../basics/json.ts';
import { hashText } from '../basics/text.ts';
import { currencyName } from '../basics/units.ts';
import type { Lax, Order, OrderItem, OrderRefund } from '../contract/order.ts';
import { shippingInTotal } from '../contract/order-rules/total.ts';
import type { LinePaid, RefundPaid } from '../contract/refund-amount.ts';
import { microsOf } from '../contract/time.ts';
import type { Crypto } from '../platform/platform.ts';

/** One order line: identifiers, units and cents. */
export interface LineFacts extends LinePaid {
  readonly sku: string;
  readonly productCents: number;
  /** 32 bits of a hash of order and title, by which lines of one sku are told apart; none where it was not kept. */
  readonly title?: number | null;
}

export interface RefundFacts extends RefundPaid {
  readonly identifier: string;
  readonly lines: readonly { readonly identifier: string; readonly line: string; readonly units: number }[];
  /** As sent. Needed to copy the refund into later snapshots. */
  readonly createdAt: string;
  /** The run of `orders refund` that posted it, where that is known. */
  readonly run?: string | undefined;
}

/** An earlier accepted version. */
export interface PastVersion {
  readonly updatedAt: string;
  readonly status: string;
  readonly digest: string;
  readonly at: number;
  readonly run: string;
}

/** What the ledger records of the content of an order. */
export interface OrderFacts {
  readonly id: string;
  /** Empty where it was not kept: accepted by an older version of this program, or a level let it be missing. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: string;
  readonly currency: string;
  readonly totalCents: number;
  /** What the total counts of the shipping, with its tax; undefined where it was not kept. */
  readonly shippingCents?: number | undefined;
  readonly lines: readonly LineFacts[];
  readonly refunds: readonly RefundFacts[];
}

/** The part of an accepted order's record that a newer snapshot is compared with. */
export interface KnownOrder extends OrderFacts {
  /** 128 bits of SHA-256 over the canonical JSON of the accepted message, hexadecimal. */
  readonly digest: string;
  /**
   * The same without `updated_at`: distinguishes a real change from a changed time stamp only. Empty where ledgers were merged
   * and the accepted message lacks a refund that another machine had accepted: `refunds` has it.
   */
  readonly content: string;
  /** When the service accepted it, ms since the epoch. */
  readonly at: number;
  readonly run: string;
  /** The version after this one was forgotten, and the service may still hold it: whatever is next is sent. */
  readonly isRestored?: boolean | undefined;
  /** Earlier accepted versions, newest first, at most HISTORY. */
  readonly past: readonly PastVersion[];
  /** The whole record before this one as JSON, with the one before that, so that two runs can be undone. */
  readonly previous: string | null;
}

export interface OrderRecord extends KnownOrder {
  /** The source file, as named on the command line, and the line. */
  readonly source: { readonly file: string; readonly line: number };
}

/** How many earlier versions are stored. */
export const HISTORY = 20;

/** Fields that a lowered rule allowed to be missing become 0 or empty. Identifiers are never missing. */
export const linesOf = (order: Order): LineFacts[] =>
  order.items.map((item: Lax<OrderItem> & Pick<OrderItem, 'identifier'>) => ({
    identifier: item.identifier,
    sku: item.sku ?? '',
    ordered: item.quantity ?? 0,
    shipped: item.quantity_shipped ?? 0,
    canceled: item.quantity_canceled ?? 0,
    unitPriceCents: item.unit_price_amount_cents ?? 0,
    productCents: item.product_amount_cents ?? 0,
    taxCents: item.tax_amount_cents ?? 0,
    discountCents: item.discount_amount_cents ?? 0,
    title: item.title ? hashText(`${order.identifier}\0${item.title}`, HASH).h1 : null,
  }));

const HASH = { h1: 0, h2: 0 };

/** What the ledger records of an order. */
export function orderFactsOf(order: Order): OrderFacts {
  const { status = '', total_amount_cents: totalCents = 0, created_at: createdAt = '' }: Lax<Order> = order;
  return {
    id: order.identifier,
    createdAt,
    updatedAt: order.updated_at,
    status,
    currency: currencyName(order.currency),
    totalCents,
    shippingCents: shippingInTotal(order),
    lines: linesOf(order),
    refunds: order.refunds.map((refund) => ({
      identifier: refund.identifier,
      amountCents: refund.total_refund_amount_cents,
      lines: refund.refund_line_items.map((line) => ({
        identifier: line.identifier,
        line: line.order_item_identifier,
        units: line.quantity,
      })),
      rma: refund.rma_identifier ?? null,
      createdAt: (refund as Lax<OrderRefund>).created_at ?? '',
    })),
  };
}

/**
 * An order that passed the checks, with what is computed from it: the bytes that are sent, their digests, the facts that the
 * ledger records. Each is computed once, when it is asked for.
 */
export class ReadyOrder {
  private given: Order | undefined;
  private ownBytes: Buffer | undefined;
  private ownDigest: string | undefined;
  private ownFacts: OrderFacts | undefined;

  /** `known`: its canonical JSON and SHA-256, when they are known already. */
  constructor(
    private readonly crypto: Crypto,
    order: Order,
    known?: { readonly bytes: Buffer; readonly sha256: string },
    /** Whether identifiers of its lines were made from their articles. */
    readonly namesLines = false,
    /** The second reading of a local `updated_at` that was there twice. */
    readonly later: string | undefined = undefined,
  ) {
    this.given = order;
    this.ownBytes = known?.bytes;
    this.ownDigest = known && digestIn(known.sha256);
  }

  /** Another version of the order. */
  with(order: Order) {
    return new ReadyOrder(this.crypto, order, undefined, this.namesLines, this.later);
  }

  /** Lets go of the order and of the input's rows, which its texts are parts of: thousands may wait to be sent. */
  pack(): void {
    this.ownFacts = this.facts;
    this.ownBytes = this.bytes;
    this.given = undefined;
  }

  get order() {
    return this.given ?? (JSON.parse(this.text) as Order);
  }

  get id(): string {
    return this.given?.identifier ?? this.facts.id;
  }

  get hasRefunds(): boolean {
    return (this.given ?? this.facts).refunds.length > 0;
  }

  /** Canonical JSON in UTF-8: as it is sent. */
  get bytes() {
    this.ownBytes ??= Buffer.from(canonicalJson(this.given));
    return this.ownBytes;
  }

  /** Canonical JSON. */
  get text(): string {
    return this.bytes.toString();
  }

  /** JSON with the keys in the order of the message: as a check writes it. */
  get written(): string {
    return JSON.stringify(this.order);
  }

  /** 128 bits of SHA-256 over the bytes, hexadecimal. */
  get digest(): string {
    this.ownDigest ??= digestIn(this.crypto.sha256(this.bytes));
    return this.ownDigest;
  }

  /** The digest without `updated_at`. */
  get content(): string {
    return digestIn(this.crypto.sha256(this.withoutUpdatedAt()));
  }

  get facts() {
    this.ownFacts ??= orderFactsOf(this.order);
    return this.ownFacts;
  }

  record(about: Pick<OrderRecord, 'at' | 'run' | 'source'>): OrderRecord {
    // Named one by one: spreading the facts takes longer than everything else here.
    const { id, createdAt, updatedAt, status, currency, totalCents, shippingCents, lines, refunds } =
      this.facts;
    const { digest, content } = this;
    const { at, run, source } = about;
    return {
      id,
      createdAt,
      updatedAt,
      status,
      currency,
      totalCents,
      shippingCents,
      lines,
      refunds,
      digest,
      content,
      at,
      run,
      source,
      past: [],
      previous: null,
    };
  }

  /**
   * `updated_at` is the last key of the interface in sorted order, so the text usually ends with it: cutting it off costs a
   * tenth of writing the order again.
   */
  private withoutUpdatedAt(): string | Uint8Array {
    const { bytes } = this;
    const end = `,"updated_at":${JSON.stringify(this.given?.updated_at ?? this.facts.updatedAt)}}`;
    const at = bytes.length - end.length;
    if (at > 0 && bytes.toString('utf8', at) === end) {
      const without = new Uint8Array(bytes.subarray(0, at + 1));
      without[at] = CLOSING_BRACE;
      return without;
    }
    const { updated_at: _, ...rest } = this.order;
    return canonicalJson(rest);
  }
}

const CLOSING_BRACE = 0x7d;

const digestIn = (sha256: string): string => sha256.slice(0, 32);

/** Whether the service accepted refunds of the order that its newest version does not hold: see `content`. */
export const lacksRefunds = ({ content }: Pick<KnownOrder, 'content'>): boolean => content === '';

export const isOlder = (updatedAt: string, other: string): boolean => microsOf(updatedAt) < microsOf(other);

/** As `previous` of the next record: without its history but for the record before it (`older`). */
export const packed = (record: OrderRecord, older = record.previous): string =>
  JSON.stringify({
    ...record,
    past: [],
    previous: older && packed(JSON.parse(older) as OrderRecord, null),
  });

/** The record that replaces `before`, with its history: versions in the order in which they were accepted. */
export function succeed(before: OrderRecord | undefined, next: OrderRecord): OrderRecord {
  if (!before) return next;
  const { updatedAt, status, digest, at, run } = before;
  const past = [{ updatedAt, status, digest, at, run }, ...before.past].slice(0, HISTORY);
  return { ...next, past, previous: packed(before) };
}

/** The record before its newest version; undefined when that is not known. */
export function beforeOf(record: Pick<KnownOrder, 'previous' | 'past'>): OrderRecord | undefined {
  if (record.previous === null) return undefined;
  const before = JSON.parse(record.previous) as OrderRecord;
  return { ...before, createdAt: before.createdAt ?? '', past: record.past.slice(1) };
}
