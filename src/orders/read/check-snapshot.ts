// Checks one snapshot: the verdict is skipped, refused or ready to be sent, with what is computed from the order then. Both
// passes use the same function.

import type { Shard } from '../../account/connect.ts';
import { canonicalJson, isObject } from '../../basics/json.ts';
import type { Finding } from '../../contract/finding.ts';
import { applyLevels, type GivenLevels, type LevelUse, refuses } from '../../contract/levels.ts';
import { allFindings } from '../../contract/order-rules/input.ts';
import { isUnshipped } from '../../contract/order-rules/status.ts';
import type { StatusSpelling } from '../../contract/status-spelling.ts';
import { finishedBefore, finishOrder } from '../../contract/validate-order.ts';
import type { Column } from '../../input/compact-numbers.ts';
import type { Window } from '../../input/since-until.ts';
import type { Inputs, Snapshot } from '../../input/types.ts';
import type { Crypto } from '../../platform/platform.ts';
import type { PlaceOf } from '../../runs/run-outcome.ts';
import { isOlder, type KnownOrder, orderFactsOf, ReadyOrder } from '../../storage/order-record.ts';
import { grownRefunds, leftOutFinding, type RefundsBehind, refundsBeside } from '../compare/lost-refunds.ts';
import type { RefundOwners } from '../compare/refund-owners.ts';
import { inShard } from './shard.ts';

/** `superseded`: a later snapshot of the order is in the input. */
export type SkipReason = 'other_shard' | 'outside_window' | 'left_out' | 'superseded' | 'unshipped';

export type SnapshotVerdict =
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly findings: readonly Finding[] }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'ready'; readonly order: ReadyOrder; readonly findings: readonly Finding[] };

/** Which orders are read, and how they are checked. */
export interface ReadingOptions {
  /** Currency for orders without one. */
  readonly currency?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly shard?: Shard | undefined;
  /** Leaves out orders of which nothing has shipped, unless the service holds them. */
  readonly skipUnshipped?: boolean | undefined;
  /** Warnings also refuse an order. */
  readonly strict: boolean;
  /** Levels of findings; a mapping may add more. */
  readonly levels?: GivenLevels | undefined;
  /** As agreed with the service; default: that of the interface. */
  readonly statusSpelling?: StatusSpelling | undefined;
}

export interface CheckContext
  extends LevelUse,
    Pick<ReadingOptions, 'strict' | 'currency' | 'shard' | 'skipUnshipped'> {
  readonly crypto: Crypto;
  /** ms since the epoch. The whole run uses one time, so that both passes give the same result. */
  readonly now: number;
  readonly statusSpelling: StatusSpelling;
  readonly window?: Window | undefined;
  /** The accepted version of an order. */
  accepted(id: string): KnownOrder | undefined;
  /** False for a snapshot that a later one of the input supersedes, as far as the input was read. */
  isLatest(ordinal: number): boolean;
  /** Snapshots that are superseded with a refund that would be lost; filled while the input is read. */
  readonly behind: RefundsBehind;
  /** Refund identifiers of the input; filled while it is read. */
  readonly owners: RefundOwners;
  /** 1 for a snapshot that was ready to be sent when the input was last read, by ordinal. */
  readonly passed: Column;
}

/** Why a snapshot is left out, in the words of a finding about its refunds. */
const BECAUSE: Readonly<Record<Exclude<SkipReason, 'other_shard'>, string>> = {
  outside_window: 'it is outside --since and --until',
  left_out: 'the mapping leaves it out',
  superseded: 'a later version in the input lacks the refund',
  unshipped: 'nothing has shipped',
};

function skipReasonOf(snapshot: Snapshot, context: CheckContext): SkipReason | undefined {
  if (context.shard && !inShard(snapshot.id, context.shard)) return 'other_shard';
  if (context.window && !context.window.includes(snapshot.raw)) return 'outside_window';
  // Left out by a rule of the mapping; the snapshot holds the reason.
  if (snapshot.skip !== undefined) return 'left_out';
  if (!context.isLatest(snapshot.ordinal)) return 'superseded';
  // When the service holds the order, every event matters, even that none of its units count as shipped any
  // more.
  if (context.skipUnshipped && isObject(snapshot.raw) && isUnshipped(snapshot.raw))
    return context.accepted(snapshot.id) ? undefined : 'unshipped';
  return undefined;
}

/** The refunds of a snapshot that would be lost if it is left out: the accepted version lacks them, or has less of them (`isMore`). */
export function lostWith(
  { id, ordinal, raw }: Snapshot,
  context: CheckContext,
): { readonly lost: readonly string[]; readonly isMore?: true } {
  if (!context.isLatest(ordinal)) return { lost: context.behind.found.get(ordinal) ?? [] };
  const accepted = refundsBeside(raw, undefined).length > 0 ? context.accepted(id) : undefined;
  const lost = accepted ? refundsBeside(raw, accepted) : [];
  if (!accepted || lost.length > 0) return { lost };
  const { order } = finishOrder(raw, context);
  // An older version may be from before the refund was corrected.
  const isAsNew = order && !isOlder(order.updated_at, accepted.updatedAt);
  return { lost: isAsNew ? grownRefunds(orderFactsOf(order), accepted) : [], isMore: true };
}

