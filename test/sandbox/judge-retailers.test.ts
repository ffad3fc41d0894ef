// Retailers as they really are: fast and slow ones, and ones with a mistake in what they post. What is wrong is said in the words
// of the answer that they got, and nothing else fails. Side by side, because most of it is waiting.
import { describe, test } from 'vitest';
import { inForm } from '../helpers/form.ts';
import { idsOf, judgeDesk, orAll, resultsOf } from './judge-desk.ts';

const REFUND_CHECKS = { wait: 2500, scenarios: ['mail-back-scan'] };

describe.concurrent('a correct endpoint passes, however fast it refunds', () => {
  test.for(inForm({ short: [8], share: [0, 8, 30], long: [0, 3, 8, 15, 30] }))(
    '%d ms after its answer',
    async (laterMs, { expect, onTestFinished }) => {
      const { judged } = await judgeDesk({ laterMs }, onTestFinished);
      const outcome = await judged({ scenarios: ['mail-back-scan', 'slow', 'mail-back-single'] });
      expect(idsOf(outcome, 'failed'), resultsOf(outcome, 'failed').join('\n')).toEqual([]);
      expect(idsOf(outcome, 'passed')).toContain('messages.bursts');
    },
  );

  test('with a token that it keeps for 25 hours of its own clock, whatever the clock of the sandbox says', async ({
    expect,
    onTestFinished,
  }) => {
    const { judged } = await judgeDesk({ mistakes: ['keeps-token'] }, onTestFinished);
    // One that the clock of the sandbox passes 25 hours in.
    const scenarios = orAll('mail-back-scan', 'outage-31h', 'mail-back-late');
    const outcome = await judged({ scenarios });
    expect(resultsOf(outcome, 'failed')).toEqual([]);
    expect(idsOf(outcome, 'passed')).toContain('refunds.late-scan');
  });
});

/** The mistake in what is posted, and what is read of the answer to it. */
const REFUSED = [
  // The field that is missing, although no order is named.
  ['wrong-envelope', '422 at POST /returns_portal_orders: returns_portal_order missing_field'],
  ['wrong-secret', '401 at POST /oauth/token: The client id'],
  ['wrong-token', '401 at POST /returns_portal_orders: renew the token'],
] as const;

describe.concurrent('posts that the service refuses', () => {
  test.for(inForm({ short: REFUSED.slice(0, 1), long: [...REFUSED] }))(
    '%s',
    async ([mistake, answer], { expect, onTestFinished }) => {
      const { judged } = await judgeDesk({ mistakes: [mistake] }, onTestFinished);
      const [failed, ...others] = resultsOf(await judged(REFUND_CHECKS), 'failed');
      expect(others).toEqual([]);
      expect(failed).toMatch(/^refunds\.snapshot failed: /);
      expect(failed).toContain(`your side got ${answer}`);
      expect(failed).not.toContain('--seed');
    },
  );
});

describe.concurrent('what nothing shows is not called known', () => {
  test('404 to every RMA message: whether success is 200 is not known from variants', async ({
    expect,
    onTestFinished,
  }) => {
    const { judged } = await judgeDesk({}, onTestFinished);
    const outcome = await judged({
      customerPaths: { rmas: '/elsewhere' },
      scenarios: orAll('mail-back-single', 'exchange-even'),
    });
    expect(idsOf(outcome, 'failed')).toEqual(['messages.answered']);
    expect(resultsOf(outcome, 'passed', 'not_tried')).toContain(
      'messages.status not_tried: because messages.answered failed',
    );
  });
});

describe.concurrent('one mistake does not hide another', () => {
  test('snapshots that are refused, and 409 to a duplicate', async ({ expect, onTestFinished }) => {
    const { judged, retailer } = await judgeDesk({ mistakes: ['refuses-duplicates'] }, onTestFinished);
    retailer.fault = 'incomplete-snapshot';
    const outcome = await judged();
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
  });
});

/** All of them fail alike. */
const FEW = orAll('mail-back-single', 'mail-back-scan', 'exchange-even');

describe.concurrent('what an engineer reads', () => {
  test('the body of a refusal, escaped, without addresses and secrets', async ({
    expect,
    onTestFinished,
  }) => {
    const { judged } = await judgeDesk({}, onTestFinished);
    const outcome = await judged({ customerPaths: { rmas: '/speaks' }, scenarios: FEW });
    const check = outcome.checks.find(({ id }) => id === 'messages.answered');
    expect(check?.exchanges?.at(-1)).toMatchObject({
      answer: expect.stringMatching(/^404 in \d+ ms: \{"error":"unknown order/),
    });
    expect(check?.evidence).toContain('unknown order');
    expect(JSON.stringify(outcome)).not.toMatch(/shopper@|hush-hush/);
  });

  test('what was called, where an address could be meant in two ways', async ({ expect, onTestFinished }) => {
    const { judged, retailer } = await judgeDesk({}, onTestFinished);
    const customerUrl = `${retailer.url}/hooks?k=hush-hush`;
    const outcome = await judged({ customerUrl, scenarios: FEW });
    expect(resultsOf(outcome, 'failed')[0]).toMatch(
      /^messages\.answered failed: .*asked was .*\/hooks\/rmas\?k=\*\*\*/,
    );
    expect(JSON.stringify(outcome)).not.toContain('hush-hush');
  });

  test('401 although no credentials were given: give them', async ({ expect, onTestFinished }) => {
    const { judged } = await judgeDesk({}, onTestFinished);
    const { causes } = await judged({ customerAuth: undefined, scenarios: FEW });
    expect(causes).toMatchObject([
      {
        id: 'messages.credentials',
        hint: expect.stringMatching(/^your side wants credentials: --customer-auth/),
      },
    ]);
  });
});
