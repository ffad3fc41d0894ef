// A return after it was confirmed: how far it is, its items, and whether it can still be cancelled.
import { button, h } from '../../../page/dom.ts';
import { count, moneyText } from '../../../page/words.ts';
import type { Return, RmaItem } from '../types.ts';
import { itemView } from './parts.ts';
import type { Order } from './shop.ts';
import { progressOf, refundTypeOf, SETTLED_AS } from './words.ts';

interface ReturnActs {
  cancel(): void;
  back(): void;
}

export function returnView(order: Order, rma: Return, acts: ReturnActs): HTMLElement {
  const { items } = rma;
  const { title, tone } = progressOf(rma);
  const tracking = [
    ...new Set(items.map((unit) => unit.tracking_number).filter((number) => number !== null)),
  ];
  const total = items.reduce((sum, unit) => sum + worthOf(unit), 0);
  return h('div.stack.step', [
    button('← Order', acts.back, { class: 'link' }),
    h('section', { class: `sheet stack state ${tone}`, 'aria-live': 'polite' }, [
      h('p.number', `Return ${rma.rma_identifier}`),
      h('h1', { tabindex: -1 }, title),
      tracking.length > 0 && h('p.hint', `Tracking number ${tracking.join(', ')}`),
    ]),
    h('section.sheet.stack', [
      h('h2', count(items.length, 'item')),
      h('ul.stack', [items.map((unit, i) => unitRow(unit, refundTypeOf(rma, i), order))]),
      h('p.flow.spread.total-line', [
        'Estimated value, with taxes and discounts',
        h('strong', moneyText(total, order.currency)),
      ]),
      rma.exchange.order_identifier !== null &&
        h('p.hint', `Your exchange order: ${rma.exchange.order_identifier}`),
    ]),
    rma.next.includes('cancel') &&
      h('section.sheet.stack', [
        h('div.flow.spread', [
          h('p', 'Changed your mind?'),
          button('Cancel this return', acts.cancel, { class: 'danger', id: 'cancel' }),
        ]),
      ]),
  ]);
}

const worthOf = (unit: RmaItem): number => unit.refund_financials.estimated_refund_amount_cents;

function unitRow(unit: RmaItem, refundType: string, order: Order): HTMLElement {
  const line = order.lines.find(({ line: id }) => id === unit.order_line_item_identifier);
  const state = [SETTLED_AS[refundType] ?? refundType, unit.package_tracking_status, unit.receiving_status];
  return h('li.item', [
    itemView(line?.title ?? unit.sku, [
      h('p.hint', [unit.sku, unit.return_reason].filter(Boolean).join(' · ')),
      h('p.wish-text', state.filter(Boolean).join(' · ')),
    ]),
    h('p.amount', moneyText(worthOf(unit), order.currency)),
  ]);
}
