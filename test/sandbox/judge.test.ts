// The judge of a retailer's side: a good one passes, what cannot be tried says why, and one cause is told as one.
// Side by side, because most of it is waiting.
import { describe, expect, test } from 'vitest';
import { causeLine, QUESTIONS } from '../../src/sandbox/judge.ts';
import { USUAL_ABILITIES } from '../../src/sandbox/scenarios/abilities.ts';
import { itLong } from '../helpers/form.ts';
import { causesText, idsOf, judgeDesk, orAll, resultsOf } from './judge-desk.ts';

/** But for the long form: one test here, and test/certify/whole.test.ts, show the whole of it. */
const SOME = orAll('mail-back-scan', '401-then-right', 'exchange-even');

test('the checks have an area, and all their words', () => {
  for (const { id, title, interface: rule, hint: remedy } of QUESTIONS) {
    expect(id).toMatch(/^(messages|variants|exchanges|refunds)\.[a-z-]+$/);
    expect(title).not.toMatch(/\.$/);
    expect(rule).toMatch(/^[A-Z].*: .*\.$/s);
    expect(remedy.length).toBeGreaterThan(20);
  }
});

test('a cause is one line, with the scenarios that it explains', () => {
  const cause = { id: 'refunds.amount', symptom: 'amount', hint: 'Add the tax.', evidence: '' } as const;
  expect(causeLine({ ...cause, scenario: 'partial-return', others: 12 })).toBe(
    'Add the tax. (refunds.amount: partial-return, also in 12 others)',
  );
  expect(causeLine({ ...cause, scenario: null, others: 0 })).toBe('Add the tax. (refunds.amount)');
});

describe.concurrent('a good endpoint', () => {
  test('passes every check, with evidence and without personal data', async ({ expect, onTestFinished }) => {
    const { judged, events } = await judgeDesk({}, onTestFinished);
    const verdict = await judged();
    expect(verdict.scenarios.every(({ passed }) => passed)).toBe(true);
    // The sentence of a check names its case in JUnit XML: what is computed would rename it from server to server.
    for (const { checks } of verdict.scenarios)
      for (const { what } of checks) expect(what).not.toMatch(/\d\.\d\d/);
    expect(verdict).toMatchObject({ answered: true, causes: [], lacks: [] });
    expect(resultsOf(verdict, 'failed', 'not_tried')).toEqual([
      expect.stringMatching(/^refunds\.gift not_tried: gift_refund_only cannot be seen from here/),
    ]);
    expect(verdict.checks.map(({ id }) => id)).toEqual(QUESTIONS.map(({ id }) => id));
    for (const { id, evidence } of verdict.checks) expect(evidence, id).not.toBe('');
    expect(JSON.stringify([verdict, events])).not.toMatch(/Shopper|shop\.example|Main Street|right-key/);
  });

  itLong(
    'that cannot do everything: the rest is not tried, and says which ability it needs',
    async ({ expect, onTestFinished }) => {
      const { judged } = await judgeDesk({}, onTestFinished);
      const usual = await judged({ retailerCan: USUAL_ABILITIES });
      expect(usual.lacks).toEqual(['--retailer-can all']);
      expect(
        resultsOf(usual, 'failed', 'not_tried').filter((line) => !line.startsWith('refunds.gift')),
      ).toEqual([
        'exchanges.shipped not_tried: your side needs exchange-snapshots (--retailer-can)',
        'refunds.keep not_tried: your side needs refund-keep (--retailer-can)',
      ]);
    },
  );

  test('without credentials: whether wrong ones are refused is not tried', async ({
    expect,
    onTestFinished,
  }) => {
    const { judged } = await judgeDesk({ key: undefined }, onTestFinished);
    const verdict = await judged({ customerAuth: undefined, scenarios: SOME });
    expect(verdict.causes).toEqual([]);
    expect(verdict.lacks).toEqual(['--customer-auth header:FILE']);
    expect(resultsOf(verdict, 'not_tried')).toContain(
      'messages.credentials not_tried: it needs credentials (--customer-auth)',
    );
  });
});

describe.concurrent('one cause', () => {
  test('a second run with the same orders: one failure, and the hint names --seed', async ({
    expect,
    onTestFinished,
  }) => {
    const { judged } = await judgeDesk({}, onTestFinished);
    await judged({ scenarios: ['mail-back-scan'] });
    const verdict = await judged({ wait: 5000, scenarios: SOME });
    expect(idsOf(verdict, 'failed'), causesText(verdict)).toEqual(['refunds.snapshot']);
    expect(verdict.causes[0]?.hint).toContain('--seed');
  });

  test('orders that the endpoint does not know: messages.orders-known, and the command that prints them', async ({
    expect,
    onTestFinished,
  }) => {
    const { judged } = await judgeDesk({ orders: [] }, onTestFinished);
    const verdict = await judged({ wait: 1500, scenarios: orAll('mail-back-scan', 'express') });
    expect(idsOf(verdict, 'failed'), causesText(verdict)).toEqual(['messages.orders-known']);
    expect(verdict.causes[0]?.hint).toContain('returns sandbox scenario show all --orders');
  });

  test('nobody at the address: messages.reachable fails, nothing else is tried, answered is false', async ({
    expect,
    onTestFinished,
  }) => {
    const { judged } = await judgeDesk({}, onTestFinished);
    const verdict = await judged({ customerUrl: 'http://127.0.0.1:9' });
    expect(verdict.answered).toBe(false);
    expect(idsOf(verdict, 'failed')).toEqual(['messages.reachable']);
    expect(verdict.checks[0]?.evidence).toMatch(
      /GET [^;]*: no answer after \d+ ms: refused; POST \/rmas [^;]*$/,
    );
    for (const { id, evidence } of verdict.checks.slice(1))
      if (id !== 'refunds.gift') expect(evidence).toBe('because messages.reachable failed');
  });

  test('an endpoint that refuses what it does not know, and knows nothing: messages.answered, with the command', async ({
    expect,
    onTestFinished,
  }) => {
    const { judged, retailer } = await judgeDesk({ orders: [] }, onTestFinished);
    retailer.fault = 'refuses-unknown-orders';
    const verdict = await judged({
      scenarios: ['mail-back-single', 'mail-back-scan', 'message-before-order'],
    });
    expect(idsOf(verdict, 'failed')).toEqual(['messages.answered']);
  });

  test('an interrupted run says so', async ({ expect, onTestFinished }) => {
    const { judged } = await judgeDesk({}, onTestFinished);
    const verdict = await judged({ signal: AbortSignal.abort() });
    expect(idsOf(verdict, 'failed')).toEqual([]);
    expect(verdict.answered).toBeNull();
    expect(resultsOf(verdict, 'not_tried')[0]).toMatch(/not_tried: because the run was interrupted$/);
  });
});
