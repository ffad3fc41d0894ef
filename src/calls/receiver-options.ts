// The options of a receiver: paths, authentication, forced answers and forwarding.
import type { CallKind } from '../storage/calls.ts';

/** Kinds of calls that have an endpoint. */
export type ServedKind = Exclude<CallKind, 'unknown'>;
export const SERVED_KINDS = ['rma', 'variants', 'exchange_order'] as const satisfies readonly ServedKind[];

export interface ReceiverPaths {
  /** Path of the RMA endpoint, such as `/rmas`. */
  readonly rmas: string;
  /** Path segment after `/sku/{variant_identifier}/`. */
  readonly variants: string;
  readonly exchangeOrders: string;
}

export const DEFAULT_PATHS: ReceiverPaths = {
  rmas: '/rmas',
  variants: 'variants',
  exchangeOrders: '/exchange_orders',
};

/** The default paths. */

/** The path where a tunnel, a load balancer or a script checks whether the receiver runs. */
export const HEALTH_PATH = '/_health';

/** A forced answer: a status, or a closed connection. */
export type ForcedAnswer = number | 'drop';

export interface ReceiverOptions {
  readonly paths: ReceiverPaths;
  readonly maxBody: number;
  /** Answer 422 with the findings instead of 200 when one of them is an error. */
  readonly refuseInvalid: boolean;
  readonly respond: Readonly<Partial<Record<ServedKind, ForcedAnswer>>>;
  /** Delay before every answer, ms. */
  readonly delayMs: number;
  readonly variantsShape: 'array' | 'wrapped';
  /** Whether exchange orders may be answered by a mock. */
  readonly mocks: boolean;
}
