// `reconcile` from files to differences, offline: the export against the ledger of a target and the calls record.
// Nothing is written but the rows. Memory: a few bytes an order, and more only for the orders of recorded RMAs.
import type { KnownTarget } from '../account/known-target.ts';
import { refuses } from '../contract/levels.ts';
import { microsOf } from '../contract/time.ts';
import type { Inputs } from '../input/types.ts';
import { type Analysis, analyse, type FirstPassOutcome } from '../orders/analysis.ts';
import { type CheckContext, type CheckedSnapshot, checkedAgain } from '../orders/check-snapshot.ts';
import { SpillFolder } from '../orders/input/spill.ts';
import {
  checkContext,
  type OrderInput,
  openOrderInput,
  passCacheBytes,
  spoolFolder,
} from '../orders/order-input.ts';
import { PassCache } from '../orders/pass-cache.ts';
import { RefundOwners } from '../orders/refund-owners.ts';
import { inShard } from '../orders/shard.ts';
import type { Platform } from '../platform/platform.ts';
import { inSession } from '../runs/session.ts';
import type { ReadingEvent } from '../sending/events.ts';
import { acceptedHeads, lastAccepted } from '../storage/accepted-walk.ts';
import { callReader } from '../storage/call-reader.ts';
import type { Folders } from '../storage/folders.ts';
import { type Ledger, ledgerOf, ledgerPath, type NumberedView } from '../storage/ledger.ts';
import type { KnownOrder, RefundFacts } from '../storage/order-record.ts';
import { compareReturned } from './compare-returned.ts';
import { compareRefunds, compareSides, type ExportedOrder, type OrderVerdict } from './compare-sides.ts';
import { type Differences, rowOf } from './differences.ts';
import { type ExportedRefunds, looseOrder } from './exported-refunds.ts';
import { NumberSet } from './number-set.ts';
import { type Returned, readReturned } from './returned.ts';

export interface ReconcileRequest {
  readonly input: OrderInput;
  readonly target: KnownTarget;
  /** Receives every difference, in the order of the result. */
  readonly rows: Differences;
}

/** The times in which an accepted order must be in the export, microseconds, both included. */
export interface ExportRange {
  readonly from: number;
  readonly to: number;
}

export interface Reconciled {
  readonly files: Inputs['files'];
  /** Orders of the export; what the flags or the mapping leave out is skipped. */
  readonly exported: { readonly orders: number; readonly skipped: number; readonly superseded: number };
  /** Undefined when no order of the export has a time: then nothing can be missing from it. */
  readonly range: ExportRange | undefined;
  readonly same: number;
  /** Accepted orders: in the export, not in it, outside of its range, of another shard. They add up to `orders`. */
  readonly accepted: {
    readonly orders: number;
    readonly inExport: number;
    readonly notInExport: number;
    readonly outsideRange: number;
    readonly otherShard: number;
  };
  readonly returned: { readonly messages: number; readonly rmas: number; readonly from: number | null };
}

const SKIPPED: ReadonlySet<FirstPassOutcome> = new Set([
  'outside_window',
  'other_shard',
  'left_out',
  'unshipped',
]);

/** @throws Failure exit 6 for unreadable input, 7 for a damaged ledger, 130 or 143 */
export async function reconcile(
  platform: Platform,
  folders: Folders,
  { input, target, rows }: ReconcileRequest,
  emit: (event: ReadingEvent) => void,
): Promise<Reconciled> {
  const interrupted = {
    message: 'Interrupted before everything was compared',
    hint: 'Run the same command again.',
  };
  return inSession(platform, folders, { interrupted }, async (session) => {
    const { signal } = session;
    const inputs = session.use(await openOrderInput(platform, folders, input, signal));
    const ledger = platform.files.stat(ledgerPath(folders))
      ? ledgerOf(platform, session.ledger(), target.key)
      : undefined;
    // What is accepted while this reads the export must not count as missing from it.
    const last = ledger ? lastAccepted(ledger.store) : 0;
    const returned = await readReturned(callReader(platform, folders), input.reading.shard);
    const checks: CheckContext = {
      ...(await checkContext(platform, input.reading, target.statusSpelling, inputs.mapping)),
      owners: new RefundOwners(inputs.snapshotIndex, (file) => inputs.files[file]?.path ?? ''),
      isAccepted: (id) => ledger?.known(id) !== undefined,
    };
    const cache = new PassCache(platform.packing, platform.crypto, {
      most: passCacheBytes(input),
      spill: new SpillFolder(platform, spoolFolder(folders)),
      unchangedApart: false,
    });
    session.use(cache);
    const compare = { force: false, keepRefunds: false, levels: checks.levels };
    const analysis = await analyse({ inputs, ledger: undefined, checks, compare, cache, emit, signal });
    session.throwIfInterrupted();
    const checked = cache.isComplete ? cache.take(inputs, signal) : checkedAgain(inputs, checks);
    const sides = new Sides(ledger, checks, returned, rows);
    for await (const group of checked) {
      sides.take(group.filter(({ snapshot }) => inputs.snapshotIndex.isLatest(snapshot.ordinal)));
      await rows.flush();
      session.throwIfInterrupted();
    }
    const range = rangeOf(inputs, analysis, checks.window);
    const accepted = await walkAccepted(ledger, target.key, last, sides.seen, range, checks, rows);
    session.throwIfInterrupted();
    await compareReturned({
      ledger,
      targetKey: target.key,
      last,
      returned,
      refunds: sides.refunds,
      checks,
      rows,
    });
    session.throwIfInterrupted();
    const { messages, rmas, from } = returned;
    return {
      files: inputs.files,
      exported: {
        ...sides.counts,
        superseded: inputs.snapshotIndex.snapshots - sides.counts.orders - sides.counts.skipped,
      },
      ...{ range, same: sides.same, accepted },
      returned: { messages, rmas: rmas.size, from: Number.isFinite(from) ? from : null },
    };
  });
}

