// What the acts need of the service: the stores and engines behind them, and nothing of HTTP.
import type { Customer, Deliveries } from '../deliveries/types.ts';
import type { Assumed } from '../life-cycle/types.ts';
import type { Returns } from '../returns.ts';
import type { Timeline } from '../timeline.ts';

export interface ActingService {
  readonly returns: Returns;
  readonly deliveries: Deliveries;
  readonly timeline: Timeline;
  /** Paths under the customer's address, for one that is given later. */
  readonly customerPaths: Customer['paths'];
  /** The last snapshot of an order; undefined when there is none, or bodies are not kept. */
  orderOf(identifier: string): unknown;
  hasOrder(identifier: string): boolean;
  /** From now on, also after a reset. @throws Failure exit 2 for an unknown assumption or value */
  assume(changes: Assumed): void;
  /** Identifiers of orders, at most `most`: to find the one that was meant. */
  someOrders(most: number): string[];
  /** Adds orders that can be returned. @returns their identifiers */
  seed(orders: number, seed: number): readonly string[];
}
