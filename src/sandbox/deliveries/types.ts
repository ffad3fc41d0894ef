// What the sandbox sends to the retailer, and what became of it.

/** The three endpoints that the customer provides (interface, Endpoints the customer provides). */
export type DeliveryKind = 'rma' | 'variants' | 'exchange_order';

export interface OutboundMessage {
  readonly kind: DeliveryKind;
  /** Messages of one key are sent one after the other, in order: the RMA identifier; empty for variants. */
  readonly key: string;
  /** The RMA, for lists; null for a variants request. */
  readonly rma: string | null;
  readonly method: 'POST' | 'GET';
  /** Path under the customer's address, with its leading slash. */
  readonly path: string;
  /** JSON text; null for GET. */
  readonly body: string | null;
}

export type DeliveryState = 'waiting' | 'sending' | 'delivered' | 'given_up';
export const DELIVERY_STATES: readonly DeliveryState[] = ['waiting', 'sending', 'delivered', 'given_up'];

export interface Attempt {
  /** ms since the epoch, on the sandbox's clock. */
  readonly at: number;
  /** Real time that it took, ms. */
  readonly ms: number;
  /** Status of the answer; null without one. */
  readonly status: number | null;
  /** Why there was no answer: `timeout`, `refused`, `dropped`, `dns`, `tls`; or `outage` when the sandbox played it. */
  readonly fault: string | null;
  /** The answer's body as text, at most 10,000 characters. */
  readonly answer: string;
  /** `duplicate`, `new credentials`, what was odd about the answer ... */
  readonly note: string | null;
}

export interface Delivery {
  /** From 1, in order of creation: `D-1`. */
  readonly id: string;
  readonly message: OutboundMessage;
  readonly state: DeliveryState;
  /** ms since the epoch, on the sandbox's clock. */
  readonly createdAt: number;
  /** Time of the next attempt; null when there is none. */
  readonly nextAt: number | null;
  readonly attempts: readonly Attempt[];
  /** Why it was given up; null otherwise. */
  readonly reason: string | null;
}

/** What the caller of an asking message gets back. */
export type DeliveryOutcome =
  | { readonly delivered: true; readonly status: number; readonly answer: string }
  | { readonly delivered: false; readonly reason: string };

/** How the sandbox signs in at the retailer (field notes: HTTP Basic, OAuth 2, or an API key in a header). */
export type CustomerAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'oauth';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string;
    };

export interface Customer {
  /** Address of the retailer's endpoints, without a trailing slash. */
  readonly url: string;
  /** `/rmas`, `/exchange_orders`, and what follows /sku/{variant_identifier}/: `variants`. The defaults are those of `returns listen`. */
  readonly paths: { readonly rmas: string; readonly exchangeOrders: string; readonly variants: string };
  /** Read again at a 401: the files may have new credentials. */
  readonly auth: () => CustomerAuth;
  /** The User-Agent of what is played; a sandbox that a person started has `returns-sandbox`. */
  readonly agent?: string;
}

/** How deliveries go wrong on purpose. */
export interface DeliveryOptions {
  /** Share (0 to 1) of messages that are sent twice. */
  readonly duplicates: number;
  /** Messages of one RMA may overtake each other. */
  readonly reorder: boolean;
  /** Wait before each first attempt, ms of the sandbox's clock. */
  readonly delayMs: number;
  /** Requests at the same time. */
  readonly concurrency: number;
  /** Real time that an attempt may take, ms. */
  readonly timeoutMs: number;
}

/** The same, as somebody gives them: durations in ms, or as texts such as `1s`. */
export interface DeliveryChanges {
  /** Share (0 to 1) of messages that are sent twice. */
  readonly duplicates?: number;
  /** Messages of one RMA may overtake each other. */
  readonly reorder?: boolean;
  /** Wait before each first attempt, on the sandbox's clock. */
  readonly delay?: number | string;
  /** Requests at the same time. */
  readonly concurrency?: number;
  /** Real time that an attempt may take. */
  readonly timeout?: number | string;
}

/**
 * @param answer the whole body of the 2xx that delivered an exchange order, as it came; null at every other change. Nothing
 * keeps it, because it may repeat our credentials.
 */
export type DeliveryListener = (delivery: Delivery, answer: string | null) => void;

export interface DeliveryFilter {
  readonly rma?: string;
  readonly state?: DeliveryState;
  readonly limit: number;
}
