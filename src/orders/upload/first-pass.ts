// The first pass: reads and checks every snapshot, compares it with the ledger, and stores a few bytes of
// each for the plan.

import type { KnownTarget } from '../../account/known-target.ts';
import type { Finding } from '../../contract/finding.ts';
import { changedLevels, type LevelChange, refuses } from '../../contract/levels.ts';
import type { Order } from '../../contract/order.ts';
import { refundSuperseded } from '../../contract/order-rules/refunds.ts';
import { microsOf } from '../../contract/time.ts';
import { bodyKey, keysBeside } from '../../contract/validate-order.ts';
import type { Inputs, Snapshot } from '../../input/types.ts';
import { CodeCounts, type PlaceOf } from '../../runs/run-outcome.ts';
import type { Session } from '../../runs/session.ts';
import type { ReadingEvent } from '../../sending/types.ts';
import { Ledger, type LedgerView, ledgerPath } from '../../storage/ledger.ts';
import { ChangedExamples } from '../compare/changed-order.ts';
import {
  beforeText,
  type CompareOptions,
  type Comparison,
  compareOrder,
  isLedgerRefusal,
  type LedgerRefusal,
  type Reason,
  reasonOf,
  refusalDigest,
} from '../compare/compare.ts';
import {
  type CheckContext,
  canonicalTextOf,
  checkSnapshot,
  lostWith,
  placeIn,
  type SkipReason,
  type SnapshotVerdict,
} from '../read/check-snapshot.ts';
import { checkContext, type OrderInput, openOrderInput } from '../read/order-input.ts';
import { FigureCounts } from './order-figures.ts';

/** The outcome of the first pass for a snapshot. `refused_known`: the same content was refused before. */
type FirstPassOutcome = 'refused' | 'refused_known' | SkipReason | Exclude<Comparison, LedgerRefusal>;

/** Sees every snapshot with its verdict; begins again when the input is read again. */
export interface Watch {
  begin(): void;
  /** `before`: the service refused the same content before, and the order is not sent again. */
  see(snapshot: Snapshot, verdict: SnapshotVerdict, before?: Reason): void;
}

/** An input that is read without a connection, and the ledger of the target where there is one. @throws Failure exit 6, 7 */
export async function openOffline(
  session: Session,
  input: OrderInput,
  target: Pick<KnownTarget, 'key'> | undefined,
) {
  const { platform, folders, signal } = session;
  const inputs = session.use(await openOrderInput(platform, folders, input, signal));
  const hasLedger = target && platform.files.stat(ledgerPath(folders));
  const ledger = hasLedger ? new Ledger(platform, session.ledger(), target.key) : undefined;
  return { inputs, ledger, checks: await checkContext(platform, input.reading, inputs, ledger) };
}

export interface AnalysisParts {
  readonly inputs: Inputs;
  readonly ledger: Ledger | undefined;
  readonly checks: CheckContext;
  readonly compare: CompareOptions;
  /** Maximum number of refused fields that are listed. */
  readonly listed?: number | undefined;
  /** For samples and the report page. */
  readonly watches?: readonly Watch[];
  readonly emit: (event: ReadingEvent) => void;
  readonly signal: AbortSignal;
}

/** One reason why an order is refused. */
export type RefusedField = Readonly<ReturnType<PlaceOf>> & Reason & { readonly order: string };

/** Snapshots with an outcome, and their rows. */
interface OutcomeCount {
  readonly orders: number;
  readonly rows: number;
}

/** Rows that the mapping leaves out for one reason, and the orders that are left out completely. */
interface SkipCount extends OutcomeCount {
  readonly reason: string;
}

/** Findings of the input that name their orders: which version was taken may be wrong, or units may stand twice. */
const NAMED: ReadonlySet<string> = new Set([
  'order.version.conflict',
  'order.subtotal.mismatch',
  'order.created.moved',
  'order.created.changed',
]);

/** Number of edited orders that are named. */
const MOST_EDITED = 1000;

/** Default number of listed reasons. */
export const REFUSALS_LISTED = 100;

/** How far ahead a check allows `updated_at` to be. */
const AHEAD_MICROS = 5 * 60_000_000;

