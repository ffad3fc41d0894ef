// The RMAs of the sandbox: the list, and the chosen one with its state, the steps that can happen next, its time
// line, units and message.
import { countBy } from '../../../basics/groups.ts';
import { uriPart } from '../../../basics/text.ts';
import { button, type Child, h } from '../../../page/dom.ts';
import { jsonBlock } from '../../../page/json-block.ts';
import { emptyView, table, tag } from '../../../page/parts.ts';
import { count } from '../../../page/words.ts';
import type { DeliveryList, RmaDocument, RmaList } from '../types.ts';
import {
  type Acts,
  amount,
  answerText,
  cells,
  headOf,
  link,
  panel,
  parcelText,
  place,
  shortTime,
  stateMark,
  timeText,
  two,
} from './place.ts';
import { type Step, stepOf } from './steps.ts';

const MOST = 200;

export const RETURNS = place({
  name: 'Returns',
  async load(asking, { id }) {
    const { rmas } = await asking.get<RmaList>(`/_sandbox/rmas?limit=${MOST}`);
    if (id === '') return { rmas, rma: null, deliveries: [] };
    const at = uriPart(id);
    const rma = await asking.find<RmaDocument>(`/_sandbox/rmas/${at}`);
    const { deliveries } = await asking.get<DeliveryList>(`/_sandbox/deliveries?rma=${at}&limit=200`);
    return { rmas, rma, deliveries };
  },
  list: {
    one: 'return',
    columns: ['RMA', 'Order', 'Parcel', 'Status', 'Units', 'Updated'],
    most: MOST,
    chips: ({ rmas }) => countBy(rmas, ({ status }) => status),
    rows: ({ rmas }) =>
      rmas.map(({ rma_identifier: id, order_identifier: order, status, items, updated_at: updated }) => ({
        id,
        cells: [
          id,
          order,
          h('span.status', parcelText(items)),
          stateMark(status),
          String(items.length),
          h('span.time', shortTime(updated)),
        ],
        words: [id, order, status, ...items.flatMap((item) => [item.sku, item.tracking_number])].join(' '),
      })),
    empty: (acts) =>
      emptyView('No returns yet', [
        h(
          'p',
          'A shopper starts one in the portal, or with ',
          h('code', 'returns sandbox return ORDER'),
          '.',
        ),
        button('Open the portal', () => acts.openPortal()),
      ]),
  },
  detail: ({ rma, deliveries }, _view, acts) => rma && rmaDetail(rma, deliveries, acts),
});

type Delivery = DeliveryList['deliveries'][number];

function rmaDetail(rma: RmaDocument, deliveries: readonly Delivery[], acts: Acts): Child {
  const { order_identifier: order, exchange } = rma;
  // The document without what the page shows elsewhere.
  const { history: _history, next: _next, schema: _schema, ...message } = rma;
  const exchangeOrder = exchange.order_identifier === null ? '' : `: ${exchange.order_identifier}`;
  return [
    headOf(
      rma.rma_identifier,
      [h('strong.parcel', parcelText(rma.items)), stateMark(rma.status), tag(rma.return_method)],
      [
        ['Order', link(order, () => acts.go({ place: 'orders', id: order }), 'to-order')],
        ['Created', timeText(rma.created_at)],
        ['Updated', timeText(rma.updated_at)],
        exchange.state !== 'none' && ['Exchange order', `${exchange.state}${exchangeOrder}`],
      ],
    ),
    stepButtons(rma, acts),
    panel(
      h('h3', 'Time line'),
      story(rma, deliveries, acts),
      h('h3', 'Units'),
      units(rma),
      h('h3', 'Message'),
      jsonBlock(JSON.stringify(message), 'Message').element,
    ),
  ];
}

function story({ history }: RmaDocument, deliveries: readonly Delivery[], acts: Acts): HTMLElement {
  const sent = ({ id, kind, state, says, ...delivery }: Delivery) =>
    h('p.flow', [
      link(`${id} ${KINDS[kind] ?? kind}`, () => acts.go({ place: 'deliveries', id })),
      h('strong', says),
      stateMark(state),
      h('span.hint', answerText({ state, ...delivery })),
    ]);
  const happened = history.map(({ at, text, assumed }) => ({
    ...{ at, isSent: false },
    shown: [h('p', text), assumed.length > 0 && assumedTags(assumed, acts)] as Child,
  }));
  const messages = [...deliveries].reverse().map((delivery) => ({
    ...{ at: delivery.created_at, isSent: true, shown: sent(delivery) as Child },
  }));
  // Of the same time, what happened stands before the message about it.
  const entries = [...happened, ...messages].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return h('ol.story.stack', [
    entries.map(({ at, isSent, shown }) =>
      h('li.step.stack.tight', { class: isSent ? 'sent' : undefined }, [
        h('span.time', { title: timeText(at) }, shortTime(at)),
        shown,
      ]),
    ),
  ]);
}

const KINDS: Readonly<Record<string, string>> = {
  rma: 'RMA message',
  variants: 'variants request',
  exchange_order: 'exchange order',
};

/** What a step rests on besides the interface; each leads to its switch. */
export const assumedTags = (assumed: readonly string[], acts: Acts): HTMLElement =>
  h('p.hint.small.flow.assumed', [
    'assumed ',
    assumed.map((id) =>
      button(id, () => acts.go({ place: 'settings', id: '', q: id }), {
        class: 'tag warning',
        title: 'Show this assumption',
      }),
    ),
  ]);

function units({ items }: RmaDocument): HTMLElement {
  const rows = items.map((item) =>
    cells(
      two(item.sku, `line ${item.order_line_item_identifier}`),
      two(item.refund_type, item.return_reason),
      two(item.package_tracking_status ?? '', item.tracking_number ?? ''),
      item.receiving_status,
      amount(item.refund_financials.estimated_refund_amount_cents),
      amount(item.refund_financials.shopper_refund_amount_cents),
    ),
  );
  const sum = items.reduce((all, item) => all + item.refund_financials.estimated_refund_amount_cents, 0);
  const heads = ['Unit', 'Refund', 'Parcel', 'Receiving', 'Estimated', 'Shopper'];
  return h('div.stack.units-view', [
    table('Units', heads, rows),
    h('p.hint', `${count(items.length, 'unit')}, ${amount(sum)} estimated in all`),
  ]);
}

// The buttons of what can happen next to an RMA, each for all units that can take it.

const WHO = { carrier: 'Carrier', warehouse: 'Warehouse', shopper: 'Shopper' } as const;

function stepButtons(rma: RmaDocument, acts: Acts): HTMLElement {
  const steps = rma.next.map((words) => stepOf(rma.rma_identifier, words));
  if (steps.length === 0)
    return h('p.next.hint', 'Nothing more can be done here: the rest is up to the retailer, or it is over.');
  const stepButton = ({ words, who, label, path, body }: Step) => {
    const run = () => acts.post(path, body, `${WHO[who]}: ${label}`);
    const act = () => {
      if (who === 'shopper') acts.confirm(`Cancel ${rma.rma_identifier}?`, label, run);
      else void run();
    };
    return button(label, act, { id: `step-${words.replaceAll(' ', '-')}` });
  };
  const groups = (['carrier', 'warehouse', 'shopper'] as const).map((who) => {
    const own = steps.filter((step) => step.who === who);
    const group = { role: 'group', 'aria-label': WHO[who] };
    return own.length > 0 && h('div.flow.tight', group, h('span.hint.small', WHO[who]), own.map(stepButton));
  });
  return h('div.flow.next', groups);
}
