// Mistakes planted in the sample server that those of test/torture/judge are not: the judge names the cause, in one line that says
// what to change. Some of them in the short form.
import { test } from 'vitest';
import { judge } from '../../../src/sandbox/judge.ts';
import { ABILITIES } from '../../../src/sandbox/scenarios/abilities.ts';
import type { RetailerCheckId } from '../../../src/sandbox/scenarios/questions.ts';
import { inForm } from '../../helpers/form.ts';
import { MORE_MISTAKES } from './more-mistakes.ts';
import { type Mistake, plantedServer } from './planted.ts';
import { platform } from './stage-support.ts';

/** Where the retailer takes a message. */
const TAKE = 'takeRma(message);\n    save();\n    void postAll();';
const SEND = "response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));";
const PAGE = '<!DOCTYPE html><html><body><h1>Please log in</h1></body></html>';

const MISTAKES: readonly Mistake[] = [
  [
    'a sign-in page in front of it',
    [[SEND, `response.writeHead(200, { 'content-type': 'text/html' }).end('${PAGE}');`]],
    'mail-back-scan',
    'messages.answered',
    /^Let these requests through to your program: .* answers with a web page/,
  ],
  [
    'no key of a refund across processes',
    [
      ['  let token;', '  kept.rmas = {};\n  let token;'],
      [
        'refunds.push({\n      identifier,',
        "refunds.push({\n      identifier: [identifier, process.pid].join('-'),",
      ],
    ],
    'restart',
    'refunds.restart',
    /^Remember on disk which units of an RMA and order line are refunded, under a key that a restart does not change/,
  ],
  [
    'everything is in memory only',
    [
      ['const kept = fs.existsSync(store) ?', 'const kept = false ?'],
      ['const identifier = `', 'const identifier = process.pid + `'],
    ],
    'restart',
    'refunds.restart',
    /^Remember on disk which units of an RMA and order line are refunded, under a key that a restart does not change/,
  ],
  [
    'a wrong currency',
    [['order.updated_at = ', "order.currency = 'EUR';\n    order.updated_at = "]],
    'mail-back-scan',
    'refunds.currency',
    /^Leave currency of the order as it was/,
  ],
  [
    'answers before it stores',
    [[TAKE, `setTimeout(() => {\n      ${TAKE}\n    }, 1000);`]],
    'restart',
    'messages.restart',
    /^Store each message on disk before you answer 200/,
  ],
  [
    'posts to the service without its version',
    [["'api-version': '3',", '']],
    'mail-back-scan',
    'refunds.snapshot',
    /^Mend what the service says to your snapshot: 400, .*Api-Version must be 3/,
  ],
  [
    'refunds what the message estimates',
    [
      [
        'due[key] = (due[key] ?? 0) + 1;',
        'due[key] = (due[key] ?? 0) + 1;\n      kept.estimate = item.refund_financials.estimated_refund_amount_cents;',
      ],
      ['isWhole ? order.total_amount_cents : cents', 'kept.estimate * lines[0][1]'],
    ],
    'mail-back-edited',
    'refunds.edited',
    /^Refund what the order costs when the refund is due/,
  ],
  [
    'refunds nothing of an order with an exchange',
    [['!kept.orders[order]) continue;', '!kept.orders[order] || kept.exchanges[order]) continue;']],
    'mail-back-scan exchange-then-return',
    'exchanges.others',
    /^Take from the exchange only what it exchanged/,
  ],
  [
    'keeps the units of a cancelled exchange',
    [
      [
        'kept.exchanges[original] ??= {',
        'kept.taken = { ...kept.taken, [original]: true };\n    kept.exchanges[original] ??= {',
      ],
      ['!kept.orders[order]) continue;', '!kept.orders[order] || kept.taken?.[order]) continue;'],
    ],
    'mail-back-scan exchange-cancelled',
    'exchanges.cancelled',
    /^When an RMA with an exchange is CANCELED, cancel its exchange order/,
  ],
  ...MORE_MISTAKES,
];

/** With these a refund never comes, and is waited for. */
const NEVER: readonly RetailerCheckId[] = [
  ...(['refunds.partial', 'refunds.skipped', 'refunds.retried', 'messages.restart'] as const),
  ...(['exchanges.others', 'exchanges.cancelled'] as const),
];

// A refund that must not come takes its time: a process starts, and signs in.
const timesOf = (scenario: string, cause: RetailerCheckId) => ({
  wait: NEVER.includes(cause) ? 4000 : 12_000,
  settle: ['restart', 'express'].includes(scenario) ? 2000 : 300,
});

/** Which say at once what is wrong. */
const QUICK = [
  'a sign-in page in front of it',
  'a wrong currency',
  'pays an uneven exchange out',
  'other articles',
];

// Mostly waiting for what never comes.
test.concurrent.for(
  inForm({
    short: MISTAKES.filter(([name]) => QUICK.includes(name)),
    share: MISTAKES.filter(([name], i) => QUICK.includes(name) || i % 3 === 0),
    long: MISTAKES,
  }),
)('%s', async ([_, plant, scenario, cause, change], { expect, onTestFinished }) => {
  const server = await plantedServer(plant, onTestFinished);
  const restart = () => server.restart();
  const { causes, checks, scenarios } = await judge(platform, scenario.split(' '), {
    ...{ customerUrl: server.url, retailerCan: ABILITIES, restart, ...timesOf(scenario, cause) },
    onReady: ({ url }) => server.startFor(url),
  });
  expect(
    causes.map(({ id }) => id),
    JSON.stringify(causes, null, 1),
  ).toEqual([cause]);
  expect(causes[0]?.hint).toMatch(change);
  const failed = scenarios.flatMap((one) => one.checks.filter(({ passed }) => !passed));
  for (const { hint, cause: id } of failed) expect([id, hint]).toEqual([cause, causes[0]?.hint]);
  const named = checks.filter(({ result }) => result === 'failed');
  expect(named.map(({ id, hint }) => [id, hint])).toEqual([[cause, causes[0]?.hint]]);
});
