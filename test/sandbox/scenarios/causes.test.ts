// From failures to causes: what is the consequence of another mistake is none of its own, and what is late is not called never.
import { expect, test } from 'vitest';
import type { Attempt, Delivery } from '../../../src/sandbox/deliveries/types.ts';
import { type CauseFacts, causesOf, type Failure } from '../../../src/sandbox/scenarios/causes.ts';
import { wireOf } from '../../../src/sandbox/scenarios/evidence.ts';
import { BY_QUANTITY, CENT } from '../../../src/sandbox/scenarios/refund-range.ts';
import type { Why } from '../../../src/sandbox/scenarios/result.ts';
import type { ExpectedRefund } from '../../../src/sandbox/scenarios/state.ts';

const FACTS = { refunds: [], isSignedIn: true, isReused: false, knowsOrders: true, endedAt: 0 };

const failed = (scenario: string, why: Why): Failure => ({
  scenario,
  about: [],
  found: { kind: 'refund-arrives', what: 'a refund', passed: false, evidence: 'seen', ...why },
});
const hintsOf = (failures: readonly Failure[], facts: Partial<CauseFacts> = {}) =>
  causesOf(failures, { ...FACTS, ...facts }).map(({ hint }) => hint);

test('a rest of cents is no mistake of its own where amounts are divided by another number', () => {
  const amount = { symptom: 'amount', id: 'refunds.amount' } as const;
  const cent = failed('partial-cents', { ...amount, reasons: [CENT] });
  const divided = failed('cancel-partial', { ...amount, reasons: [BY_QUANTITY] });
  expect(hintsOf([cent, divided])).toEqual([expect.stringMatching(/by quantity_shipped, not by quantity/)]);
  expect(hintsOf([cent])).toEqual([expect.stringMatching(/^Calculate in whole cents/)]);
  // Another mistake beside it is one more.
  const shipped = failed('mail-back-single', { ...amount, reasons: ['Leave the shipping out.'] });
  expect(hintsOf([cent, shipped])).toHaveLength(2);
});

/** Expected at `since`, for 3 s. */
const refund = (since: number, arrived: number | undefined, more: Partial<ExpectedRefund> = {}) => ({
  ...{ scenario: 'one', since, limit: 3000, marks: new Set<string>(), gap: 1000 },
  arrived: () => arrived,
  ...more,
});
const missing = (refund: number): Failure =>
  failed(`scenario-${refund}`, { symptom: 'never', id: 'refunds.at-scan', refund });

test('what was not watched for as long as another refund took is late as well', () => {
  const refunds = [refund(0, 30_000), refund(50_000, undefined)];
  const both = [missing(0), missing(1)];
  expect(hintsOf(both, { refunds, endedAt: 60_000 })).toEqual([expect.stringContaining('With --wait 40s')]);
  expect(hintsOf(both, { refunds, endedAt: 100_000 })).toEqual([
    expect.stringContaining('With --wait 40s'),
    expect.stringMatching(/^Refund a unit when/),
  ]);
  // Where nothing came at all, nothing is known to be late.
  const none = [refund(0, undefined), refund(50_000, undefined)];
  expect(hintsOf(both, { refunds: none, endedAt: 60_000 })).toEqual([
    expect.stringMatching(/^Refund a unit/),
  ]);
});

test('a message that was answered and lost explains what it should have stopped', () => {
  const refunds = [refund(0, 5000, { resent: 4000 })];
  const early = failed('reordered', { symptom: 'early', id: 'messages.out-of-order' });
  expect(hintsOf([missing(0), early], { refunds })).toEqual([expect.stringMatching(/^Store each message/)]);
  expect(hintsOf([early])).toEqual([expect.stringMatching(/^Compare updated_at/)]);
});

test('a connection that is closed before the whole answer is told as that, not as nobody there', () => {
  const attempt: Attempt = { at: 0, ms: 5, status: null, fault: 'dropped', note: null, answer: '' };
  const wire = wireOf({ attempts: [attempt], message: { kind: 'rma' } } as unknown as Delivery);
  expect(wire).toMatchObject({ symptom: 'reset', hint: expect.stringContaining('without a whole answer') });
  expect(wire?.hint).not.toMatch(/firewall|start your side/i);
});