/** What the plan needs of the snapshots, added up while they are read. */
export class Analysis {
  private readonly counts = new Map<FirstPassOutcome, OutcomeCount>();
  /** Older orders by the run that accepted the newer version. */
  readonly newerBy = new Map<string, number>();
  /** Of an order that is no further ahead than a check allows, microseconds since the epoch; -Infinity without one. */
  newestUpdated = Number.NEGATIVE_INFINITY;
  /** The `updated_at` of the orders that pass the check, microseconds since the epoch; Infinity and -Infinity without any. */
  readonly updated = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  /** The first refused orders, with the fields that are wrong. */
  readonly refused: RefusedField[] = [];
  /** Orders that are sent although lines or numbers do not mean what was accepted; the first ones. */
  readonly edited: RefusedField[] = [];
  readonly changed = new ChangedExamples();
  readonly refusals = new CodeCounts();
  readonly warnings = new CodeCounts();
  /** Levels that differ from those of the rules. */
  levels: readonly LevelChange[] = [];
  /** All orders that can be sent, whether or not the service has them. */
  readonly figures = new FigureCounts();
  /** Snapshots that are not sent although they hold a refund that the accepted order lacks. */
  refundsLeftOut = 0;
  /** What the rules of the mapping omit, by reason. */
  readonly skips = new Map<string, SkipCount>();
  /** Orders found in each joined file, by the index of the file. */
  readonly matched: number[] = [];
  /** Orders that were looked up in the joined files. */
  lookedFor = 0;

  /** @param listed maximum number of reasons that are listed */
  constructor(private readonly listed = REFUSALS_LISTED) {}

  countOf(outcome: FirstPassOutcome): OutcomeCount {
    return this.counts.get(outcome) ?? { orders: 0, rows: 0 };
  }

  /** Whether an order is new or changed. */
  get hasToSend(): boolean {
    return (['new', 'changed', 'changed_unmoved'] as const).some((one) => this.countOf(one).orders > 0);
  }

  /** Snapshots that were looked at. */
  get seen(): number {
    return [...this.counts.values()].reduce((sum, { orders }) => sum + orders, 0);
  }

