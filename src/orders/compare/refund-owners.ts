// The order that each refund identifier belongs to: in the input, by hashes; among accepted orders, by the ledger. Refunds in
// snapshots that are left out: one that the service lacks would be lost without a word, so its order is named. And accepted refunds
// that a snapshot lacks: which they are, and how they are carried forward with --keep-refunds.
import { isObject } from '../../basics/json.ts';
import { hashText } from '../../basics/text.ts';
import { type Finding, found, identifierOf, type Loose, reportTo } from '../../contract/finding.ts';
import type { OrderRefund } from '../../contract/order.ts';
import { refundLineDuplicate } from '../../contract/order-rules/refund-lines.ts';
import {
  checkRefunds,
  REFUNDS_LOST,
  refundDuplicate,
  refundSuperseded,
  refundTwice,
} from '../../contract/order-rules/refunds.ts';
import { unitsRefunded } from '../../contract/refund-amount.ts';
import { counts, OrdinalTable, shorts } from '../../input/compact-numbers.ts';
import type { SnapshotIndex } from '../../input/snapshot-index.ts';
import type { Snapshot } from '../../input/types.ts';
import type { LedgerView } from '../../storage/ledger.ts';
import type { KnownOrder, OrderFacts, ReadyOrder, RefundFacts } from '../../storage/order-record.ts';

type Kind = 'refund' | 'line';
const RULE = { refund: refundDuplicate, line: refundLineDuplicate } as const;

/** Every identifier in the refunds of an order, with its field path. */
function* identifiersOf(
  refunds: readonly RefundFacts[],
): Generator<[kind: Kind, identifier: string, path: string]> {
  for (const [r, refund] of refunds.entries()) {
    yield ['refund', refund.identifier, `refunds[${r}].identifier`];
    for (const [l, line] of refund.lines.entries())
      yield ['line', line.identifier, `refunds[${r}].refund_line_items[${l}].identifier`];
  }
}

/**
 * The first order of an input that has an identifier owns it. Takes about 25 bytes per identifier; orders
 * without refunds take none.
 */
export class RefundOwners {
  private readonly id1 = counts();
  private readonly id2 = counts();
  private readonly ordinals = counts();
  private readonly lines = counts();
  private readonly files = shorts();
  private readonly table = new OrdinalTable((entry) => this.id1.get(entry));
  private entries = 0;

  constructor(
    private readonly snapshotIndex: SnapshotIndex,
    private readonly nameOf: (file: number) => string,
    private readonly acceptedIn: LedgerView['ownerOfRefund'] = () => undefined,
  ) {}

  /** The input is read from its start. */
  clear(): void {
    this.entries = 0;
    for (const part of [this.id1, this.id2, this.ordinals, this.lines, this.files, this.table]) part.clear();
  }

  /**
   * Registers the identifiers of an order that is to be sent. Returns a finding for each that another order
   * has. One of another accepted order is not registered: its owner may follow in the input.
   */
  claim(
    { id, ordinal, rows: [place] }: Pick<Snapshot, 'id' | 'ordinal' | 'rows'>,
    refunds: readonly RefundFacts[],
  ): readonly Finding[] {
    const shared: Finding[] = [];
    for (const [kind, identifier, path] of identifiersOf(refunds)) {
      const { h1, h2 } = hashText(`${kind}\u0000${identifier}`, HASH);
      const isIt = (entry: number) => this.id1.get(entry) === h1 && this.id2.get(entry) === h2;
      const index = this.table.find(h1, isIt);
      const owner = this.table.get(index);
      if (owner < 0) {
        if (this.acceptedIn(kind, identifier, id) !== undefined) continue;
        const entry = this.entries++;
        this.id1.set(entry, h1);
        this.id2.set(entry, h2);
        this.ordinals.set(entry, ordinal);
        this.lines.set(entry, place?.line ?? 0);
        this.files.set(entry, place?.file ?? 0);
        this.table.insert(index, entry);
      } else if (!this.snapshotIndex.isSameOrder(this.ordinals.get(owner), ordinal)) {
        const [line, file] = [this.lines.get(owner), this.nameOf(this.files.get(owner))];
        shared.push(found(RULE[kind], path, { identifier: identifierOf(identifier), line, file }));
      }
    }
    return shared;
  }
}

const HASH = { h1: 0, h2: 0 };

/** Findings for identifiers of refunds that the service has accepted in another order. */
export function acceptedElsewhere(ledger: LedgerView, order: OrderFacts): readonly Finding[] {
  const taken: Finding[] = [];
  for (const [kind, identifier, path] of identifiersOf(order.refunds)) {
    const owner = ledger.ownerOfRefund(kind, identifier, order.id);
    if (owner === undefined) continue;
    const args = { identifier: identifierOf(identifier), accepted: identifierOf(owner) };
    taken.push(found(RULE[kind], path, args));
  }
  return taken;
}

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
export const leftOutFinding = (
  [refund = '', ...more]: readonly string[],
  because: string,
  isMore = false,
): Finding =>
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

export const withRefunds = (order: ReadyOrder, missing: readonly RefundFacts[]): ReadyOrder =>
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
