// Retailers as they really are: fast and slow ones, and ones with a mistake in what they post. What is wrong is said in the words
// of the answer that they got, and nothing else fails.
import { describe, expect, test } from 'vitest';
import { endpointDesk, idsOf, resultsOf } from './endpoint-desk.ts';

const REFUND_CHECKS = { waitMs: 800, scenarios: ['mail-back-scan'] };

describe('a correct endpoint passes, however fast it refunds', () => {
  test.each([0, 3, 8, 15, 30])(
    '%d ms after its answer',
    async (laterMs) => {
      const { certify } = await endpointDesk({ laterMs });
      const outcome = await certify({ scenarios: ['mail-back-scan', 'slow', 'mail-back-single'] });
      expect(idsOf(outcome, 'failed'), resultsOf(outcome, 'failed').join('\n')).toEqual([]);
      expect(idsOf(outcome, 'passed')).toContain('messages.bursts');
    },
    60_000,
  );

  test('with a token that it keeps for 25 hours of its own clock, whatever the clock of the sandbox says', async () => {
    const { certify } = await endpointDesk({ mistakes: ['keeps-token'] });
    const outcome = await certify();
    expect(resultsOf(outcome, 'failed', 'not_tried')).toEqual([]);
  }, 60_000);
});

describe('posts that the service refuses', () => {
  test('without the envelope: the field that is missing, although no order is named', async () => {
    const { certify } = await endpointDesk({ mistakes: ['wrong-envelope'] });
    const outcome = await certify(REFUND_CHECKS);
    expect(resultsOf(outcome, 'failed')).toEqual([
      expect.stringMatching(
        /^refunds\.snapshot failed: .*your side got 422 at POST \/returns_portal_orders, 1x: returns_portal_order missing_field/,
      ),
    ]);
    expect(resultsOf(outcome, 'failed')[0]).not.toContain('--seed');
  }, 60_000);

  test('with a wrong secret: the token endpoint', async () => {
    const { certify } = await endpointDesk({ mistakes: ['wrong-secret'] });
    const outcome = await certify(REFUND_CHECKS);
    expect(resultsOf(outcome, 'failed')).toEqual([
      expect.stringMatching(
        /^refunds\.snapshot failed: .*your side got 401 at POST \/oauth\/token, 1x: The client id/,
      ),
    ]);
  }, 60_000);

  test('with a token that is not valid: renew it', async () => {
    const { certify } = await endpointDesk({ mistakes: ['wrong-token'] });
    const outcome = await certify(REFUND_CHECKS);
    expect(resultsOf(outcome, 'failed')).toEqual([
      expect.stringMatching(
        /^refunds\.snapshot failed: .*your side got 401 at POST \/returns_portal_orders, 2x: renew the token/,
      ),
    ]);
  }, 60_000);

  test('with a field that is missing: its name is in the evidence', async () => {
    const { certify, retailer } = await endpointDesk();
    retailer.fault = 'incomplete-snapshot';
    const outcome = await certify(REFUND_CHECKS);
    expect(resultsOf(outcome, 'failed')).toEqual([
      expect.stringMatching(
        /422 to a snapshot of mail-back-scan-A .*orders\[0\]\.transactions missing_field/,
      ),
    ]);
  }, 60_000);
});

describe('what nothing shows is not called known', () => {
  test('no orders at all, and exchange orders are taken blindly: the orders are not known', async () => {
    const { certify } = await endpointDesk({ orders: [], mistakes: ['any-exchange'] });
    const outcome = await certify({ waitMs: 800 });
    expect(idsOf(outcome, 'failed'), resultsOf(outcome, 'failed').join('\n')).toEqual([
      'messages.orders-known',
    ]);
    expect(idsOf(outcome, 'passed')).toContain('exchanges.answered');
  }, 60_000);

  test('404 to every RMA message: whether success is 200 is not known from variants', async () => {
    const { certify } = await endpointDesk();
    const outcome = await certify({ customerPaths: { rmas: '/elsewhere' } });
    expect(idsOf(outcome, 'failed')).toEqual(['messages.answered']);
    expect(resultsOf(outcome, 'passed', 'not_tried')).toContain(
      'messages.status not_tried: because messages.answered failed',
    );
  }, 60_000);
});

