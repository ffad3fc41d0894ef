// The life cycle of returns as data: the RMAs of one order, what people do to them, and what follows. Nothing here does
// anything: decide.ts is a pure function over these types.
import type { Order } from '../../contract/message-types.ts';
import type { AssumptionId } from './assumption-table.ts';

/** `home-pickup` is from the field notes; the others are the return methods of the interface. */
export const METHODS = ['mail-back', 'express-returns', 'customer-keep', 'home-pickup'] as const;
export type ReturnMethod = (typeof METHODS)[number];

type RmaStatus = 'PENDING_EXCHANGE' | 'CREATED' | 'PARTIAL_REFUND' | 'REFUNDED' | 'CANCELED';

export type PackageStatus =
  | 'PRE_TRANSIT'
  | 'ACCEPTED'
  | 'TRANSIT'
  | 'DELIVERED'
  | 'RETURNED'
  | 'FAILURE'
  | 'NOT_DROPPED_OFF';

type ReceivingStatus = 'PENDING' | 'RECEIVED' | 'NOT_RECEIVED';
export type RefundType = 'REFUND' | 'EVEN_EXCHANGE' | 'UNEVEN_EXCHANGE' | 'UNEVEN_GC';

/** One returned unit: one item object of the RMA message. */
export interface ReturnUnit {
  /** Identifier of the order line. */
  readonly line: string;
  readonly sku: string;
  readonly title: string;
  readonly reason: string;
  readonly refundType: RefundType;
  /** SKU that the shopper takes instead; null for a refund or a gift card. */
  readonly exchangeSku: string | null;
  readonly tracking: string | null;
  readonly packageStatus: PackageStatus | null;
  /** Null unless the sandbox plays the service's returns management solution. */
  readonly receiving: ReceivingStatus | null;
  /** Price + tax - discount of this unit, cents: its share of the line's amounts, exact over all shipped units. */
  readonly estimatedCents: number;
  /** A refund holds the unit, its exchange order is fulfilled, or its gift card exists. */
  readonly settled: boolean;
  /** Which of the line's shipped units its share is, from 0: no two units in returns have the same one. */
  readonly nth?: number;
  /** Identifier of the refund that settled it. */
  readonly refund?: string;
}

/** Where the exchange order (or gift-card order) of an RMA stands. */
type ExchangeState = 'none' | 'asked' | 'placed' | 'fulfilled' | 'failed';

export interface Rma {
  readonly identifier: string;
  /** Identifier of the order whose units come back. */
  readonly order: string;
  readonly status: RmaStatus;
  readonly method: ReturnMethod;
  /** ms since the epoch, on the sandbox's clock. */
  readonly createdAt: number;
  /** ms; grows with each message of the RMA, also when the clock stands still. */
  readonly updatedAt: number;
  readonly units: readonly ReturnUnit[];
  readonly returnShippingCents: number;
  /** E-mail of the receiver of a gift; null when the order was no gift. Sets gift_refund_only. */
  readonly giftee: string | null;
  readonly exchange: ExchangeState;
  /** The retailer's identifier of the exchange order; null before it is placed. */
  readonly exchangeOrder: string | null;
  /** The variants that the shopper chose, by exchangeSku: what the exchange order message needs of them. */
  readonly chosen: readonly ChosenVariant[];
  /** When its order is itself an exchange order: the order that the exchange was created against. */
  readonly original?: string;
  /** Refunds that the order had when the RMA was created: they belong to units that came back before. */
  readonly earlierRefunds?: readonly string[];
}

/** A variant of the retailer's answer, as far as an exchange order needs it. */
export interface ChosenVariant {
  readonly sku: string;
  readonly title: string;
  readonly unitPriceCents: number;
}

/** What is wished for units of one line. */
export interface WantedLine {
  readonly line: string;
  readonly units: number;
  readonly reason: string;
  readonly settle: 'refund' | 'gift_card' | { readonly exchange: ChosenVariant };
}

