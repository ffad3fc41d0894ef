// One RMA: its state, the steps that can happen next, and its time line, units and message.
import { button, type Child, h } from '../../../page/dom.ts';
import { count } from '../../../page/words.ts';
import type { RmaDocument } from '../types.ts';
import { RMA_TABS, type RmaTab, type View } from './address.ts';
import { jsonBlock } from './json-block.ts';
import type { Acts } from './place.ts';
import { stepButtons } from './step-buttons.ts';
import { type Delivery, entriesOf } from './time-line.ts';
import {
  amount,
  answerText,
  cells,
  link,
  pairs,
  stateMark,
  table,
  tag,
  textOf,
  timeText,
  two,
} from './words.ts';

const NAMES: Readonly<Record<RmaTab, string>> = { story: 'Time line', units: 'Units', message: 'Message' };

export function rmaDetail(
  rma: RmaDocument,
  deliveries: readonly Delivery[],
  view: View,
  acts: Acts,
): readonly Child[] {
  const { tab } = view;
  return [
    head(rma, acts),
    stepButtons(rma, acts),
    h('div.tabs', { role: 'tablist', 'aria-label': 'Views of the RMA' }, [
      RMA_TABS.map((name) =>
        button(NAMES[name], () => acts.go({ tab: name }), {
          role: 'tab',
          id: `tab-${name}`,
          'aria-selected': String(name === tab),
          'aria-controls': 'panel',
        }),
      ),
    ]),
    h('div.panel', { role: 'tabpanel', id: 'panel', 'aria-labelledby': `tab-${tab}` }, [
      tab === 'story'
        ? story(rma, deliveries, acts)
        : tab === 'units'
          ? units(rma)
          : jsonBlock(messageOf(rma), 'Message'),
    ]),
  ];
}

function head(rma: RmaDocument, acts: Acts): HTMLElement {
  const { order_identifier: order, exchange } = rma;
  return h('header.head', { 'data-shown': rma.rma_identifier }, [
    h('div.title', h('h2', rma.rma_identifier), stateMark(rma.status), tag(rma.return_method)),
    pairs([
      ['Order', link(order, () => acts.go({ place: 'orders', id: order }), 'to-order')],
      ['Created', timeText(rma.created_at)],
      ['Updated', timeText(rma.updated_at)],
      ...(exchange.state === 'none'
        ? []
        : [
            [
              'Exchange order',
              `${exchange.state}${exchange.order_identifier === null ? '' : `: ${exchange.order_identifier}`}`,
            ] as const,
          ]),
    ]),
  ]);
}

function story({ history }: RmaDocument, deliveries: readonly Delivery[], acts: Acts): HTMLElement {
  return h('ol.story', [
    entriesOf(history, deliveries).map((entry) =>
      entry.delivery
        ? h('li.step.sent', [
            h('span.time', timeText(entry.at)),
            h('p', [
              link(`${entry.delivery.id} ${KINDS[entry.delivery.kind] ?? entry.delivery.kind}`, () =>
                acts.go({ place: 'deliveries', id: entry.delivery.id }),
              ),
              stateMark(entry.delivery.state),
              h('span.hint', answerText(entry.delivery)),
            ]),
          ])
        : h('li.step', [
            h('span.time', timeText(entry.at)),
            h('p', entry.text),
            entry.assumed.length > 0 && assumedTags(entry.assumed, acts),
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
  h('p.assumed', [
    'assumed ',
    assumed.map((id) =>
      button(id, () => acts.go({ place: 'settings', id: null, search: id }), {
        class: 'tag',
        title: 'Show this assumption',
      }),
    ),
  ]);

function units({ items }: RmaDocument): HTMLElement {
  const money = (item: Readonly<Record<string, unknown>>) =>
    (item['refund_financials'] ?? {}) as Readonly<Record<string, unknown>>;
  const rows = items.map((item) =>
    cells(
      two(textOf(item['sku']), `line ${textOf(item['order_line_item_identifier'])}`),
      two(textOf(item['refund_type']), textOf(item['return_reason'])),
      two(textOf(item['package_tracking_status']), textOf(item['tracking_number'])),
      textOf(item['receiving_status']),
      amount(money(item)['estimated_refund_amount_cents']),
      amount(money(item)['shopper_refund_amount_cents']),
    ),
  );
  const sum = items.reduce(
    (all, item) => all + (Number(money(item)['estimated_refund_amount_cents']) || 0),
    0,
  );
  const heads = ['Unit', 'Refund', 'Parcel', 'Receiving', 'Estimated', 'Shopper'];
  return h('div.units-view', [
    table('Units', heads, rows),
    h('p.hint', `${count(items.length, 'unit')}, ${amount(sum)} estimated in all`),
  ]);
}

/** The document without what the page shows elsewhere. */
function messageOf({ history: _history, next: _next, schema: _schema, ...rest }: RmaDocument): unknown {
  return rest;
}