describe('one mistake does not hide another', () => {
  test('snapshots that are refused, and 409 to a duplicate', async () => {
    const { certify, retailer } = await endpointDesk({ mistakes: ['refuses-duplicates'] });
    retailer.fault = 'incomplete-snapshot';
    const outcome = await certify({ waitMs: 1500 });
    expect(idsOf(outcome, 'failed'), resultsOf(outcome, 'failed').join('\n')).toEqual([
      'messages.duplicates',
      'refunds.snapshot',
    ]);
    expect(idsOf(outcome, 'passed')).toEqual(
      expect.arrayContaining([
        'messages.accepted',
        'messages.new-fields',
        'messages.unknown-order',
        'exchanges.answered',
        'exchanges.idempotent',
      ]),
    );
  }, 60_000);

  test('202, and a refund at every message', async () => {
    const { certify, retailer } = await endpointDesk({ mistakes: ['refunds-again'] });
    retailer.fault = 'answers-202';
    const outcome = await certify({ waitMs: 1500 });
    expect(idsOf(outcome, 'failed'), resultsOf(outcome, 'failed').join('\n')).toEqual([
      'messages.status',
      'refunds.once',
    ]);
    expect(idsOf(outcome, 'passed')).toEqual(
      expect.arrayContaining([
        'messages.duplicates',
        'messages.after-outage',
        'refunds.at-scan',
        'refunds.snapshot',
        'refunds.full-amount',
        'refunds.late-scan',
      ]),
    );
  }, 60_000);

  test('a refund without shipping, at every message again, and 409 to a duplicate', async () => {
    const { certify, retailer } = await endpointDesk({ mistakes: ['refunds-again', 'refuses-duplicates'] });
    retailer.fault = 'refunds-without-shipping';
    const outcome = await certify({ waitMs: 1500 });
    expect(idsOf(outcome, 'failed'), resultsOf(outcome, 'failed').join('\n')).toEqual([
      'messages.duplicates',
      'refunds.once',
      'refunds.full-amount',
    ]);
    expect(idsOf(outcome, 'passed').length).toBeGreaterThan(20);
  }, 60_000);
});

describe('what an engineer reads', () => {
  test('the body of a refusal, escaped, without addresses and secrets', async () => {
    const { certify } = await endpointDesk();
    const outcome = await certify({ customerPaths: { rmas: '/speaks' } });
    const check = outcome.checks.find(({ id }) => id === 'messages.answered');
    expect(check?.exchanges?.at(-1)?.answer).toMatch(/^404 in \d+ ms: \{"error":"unknown order/);
    expect(check?.evidence).toContain('unknown order');
    expect(JSON.stringify(outcome)).not.toMatch(/shopper@|hush-hush/);
  }, 60_000);

  test('a path that is doubled', async () => {
    const { certify, retailer } = await endpointDesk();
    const outcome = await certify({ customerUrl: `${retailer.url}/rmas` });
    expect(resultsOf(outcome, 'failed')[0]).toMatch(
      /^messages\.answered failed: .*\/rmas\/rmas: .* ends in \/rmas already/,
    );
  }, 60_000);

  test('an endpoint that answers late is late, not missing', async () => {
    const { certify, retailer } = await endpointDesk({ lateMs: 900 });
    retailer.fault = 'answers-late';
    const outcome = await certify({ waitMs: 300, answerMs: 200 });
    expect(outcome.answered).toBe(true);
    expect(idsOf(outcome, 'failed')).toEqual(['messages.answered-in-time']);
    expect(resultsOf(outcome, 'failed')[0]).toMatch(/ in (9\d\d|\d{4}) ms/);
  }, 60_000);

  test('401 although no credentials were given: give them', async () => {
    const { certify } = await endpointDesk();
    const outcome = await certify({ customerAuth: undefined });
    expect(resultsOf(outcome, 'failed')).toEqual([
      expect.stringMatching(/^messages\.credentials failed: your side wants credentials: --customer-auth/),
    ]);
  }, 60_000);

  test('times of the sandbox are called so', async () => {
    const { certify, retailer } = await endpointDesk();
    retailer.fault = 'never-refunds';
    const outcome = await certify(REFUND_CHECKS);
    expect(resultsOf(outcome, 'failed')[0]).toMatch(
      /answered 200 in \S+ ms at \S+Z sandbox time.*Z real time/,
    );
  }, 60_000);
});