export type CarrierStep = 'label' | 'scan' | 'accept' | 'deliver' | 'return' | 'lose' | 'not-dropped-off';
export type WarehouseStep = 'receive' | 'not-received' | 'close';

/** One thing that a person, a carrier, the warehouse or the retailer does. */
export type Command =
  | {
      readonly kind: 'return';
      readonly order: string;
      readonly lines: readonly WantedLine[];
      readonly method: ReturnMethod;
      readonly giftee: string | null;
    }
  /** `units`: how many units of each line the step is about; absent: all units that can take it. */
  | { readonly kind: 'carrier'; readonly rma: string; readonly step: CarrierStep; readonly units?: LineUnits }
  | {
      readonly kind: 'warehouse';
      readonly rma: string;
      readonly step: WarehouseStep;
      readonly units?: LineUnits;
    }
  | { readonly kind: 'cancel'; readonly rma: string }
  /** The retailer posted a snapshot of the order: its refunds settle units. `order` is in the book already. */
  | { readonly kind: 'snapshot' }
  /** The retailer answered the exchange order. */
  | { readonly kind: 'exchange-placed'; readonly rma: string; readonly exchangeOrder: string }
  /** The exchange order was given up: refused by the retailer, or never answered. `reason`: for the log. */
  | { readonly kind: 'exchange-failed'; readonly rma: string; readonly reason?: string }
  /** The retailer posted a snapshot of the exchange order with status Shipped. */
  | { readonly kind: 'exchange-fulfilled'; readonly rma: string };

export type LineUnits = Readonly<Record<string, number>>;

/** Everything that a decision needs to know: the last snapshot of one order, and its RMAs, oldest first. */
export interface Book {
  /** The last snapshot as it was accepted. */
  readonly order: StoredSnapshot;
  readonly rmas: readonly Rma[];
  /** When the order is itself an exchange order: the order that it was created against. */
  readonly original?: string;
}

/**
 * A snapshot that passed the checks of the order endpoint. With a lowered level, required fields may be absent: see
 * order-lines.ts.
 */
export type StoredSnapshot = Order;

/** What the decision is given besides the book: nothing else influences it. */
export interface Circumstances {
  /** ms since the epoch, on the sandbox's clock. */
  readonly now: number;
  /** Identifier for an RMA that this command creates. Tracking numbers are derived from the RMA. */
  readonly newRma: string;
  readonly assume: Assumed;
}

/** The values in force, by assumption: see assumptions.ts. */
export type Assumed = Readonly<Record<AssumptionId, string>>;

/** Values to assume, as somebody gave them: not checked. */
export type Assumptions = Readonly<Record<string, string>>;

/** What follows from a command. The caller carries it out in this order. */
export type Effect =
  /** Post the RMA message for this state. */
  | { readonly kind: 'message'; readonly rma: Rma }
  /** Post the exchange order (or gift-card order) of the RMA; its answer comes back as a command. */
  | { readonly kind: 'exchange-order'; readonly rma: Rma }
  /** Run this command after so many ms of the sandbox's clock. */
  | { readonly kind: 'later'; readonly ms: number; readonly command: Command };

export interface LogLine {
  /** What happened, one sentence, no personal data. */
  readonly text: string;
  readonly rma: string | null;
  /** Identifiers of the assumptions that the decision rests on; empty when the interface says it. */
  readonly assumed: readonly string[];
}

export type Decision =
  | {
      readonly refused?: undefined;
      /** RMAs that are new or changed. */
      readonly rmas: readonly Rma[];
      readonly effects: readonly Effect[];
      readonly log: readonly LogLine[];
    }
  | { readonly refused: Refusal };

/** Why a command cannot be. Nothing changes. */
export interface Refusal {
  /** `return.window`, `carrier.order`, `rma.closed` ... */
  readonly code: string;
  /** What was found and what is possible instead. */
  readonly message: string;
  readonly assumed: readonly string[];
}
