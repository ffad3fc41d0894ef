// The first pass: reads and checks every snapshot, compares it with the ledger, and stores a few bytes of
// each for the plan.

import { currencyName } from '../basics/units.ts';
import type { Finding } from '../contract/finding.ts';
import { type LevelRow, levelCounts, refuses } from '../contract/levels.ts';
import type { Lax, Order, OrderItem } from '../contract/order.ts';
import { parseInstant } from '../contract/time.ts';
import { bodyKey, keysBeside } from '../contract/validate-order.ts';
import { bytes, counts, days, integers, shorts } from '../input/number-columns.ts';
import type { Inputs, Snapshot } from '../input/types.ts';
import type { RefusedField } from '../runs/summary.ts';
import type { ReadingEvent } from '../sending/events.ts';
import type { Ledger, LedgerView } from '../storage/ledger.ts';
import { NONE, Samples } from './amount-summary.ts';
import { ChangedExamples } from './changed-order.ts';
import {
  type CheckContext,
  canonicalTextOf,
  checkSnapshot,
  type SkipReason,
  type SnapshotVerdict,
} from './check-snapshot.ts';
import { CodeCounts, REFUSALS_LISTED, RefusalList } from './code-counts.ts';
import {
  beforeText,
  type CompareOptions,
  type Comparison,
  compareOrder,
  isRefundRefusal,
  type RefundRefusal,
  refusalDigest,
} from './compare.ts';
import type { PassCache } from './pass-cache.ts';

/** The outcomes of the first pass for a snapshot. The index is the number stored in the column. */
export const FIRST_PASS_OUTCOMES = [
  'unseen',
  'refused',
  'refused_known',
  'outside_window',
  'other_shard',
  'left_out',
  'unshipped',
  'new',
  'changed',
  'changed_unmoved',
  'unchanged',
  'older',
  'refunded',
  'refused_before',
  'resumed',
  'resumed_refused',
] as const satisfies readonly (
  | 'unseen'
  | 'refused'
  | 'refused_known'
  | SkipReason
  | Exclude<Comparison, RefundRefusal>
)[];
export type FirstPassOutcome = (typeof FIRST_PASS_OUTCOMES)[number];

/** Sees every snapshot with its verdict; begins again when the input is read again. */
export interface Watch {
  begin(): void;
  /** `before`: the service refused the same content before, and the order is not sent again. */
  see(snapshot: Snapshot, verdict: SnapshotVerdict, before?: Reason): void;
}

export type Reason = Pick<RefusedField, 'code' | 'field' | 'message'>;

export interface AnalysisParts {
  readonly inputs: Inputs;
  readonly ledger: Ledger | undefined;
  readonly checks: CheckContext;
  readonly compare: CompareOptions;
  readonly cache: PassCache;
  /** Number of reasons that are listed order by order. */
  readonly listed?: number | undefined;
  /** For samples and the report page. */
  readonly watch?: Watch | undefined;
  readonly emit: (event: ReadingEvent) => void;
  readonly signal: AbortSignal;
}

/** Rows that the mapping leaves out for one reason, and the orders that are left out completely. */
export interface SkipCount {
  readonly reason: string;
  readonly orders: number;
  readonly rows: number;
}

/** Whether the service does not have it yet. */
export const isNews = (outcome: FirstPassOutcome): boolean =>
  outcome === 'new' || outcome === 'changed' || outcome === 'changed_unmoved';

/** What the plan needs of every snapshot, in columns by snapshot ordinal: about ten bytes each. */
export class Analysis {
  private readonly outcomes = bytes();
  private readonly statuses = bytes();
  private readonly currencies = shorts();
  private readonly totals = integers();
  private readonly ordered = integers();
  private readonly created = days();
  private readonly runs = counts();
  private readonly runNames: string[] = [];
  /** Of an order that is no further ahead than a check allows, microseconds since the epoch; -Infinity without one. */
  newestUpdated = Number.NEGATIVE_INFINITY;
  readonly refused: RefusalList;
  readonly changed = new ChangedExamples();
  readonly currencyNames: string[] = [];
  readonly statusNames: string[] = [];
  readonly refusals = new CodeCounts();
  readonly warnings = new CodeCounts();
  /** Levels that differ from those of the rules. */
  levels: readonly LevelRow[] = [];
  /** The first, the largest and the last order. A user can recognise a wrong mapping by them. */
  readonly samples = new Samples();
  /** The same of the orders that are new or changed. */
  readonly sentSamples = new Samples();

  /** What the rules of the mapping omit, by reason. */
  readonly skips = new Map<string, SkipCount>();

