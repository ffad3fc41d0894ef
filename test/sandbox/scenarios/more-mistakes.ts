// More mistakes that are planted in the sample server: goods that are paid twice or not at all, also when nobody looks any more,
// and snapshots that break the order.
import type { Mistake, Replacement } from './planted.ts';

/** In what is posted, `sent`; where a refund was added, `order` and its last refund. */
const SENT = ['const snapshot = JSON.stringify(kept.orders[id]);', 'await post(snapshot)'] as const;
const changed = (code: string): Replacement[] => [
  [SENT[0], `${SENT[0]}\n        const sent = JSON.parse(snapshot);\n        ${code}`],
  [SENT[1], 'await post(JSON.stringify(sent))'],
];
const ADDED = '    });\n    willPost(order);';
/** Done later: at the first message of `express`, when the time of the scenario that it is about is over. */
const whenNobodyLooks = (
  anchor: string,
  code: string,
  around = (later: string): string => later,
): Replacement[] => [
  [anchor, around(`(globalThis.waiting ??= []).push(() => {\n      ${code}\n    });`)],
  [
    'kept.rmas[id] ??= {',
    "if (message.return_method === 'express-returns') for (const act of globalThis.waiting?.splice(0) ?? []) act();\n    kept.rmas[id] ??= {",
  ],
];
const laterOn = (scenario: string): string => `${scenario} mail-back-scan express`;
/** A while after the refund of `partial-return` was added. */
const afterwards = (code: string): Replacement[] =>
  whenNobodyLooks(
    ADDED,
    `if (!order.identifier.startsWith('partial-return')) return;\n      const last = order.refunds.at(-1);\n      ${code}\n      willPost(order);`,
    (then) => `${ADDED}\n    ${then}`,
  );
