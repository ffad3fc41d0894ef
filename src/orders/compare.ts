// A finished order held against the ledger: new, changed, unchanged, older, refunded here since, refused before, or
// undoing a refund.
import type { Finding } from '../contract/finding.ts';
import { microsOf } from '../contract/instant.ts';
import { applyLevels, type Levels } from '../contract/levels.ts';
import type { Order } from '../contract/order.ts';
import { REFUNDS_LOST } from '../contract/order-rules/ledger.ts';
import type { Crypto } from '../platform/platform.ts';
import type { LedgerView, RefusedRecord } from '../storage/ledger.ts';
import { type Digests, digestsOf, type KnownOrder, type RefundFacts } from '../storage/order-record.ts';
import { acceptedElsewhere } from './refund-owners.ts';
import { isOwnRefundOf } from './refund-times.ts';

/**
 * `changed_unmoved`: other content under the `updated_at` that was already accepted.
 * `refunded`: older only because our own refund of this very snapshot was accepted a second later.
 * `resumed`, `resumed_refused`: accepted or refused as it is by the forced run that is gone on with.
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
  | Refusal;

/** What the ledger refuses: a refund would be undone, or one has the identifier of another order's. */
export type Refusal = 'refunds_lost' | 'refunds_shared';
export const isRefusal = (comparison: Comparison): comparison is Refusal =>
  comparison === 'refunds_lost' || comparison === 'refunds_shared';

export interface Compared {
  readonly comparison: Comparison;
  /** As it is to be sent: with refunds carried forward where that was asked for. */
  readonly order: Order;
  /** What the ledger knows of it. */
  readonly before: KnownOrder | undefined;
  /** Computed at most once, and only when asked for. */
  readonly digests: () => Digests;
  /** Why it is refused. */
  readonly findings: readonly Finding[];
}

export interface CompareOptions {
  /** What was accepted, superseded or refused before is sent all the same; a refund is taken back no more than without. */
  readonly force: boolean;
  /** Refunds that the ledger knows and the snapshot lacks are added to it. */
  readonly keepRefunds: boolean;
  /** With `force`: runs that are gone on with. What they settled is not sent again. */
  readonly resumed?: ReadonlySet<string> | undefined;
  /** How findings about refunds of other orders count. */
  readonly levels?: Levels | undefined;
}

export function compareOrder(
  ledger: LedgerView | undefined,
  crypto: Crypto,
  given: Order,
  options: CompareOptions,
): Compared {
  const before = ledger?.known(given.identifier);
  const missing = before ? missingRefunds(before, given) : [];
  const order = missing.length > 0 && options.keepRefunds ? withRefunds(given, missing) : given;
  const digests = once(() => digestsOf(crypto, order));
  const verdict = (comparison: Comparison, findings: readonly Finding[] = []): Compared => ({
    comparison,
    order,
    before,
    digests,
    findings,
  });
  // The run is looked up when it is asked for.
  const isResumed = (settled: { readonly run: string }) =>
    options.force && options.resumed?.has(settled.run) === true;
  if (!ledger) return verdict('new');
  const isLost = missing.length > 0 && !options.keepRefunds;
  // With --force an older version would go out, too, and take the refund back all the same.
  if (isLost && options.force) return verdict('refunds_lost', [lost(missing)]);
  if (before?.digest === digests().digest) return verdict(isResumed(before) ? 'resumed' : 'unchanged');
  const shared = applyLevels(acceptedElsewhere(ledger, order), options.levels).filter(
    ({ severity }) => severity === 'error',
  );
  if (shared.length > 0 && options.force) return verdict('refunds_shared', shared);
  if (before) {
    if (microsOf(before.updatedAt) > microsOf(order.updated_at))
      return verdict(isOwnRefundOf(given, before, missing.length) ? 'refunded' : 'older');
  }
  if (isLost) return verdict('refunds_lost', [lost(missing)]);
  if (shared.length > 0) return verdict('refunds_shared', shared);
  const refused = ledger.refused(order.identifier);
  if (refused && refused.status !== 0 && refused.digest === digests().digest)
    return verdict(isResumed(refused) ? 'resumed_refused' : 'refused_before');
  if (!before) return verdict('new');
  return verdict(microsOf(before.updatedAt) === microsOf(order.updated_at) ? 'changed_unmoved' : 'changed');
}

function missingRefunds(before: KnownOrder, order: Order): RefundFacts[] {
  if (before.refunds.length === 0) return [];
  const there = new Set(order.refunds.map(({ identifier }) => identifier));
  return before.refunds.filter(({ identifier }) => !there.has(identifier));
}

/** Refunds as they were sent, as far as the ledger keeps them (their note is not kept: it may be personal). */
function withRefunds(order: Order, missing: readonly RefundFacts[]): Order {
  const carried = missing.map((refund) => ({
    identifier: refund.identifier,
    total_refund_amount_cents: refund.amountCents,
    refund_line_items: refund.lines.map(({ identifier, line, units }) => ({
      identifier,
      quantity: units,
      order_item_identifier: line,
    })),
    ...(refund.createdAt === '' ? NO_TIME : { created_at: refund.createdAt }),
    ...(refund.rma === null ? {} : { rma_identifier: refund.rma }),
  }));
  return { ...order, refunds: [...order.refunds, ...carried] };
}

/** A refund that was sent without its time, since a level let it pass. */
const NO_TIME = {} as { created_at: string };

function lost(missing: readonly RefundFacts[]): Finding {
  const { identifier } = missing[0]!;
  return {
    code: REFUNDS_LOST.code,
    severity: 'error',
    path: 'refunds',
    args: { refund: identifier, more: missing.length - 1 },
  };
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/** What an order is recognised by that our own check refused: its content as the input has it. */
export const refusalDigest = (crypto: Crypto, content: string): string => crypto.sha256(content).slice(0, 32);

/** Why an order is not sent that the service refused before. */
export const beforeText = (before: RefusedRecord | undefined) => ({
  code: 'refused_before',
  field: before?.field ?? '',
  message: `The service refused this very order before (${before?.code ?? 'unknown'}); change it, or send it again with --force`,
});
