// Compares a finished order with the ledger: new, changed, unchanged, older, refunded by this tool since,
// refused before, or undoing a refund.
import type { Environment } from '../../contract/endpoints.ts';
import { type Finding, found, identifierOf } from '../../contract/finding.ts';
import { applyLevels, type Levels } from '../../contract/levels.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import { orderRespelled, versionDoubtful } from '../../contract/order-rules/accepted.ts';
import { REFUNDS_LOST } from '../../contract/order-rules/refunds.ts';
import { microsOf } from '../../contract/time.ts';
import type { Crypto, Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import { articleOf, heldAgainst, refundFindings } from '../../storage/forbidden-changes.ts';
import type { Unanswered } from '../../storage/in-doubt.ts';
import type { LedgerView, RefusedRecord } from '../../storage/ledger.ts';
import {
  beforeOf,
  isOlder,
  type KnownOrder,
  lacksRefunds,
  type OrderFacts,
  type OrderRecord,
  type ReadyOrder,
} from '../../storage/order-record.ts';
import { inAcceptedSpelling, withAcceptedNames } from './accepted-lines.ts';
import {
  grownRefunds,
  heldAgainstKept,
  leftOutFinding,
  lost,
  missingRefunds,
  refundsBeside,
  withRefunds,
} from './lost-refunds.ts';
import {
  inLaterReading,
  STEP_MS,
  standingOf,
  stateOf,
  steppedFrom,
  timeAfter,
  wasReplaced,
} from './newer.ts';
import { acceptedElsewhere } from './refund-owners.ts';
import type { RmaLines } from './rma-lines.ts';

/**
 * `changed_unmoved`: other content under the `updated_at` that was already accepted.
 * `refunded`: older, but only because this tool posted a refund of the same snapshot, which moved
 * `updated_at` forward.
 * `resumed`, `resumed_refused`: the forced run that is being resumed already had this content accepted or
 * refused.
 */
export type Comparison =
  | 'new'
  | 'changed'
  | 'changed_unmoved'
  | 'unchanged'
  | 'older'
  | 'refunded'
  | 'refused_before'
  | 'resumed'
  | 'resumed_refused'
  | LedgerRefusal;

/**
 * Refused because of the ledger: the order would undo a refund, a refund has an identifier that belongs to another order, or an
 * accepted line or number would mean something else, or a new refund comes with other changes and no later time (`renamed`).
 */
export type LedgerRefusal = 'refunds_lost' | 'refunds_shared' | 'renamed';
export const isLedgerRefusal = (comparison: Comparison): comparison is LedgerRefusal =>
  comparison === 'refunds_lost' || comparison === 'refunds_shared' || comparison === 'renamed';

export interface Compared {
  readonly comparison: Comparison;
  /** The order to be sent; includes the refunds that are carried forward with `keepRefunds`. */
  readonly order: ReadyOrder;
  /** The accepted version, from the ledger. */
  readonly before: KnownOrder | undefined;
  /** What the comparison found; of a refused order why. */
  readonly findings: readonly Finding[];
}

export interface CompareOptions {
  /** Sends orders that were accepted, superseded or refused before. Even so, no refund is undone. */
  readonly force: boolean;
  /** Adds refunds to the snapshot that are in the ledger and not in the snapshot. */
  readonly keepRefunds: boolean;
  /** ms since the epoch; the same for the whole run. */
  readonly now: number;
  /** With `force`: the runs that are resumed. What they had accepted or refused is not sent again. */
  readonly resumed?: ReadonlySet<string> | undefined;
  /** Levels for findings about refunds of other orders. */
  readonly levels?: Levels | undefined;
  /** The lines that RMAs name. */
  readonly rmas?: Pick<RmaLines, 'namedUnits'> | undefined;
}

export function compareOrder(
  ledger: LedgerView | undefined,
  input: ReadyOrder,
  options: CompareOptions,
): Compared {
  const before = ledger?.known(input.id);
  const given = inLaterReading(asAccepted(input, before), before);
  const missing = before ? missingRefunds(before, given) : [];
  const isLost = missing.length > 0 && !options.keepRefunds;
  const isKept = missing.length > 0 && options.keepRefunds;
  const whole = isKept ? withRefunds(given, missing) : given;
  const isOther = before !== undefined && before.digest !== whole.digest;
  // The service holds a version that was forgotten: only what was replaced by another than a refund of this tool is old.
  const isOwed =
    before?.isRestored === true &&
    (!isOther ||
      isOwnRefundOf(given.facts, before, missing.length) ||
      ![given, whole].some((one) => wasReplaced(one, before)));
  const standing =
    ledger && isOther && !isOwed ? standingOf(ledger, { order: whole, given, isLost }, before) : 'by_time';
  const order =
    before && standing === 'newer' && !isLost
      ? whole.with({ ...whole.order, updated_at: timeAfter(before.updatedAt, options.now) })
      : whole;
  const isNewer = isOther && (isOwed || microsOf(before.updatedAt) <= microsOf(order.facts.updatedAt));
  const held = isOther
    ? heldAgainst(order.facts, before, isNewer || options.force, options.rmas?.namedUnits)
    : [];
  if (isOther && (isNewer || options.force)) {
    const ofShop = [before, ...before.past].find(({ run }) => !ledger!.isRefund(run)) ?? before;
    const from = Math.min(microsOf(ofShop.updatedAt), steppedFrom(ledger!, before, given));
    const isOld = microsOf(given.facts.updatedAt) < from;
    held.push(...refundFindings(given.facts, before.refunds, isOld));
  }
  const other = before ? undefined : ledger?.respelled(input.id);
  if (other && isSameOrder(order.facts, other))
    held.push(found(orderRespelled, 'identifier', { accepted: identifierOf(other.id) }));
  if (isKept && isOther) held.push(...heldAgainstKept(given, missing, before, options.now));
  const isAgain =
    isOther &&
    isNewer &&
    stateOf(order.facts) !== stateOf(before) &&
    [given, whole].some((one) => wasReplaced(one, before));
  const isAfterRefund =
    standing === 'newer' && !lacksRefunds(before!) && refundsBeside(order.order, before).length === 0;
  if (before && (isAgain || isAfterRefund || standing === 'doubtful')) {
    const times = { at: given.facts.updatedAt, accepted: before.updatedAt };
    held.push(found(versionDoubtful, 'updated_at', { ...times, isAgain, isAfterRefund }));
  }
  if (before && standing === 'superseded' && !isLost) held.push(leftOut(order, before));
  const levelled = applyLevels(held, options.levels);
  const others = levelled.filter(({ severity }) => severity !== 'error');
  const lostIn = () => {
    const run = missing[0]!.run ?? (ledger!.isRefund(before!.run) ? before!.run : undefined);
    return lost(missing, refundsBeside(given.order, before)[0], run);
  };
  const verdict = (comparison: Comparison, findings: readonly Finding[] = others): Compared => ({
    comparison,
    order,
    before,
    findings,
  });
  // A function, because the run of an old record is read from the database at access.
  const isResumed = (record: { readonly run: string }) =>
    options.force && options.resumed?.has(record.run) === true;
  if (!ledger) return verdict('new');
  // Accepted as it is, but for the seconds that were added.
  const isStep = (accepted: KnownOrder) =>
    accepted.refunds.length > 0 &&
    microsOf(given.facts.updatedAt) >= steppedFrom(ledger, accepted, given) - 1 &&
    accepted.content === order.content;
  if (others.length < levelled.length) return verdict('renamed', levelled);
  // What was accepted just so is not sent, and undoes nothing.
  const mayBeSent = !before || isOther || isOwed || options.force;
  const unsettled = mayBeSent && unsettledBy(order, ledger.unanswered(order.id), options.force);
  if (unsettled && unsettled.path === 'refunds') return verdict('refunds_lost', [unsettled]);
  if (unsettled) return verdict('older', [...others, unsettled]);
  // With --force an older version is sent as well. Without this check it would undo the refund.
  if (isLost && (options.force || standing === 'newer' || standing === 'superseded'))
    return verdict('refunds_lost', [lostIn()]);
  if (standing === 'superseded' && !options.force) return verdict('older');
  // The digest is not made of an order that is new: that is a fifth of the time of the first pass.
  if (before && before.digest === order.digest && !isLost && !isOwed)
    return verdict(isResumed(before) ? 'resumed' : 'unchanged');
  // The facts of a new order without refunds are not made here, either.
  const taken = order.hasRefunds ? acceptedElsewhere(ledger, order.facts) : [];
  const elsewhere = applyLevels(taken, options.levels);
  const shared = elsewhere.filter(({ severity }) => severity === 'error');
  if (shared.length > 0 && options.force) return verdict('refunds_shared', shared);
  if (before && !isOwed && isOlder(order.facts.updatedAt, before.updatedAt))
    return verdict(
      isOwnRefundOf(given.facts, before, missing.length) || isStep(before) ? 'refunded' : 'older',
    );
  if (isLost) return verdict('refunds_lost', [lostIn()]);
  if (shared.length > 0) return verdict('refunds_shared', shared);
  const refused = ledger.refused(order.id);
  if (refused && refused.status !== 0 && refused.digest === order.digest)
    return verdict(isResumed(refused) ? 'resumed_refused' : 'refused_before');
  if (!before) return verdict('new');
  return verdict(
    isOther && microsOf(before.updatedAt) === microsOf(order.facts.updatedAt) ? 'changed_unmoved' : 'changed',
  );
}

/**
 * What the service may hold of the order since a request without an answer, and this version would undo: refunds that it lacks, or,
 * without `force`, a later time.
 */
export function unsettledBy(
  order: ReadyOrder,
  unanswered: readonly Unanswered[],
  force = false,
): Finding | undefined {
  if (unanswered.length === 0) return undefined;
  const own = new Set(order.facts.refunds.map(({ identifier }) => identifier));
  for (const { digest, updatedAt: accepted, refunds } of unanswered) {
    if (digest === order.digest) continue;
    const [refund, ...more] = refunds.filter((one) => !own.has(one));
    if (refund !== undefined)
      return found(REFUNDS_LOST, 'refunds', { refund, more: more.length, isUnanswered: true });
    if (!force && isOlder(order.facts.updatedAt, accepted))
      return found(versionDoubtful, 'updated_at', {
        at: order.facts.updatedAt,
        accepted,
        isUnanswered: true,
      });
  }
  return undefined;
}

/** Whether two numbers are those of one order: it was created at the same time, and has an article in common. */
function isSameOrder(order: OrderFacts, accepted: KnownOrder): boolean {
  const articles = new Set(accepted.lines.map(articleOf));
  return (
    microsOf(order.createdAt) === microsOf(accepted.createdAt) &&
    order.lines.some((line) => articles.has(articleOf(line)))
  );
}

const NO_RMAS: RmaLines = { namedUnits: () => 0, ofRma: () => undefined, close() {} };

/** The RMAs that were recorded up to now; none is read where no call was ever recorded. @throws Failure exit 7 */
export async function openRmaLines(
  platform: Platform,
  folders: Folders,
  environment: Environment,
): Promise<RmaLines> {
  const { files } = platform;
  const isRecorded =
    files.stat(folders.state) && files.list(folders.state).some((name) => RECORDED.test(name));
  if (!isRecorded) return NO_RMAS;
  return await (await import('./rma-lines.ts')).readRmaLines(platform, folders, environment);
}

/** The folder of the calls record, or the index of its RMAs, which may outlive it. */
const RECORDED = /^(?:calls|rma-index\.db)$/;

function leftOut(order: ReadyOrder, before: KnownOrder) {
  const beside = refundsBeside(order.order, before);
  const isMore = beside.length === 0;
  const changed = isMore ? '' : 'its lines or its status changed, but not its updated_at, or ';
  const because = `${changed}it is older than the accepted version (${before.updatedAt})`;
  return leftOutFinding(isMore ? grownRefunds(order.facts, before) : beside, because, isMore);
}

/**
 * An order that is not the accepted one, with the identifiers that were accepted, where the export names no lines; `names`: see
 * `withAcceptedNames`.
 */
export function inAcceptedNames(
  order: ReadyOrder,
  before: KnownOrder | undefined,
  names?: Map<string, string>,
): ReadyOrder {
  if (!order.namesLines || !before || before.digest === order.digest) return order;
  return order.with(withAcceptedNames(order.order, before, names));
}

/** The same, and with its times as they were accepted, where only their spelling differs. */
export const asAccepted = (order: ReadyOrder, before: KnownOrder | undefined): ReadyOrder =>
  before ? inAcceptedSpelling(inAcceptedNames(order, before), before) : order;

/** Identifies an order that our own check refused, by its content in the input. */
export const refusalDigest = (crypto: Crypto, content: string): string => crypto.sha256(content).slice(0, 32);

/** Why an order is refused. */
export interface Reason {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

export const reasonOf = (finding: Finding): Reason => ({
  code: finding.code,
  field: finding.path,
  message: describeOrderFinding(finding),
});

/** What the newest accepted version of an order changed in what its lines or its number meant. */
export function changedIn(order: OrderRecord): readonly Reason[] {
  const before = beforeOf(order);
  return before ? heldAgainst(order, before, true).map(reasonOf) : [];
}

/** The reason why an order is not sent that the service refused before. */
export const beforeText = (before: RefusedRecord | undefined): Reason => ({
  code: 'refused_before',
  field: before?.field ?? '',
  message: `The service refused this very order before (${before?.code ?? 'unknown'}); change it, or send it again with --force`,
});

/**
 * Whether the accepted record is this snapshot plus refunds posted by this tool. True when it has the same
 * content, contains every refund of the snapshot and possibly `missing` more, and is newer by at most one
 * step per refund.
 */
export function isOwnRefundOf(order: OrderFacts, accepted: KnownOrder, missing: number): boolean {
  const refunds = accepted.refunds.length;
  const newerBy = microsOf(accepted.updatedAt) - microsOf(order.updatedAt);
  // `updated_at` is rounded up to a full millisecond before the first step.
  const isRecent = refunds > 0 && newerBy < (refunds * STEP_MS + 1) * 1000;
  const isSame = accepted.totalCents === order.totalCents && stateOf(accepted) === stateOf(order);
  return isRecent && order.refunds.length + missing === refunds && isSame;
}
