// Certification of a retailer's endpoint: a good one passes, what cannot be tried says why, and one cause is told as one.
// Side by side, because most of it is waiting.
import { describe, expect, test } from 'vitest';
import { ENDPOINT_SUBJECTS } from '../../src/certify/checks.ts';
import { AREAS } from '../../src/certify/types.ts';
import { USUAL_ABILITIES } from '../../src/sandbox/scenarios/abilities.ts';
import { ordersOfRetailer } from '../../src/sandbox/scenarios/given-orders.ts';
import { loadScenario } from '../../src/sandbox/scenarios/load-scenarios.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { makePost } from '../helpers/retailer-post.ts';
import { platform } from '../sandbox/scenarios/stage-support.ts';
import { endpointDesk, idsOf, resultsOf } from './endpoint-desk.ts';

/** In the short form, where test/certify/whole.test.ts shows the whole of it. */
const SOME = inForm({ short: ['mail-back-scan', '401-then-right', 'exchange-even'], long: undefined });
const wasAsked = (line: string) => !line.endsWith('was not asked for');

test('the subjects are unique, have an area of their own, and all their words', () => {
  expect(new Set(ENDPOINT_SUBJECTS.map(({ id }) => id)).size).toBe(ENDPOINT_SUBJECTS.length);
  for (const { id, area, title, interface: rule, hint } of ENDPOINT_SUBJECTS) {
    expect(AREAS).toContain(area);
    expect(id.startsWith(`${area}.`)).toBe(true);
    expect(title).not.toMatch(/\.$/);
    expect(rule).toMatch(/^[A-Z].*: .*\.$/s);
    expect(hint.length).toBeGreaterThan(20);
  }
});

describe.concurrent('a good endpoint', () => {
  itLong(
    'passes every check, with evidence and without personal data',
    async ({ expect, onTestFinished }) => {
      const { certify, events } = await endpointDesk({}, onTestFinished);
      const { answered, checks } = await certify();
      expect(answered).toBe(true);
      expect(resultsOf({ answered, checks }, 'failed', 'not_tried')).toEqual([]);
      expect(checks.map(({ id }) => id)).toEqual(ENDPOINT_SUBJECTS.map(({ id }) => id));
      for (const { id, evidence, exchanges = [] } of checks) {
        expect(evidence, id).not.toBe('');
        if (id !== 'messages.orders-known') expect(exchanges.length, id).toBeGreaterThan(0);
        for (const { at, request, answer, ms } of exchanges) {
          expect(Math.abs(at - Date.now())).toBeLessThan(120_000);
          expect(request).toMatch(/^(POST \/(rmas|exchange_orders) |GET \/sku\/)/);
          if (answer.startsWith('200')) expect(answer).toBe(`200 in ${ms} ms`);
          else if (ms !== null) expect(answer).toMatch(/^\d{3} in \d+ ms(: \{.*\})?$/);
          else expect(answer).toMatch(/^no answer after \d+ ms: /);
        }
      }
      expect(JSON.stringify([checks, events])).not.toMatch(/Shopper|shop\.example|Main Street|right-key/);
      expect(events.flatMap((event) => (event.type === 'check' ? [event.check] : []))).toEqual(checks);
    },
  );

  itLong('that answers first and works afterwards passes as well', async ({ expect, onTestFinished }) => {
    const { certify } = await endpointDesk({ laterMs: 60 }, onTestFinished);
    expect(resultsOf(await certify({ scenarios: SOME }), 'failed', 'not_tried').filter(wasAsked)).toEqual([]);
  });

  itLong(
    'that cannot do everything: the rest is not tried, and says which ability it needs',
    async ({ expect, onTestFinished }) => {
      const { certify } = await endpointDesk({}, onTestFinished);
      const usual = await certify({ retailerCan: USUAL_ABILITIES });
      expect(resultsOf(usual, 'failed', 'not_tried')).toEqual([
        'exchanges.shipped not_tried: your side needs exchange-snapshots (--retailer-can)',
        'refunds.keep not_tried: your side needs refund-keep (--retailer-can)',
      ]);
      // Another one: the orders of the first have been refunded.
      const { certify: again } = await endpointDesk({}, onTestFinished);
      const least = await again({ retailerCan: ['refund-on-receipt'] });
      expect(idsOf(least, 'failed')).toEqual([]);
      for (const { result, evidence } of least.checks)
        if (result === 'not_tried') expect(evidence).toMatch(/^your side needs .* \(--retailer-can\)$/);
      expect(idsOf(least, 'passed')).toEqual(
        expect.arrayContaining(['messages.accepted', 'messages.answered']),
      );
    },
  );

  test('without credentials: whether wrong ones are refused is not tried', async ({
    expect,
    onTestFinished,
  }) => {
    const { certify } = await endpointDesk({ key: undefined }, onTestFinished);
    const outcome = await certify({ customerAuth: undefined, scenarios: SOME });
    expect(resultsOf(outcome, 'failed', 'not_tried').filter(wasAsked)).toEqual([
      'messages.credentials not_tried: it needs credentials (--customer-auth)',
    ]);
  });

  test('of which only some scenarios are asked for', async ({ expect, onTestFinished }) => {
    const { certify } = await endpointDesk({}, onTestFinished);
    await expect(certify({ scenarios: ['mail-back-scann'] })).rejects.toMatchObject({ exitCode: 2 });
    const outcome = await certify({ scenarios: ['mail-back-scan', '422'] });
    expect(idsOf(outcome, 'failed')).toEqual([]);
    expect(idsOf(outcome, 'passed')).toEqual(
      expect.arrayContaining(['refunds.at-scan', 'messages.answered']),
    );
    expect(resultsOf(outcome, 'not_tried')).toContain(
      'refunds.cancelled not_tried: the scenario cancel-return was not asked for',
    );
  });
});

