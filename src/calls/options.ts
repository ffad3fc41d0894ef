// What a receiver can be told: paths, who may call, what is answered on purpose, what is passed on.
import type { CallKind } from '../storage/calls.ts';

/** Kinds of calls that an endpoint is there for. */
export type ServedKind = Exclude<CallKind, 'unknown'>;
export const SERVED_KINDS = ['rma', 'variants', 'exchange_order'] as const satisfies readonly ServedKind[];

export interface ReceiverPaths {
  /** Path of the RMA endpoint, such as `/rmas`. */
  readonly rmas: string;
  /** What follows `/sku/{variant_identifier}/`. */
  readonly variants: string;
  readonly exchangeOrders: string;
}

export const DEFAULT_PATHS: ReceiverPaths = {
  rmas: '/rmas',
  variants: 'variants',
  exchangeOrders: '/exchange_orders',
};

/** Where a receiver listens unless it is told otherwise. */
export const DEFAULT_PORT = 4400;

/** Where a tunnel, a load balancer or a script asks whether somebody is there. */
export const HEALTH_PATH = '/_health';

/** An answer on purpose: a status, or a connection that is cut. */
export type Forced = number | 'drop';

export interface ReceiverOptions {
  readonly paths: ReceiverPaths;
  readonly maxBody: number;
  /** Answer 422 with the findings instead of 200 when there is an error among them. */
  readonly refuseInvalid: boolean;
  readonly respond: Readonly<Partial<Record<ServedKind, Forced>>>;
  /** Wait so long before every answer, ms. */
  readonly delayMs: number;
  readonly variantsShape: 'array' | 'wrapped';
  /** Whether exchange orders may be answered by a mock. */
  readonly mocks: boolean;
}
