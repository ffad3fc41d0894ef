// What the acts and the routes of `/_sandbox/*` need of the service: the stores and engines behind them.
import type { AsnStore, Reception } from '../asns.ts';
import type { Customer, Deliveries } from '../deliveries/types.ts';
import type { SandboxStatus } from '../documents.ts';
import type { FaultRule } from '../fault-rules.ts';
import type { Assumed } from '../life-cycle/types.ts';
import type { OrderStore } from '../orders.ts';
import type { Records } from '../records.ts';
import type { Returns } from '../returns.ts';
import type { Timeline } from '../timeline.ts';
import type { Tokens } from '../tokens.ts';

export interface InspectedService {
  readonly returns: Returns;
  readonly deliveries: Deliveries;
  readonly timeline: Timeline;
  /** Paths under the customer's address, for one that is given later. */
  readonly customerPaths: Customer['paths'];
  /** From now on, also after a reset. @throws Failure exit 2 for an unknown assumption or value */
  assume(changes: Assumed): void;
  /** Adds orders that can be returned. @returns their identifiers */
  seed(orders: number, seed: number): readonly string[];
  readonly state: { readonly orders: OrderStore; readonly asns: AsnStore; readonly records: Records };
  readonly tokens: Tokens;
  readonly faultRules: readonly FaultRule[];
  setFaults(rules: readonly FaultRule[]): void;
  status(): SandboxStatus;
  receiveAsn(number: string, program?: string): Reception;
  reset(): void;
  /**
   * Computed from the challenge and a secret that only this user's programs have; null when the sandbox was started without
   * one.
   */
  prove(challenge: string): string | null;
}