  count(outcome: FirstPassOutcome, rows: number): void {
    const { orders, rows: before } = this.countOf(outcome);
    this.counts.set(outcome, { orders: orders + 1, rows: before + rows });
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

  addMatches(matches: readonly boolean[]): void {
    this.lookedFor++;
    for (const [i, one] of matches.entries()) this.matched[i] = (this.matched[i] ?? 0) + (one ? 1 : 0);
  }

  /** An order that can be sent, whether or not the service has it. @param at its `updated_at`, microseconds */
  addOrder(order: Order, at: number): void {
    this.figures.add(order);
    if (!Number.isFinite(at)) return;
    this.updated.from = Math.min(this.updated.from, at);
    this.updated.to = Math.max(this.updated.to, at);
  }

  /** Lists what was found about an order, while there is space. */
  list(what: 'refused' | 'edited', { id: order }: Snapshot, reason: Reason, placeOf: PlaceOf): void {
    const most = what === 'refused' ? this.listed : MOST_EDITED;
    if (this[what].length < most) this[what].push({ order, ...placeOf(reason.field), ...reason });
  }
}

/**
 * Reads and checks the whole input. When rows of one order are not adjacent, the input is read a second time, and rows are held
 * in memory until their order is complete; also when it has several versions of an order, because only the latest ones count.
 */
export async function analyse(parts: AnalysisParts): Promise<Analysis> {
  const first = await pass(parts, 'first');
  const { scattered, snapshots, orders } = parts.inputs.snapshotIndex;
  if ((!scattered && snapshots === orders) || parts.signal.aborted) return first;
  if (scattered) parts.emit({ type: 'reread' });
  const counted = await pass(parts, 'counted');
  return !parts.signal.aborted && parts.checks.behind.settle() ? await pass(parts, 'counted') : counted;
}

async function pass(parts: AnalysisParts, mode: 'first' | 'counted'): Promise<Analysis> {
  const { inputs, checks, watches = [], emit, signal } = parts;
  const result = new Analysis(parts.listed);
  checks.owners.clear();
  checks.behind.begin();
  for (const watch of watches) watch.begin();
  let orders = 0;
  for await (const group of inputs.read(mode)) {
    const view = parts.ledger?.view(group.map(({ id }) => id));
    for (const snapshot of group) {
      take(parts, view, result, snapshot);
      orders++;
    }
    const { read: bytes, total: totalBytes } = inputs.progress;
    emit({ type: 'reading', bytes, totalBytes, messages: orders });
    if (signal.aborted) break;
  }
  result.levels = changedLevels(parts.checks.levels);
  for (const { file, document } of inputs.around)
    for (const path of keysBeside(document)) {
      // Documents of this program, such as the template, name their schema.
      if (path === 'schema') continue;
      const finding: Finding = { code: bodyKey.code, severity: 'warning', path, args: {} };
      result.warnings.add([finding], () => ({ file, line: 1 }));
    }
  return result;
}

function take(
  { inputs, checks, compare, watches = [] }: AnalysisParts,
  ledger: LedgerView | undefined,
  result: Analysis,
  snapshot: Snapshot,
): void {
  const placeOf = placeIn(snapshot, inputs);
  const rows = snapshot.rows.length;
  let verdict = checkSnapshot(snapshot, checks);
  checks.passed.set(snapshot.ordinal, verdict.kind === 'ready' ? 1 : 0);
  let refused = () => canonicalTextOf(snapshot);
  let before: Reason | undefined;
  // An order of a mapping has no updated_at before it is mapped.
  const updated = inputs.mapping
    ? microsOf(verdict.kind === 'ready' ? verdict.order.order.updated_at : '')
    : inputs.snapshotIndex.updatedMicros(snapshot.ordinal);
  let isLeftOut = verdict.kind !== 'ready';
  if (verdict.kind === 'ready') {
    const compared = compareOrder(ledger, verdict.order, compare);
    const { comparison, findings, order } = compared;
    isLeftOut = comparison === 'older' || comparison === 'refused_before' || isLedgerRefusal(comparison);
    if (isLedgerRefusal(comparison)) {
      verdict = { kind: 'refused', findings };
      refused = () => order.text;
    } else {
      for (const finding of verdict.findings)
        if (NAMED.has(finding.code)) result.list('edited', snapshot, reasonOf(finding), placeOf);
      for (const finding of findings) result.list('edited', snapshot, reasonOf(finding), placeOf);
      if (findings.length > 0) verdict = { ...verdict, findings: [...verdict.findings, ...findings] };
      result.count(comparison, rows);
      result.addOrder(order.order, updated);
      if (comparison === 'older' && compared.before)
        result.newerBy.set(compared.before.run, (result.newerBy.get(compared.before.run) ?? 0) + 1);
      result.changed.add(compared, () => placeOf(''));
      if (comparison === 'resumed_refused' || (comparison === 'refused_before' && !compare.force)) {
        before = beforeText(ledger?.refused(snapshot.id));
        result.list('refused', snapshot, before, () => placeOf(''));
      }
    }
  }
  if (verdict.kind !== 'skipped' || verdict.reason !== 'other_shard') {
    checks.behind.see(snapshot, checks);
    const isNamed = isLeftOut && verdict.findings.some(({ code }) => code === refundSuperseded.code);
    if (isNamed || (isLeftOut && lostWith(snapshot, checks).lost.length > 0)) result.refundsLeftOut++;
  }
  if (updated > result.newestUpdated && updated <= checks.now * 1000 + AHEAD_MICROS)
    result.newestUpdated = updated;
  for (const watch of watches) watch.see(snapshot, verdict, before);
  if (verdict.kind !== 'skipped' || verdict.reason === 'left_out') result.addSkips(snapshot);
  if (verdict.kind === 'skipped') {
    result.count(verdict.reason, rows);
    if (verdict.findings.length > 0) result.warnings.add(verdict.findings, placeOf);
    return;
  }
  if (snapshot.matches) result.addMatches(snapshot.matches);
  if (verdict.kind === 'refused') {
    const refusing = verdict.findings.filter((finding) => refuses(finding, checks));
    const held = ledger?.refused(snapshot.id);
    const isKnown = held?.status === 0 && held.digest === refusalDigest(checks.crypto, refused());
    result.count(isKnown ? 'refused_known' : 'refused', rows);
    result.refusals.add(refusing, placeOf);
    for (const finding of refusing) result.list('refused', snapshot, reasonOf(finding), placeOf);
  }
  const rest = verdict.findings.filter((finding) => !refuses(finding, checks));
  if (rest.length > 0) result.warnings.add(rest, placeOf);
}