const TYPE = "item.refund_type === 'REFUND' &&";
const OVER = "if (['CANCELED', 'REFUNDED'].includes(message.status)) return;";
const UNTOUCHED = /^Post the order as it was, with the refund added/;
const AHEAD = /^Set created_at of a refund shortly ahead/;
const ONLY_REFUND = /^Refund only items whose refund_type is REFUND/;
export const MORE_MISTAKES: readonly Mistake[] = [
  [
    'pays an uneven exchange out',
    [[TYPE, "item.refund_type !== 'EVEN_EXCHANGE' &&"]],
    'exchange-uneven',
    'exchanges.not-refunded',
    ONLY_REFUND,
  ],
  [
    'pays an even exchange out, when nobody looks any more',
    [
      [TYPE, ''],
      ...whenNobodyLooks(
        'refund(kept.orders[order], id, lines);',
        'refund(kept.orders[order], id, lines);',
        (then) =>
          `if (items.every((one) => one.refund_type === 'REFUND')) refund(kept.orders[order], id, lines);\n      else ${then}`,
      ),
    ],
    laterOn('exchange-even'),
    'exchanges.not-refunded',
    ONLY_REFUND,
  ],
  [
    'pays a line out of which one unit is exchanged',
    [
      [
        'items.filter((one) => isDue',
        "items\n      .map((one) => (items.some((o) => o.order_line_item_identifier === one.order_line_item_identifier && o.refund_type === 'REFUND') ? { ...one, refund_type: 'REFUND' } : one))\n      .filter((one) => isDue",
      ],
    ],
    'exchange-partial',
    'exchanges.not-refunded',
    ONLY_REFUND,
  ],
  [
    'refunds in the exchange order',
    [
      [
        'refunds: [],',
        "refunds: [{ identifier: 'RX', total_refund_amount_cents: 1, refund_line_items: [], created_at: new Date(Date.now() + 60_000).toISOString() }],",
      ],
    ],
    'exchange-even',
    'exchanges.not-refunded',
    ONLY_REFUND,
  ],
  [
    'divides by the units ordered',
    [['(paid * count) / item.quantity_shipped', '(paid * count) / item.quantity']],
    'refund-twice',
    'refunds.amount',
    /^Divide the amounts of a line by quantity_shipped/,
  ],
  [
    'remembers that a line was refunded, not how many units',
    [['units - (rma.refunded[key] ?? 0)', 'rma.refunded[key] ? 0 : units']],
    'mail-back-scan refund-twice',
    'refunds.partial',
    /^Refund what each message makes newly due/,
  ],
  [
    'ignores DELIVERED',
    [["['TRANSIT', 'DELIVERED']", "['TRANSIT']"]],
    'mail-back-skipped',
    'refunds.skipped',
    /^Refund a mail-back unit with DELIVERED as well/,
  ],
  [
    'refunds what is REFUNDED',
    [[OVER, "if (message.status === 'CANCELED') return;"]],
    'mail-back-skipped',
    'refunds.closed',
    /refund nothing of an RMA that is REFUNDED/,
  ],
  [
    'refunds after CANCELED, when nobody looks any more',
    whenNobodyLooks(
      OVER,
      "message.status = '';\n      rma.newest = '';\n      takeRma(message);",
      (then) =>
        `if (message.status === 'REFUNDED') return;\n    if (message.status === 'CANCELED') return void ${then}`,
    ),
    laterOn('cancel-return'),
    'refunds.cancelled',
    /^Refund nothing of an RMA whose status is CANCELED/,
  ],
  [
    'refunds a second time under another number, when nobody looks any more',
    afterwards(
      "const again = (one) => ({ ...one, identifier: one.identifier + '-b' });\n      order.refunds.push({ ...again(last), refund_line_items: last.refund_line_items.map(again) });",
    ),
    laterOn('partial-return'),
    'refunds.once',
    /^Remember per RMA and order line how many units are refunded/,
  ],
  [
    'lowers a refund afterwards',
    afterwards('last.total_refund_amount_cents -= 500;'),
    laterOn('partial-return'),
    'refunds.kept',
    /^Add the new refund to the refunds array; never replace or change the earlier ones/,
  ],
  [
    'has an updated_at of next century',
    [['order.updated_at = new Date().toISOString();', "order.updated_at = '2099-01-01T00:00:00Z';"]],
    'mail-back-single',
    'refunds.newer',
    /not ahead of now/,
  ],
  [
    'moves updated_at with the first refund only',
    [
      [
        'order.updated_at = new Date().toISOString();',
        'order.updated_at = (order.moved ??= new Date().toISOString());',
      ],
    ],
    'partial-cents',
    'refunds.newer',
    /^Set updated_at of the order to the time of the refund/,
  ],
  [
    'dates refunds far ahead',
    [['+ 60_000)', '+ 300 * 86_400_000)']],
    'mail-back-single',
    'refunds.ahead',
    AHEAD,
  ],
  [
    'other articles',
    changed("for (const item of sent.items) item.sku = 'OTHER';"),
    'mail-back-single',
    'refunds.unchanged',
    UNTOUCHED,
  ],
  [
    'another shopper',
    changed("sent.customer.email = 'other@shop.example';"),
    'mail-back-single',
    'refunds.unchanged',
    UNTOUCHED,
  ],
  [
    'only the lines that came back',
    changed(
      "sent.items = sent.items.slice(0, 1);\n        for (const key of ['product_amount_cents', 'tax_amount_cents']) sent[key] = sent.items[0][key];\n        sent.total_amount_cents = sent.product_amount_cents + sent.tax_amount_cents;",
    ),
    'partial-return',
    'refunds.unchanged',
    UNTOUCHED,
  ],
  [
    'posts once, whatever the service answers',
    [
      ['return response.ok || response.status === 422;', 'return true;'],
      ['return false;', 'return true;'],
    ],
    'mail-back-single outage-service',
    'refunds.retried',
    /^Post the snapshot again after 5xx, 429 or a lost connection/,
  ],
  [
    'the amount of one unit for all',
    [
      ['upTo(refundedBefore(line) + units) - upTo(refundedBefore(line))', 'upTo(1)'],
      ['isWhole ? order.total_amount_cents : cents', 'cents'],
    ],
    'mail-back-single',
    'refunds.full-amount',
    /./,
  ],
  [
    'two refunds under one identifier',
    [
      [
        ADDED,
        `    });\n    order.refunds.push({ ...order.refunds.at(-1), total_refund_amount_cents: 100 });\n    willPost(order);`,
      ],
    ],
    'mail-back-two-orders',
    'refunds.snapshot',
    /./,
  ],
];
