// Every fault of a bad endpoint: the check that names it, and that nothing else fails. A few quick ones in the short form.
import { test } from 'vitest';
import type { RetailerCheckId } from '../../src/sandbox/judge.ts';
import { inForm } from '../helpers/form.ts';
import type { RetailerOptions } from '../helpers/retailer.ts';
import { RETAILER_FAULTS, type RetailerFault } from '../helpers/retailer-faults.ts';
import { causesText, idsOf, type JudgeChanges, judgeDesk, orAll } from './judge-desk.ts';

interface Changes {
  readonly retailer?: Partial<RetailerOptions>;
  readonly request?: JudgeChanges;
}

/** The fault, exactly the checks that fail, what an engineer reads there. */
const NAMED: Readonly<
  Record<RetailerFault, readonly [failed: readonly RetailerCheckId[], evidence: RegExp, changes?: Changes]>
> = {
  'accepts-anybody': [['messages.credentials'], /wrong credentials .* answered 200/],
  // The interface shows 200: a note, no failure.
  'answers-202': [[], /./, { request: { scenarios: ['all'] } }],
  'answers-422': [['messages.accepted'], /NOT_DROPPED_OFF: answered 422/],
  'answers-late': [
    ['messages.answered-in-time'],
    /too late: the limit is 100 ms/,
    { retailer: { lateMs: 400 }, request: { answer: 100 } },
  ],
  'applies-older': [
    ['messages.out-of-order'],
    /no refund for order B but the expected ones: refund R-reordered-B/,
  ],
  'busy-503': [['messages.bursts'], /slow, .* answered 503/],
  'closes-connection': [['messages.reachable'], /no answer after \d+ ms: dropped/],
  'drops-bursts': [
    ['messages.kept'],
    /mail-back-single, .* has no refund for it/,
    // Real time between the messages of mail-back-scan, longer than what is a burst.
    {
      retailer: { burstMs: 500 },
      request: {
        settle: 700,
        // Each refund of the others is waited for in vain.
        scenarios: orAll('mail-back-single', 'mail-back-scan', 'reordered', 'express'),
      },
    },
  ],
  'exchange-charged-twice': [
    ['exchanges.amount'],
    /product_amount_cents is 5000; the items of the exchange order cost 2500/,
  ],
  'exchange-never-ships': [['exchanges.shipped'], /exchange-even, .* R becomes REFUNDED/],
  'exchange-not-idempotent': [['exchanges.idempotent'], /X-exchange-even-A-\d+, then X-exchange-even-A-\d+/],
  'exchange-without-identifier': [['exchanges.answered'], /order_identifier none/],
  'forgets-after-a-week': [['refunds.late-scan'], /mail-back-late, .* has no refund for it/],
  'gift-card-refused': [['exchanges.gift-card'], /gift-card, .* answered 422/],
  'incomplete-snapshot': [
    ['refunds.snapshot'],
    /the service answered 422 to a snapshot of mail-back-single-A/,
  ],
  'never-refunds': [['refunds.at-scan'], /has no refund for it/],
  'never-refunds-received': [['refunds.on-receipt'], /express, .* has no refund for it/],
  redirects: [['messages.answered'], /answered 301/],
  'refund-without-rma': [['refunds.named'], /mail-back-skipped, .* has no refund for it/],
  'refunds-at-label': [['refunds.unasked'], /no refund (yet|for order A)/],
  'refunds-cancelled': [
    ['refunds.cancelled'],
    /cancel-return, .* no refund for order A but the expected ones: refund R-/,
  ],
  // The service refuses the second one: its evidence alone is in test/sandbox/scenarios/run.test.ts.
  'refunds-duplicates': [['refunds.once'], /refunds\[1\]\.refund_line_items\[0\]\.quantity exceeded/],
  'refunds-scanned-again': [['refunds.once'], /./],
  'refunds-too-much': [['refunds.amount'], /instead of 27\.00/],
  'refunds-without-shipping': [['refunds.full-amount'], /160\.92 instead of 167\.92/],
  'refuses-credentials': [['messages.credentials'], /answered 401/],
  'refuses-duplicates': [['messages.duplicates'], /duplicates, .* answered 409/],
  'refuses-new-fields': [['messages.new-fields'], /answered 400/],
  'refuses-refunded': [['refunds.closed'], /REFUNDED, TRANSIT: answered 500/],
  'refuses-unknown-orders': [['messages.unknown-order'], /answered 500/],
  'stale-snapshot': [['refunds.newer'], /has updated_at .*, as before the refund/],
  'variants-404': [['variants.answered'], /GET \/sku\/TEE-GRN\/variants: answered 404/],
  'variants-broken': [['variants.well-formed'], /unit_price_amount_cents/],
  'variants-empty': [['variants.offered'], /0 variants for TEE-GRN/],
  'variants-unknown-500': [['variants.unknown'], /500 in/],
  'waits-for-all-parcels': [['refunds.partial'], /partial-refund, step 9/],
};

/** Of each area those whose runs are quick. */
const QUICK_FAULTS: readonly RetailerFault[] = [
  ...(['accepts-anybody', 'closes-connection', 'redirects', 'refuses-credentials'] as const),
  ...(['variants-empty', 'exchange-charged-twice', 'refunds-at-label', 'refunds-too-much'] as const),
];

/** Those, and some that take longer; none that counts on how fast messages come, as drops-bursts does. */
const SHARED_FAULTS: readonly RetailerFault[] = [
  ...QUICK_FAULTS,
  ...(['answers-202', 'exchange-not-idempotent'] as const),
  ...(['refuses-duplicates', 'variants-404', 'waits-for-all-parcels'] as const),
  ...(['refunds-cancelled', 'variants-broken'] as const),
];

/** Of each family what shows a fault: all 42 take three times as long. */
const PLAYED = orAll(
  ...['mail-back-single', 'mail-back-scan', 'partial-return', 'partial-refund', 'exchange-variants'],
  ...['exchange-even', 'gift-card', 'cancel-return', 'express', '401-then-right', '422', 'duplicates'],
  'reordered',
);

// Mostly waiting for what never comes.
test.concurrent.for(inForm({ short: QUICK_FAULTS, share: SHARED_FAULTS, long: RETAILER_FAULTS }))(
  '%s',
  async (fault, { expect, onTestFinished }) => {
    const [failed, evidence, { retailer: options = {}, request = {} } = {}] = NAMED[fault];
    const { retailer, judged } = await judgeDesk(options, onTestFinished);
    retailer.fault = fault;
    const verdict = await judged({ scenarios: PLAYED, ...request });
    expect(idsOf(verdict, 'failed'), causesText(verdict)).toEqual(failed);
    expect(verdict.causes.map(({ id }) => id)).toEqual(failed);
    expect(verdict.answered).toBe(fault !== 'closes-connection');
    for (const { id, result, evidence: seen } of verdict.checks) {
      if (result === 'failed') expect(seen).toMatch(evidence);
      // What is not known says which failure is to be mended first.
      if (result === 'not_tried' && id !== 'refunds.gift') expect(seen).toBe(`because ${failed[0]} failed`);
    }
  },
);