describe.concurrent('one cause', () => {
  test('a second run with the same orders: one failure, and the hint names --seed', async ({
    expect,
    onTestFinished,
  }) => {
    const { certify } = await endpointDesk({}, onTestFinished);
    await certify({ scenarios: ['mail-back-scan'] });
    const outcome = await certify({ waitMs: 5000, scenarios: SOME });
    expect(idsOf(outcome, 'failed')).toEqual(['refunds.snapshot']);
    expect(outcome.checks.find(({ id }) => id === 'refunds.snapshot')?.hint).toContain('--seed');
  });

  test('orders that the endpoint does not know: messages.orders-known, and the command that prints them', async ({
    expect,
    onTestFinished,
  }) => {
    const { certify } = await endpointDesk({ orders: [] }, onTestFinished);
    const outcome = await certify({ waitMs: inForm({ short: 500, long: 2000 }), scenarios: SOME });
    expect(idsOf(outcome, 'failed')).toEqual(['messages.orders-known']);
    const check = outcome.checks.find(({ id }) => id === 'messages.orders-known');
    expect(check?.evidence).toMatch(
      /nothing that needs a given order works \(refunds.at-scan, .*exchanges.answered\)/,
    );
    expect(check?.hint).toContain('returns sandbox scenario show all --orders');
    for (const { result, evidence } of outcome.checks)
      if (result === 'not_tried' && wasAsked(evidence))
        expect(evidence).toBe('because messages.orders-known failed');
  });

  itLong.for([
    [
      undefined,
      ['messages.orders-known'],
      /does not know the orders: OWN-1, which it posted itself, was refunded/,
    ],
    ['never-refunds', ['refunds.at-scan', 'refunds.on-receipt'], /no refund for it/],
  ] as const)(
    'an order of its own tells one that knows no given orders from one that never refunds: %s',
    async ([fault, failed, evidence], { expect, onTestFinished }) => {
      const [given] = ordersOfRetailer(loadScenario(platform, 'mail-back-scan'), {
        seed: 1,
        now: Date.now(),
      });
      const own = { ...given!, identifier: 'OWN-1' };
      const { certify, retailer } = await endpointDesk({ orders: [own] }, onTestFinished);
      retailer.fault = fault;
      const outcome = await certify({
        ...{ waitMs: 2000, retailerCan: ['refund-at-scan', 'refund-on-receipt'] },
        async onReady(sandbox) {
          retailer.service = () => sandbox;
          await makePost(
            () => sandbox,
            () => false,
          )(own);
        },
      });
      expect(idsOf(outcome, 'failed')).toEqual(failed);
      expect(outcome.checks.find(({ id }) => id === failed[0])?.evidence).toMatch(evidence);
    },
  );

  test('nobody at the address: messages.reachable fails, nothing else is tried, answered is false', async ({
    expect,
    onTestFinished,
  }) => {
    const { certify } = await endpointDesk({}, onTestFinished);
    const { answered, checks } = await certify({ customerUrl: 'http://127.0.0.1:9' });
    expect(answered).toBe(false);
    expect(idsOf({ answered, checks }, 'failed')).toEqual(['messages.reachable']);
    expect(checks[0]?.evidence).toMatch(
      /^GET [^;]*: no answer after \d+ ms: the connection was refused; POST \/rmas [^;]*$/,
    );
    for (const { evidence } of checks.slice(1)) expect(evidence).toBe('because messages.reachable failed');
  });

  test('an endpoint that refuses what it does not know, and knows nothing: messages.answered, with the command', async ({
    expect,
    onTestFinished,
  }) => {
    const { certify, retailer } = await endpointDesk({ orders: [] }, onTestFinished);
    retailer.fault = 'refuses-unknown-orders';
    const outcome = await certify();
    expect(idsOf(outcome, 'failed')).toEqual(['messages.answered']);
    const check = outcome.checks.find(({ id }) => id === 'messages.answered');
    expect(check?.hint).toContain('returns sandbox scenario show all --orders');
  });

  test('an endpoint that is missing at the path: messages.answered', async ({ expect, onTestFinished }) => {
    const { certify } = await endpointDesk({}, onTestFinished);
    const outcome = await certify({ customerPaths: { rmas: '/elsewhere' } });
    expect(idsOf(outcome, 'failed')).toEqual(['messages.answered']);
    expect(resultsOf(outcome, 'failed')[0]).toMatch(/answered 404/);
  });

  test('an interrupted run says so', async ({ expect, onTestFinished }) => {
    const { certify } = await endpointDesk({}, onTestFinished);
    const outcome = await certify({}, AbortSignal.abort());
    expect(idsOf(outcome, 'failed')).toEqual([]);
    expect(resultsOf(outcome, 'not_tried')[0]).toMatch(/not_tried: because the run was interrupted$/);
  });
});
