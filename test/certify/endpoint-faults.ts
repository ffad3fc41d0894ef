// Every fault of a bad endpoint, the checks that name it, and the test that nothing else fails.
import { test } from 'vitest';
import type { EndpointOutcome, EndpointRequest } from '../../src/certify/endpoint.ts';
import type { Area } from '../../src/certify/types.ts';
import type { RetailerCheckId } from '../../src/sandbox/scenarios/retailer-checks.ts';
import type { RetailerOptions } from '../helpers/retailer.ts';
import type { RetailerFault } from '../helpers/retailer-faults.ts';
import { endpointDesk, idsOf } from './endpoint-desk.ts';

interface Changes {
  readonly retailer?: Partial<RetailerOptions>;
  readonly request?: Partial<EndpointRequest>;
}

/** The fault, exactly the checks that fail, what an engineer reads there. */
const NAMED: Readonly<
  Record<RetailerFault, readonly [failed: readonly RetailerCheckId[], evidence: RegExp, changes?: Changes]>
> = {
  'accepts-anybody': [['messages.credentials'], /wrong credentials .* answered 200/],
  'answers-202': [['messages.status'], /not 200, POST \/rmas .*: 202 in \d+ ms/],
  'answers-422': [['messages.accepted'], /ON_HOLD, AT_LOCKER: answered 422/],
  'answers-late': [
    ['messages.answered-in-time'],
    /too late, .* in \d+ ms; the limit is 100 ms/,
    { retailer: { lateMs: 400 }, request: { answerMs: 100 } },
  ],
  'applies-older': [['messages.out-of-order'], /no refund for order B: refund R-reordered-B/],
  'busy-503': [['messages.bursts'], /slow, .* answered 503/],
  'closes-connection': [['messages.reachable'], /closed without an answer/],
  'drops-bursts': [
    ['messages.bursts'],
    /mail-back-single, .* has no refund for it/,
    // Real time between the messages of mail-back-scan, longer than what is a burst.
    { retailer: { burstMs: 500 }, request: { settleMs: 700 } },
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
  'incomplete-snapshot': [['refunds.snapshot'], /the service answered 422 to a snapshot of mail-back-scan-A/],
  'loses-earlier-refund': [['refunds.kept'], /refund-twice, step 12/],
  'never-refunds': [['refunds.at-scan', 'refunds.on-receipt', 'refunds.keep'], /has no refund for it/],
  'never-refunds-kept': [['refunds.keep'], /has no refund for it/],
  'never-refunds-received': [['refunds.on-receipt'], /express, .* has no refund for it/],
  redirects: [['messages.answered'], /answered 301/],
  'refund-without-rma': [['refunds.named'], /slow, .* has no refund for it/],
  'refunds-at-label': [['refunds.unasked'], /mail-back-scan, .* no refund for order A: refund R-/],
  'refunds-cancelled': [['refunds.cancelled'], /cancel-return, .* no refund for order A: refund R-/],
  'refunds-duplicates': [['refunds.once'], /./],
  'refunds-exchanged': [['exchanges.not-refunded'], /exchange-even, .* no refund for order A: refund R-/],
  'refunds-scanned-again': [['refunds.once'], /refund-twice, /],
  'refunds-too-much': [['refunds.amount'], /instead of 27\.00/],
  'refunds-without-shipping': [['refunds.full-amount'], /160\.92 instead of 167\.92/],
  'refunds-wrong-line': [['refunds.line'], /tag-final-sale, .*\(1 of line 2\) .* for 1 unit \(1 of line 1\)/],
  'refuses-credentials': [['messages.credentials'], /answered 401/],
  'refuses-duplicates': [['messages.duplicates'], /duplicates, .* answered 409/],
  'refuses-new-fields': [['messages.new-fields'], /answered 400/],
  'refuses-refunded': [['refunds.closed'], /REFUNDED, TRANSIT: answered 500/],
  'refuses-unknown-orders': [['messages.unknown-order'], /answered 500/],
  'stale-snapshot': [['refunds.newer'], /has updated_at .*, as before the refund/],
  'variants-404': [['variants.answered'], /GET \/sku\/TEE-GRN\/variants: 404/],
  'variants-broken': [['variants.well-formed'], /unit_price_amount_cents/],
  'variants-empty': [['variants.offered'], /0 variants for TEE-GRN/],
  'variants-for-anything': [['variants.unknown'], /a list of [1-9]/],
  'variants-unknown-500': [['variants.unknown'], /500 in/],
  'waits-for-all-parcels': [['refunds.partial'], /refund-twice, step 9/],
};

const failuresText = ({ checks }: EndpointOutcome): string =>
  checks.map(({ id, result, evidence }) => (result === 'failed' ? `${id}: ${evidence}\n` : '')).join('');

/** Of each area those whose runs are quick. */
export const QUICK_FAULTS: readonly RetailerFault[] = [
  ...(['accepts-anybody', 'closes-connection', 'redirects', 'refuses-credentials'] as const),
  ...(['variants-empty', 'exchange-charged-twice', 'refunds-at-label', 'refunds-too-much'] as const),
];

/** Those, and some that take longer. */
export const SHARED_FAULTS: readonly RetailerFault[] = [
  ...QUICK_FAULTS,
  ...(['answers-202', 'drops-bursts', 'exchange-not-idempotent', 'never-refunds-kept'] as const),
  ...(['refuses-duplicates', 'stale-snapshot', 'variants-404', 'waits-for-all-parcels'] as const),
];

/** Tests of those of the faults whose first check is in one of these areas. */
export function testFaults(areas: readonly Area[], some: readonly RetailerFault[]): void {
  const faults = some.filter((fault) => areas.some((area) => NAMED[fault][0][0]!.startsWith(`${area}.`)));
  // Mostly waiting for what never comes.
  test.concurrent.for(faults)('%s', async (fault, { expect, onTestFinished }) => {
    const [failed, evidence, { retailer: options = {}, request = {} } = {}] = NAMED[fault];
    const { retailer, certify } = await endpointDesk(options, onTestFinished);
    retailer.fault = fault;
    const outcome = await certify({ waitMs: 3000, ...request });
    expect(idsOf(outcome, 'failed'), failuresText(outcome)).toEqual(failed);
    expect(outcome.answered).toBe(fault !== 'closes-connection');
    for (const check of outcome.checks) {
      if (check.result === 'failed') expect(check.evidence).toMatch(evidence);
      // What is not known says which failure is to be mended first.
      if (check.result === 'not_tried')
        expect(check.evidence).toMatch(new RegExp(`^because (${failed.join('|')}) failed$`));
    }
  });
}