/** The orders of the export against the ledger, a group at a time. */
class Sides {
  readonly counts = { orders: 0, skipped: 0 };
  same = 0;
  /** Row numbers of the accepted orders that are in the export. */
  readonly seen = new NumberSet();
  /** Refunds of the export, of orders with recorded RMAs only. */
  readonly refunds: ExportedRefunds = new Map();

  constructor(
    private readonly ledger: Ledger | undefined,
    private readonly checks: CheckContext,
    private readonly returned: Returned,
    private readonly rows: Differences,
  ) {}

  take(group: readonly CheckedSnapshot[]): void {
    const view = this.ledger?.view(group.map(({ snapshot }) => snapshot.id));
    for (const checked of group) this.compare(checked, view);
  }

  private compare(
    { snapshot: { id }, verdict, content }: CheckedSnapshot,
    view: NumberedView | undefined,
  ): void {
    const accepted = view?.known(id);
    if (accepted) this.seen.add(accepted.no);
    const isReturned = this.returned.ofOrder.has(id);
    if (verdict.kind === 'skipped') {
      this.counts.skipped++;
      if (isReturned && !this.refunds.has(id)) this.refunds.set(id, 'skipped');
      return;
    }
    this.counts.orders++;
    const isReady = verdict.kind === 'ready';
    const { digest, facts } = isReady ? verdict.order : { digest: '', facts: looseOrder(id, content()) };
    if (isReturned) this.addRefunds(id, facts.refunds);
    const found = isReady
      ? compareSides({ digest, facts }, accepted, view?.refused(id))
      : refusedHere(verdict.findings.find((finding) => refuses(finding, this.checks)));
    if (found.kind === 'same') {
      this.same++;
      return;
    }
    this.tell({ digest, facts }, accepted, found);
  }

  /** Versions of an order with an unreadable time stand side by side: the refunds of all of them count. */
  private addRefunds(id: string, more: readonly RefundFacts[]): void {
    const known = this.refunds.get(id);
    this.refunds.set(id, known === undefined || known === 'skipped' ? more : [...known, ...more]);
  }

  private tell(
    { facts }: ExportedOrder,
    accepted: KnownOrder | undefined,
    { kind, code, detail }: OrderVerdict,
  ) {
    if (kind === 'same') return;
    const about = {
      order: facts.id,
      updatedAtExport: facts.updatedAt || null,
      updatedAtAccepted: accepted?.updatedAt ?? null,
      currency: facts.currency || (accepted?.currency ?? null),
    };
    this.rows.add(
      rowOf(kind, {
        ...about,
        ...{
          code,
          detail,
          centsExport: facts.totalCents ?? null,
          centsAccepted: accepted?.totalCents ?? null,
        },
      }),
    );
    for (const refund of compareRefunds(facts.refunds, accepted?.refunds ?? []))
      this.rows.add(rowOf(refund.kind, { ...about, ...refund }));
  }
}

const refusedHere = (
  finding: { readonly code: string; readonly path: string } | undefined,
): OrderVerdict => ({
  kind: 'refused',
  code: finding?.code ?? null,
  detail: `refused by this check${finding?.path ? ` at ${finding.path}` : ''}`,
});

/**
 * From the oldest to the newest `updated_at` of the orders in the export; --since and --until, which say what the
 * export holds, take their place when they are about `updated_at`.
 */
function rangeOf(
  { snapshotIndex }: Inputs,
  analysis: Analysis,
  window: CheckContext['window'],
): ExportRange | undefined {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let ordinal = 0; ordinal < snapshotIndex.snapshots; ordinal++) {
    if (!snapshotIndex.isLatest(ordinal) || SKIPPED.has(analysis.outcomeOf(ordinal))) continue;
    const at = snapshotIndex.updatedMicros(ordinal);
    if (!Number.isFinite(at)) continue;
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  if (window?.field === 'updated_at') {
    if (Number.isFinite(window.from)) from = window.from;
    // The end of a window is the first time outside of it.
    if (Number.isFinite(window.to)) to = window.to - 1;
  }
  return from <= to && Number.isFinite(from) && Number.isFinite(to) ? { from, to } : undefined;
}

async function walkAccepted(
  ledger: Ledger | undefined,
  targetKey: string,
  last: number,
  seen: NumberSet,
  range: ExportRange | undefined,
  { shard }: CheckContext,
  rows: Differences,
): Promise<Reconciled['accepted']> {
  const counts = { orders: 0, inExport: 0, notInExport: 0, outsideRange: 0, otherShard: 0 };
  for (const { no, id, updatedAt, currency, totalCents } of ledger
    ? acceptedHeads(ledger.store, targetKey, last)
    : []) {
    counts.orders++;
    if (seen.has(no)) counts.inExport++;
    else if (shard && !inShard(id, shard)) counts.otherShard++;
    else if (!isWithin(microsOf(updatedAt), range)) counts.outsideRange++;
    else {
      counts.notInExport++;
      rows.add(
        rowOf('not_in_export', {
          order: id,
          updatedAtAccepted: updatedAt,
          currency,
          centsAccepted: totalCents,
        }),
      );
      if (counts.notInExport % 1000 === 0) await rows.flush();
    }
  }
  return counts;
}

const isWithin = (at: number, range: ExportRange | undefined): boolean =>
  range !== undefined && at >= range.from && at <= range.to;
