// Refunds that would be lost: those that a snapshot holds which is left out, so that its order is named; and accepted ones that a
// snapshot lacks: which they are, why it is refused, and how they are carried forward with --keep-refunds.
import { isObject } from '../../basics/json.ts';
import { type Finding, found, identifierOf, type Loose, reportTo } from '../../contract/finding.ts';
import type { OrderRefund } from '../../contract/order.ts';
import {
  checkRefunds,
  REFUNDS_LOST,
  refundSuperseded,
  refundTwice,
} from '../../contract/order-rules/refunds.ts';
import { unitsRefunded } from '../../contract/refund-amount.ts';
import type { Snapshot } from '../../input/types.ts';
import type { KnownOrder, OrderFacts, ReadyOrder, RefundFacts } from '../../storage/order-record.ts';

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

/** The refunds of a snapshot that have more money, or more units of a line, than was accepted. */
export const grownRefunds = ({ refunds }: Accepted, accepted: Accepted): string[] =>
  refunds.flatMap(({ identifier, amountCents, lines }) => {
    const known = accepted.refunds.findLast((one) => one.identifier === identifier);
    const before = unitsRefunded(known ? [known] : []);
    const units = [...unitsRefunded([{ lines }])];
    const isMore = known && amountCents > known.amountCents;
    return known && (isMore || units.some(([line, n]) => n > (before.get(line) ?? 0))) ? identifier : [];
  });

/** `isMore`: the refunds were accepted, but with less. */
export const leftOutFinding = ([refund = '', ...more]: readonly string[], because: string, isMore = false) =>
  found(refundSuperseded, 'refunds', { refund: identifierOf(refund), more: more.length, because, isMore });

/** What is known of the versions of orders: see `CheckContext`. */
interface Versions {
  accepted(id: string): Accepted | undefined;
  isLatest(ordinal: number): boolean;
}

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

  see({ id, ordinal, raw }: Snapshot, checks: Versions): void {
    const isLatest = checks.isLatest(ordinal);
    for (const refund of refundsBeside(raw, isLatest ? undefined : checks.accepted(id))) {
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

export function missingRefunds(before: KnownOrder, order: ReadyOrder): RefundFacts[] {
  if (before.refunds.length === 0) return [];
  const there = new Set(order.facts.refunds.map(({ identifier }) => identifier));
  return before.refunds.filter(({ identifier }) => !there.has(identifier));
}

/**
 * A refund as it was sent, except for its notes: the ledger does not store these, because they may be
 * personal data.
 */
export const refundOf = ({ identifier, amountCents, lines, createdAt, rma }: RefundFacts): OrderRefund => ({
  identifier,
  total_refund_amount_cents: amountCents,
  refund_line_items: lines.map((line) => ({
    identifier: line.identifier,
    quantity: line.units,
    order_item_identifier: line.line,
  })),
  ...(createdAt === '' ? NO_TIME : { created_at: createdAt }),
  ...(rma === null ? {} : { rma_identifier: rma }),
});

/** A refund that was sent without its time, because a level let that pass. */
const NO_TIME = {} as { created_at: string };

export const withRefunds = (order: ReadyOrder, missing: readonly RefundFacts[]) =>
  order.with({ ...order.order, refunds: [...order.order.refunds, ...missing.map(refundOf)] });

/** What only the order with the kept refunds shows: units or money more than there are, and a return that is refunded twice. */
export function heldAgainstKept(
  given: ReadyOrder,
  kept: readonly RefundFacts[],
  before: KnownOrder,
  now: number,
): Finding[] {
  const findings: Finding[] = [];
  checkRefunds(withRefunds(given, kept).order as unknown as Loose, now, reportTo(findings));
  const { length } = given.order.refunds;
  const isOfKept = ({ path, severity }: Finding) =>
    severity !== 'note' && Number(/^refunds\[(\d+)\]/.exec(path)?.[1]) >= length;
  const known = new Set(before.refunds.map(({ identifier }) => identifier));
  const lines = [...before.lines, ...given.facts.lines];
  // Of equal lines of one article, either may be the one.
  const articleOf = (id: string) => {
    const { sku, unitPriceCents } = lines.find(({ identifier }) => identifier === id) ?? {};
    return JSON.stringify([sku ?? id, unitPriceCents]);
  };
  const articlesIn = ({ lines: its }: RefundFacts) =>
    its.map(({ line, units }) => `${units} of ${articleOf(line)}`);
  for (const other of given.facts.refunds) {
    const articles = articlesIn(other);
    const isSame = (one: RefundFacts) =>
      (one.rma === other.rma || one.rma === null || other.rma === null) &&
      articlesIn(one).some((article) => articles.includes(article));
    const twin = known.has(other.identifier) ? undefined : kept.find(isSame);
    const args = { refund: identifierOf(other.identifier), kept: identifierOf(twin?.identifier ?? '') };
    const rma = twin?.rma === other.rma && other.rma !== null ? { rma: other.rma } : {};
    if (twin) findings.push(found(refundTwice, `refunds[${length}]`, { ...args, ...rma }));
  }
  return findings.filter(isOfKept);
}

/** `other`: a refund that the snapshot has instead; `run` posted the missing one last, so that it can be forgotten. */
export function lost([first, ...more]: readonly RefundFacts[], other?: string, run?: string): Finding {
  const twin =
    other === undefined ? {} : { other: identifierOf(other), ...(run === undefined ? {} : { run }) };
  return found(REFUNDS_LOST, 'refunds', { refund: first!.identifier, more: more.length, ...twin });
}