  /** @param listed maximum number of reasons that are listed */
  constructor(listed = REFUSALS_LISTED) {
    this.refused = new RefusalList(listed);
  }

  addSkips({ skip, skippedRows }: Snapshot): void {
    for (const { reason, rows } of skippedRows ?? []) {
      const known = this.skips.get(reason) ?? { reason, orders: 0, rows: 0 };
      this.skips.set(reason, {
        reason,
        orders: known.orders + (skip === reason ? 1 : 0),
        rows: known.rows + rows,
      });
    }
  }

  /** Orders found in each joined file, by the index of the file. */
  readonly matched: number[] = [];
  /** Orders that were looked up in the joined files. */
  lookedFor = 0;

  addMatches(matches: readonly boolean[]): void {
    this.lookedFor++;
    for (const [i, one] of matches.entries()) this.matched[i] = (this.matched[i] ?? 0) + (one ? 1 : 0);
  }

  /** A time further in the future than `latest` is wrong, and says nothing about the age of the export. */
  seeUpdated(micros: number, latest: number): void {
    if (micros > this.newestUpdated && micros <= latest) this.newestUpdated = micros;
  }

  outcomeOf(ordinal: number): FirstPassOutcome {
    return FIRST_PASS_OUTCOMES[this.outcomes.get(ordinal)]!;
  }

  factsOf(ordinal: number): SnapshotFacts {
    return {
      currency: this.currencyNames[this.currencies.get(ordinal)] ?? '',
      status: this.statusNames[this.statuses.get(ordinal)] ?? '',
      totalCents: this.totals.get(ordinal),
      orderedCents: this.ordered.get(ordinal),
      createdMicros: this.created.get(ordinal),
    };
  }

  /** The run that accepted the newer version of an older snapshot. */
  newerBy(ordinal: number): string | undefined {
    return this.runNames[this.runs.get(ordinal)];
  }

  noteNewer(ordinal: number, run: string): void {
    this.runs.set(ordinal, numberOf(this.runNames, run));
  }

  /** `known`: the order is refused, and the same content was refused before. */
  note(
    ordinal: number,
    verdict: SnapshotVerdict,
    comparison: Exclude<Comparison, RefundRefusal> = 'new',
    known = false,
  ): void {
    const refused = known ? 'refused_known' : 'refused';
    const outcome: FirstPassOutcome =
      verdict.kind === 'skipped' ? verdict.reason : verdict.kind === 'refused' ? refused : comparison;
    this.outcomes.set(ordinal, FIRST_PASS_OUTCOMES.indexOf(outcome));
    if (verdict.kind !== 'ready') return;
    const { order } = verdict.order;
    this.currencies.set(ordinal, numberOf(this.currencyNames, currencyName(order.currency)));
    // These fields may be missing when a level lets that pass.
    const { status = NONE, total_amount_cents: total = 0, created_at: created = '' }: Lax<Order> = order;
    this.statuses.set(ordinal, numberOf(this.statusNames, status));
    this.totals.set(ordinal, total);
    this.ordered.set(ordinal, orderedCents(order));
    this.created.set(ordinal, dayOf(parseInstant(created)?.micros ?? Number.NaN));
    this.samples.add(order, total);
    if (isNews(outcome)) this.sentSamples.add(order, total);
  }
}

/** The money of an order that can be sent, for the plan. */
export interface SnapshotFacts {
  readonly currency: string;
  readonly totalCents: number;
  readonly orderedCents: number;
  readonly status: string;
  readonly createdMicros: number;
}

/** How far ahead a check allows `updated_at` to be. */
const AHEAD_MS = 5 * 60_000;

/** At the unit price, before tax and discount, whether or not it was shipped. */
const orderedCents = (order: Order): number =>
  order.items.reduce(
    (sum, { unit_price_amount_cents: price = 0, quantity = 0 }: Lax<OrderItem>) => sum + price * quantity,
    0,
  );

const DAY = 86_400_000_000;

/** The plan shows days, so the time of day is dropped. */
const dayOf = (micros: number): number => Math.floor(micros / DAY) * DAY;

function numberOf(names: string[], name: string): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) - 1 : known;
}

/**
 * Reads and checks the whole input. When rows of one order are not adjacent, the input is read a second time,
 * and rows are held in memory until their order is complete.
 */
export async function analyse(parts: AnalysisParts): Promise<Analysis> {
  const first = await pass(parts, 'first');
  if (!parts.inputs.snapshotIndex.scattered || parts.signal.aborted) return first;
  parts.emit({ type: 'reread' });
  return await pass(parts, 'counted');
}