/** @param hasPassed with the same context: the order is made once more, and what was found before is not named again */
export function checkSnapshot(snapshot: Snapshot, context: CheckContext, hasPassed = false): SnapshotVerdict {
  const reason = skipReasonOf(snapshot, context);
  if (reason === 'other_shard') return { kind: 'skipped', reason, findings: [] };
  if (reason) {
    const { lost, isMore } = lostWith(snapshot, context);
    const named = lost.length > 0 ? [leftOutFinding(lost, BECAUSE[reason], isMore)] : [];
    const findings = applyLevels(named, context.levels);
    if (findings.some((finding) => refuses(finding, context))) return { kind: 'refused', findings };
    return { kind: 'skipped', reason, findings };
  }
  const raw = withCurrency(snapshot.raw, context.currency);
  const { order, findings } = hasPassed
    ? { order: finishedBefore(raw), findings: [] }
    : finishOrder(raw, context);
  const read = applyLevels(snapshot.findings, context.levels);
  const all = allFindings(read, findings);
  if (!order || all.some((finding) => refuses(finding, context)))
    return { kind: 'refused', findings: all.flatMap((finding) => withColumn(snapshot, finding, all) ?? []) };
  const ready = new ReadyOrder(
    context.crypto,
    order,
    order === snapshot.raw ? snapshot.canonical : undefined,
    snapshot.namesLines,
    laterReading(snapshot, order.updated_at),
  );
  const claimed = order.refunds.length > 0 ? context.owners.claim(snapshot, ready.facts.refunds) : [];
  const shared = applyLevels(claimed, context.levels);
  const whole = shared.length === 0 ? all : [...all, ...shared];
  if (shared.some((finding) => refuses(finding, context))) return { kind: 'refused', findings: whole };
  return { kind: 'ready', order: ready, findings: whole };
}

/** What is empty in a table when a whole object is missing. */
const FIRST_OF: Readonly<Record<string, string>> = {
  customer: 'email',
  shipping_address: 'street1',
  billing_address: 'street1',
};

/** The second reading of a local `updated_at` that was there twice; of several columns, that of the one it was taken from. */
function laterReading({ findings }: Snapshot, updatedAt: string): string | undefined {
  const isOf = ({ code, args }: Finding) =>
    code === 'date.ambiguous' && String(args['later']).slice(0, -6) === updatedAt.slice(0, -6);
  return findings.find(isOf)?.args['later'] as string | undefined;
}

/** An amount is worked out from other amounts and from units, and has no value where one of them cannot be read or is negative. */
const isCause = ({ code, severity, path }: Finding): boolean =>
  severity === 'error' &&
  /^cell\.|^order\.field\.type$|\.negative$/.test(code) &&
  /_cents$|quantity/.test(path);

/**
 * A missing value of a table is that of a cell; of a whole object, that of its first field. The cell is empty, or the mapping
 * takes nothing from it. Undefined where neither is the cause, but another field, from which it is worked out.
 */
function withColumn(snapshot: Snapshot, finding: Finding, all: readonly Finding[]): Finding | undefined {
  if (finding.code !== 'order.field.missing') return finding;
  for (const path of [finding.path, `${finding.path}.${FIRST_OF[finding.path]}`]) {
    const cell = snapshot.cellOf?.(path);
    if (cell === undefined) continue;
    const { name, text } = cell;
    const told = (args: Finding['args']) => ({ ...finding, path, args: { ...finding.args, ...args } });
    if (text.trim() === '') return told({ empty: name });
    return path.endsWith('_cents') && all.some(isCause) ? undefined : told({ unused: name });
  }
  return finding;
}

/** The order with the currency of --currency, when it names none. */
export const withCurrency = (raw: unknown, currency: string | undefined): unknown =>
  currency !== undefined && isObject(raw) && (raw['currency'] ?? null) === null ? { ...raw, currency } : raw;

/** Where the fields of a snapshot stand; its first row for those that have no place of their own. */
export const placeIn =
  (snapshot: Pick<Snapshot, 'rows'> & Partial<Snapshot>, inputs: Pick<Inputs, 'files'>): PlaceOf =>
  (path) => {
    const [first] = snapshot.rows;
    const place = (path !== '' && snapshot.placeOf?.(path)) || {};
    return {
      file: place.file ?? inputs.files[first?.file ?? 0]?.path ?? '',
      line: place.line ?? first?.line ?? 0,
    };
  };

export interface CheckedSnapshot {
  readonly snapshot: Snapshot;
  readonly verdict: SnapshotVerdict;
}

/** Canonical JSON of an order as it is in the input. */
export const canonicalTextOf = ({ raw, canonical }: Snapshot): string =>
  canonical?.bytes.toString() ?? canonicalJson(raw);

/**
 * One array per chunk of the file. A snapshot that passed is not checked again: the file is the same.
 * @throws Failure exit 6 when a file changed since the first pass
 */
export async function* checkedAgain(
  inputs: Inputs,
  checks: CheckContext,
): AsyncGenerator<readonly CheckedSnapshot[]> {
  for await (const group of inputs.read('counted'))
    yield group.map((snapshot) => ({
      snapshot,
      verdict: checkSnapshot(snapshot, checks, checks.passed.get(snapshot.ordinal) === 1),
    }));
}
