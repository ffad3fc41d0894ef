// Refunds in snapshots that are left out. One that the service lacks would be lost without a word, so its order is named.
import { isObject } from '../basics/json.ts';
import type { Finding } from '../contract/finding.ts';
import { refundSuperseded } from '../contract/order-rules/refunds.ts';
import { found, identifierOf } from '../contract/report.ts';
import type { Snapshot } from '../input/types.ts';
import type { OrderFacts } from '../storage/order-record.ts';

type Accepted = Pick<OrderFacts, 'refunds'>;

/** The refunds of an order of the input that the accepted version lacks. */
export function refundsBeside(raw: unknown, accepted: Accepted | undefined): string[] {
  const refunds: unknown = isObject(raw) ? raw['refunds'] : undefined;
  if (!Array.isArray(refunds) || refunds.length === 0) return [];
  const known = new Set(accepted?.refunds.map(({ identifier }) => identifier));
  return refunds
    .filter(isObject)
    .map(({ identifier }) => identifier)
    .filter((one): one is string => typeof one === 'string' && !known.has(one));
}

export const leftOutFinding = ([refund = '', ...more]: readonly string[], because: string): Finding =>
  found(refundSuperseded, 'refunds', { refund: identifierOf(refund), more: more.length, because });

/** Finds the snapshots that hold a refund which neither the latest snapshot of their order nor the service has. */
export class RefundsBehind {
  /** The snapshots that were found, by their ordinals, with their refunds; known when the input was read. */
  readonly found = new Map<number, string[]>();
  /** By order and refund: the snapshot that holds it, and what latest snapshots hold. */
  private readonly open = new Map<string, readonly [ordinal: number, refund: string]>();
  private readonly held = new Set<string>();

  /** The input is read from its start. */
  begin(): void {
    this.open.clear();
    this.held.clear();
  }

  see(
    { id, ordinal, raw }: Snapshot,
    isLatest: boolean,
    accepted: ((id: string) => Accepted | undefined) | undefined,
  ): void {
    for (const refund of refundsBeside(raw, isLatest ? undefined : accepted?.(id))) {
      const key = JSON.stringify([id, refund]);
      if (isLatest) this.held.add(key);
      else this.open.set(key, [ordinal, refund]);
    }
  }

  /** After the last snapshot. True when there are some: the input is then read again with them. */
  settle(): boolean {
    for (const [key, [ordinal, refund]] of this.open)
      if (!this.held.has(key)) this.found.set(ordinal, [...(this.found.get(ordinal) ?? []), refund]);
    return this.found.size > 0;
  }
}