async function pass(parts: AnalysisParts, mode: 'first' | 'counted'): Promise<Analysis> {
  const { inputs, checks, cache, emit, signal } = parts;
  const result = new Analysis(parts.listed);
  const levels = levelCounts(parts.checks.levels);
  const counting = { ...parts, checks: { ...parts.checks, touched: levels.touched } };
  cache.begin();
  checks.owners?.clear();
  parts.watch?.begin();
  let orders = 0;
  for await (const group of inputs.read(mode)) {
    const view = parts.ledger?.view(group.map(({ id }) => id));
    for (const snapshot of group) {
      take(counting, view, result, snapshot);
      orders++;
    }
    emit({
      type: 'reading',
      bytes: inputs.progress.read,
      totalBytes: inputs.progress.total,
      messages: orders,
    });
    if (signal.aborted) break;
  }
  result.levels = levels.rows();
  if (!signal.aborted) cache.end();
  for (const { file, document } of inputs.around)
    for (const path of keysBeside(document)) {
      // Documents of this program, such as the template, name their schema.
      if (path === 'schema') continue;
      const example: Finding = { code: bodyKey.code, severity: 'warning', path, args: {} };
      result.warnings.addCode(bodyKey.code, 1, file, { field: path, example });
    }
  for (const counts of [result.refusals, result.warnings])
    counts.keepOnly((ordinal) => inputs.snapshotIndex.isLatest(ordinal));
  return result;
}

function take(
  { inputs, checks, compare, cache, watch }: AnalysisParts,
  ledger: LedgerView | undefined,
  result: Analysis,
  snapshot: Snapshot,
): void {
  const fileName = (index: number) => inputs.files[index]?.path ?? '';
  const isLatest = (ordinal: number) => inputs.snapshotIndex.isLatest(ordinal);
  let verdict = checkSnapshot(snapshot, checks);
  let refused = () => canonicalTextOf(snapshot);
  let before: Reason | undefined;
  if (verdict.kind !== 'ready') cache.add(snapshot, verdict);
  else {
    const compared = compareOrder(ledger, verdict.order, compare);
    const { comparison, findings, order } = compared;
    if (comparison === 'unchanged') cache.addUnchanged(snapshot, verdict);
    // Stored without the result of the comparison: the second pass compares with the ledger again.
    else cache.add(snapshot, verdict, findings);
    if (isRefundRefusal(comparison)) {
      verdict = { kind: 'refused', findings };
      refused = () => order.text;
    } else {
      result.note(snapshot.ordinal, { kind: 'ready', order, findings: verdict.findings }, comparison);
      if (comparison === 'older' && compared.before) result.noteNewer(snapshot.ordinal, compared.before.run);
      result.changed.add(snapshot, compared, fileName(snapshot.rows[0]?.file ?? 0));
      if (comparison === 'resumed_refused' || (comparison === 'refused_before' && !compare.force)) {
        before = beforeText(ledger?.refused(snapshot.id));
        result.refused.addReason(snapshot, before, fileName, isLatest);
      }
    }
  }
  if (verdict.kind !== 'ready') {
    const held = verdict.kind === 'refused' ? ledger?.refused(snapshot.id) : undefined;
    const known = held?.status === 0 && held.digest === refusalDigest(checks.crypto, refused());
    result.note(snapshot.ordinal, verdict, 'new', known);
  }
  // An order of a mapping has no updated_at before it is mapped.
  const { updated_at: updatedAt }: Lax<Partial<Order>> = verdict.kind === 'ready' ? verdict.order.order : {};
  const updated = inputs.mapping
    ? (parseInstant(updatedAt ?? '')?.micros ?? Number.NaN)
    : inputs.snapshotIndex.updatedMicros(snapshot.ordinal);
  result.seeUpdated(updated, (checks.now + AHEAD_MS) * 1000);
  watch?.see(snapshot, verdict, before);
  if (verdict.kind !== 'skipped' || verdict.reason === 'left_out') result.addSkips(snapshot);
  if (verdict.kind !== 'skipped' && snapshot.matches) result.addMatches(snapshot.matches);
  if (verdict.kind === 'skipped' || verdict.findings.length === 0) return;
  const refusing = verdict.findings.filter((finding) => refuses(finding, checks));
  if (verdict.kind === 'refused') {
    result.refusals.addFindings(snapshot, refusing, fileName);
    result.refused.add(snapshot, refusing, fileName, isLatest);
  }
  const rest = verdict.findings.filter((finding) => !refuses(finding, checks));
  result.warnings.addFindings(snapshot, rest, fileName);
}
