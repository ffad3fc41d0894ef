// The JSON documents of `/_sandbox/*` that the commands print and the pages read. Times are ISO 8601 on the sandbox's clock.
import type { DeliveryKind, DeliveryState } from './deliveries/types.ts';
import type { ReturnableLine } from './returns.ts';

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

export interface RmaList {
  readonly schema: 'sandbox-rmas/1';
  readonly rmas: readonly Omit<RmaDocument, 'schema' | 'history'>[];
}

export interface ReturnableDocument {
  readonly schema: 'sandbox-returnable/1';
  readonly order_identifier: string;
  readonly currency: string;
  readonly lines: readonly ReturnableLine[];
}

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

export interface DeliveryDocument {
  readonly schema: 'sandbox-delivery/1';
  readonly id: string;
  readonly kind: DeliveryKind;
  readonly rma_identifier: string | null;
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

export interface DeliveryList {
  readonly schema: 'sandbox-deliveries/1';
  readonly counts: Readonly<Record<DeliveryState, number>>;
  readonly deliveries: readonly Omit<DeliveryDocument, 'schema' | 'body'>[];
}

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
