// The JSON documents of `/_sandbox/*` that the commands print and the pages read. Times are ISO 8601 on the sandbox's clock.
import type { ENDPOINTS } from '../contract/endpoints.ts';
import type { DeliveryKind, DeliveryState } from './deliveries/types.ts';
import type { Statistics } from './intake/records.ts';
import type { Refusal } from './life-cycle/types.ts';

/** One RMA: the message as it would be posted now, and what the sandbox knows besides. */
export interface RmaDocument {
  readonly schema: 'sandbox-rma/1';
  readonly rma_identifier: string;
  readonly status: string;
  readonly order_identifier: string;
  readonly return_method: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** As in the RMA message: one object per returned unit. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly exchange: {
    readonly state: 'none' | 'asked' | 'placed' | 'fulfilled' | 'failed';
    readonly order_identifier: string | null;
    /** Indexes of the items that are refunded to a gift card. */
    readonly gift_card_items: readonly number[];
  };
  /** What can happen next: `carrier scan`, `warehouse receive`, `cancel` ... */
  readonly next: readonly string[];
  readonly history: readonly {
    readonly at: string;
    readonly text: string;
    /** Identifiers of the assumptions that it rests on. */
    readonly assumed: readonly string[];
  }[];
}

/** RMAs, newest first. */
export interface RmaList {
  readonly schema: 'sandbox-rmas/1';
  readonly rmas: readonly Omit<RmaDocument, 'schema' | 'history'>[];
}

/** A line of an order as the shopper sees it. */
export interface ReturnableLine {
  readonly line: string;
  readonly sku: string;
  readonly title: string;
  readonly image_url: string | null;
  readonly variant_identifier: string;
  readonly unit_price_amount_cents: number;
  /** Of each unit that can be returned, in their order: price and tax less discount, cents. */
  readonly estimated_cents: readonly number[];
  readonly quantity: number;
  readonly quantity_shipped: number;
  /** Units that can be returned now. */
  readonly returnable: number;
  /** Why not all shipped units can be returned; null when all can. */
  readonly reason: Refusal | null;
}

/** Lines of an order, and how many units of each can be returned now. */
export interface ReturnableDocument {
  readonly schema: 'sandbox-returnable/1';
  readonly order_identifier: string;
  readonly currency: string;
  readonly lines: readonly ReturnableLine[];
}

/** The clock of the sandbox, and what is due on it. */
export interface ClockDocument {
  readonly schema: 'sandbox-clock/1';
  readonly kind: 'real' | 'manual';
  readonly now: string;
  /** Time of the next thing that is due; null when nothing is. */
  readonly next: string | null;
  readonly pending: number;
  /** How many things ran at this call; 0 when it only showed the clock. */
  readonly ran: number;
}

/** One message to the retailer, with its body and every attempt. */
export interface DeliveryDocument {
  readonly schema: 'sandbox-delivery/1';
  readonly id: string;
  readonly kind: DeliveryKind;
  readonly rma_identifier: string | null;
  /** Orders of the units, each once; of an exchange order the original order. */
  readonly order_identifiers: readonly string[];
  /** `CREATED · TRANSIT`: status and parcels of an RMA message; null for others. */
  readonly says: string | null;
  readonly state: DeliveryState;
  readonly method: string;
  readonly path: string;
  readonly created_at: string;
  readonly next_at: string | null;
  readonly reason: string | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly ms: number;
    readonly status: number | null;
    readonly fault: string | null;
    readonly answer: string;
    readonly note: string | null;
  }[];
  /** The message; null for a GET. */
  readonly body: unknown;
}

/** Messages to the retailer, newest first, and how many there are in each state. */
export interface DeliveryList {
  readonly schema: 'sandbox-deliveries/1';
  readonly counts: Readonly<Record<DeliveryState, number>>;
  readonly deliveries: readonly Omit<DeliveryDocument, 'schema' | 'body'>[];
}

/** What is assumed where the interface says nothing. */
export interface AssumptionsDocument {
  readonly schema: 'sandbox-assumptions/1';
  readonly assumptions: readonly {
    readonly id: string;
    readonly text: string;
    readonly value: string;
    readonly initial: string;
    /** Allowed values; for a number or a duration its form: `0 to 365 days`. */
    readonly choices: readonly string[];
    /** What the interface or the field says about it. */
    readonly source: string;
  }[];
}

/** The answer to what cannot be: status 409, or 404 for an unknown order or RMA. */
export interface RefusalDocument {
  readonly schema: 'sandbox-refusal/1';
  readonly code: string;
  readonly message: string;
  readonly assumed: readonly string[];
}

