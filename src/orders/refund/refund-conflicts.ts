// Checks that prevent a refund from being posted: the input against the ledger, before the first attempt and
// before each retry.

import { EXIT } from '../../basics/exit-codes.ts';
import { Failure, usageFailure } from '../../basics/failure.ts';
import type { MinorUnits } from '../../basics/minor-units.ts';
import { quote, shellWord } from '../../basics/text.ts';
import { formatCents } from '../../basics/units.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import { versionDoubtful } from '../../contract/order-rules/accepted.ts';
import { lineCents } from '../../contract/refund-amount.ts';
import type { Snapshot } from '../../input/types.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { type OrderRecord, orderFactsOf } from '../../storage/order-record.ts';
import type { Compared } from '../compare/compare.ts';
import { stateOf } from '../compare/newer.ts';
import { acceptedElsewhere } from '../compare/refund-owners.ts';
import { equalRefunds, type RefundRequest } from './build-refund.ts';

/**
 * A refund posts the snapshot of the input as the newest one. When the service has accepted another snapshot, later or with
 * another status or lines under an `updated_at` that does not say which is newer, the refund would undo that (promise 3). A
 * later refund by this tool, or only a later time, is not such a change.
 * @throws Failure exit 6
 */
export function checkNotOutdated(
  accepted: OrderRecord | undefined,
  { comparison, order, findings }: Pick<Compared, 'comparison' | 'order' | 'findings'>,
): void {
  if (comparison === 'renamed')
    throw new Failure('refund.order_changed', 6, describeOrderFinding(findings[0]!), {
      hint: `Nothing was sent. See: returns explain ${findings[0]!.code}`,
    });
  if (!accepted) return;
  const isInDoubt =
    comparison === 'changed_unmoved' || findings.some(({ code }) => code === versionDoubtful.code);
  const isOther = isInDoubt && stateOf(order.facts) !== stateOf(accepted);
  if (!isOther && (comparison !== 'older' || accepted.content === order.content)) return;
  throw new Failure(
    'refund.order_outdated',
    6,
    `The service has another snapshot of order ${quote(order.id)}, and by its updated_at the input is not newer`,
    {
      expected: `the snapshot of ${accepted.updatedAt}, or one that was uploaded`,
      found: `another of ${order.facts.updatedAt}`,
      hint: 'Export the order again, upload that file, and name it here: the refund would undo what changed since. Nothing was sent.',
    },
  );
}

/** Shares of tax and discount are rounded, cents. */
const ROUNDED = 1;

/**
 * A refund pays what was accepted for its units: an RMA was made of that. Another price may be that of another line or order.
 * @throws Failure exit 6
 */
export function checkPrices(
  accepted: OrderRecord,
  order: Order,
  units: ReadonlyMap<string, number>,
  minorUnits: MinorUnits | undefined,
): void {
  for (const line of orderFactsOf(order).lines) {
    const was = accepted.lines.find(({ identifier }) => identifier === line.identifier);
    if (!was || was.shipped === 0 || line.shipped === 0 || !units.has(line.identifier)) continue;
    const [before, now] = [was, line].map((one) => lineCents(one, 0, 1)) as [number, number];
    if (Math.abs(now - before) <= ROUNDED) continue;
    const [expected, found] = [before, now].map((cents) => formatCents(cents, order.currency, minorUnits));
    throw new Failure(
      'refund.price_changed',
      6,
      `A unit of line ${quote(line.identifier)} was accepted with ${expected} ${order.currency}, and has ${found} in the input`,
      {
        expected: `${expected} a unit`,
        found: `${found} a unit`,
        hint: `Where the input is right, upload it first (returns orders upload FILE); or give the amount: --amount-cents. Nothing was sent.`,
      },
    );
  }
}

/** @throws Failure exit 2 when the requested refund identifier belongs to another order */
export function checkOwnIdentifier(ledger: Ledger, order: Order): void {
  const [taken] = acceptedElsewhere(ledger, orderFactsOf(order));
  if (taken) throw identifierTaken(describeOrderFinding(taken).replace(/\.$/, ''));
}

const identifierTaken = (message: string) =>
  usageFailure('refund.identifier_taken', message, {
    expected: 'an identifier that is unique across all refunds',
    hint: 'Give another --refund-id, or omit it. Nothing was sent.',
  });

/** @throws Failure exit 2 when a refund of the order is asked for by its identifier, but with something else in it */
export function checkAsAsked(
  order: Order,
  found: OrderRefund,
  { identifier, planned, units, rma, amountCents }: RefundRequest,
  minorUnits: MinorUnits | undefined,
): void {
  const { total_refund_amount_cents: cents, rma_identifier: own, refund_line_items: items } = found;
  const isOfUnits = !units || equalRefunds(order, units, own ?? undefined).includes(found);
  const isSame = isOfUnits && (rma ?? own) === own && (amountCents ?? cents) === cents;
  // A planned refund is asked for with the units that are left of it.
  if (isSame || identifier === undefined || planned) return;
  const lines = items.map((line) => `${quote(line.order_item_identifier)}=${line.quantity}`);
  const it = `${lines.join(', ')}, ${own ? `RMA ${quote(own)}` : 'no RMA'}, ${formatCents(cents, order.currency, minorUnits)}`;
  throw identifierTaken(
    `Refund ${quote(identifier)} of this order is another one (${it}), and a refund cannot be changed`,
  );
}

/** Its newest message says that the service has settled it: "never" (build-your-endpoints, When to refund). */
export const refundedRma = (rma: string, order: string) =>
  usageFailure('refund.rma_refunded', `RMA ${quote(rma)} is REFUNDED: the service has closed it`, {
    hint: `See what was refunded: returns orders show ${shellWord(order)}. For money beyond the return, leave out --rma. Nothing was sent.`,
  });

export const RMA_DONE = 'refund.rma_done';

/** All its units are in refunds of the order that name it, or none. */
export const doneRma = (rma: string, order: string) =>
  usageFailure(RMA_DONE, `The units of RMA ${quote(rma)} are refunded already`, {
    hint: `See the refunds of the order: returns orders show ${shellWord(order)}. Nothing was sent.`,
  });

/** The input already contains the refund. Posting it from here would not record it as accepted. */
export const refundInInput = (refund: OrderRefund) =>
  new Failure(
    'refund.in_input',
    6,
    `The snapshot in the input holds the refund ${quote(refund.identifier)}, which was not uploaded yet`,
    { hint: 'Upload the input: returns orders upload FILE. Nothing was sent.' },
  );

/** `flag`: what names the files. */
export function orderNotFound(id: string, files: readonly string[], flag: string) {
  return new Failure('refund.order_missing', 6, `The input does not hold order ${quote(id)}`, {
    place: { file: files.join(', ') },
    hint: `Name a file that holds the order (${flag}); the identifier is taken literally.`,
  });
}

/** Exit 3: our own check refuses the order of the input. While the input is open: of JSON its bytes say where the fault is. */
export function invalidOrder(
  id: string,
  findings: readonly Finding[],
  snapshot: Pick<Snapshot, 'placeOf'>,
): Failure {
  const finding = findings.find(({ severity }) => severity === 'error') ?? findings[0]!;
  return new Failure(
    'refund.order_invalid',
    EXIT.refused,
    `Order ${quote(id)} cannot be posted: ${describeOrderFinding(finding)}`,
    {
      place: { ...snapshot.placeOf(finding.path), path: finding.path },
      hint: `Correct the order in the input (returns explain ${finding.code}); nothing was sent.`,
    },
  );
}
