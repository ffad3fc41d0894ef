// Usual mistakes, each planted in the sample server: the judge names the cause, in one line that says what to change.
// Some of them in the short form.
import { expect, test } from 'vitest';
import { judge } from '../../../src/sandbox/judge.ts';
import { ABILITIES } from '../../../src/sandbox/scenarios/abilities.ts';
import type { RetailerCheckId } from '../../../src/sandbox/scenarios/questions.ts';
import { inForm, isShort } from '../../helpers/form.ts';
import { plantedServer, type Replacement } from './planted.ts';
import { platform } from './stage-support.ts';

/** Where the retailer takes a message. */
const TAKE = 'takeRma(message);\n    save();\n    void postAll();';
const SEND = "response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));";
const PAGE = '<!DOCTYPE html><html><body><h1>Please log in</h1></body></html>';
const KNOWN =
  'if (updatedAt && rma.newest && Date.parse(updatedAt) <= Date.parse(rma.newest)) return;\n    rma.newest = updatedAt ?? rma.newest;';

/** What is planted, the scenario that shows it (after one that it passes, where a refund has to be seen first), the check that it is, what to change. */
const MISTAKES: readonly (readonly [
  name: string,
  plant: readonly Replacement[],
  scenario: string,
  cause: RetailerCheckId,
  change: RegExp,
])[] = [
  [
    'refunds at every message',
    [
      ['units - (rma.refunded[key] ?? 0)', 'units'],
      [KNOWN, ''],
      ["if (['CANCELED', 'REFUNDED'].includes(message.status)) return;", ''],
    ],
    'mail-back-scan',
    'refunds.once',
    /^Remember per RMA and order line how many units are refunded/,
  ],
  [
    'an amount 10 % too small',
    [['isWhole ? order.total_amount_cents : cents', 'Math.round(cents * 0.9)']],
    'partial-return',
    'refunds.amount',
    /^Refund per unit: \(product_amount_cents \+ tax_amount_cents - discount_amount_cents\)/,
  ],
  [
    'answers after 35 s',
    [
      [
        'const parts = [];',
        "const parts = [];\n  if (request.method === 'POST') await new Promise((done) => setTimeout(done, 35_000));",
      ],
    ],
    'mail-back-scan',
    'messages.answered-in-time',
    /^Store the message, answer 200, and do the work afterwards/,
  ],
  [
    'a sign-in page in front of it',
    [[SEND, `response.writeHead(200, { 'content-type': 'text/html' }).end('${PAGE}');`]],
    'mail-back-scan',
    'messages.answered',
    /^Let these requests through to your program: .* answers with a web page/,
  ],
  [
    '409 to a duplicate',
    [
      [KNOWN, `if (updatedAt === rma.newest) throw 'again';\n    rma.newest = updatedAt;`],
      [TAKE, `try {\n      ${TAKE}\n    } catch {\n      return { status: 409, body: {} };\n    }`],
    ],
    'duplicates',
    'messages.duplicates',
    /^Answer 200 to a message that you have already, and do nothing/,
  ],
  [
    'loses accepted messages',
    [[TAKE, `kept.count = (kept.count ?? 0) + 1;\n    if (kept.count % 3 !== 0) ${TAKE}`]],
    'mail-back-scan',
    'messages.kept',
    /^Store each message before you answer 200, and answer 503 when you cannot/,
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
    'a refund without rma_identifier',
    [['      rma_identifier: rma,\n', '']],
    'slow',
    'refunds.named',
    /^Set rma_identifier of the refund to the one of the RMA message/,
  ],
  [
    'answers before it stores',
    [[TAKE, `setTimeout(() => {\n      ${TAKE}\n    }, 300);`]],
    'restart',
    'messages.restart',
    /^Store each message on disk before you answer 200/,
  ],
  [
    'drops the second unit of a line',
    [['due[key] = (due[key] ?? 0) + 1;', 'due[key] = 1;']],
    'mail-back-scan',
    'refunds.line',
    /refund a unit for each item: two items of one line are two units/,
  ],
  [
    'loses the UTC offset of times',
    [['.toISOString()', '.toISOString().slice(0, 19)']],
    'mail-back-scan',
    'refunds.times',
    /^Write every time with Z or its offset/,
  ],
  [
    'dates a refund with the time of its posting',
    [['Date.now() + 60_000', 'Date.now()']],
    'mail-back-scan',
    'refunds.ahead',
    /^Set created_at of a refund shortly ahead of the time at which you post it/,
  ],
  [
    'refunds an express return at the scan',
    [["(method === 'mail-back' && [", '([']],
    'express',
    'refunds.on-receipt',
    /^Refund an item of an express return when its receiving_status becomes RECEIVED/,
  ],
  [
    'posts to the service without its version',
    [["'api-version': '3',", '']],
    'mail-back-scan',
    'refunds.snapshot',
    /^Mend what the service says to your snapshot: 400 .*Api-Version must be 3/,
  ],
  [
    'refunds a scan only after a label',
    [
      [
        'const due = {};',
        "rma.hasLabel ||= items.some((one) => one.package_tracking_status === 'PRE_TRANSIT');\n    if (!rma.hasLabel) return;\n    const due = {};",
      ],
    ],
    'mail-back-scan mail-back-skipped',
    'refunds.skipped',
    /^Go by the status that a message has, not by the ones that came before it/,
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
    'takes every item for one of the first order',
    [
      [
        'isDue(message.return_method, one))',
        'one.order_identifier === items[0].order_identifier && isDue(message.return_method, one))',
      ],
    ],
    'mail-back-two-orders',
    'refunds.orders',
    /^Group the items of a message by order_identifier/,
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
  [
    'rounds each unit down',
    [
      [
        'Math.round((paid * count) / item.quantity_shipped)',
        'Math.floor(paid / item.quantity_shipped) * count',
      ],
    ],
    'partial-cents',
    'refunds.amount',
    /^Calculate in whole cents, and give what does not divide evenly to one of the units/,
  ],
  [
    'the shipping in each refund',
    [
      [
        'isWhole ? order.total_amount_cents : cents',
        'isWhole ? order.total_amount_cents : cents + order.shipping_amount_cents',
      ],
    ],
    'partial-cents',
    'refunds.amount',
    /^Leave the shipping out: exactly that is too much/,
  ],
  [
    'finds the line by its sku',
    [
      [
        'item.order_line_item_identifier}',
        'kept.orders[item.order_identifier]?.items.find((one) => one.sku === item.sku)?.identifier}',
      ],
    ],
    'partial-two-prices',
    'refunds.line',
    /^Take order_line_item_identifier of the RMA item as order_item_identifier/,
  ],
  [
    'does not decode the variant identifier',
    [["path.split('/').map(decodeURIComponent)", "path.split('/')"]],
    'exchange-variants',
    'variants.offered',
    /^Decode the variant identifier of the path, once/,
  ],
  [
    'a token for each snapshot',
    [['token ??= await signIn()', 'token = await signIn()']],
    'mail-back-scan mail-back-single mail-back-multi mail-back-late partial-cents',
    'refunds.token',
    /^Keep the token for its 25 hours/,
  ],
  [
    'forgets a refund that is added while a snapshot is posted',
    [['if (JSON.stringify(kept.orders[id]) === snapshot) kept.toPost.shift();', 'kept.toPost.shift();']],
    'slow',
    'messages.bursts',
    /^When a snapshot was posted, post the order again if a refund was added meanwhile/,
  ],
];

// A refund that must not come takes its time: a process starts, and signs in.
const timesOf = (scenario: string) => ({
  wait: 2500,
  settle: ['restart', 'express'].includes(scenario) ? 2000 : 300,
});

/** Which say at once what is wrong. */
const QUICK = [
  'an amount 10 % too small',
  'a sign-in page in front of it',
  'a wrong currency',
  'rounds each unit down',
  'finds the line by its sku',
  'does not decode the variant identifier',
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
    ...{ customerUrl: server.url, retailerCan: ABILITIES, restart, ...timesOf(scenario) },
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

// In the short form by the test of --restart in command.test.ts.
if (!isShort)
  test('a restart that restarts nothing is not tried', async () => {
    const server = await plantedServer([]);
    const { scenarios } = await judge(platform, ['restart'], {
      ...{
        customerUrl: server.url,
        retailerCan: ABILITIES,
        restart: async () => undefined,
        wait: 2500,
        settle: 300,
      },
      onReady: ({ url }) => server.startFor(url),
    });
    expect(scenarios).toMatchObject([
      {
        passed: false,
        checks: [],
        not_tried: expect.stringMatching(/^nothing was restarted: your side answered all of/),
      },
    ]);
  });