/** What the sandbox has received since its start. */
export interface SandboxStatus {
  readonly schema: 'sandbox-status/1';
  readonly started_at: string;
  readonly uptime_ms: number;
  readonly rate_limit: number | 'off';
  readonly limiter: string;
  readonly requests: Statistics;
  readonly orders: {
    readonly stored: number;
    readonly snapshots: number;
    /** Number of snapshots that arrived after one with a later `updated_at`. */
    readonly older_after_newer: number;
    /** Number of snapshots whose refunds had more units or more money than there was. */
    readonly over_refunded: number;
  };
  readonly asns: { readonly stored: number };
  readonly tokens: { readonly issued: number };
  /** Counts of each fault rule, in order. */
  readonly faults: readonly { readonly matched: number; readonly fired: number }[];
}

/** Lets a program verify that a sandbox answers, and that it is the expected one. */
export interface SandboxIdentity {
  readonly schema: 'sandbox-identity/1';
  readonly proof: string | null;
}

/** Variants that the retailer offers for a line. */
export interface VariantsDocument {
  readonly schema: 'sandbox-variants/1';
  readonly order_identifier: string;
  readonly line: string;
  readonly variants: readonly {
    readonly sku: string;
    readonly title: string;
    readonly unit_price_amount_cents: number;
    readonly quantity_in_stock: number;
    readonly attributes: readonly { readonly name: string; readonly value: string }[];
    readonly image_url: string | null;
  }[];
}

/** What happened, oldest first. */
export interface LogDocument {
  readonly schema: 'sandbox-log/1';
  readonly lines: readonly {
    readonly sequence: number;
    readonly at: string;
    readonly order_identifier: string;
    readonly rma_identifier: string | null;
    readonly text: string;
    /** Identifiers of the assumptions that it rests on. */
    readonly assumed: readonly string[];
  }[];
}

/** Where the messages of the service go. */
export interface CustomerDocument {
  readonly schema: 'sandbox-customer/1';
  /** Null: messages wait until there is an address. */
  readonly url: string | null;
  /** How the sandbox signs in there: `none`, `basic`, `header`, `oauth`, or `unreadable` when its file cannot be read. */
  readonly auth: string;
}

/** Orders that were added to be returned. */
export interface SeedDocument {
  readonly schema: 'sandbox-seed/1';
  /** Number of orders that were added. */
  readonly orders: number;
  readonly seed: number;
  /** Identifiers of some of them. */
  readonly examples: readonly string[];
  /** E-mail of the first one's shopper, which the portal asks for; null without orders. */
  readonly email: string | null;
}

/** For how long the retailer cannot be reached. */
export interface OutageDocument {
  readonly schema: 'sandbox-outage/1';
  /** Until then every attempt to reach the retailer fails, on the sandbox's clock. */
  readonly until: string;
}

export interface FaultAction {
  /** Delay before any other processing, ms. */
  readonly delay?: number;
  /** Answer with this status without processing the request. */
  readonly status?: number;
  /**
   * Body of that answer: a string as it is, any other value as JSON. Default: the body that the service uses for this
   * status.
   */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Close the connection without an answer, before or after the request is processed. */
  readonly drop?: 'before' | 'after';
  /** `asnCreate` only: the ASN is accepted with 202, and rejected for this reason when the service works on it. */
  readonly reject?: string;
}

/** Which requests fail, and how. Without `first`, `every` and `share`, all matching requests fail. */
export interface FaultRule {
  readonly on: keyof typeof ENDPOINTS | '*';
  readonly do: FaultAction;
  /** The first N matching requests fail; later ones succeed. */
  readonly first?: number;
  /** Every Nth matching request fails. */
  readonly every?: number;
  /** This share (0 to 1) of the matching requests fails, chosen at random from the seed. */
  readonly share?: number;
  /** The first N matching requests pass and are not counted. */
  readonly after?: number;
  /** Only requests whose body contains this text, for example an order id. */
  readonly match?: string;
}

/** The fault rules of the service, and how often each matched and fired, in order. */
export interface FaultsDocument {
  readonly schema: 'sandbox-fault-rules/1';
  readonly rules: readonly FaultRule[];
  readonly counts: readonly { readonly matched: number; readonly fired: number }[];
}

/** A request to `/_sandbox/` that cannot be read: status 400. */
export interface BadRequestDocument {
  readonly schema: 'sandbox-bad-request/1';
  readonly message: string;
  /** Where in the body or the query: `lines[0].units`. */
  readonly where: string;
  readonly found: string;
  readonly expected: string;
}
