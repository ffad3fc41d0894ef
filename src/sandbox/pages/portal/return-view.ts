// A return after it was confirmed: how far it is, its label, its items, and whether it can still be cancelled.
import { button, h } from '../../../page/dom.ts';
import { moneyText } from '../../../page/money.ts';
import { count } from '../../../page/words.ts';
import type { Return, RmaItem } from '../types.ts';
import { itemView } from './parts.ts';
import { type ProgressStep, progressOf, refundTypeOf } from './progress.ts';
import type { Order } from './shop.ts';
import { SETTLED_AS } from './words.ts';

export interface ReturnActs {
  cancel(): void;
  print(): void;
  back(): void;
}

export function returnView(order: Order, rma: Return, acts: ReturnActs): HTMLElement {
  const { items } = rma;
  const { title, steps, tone, isWithShopper } = progressOf(rma);
  const tracking = [
    ...new Set(items.map((unit) => unit.tracking_number).filter((number) => number !== null)),
  ];
  const getsLabel = isWithShopper && rma.return_method === 'mail-back';
  const hasLabel = getsLabel && tracking.length > 0;
  const total = items.reduce((sum, unit) => sum + worthOf(unit), 0);
  return h('div.stack.step', [
    button('← Order', acts.back, { class: 'link no-print' }),
    h('section', { class: `sheet stack state ${tone}`, 'aria-live': 'polite' }, [
      h('p.number', `Return ${rma.rma_identifier}`),
      h('h1', { tabindex: -1 }, title),
      getsLabel && !hasLabel && h('p.hint', 'Your label appears here in a few seconds.'),
      steps.length > 0 && progressList(steps),
      tracking.length > 0 && !hasLabel && h('p.hint', `Tracking number ${tracking.join(', ')}`),
    ]),
    hasLabel &&
      h('section.sheet.stack', [
        h('div.flow.spread.no-print', [
          h('h2', 'Your label'),
          button('Print the label', acts.print, { class: 'primary' }),
        ]),
        tracking.map((number) => labelView(number, order.sender, rma.rma_identifier)),
      ]),
    h('section.sheet.stack.no-print', [
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
      h('section.sheet.stack.no-print', [
        h('div.flow.spread', [
          h('p', 'Changed your mind?'),
          button('Cancel this return', acts.cancel, { class: 'danger', id: 'cancel' }),
        ]),
      ]),
  ]);
}

/** Where the sandbox's parcels go: nobody lives there. */
const RETURN_CENTRE = ['Returns sandbox', '1 Nowhere Street', 'Testville'];

/** The shipping label, printable, plainly marked as one of a sandbox. */
const labelView = (tracking: string, sender: readonly string[], rma: string): HTMLElement =>
  h('section.label', { 'aria-label': 'Shipping label' }, [
    h('p', h('strong', 'SANDBOX · NOT VALID FOR POSTAGE')),
    h('div.label-ways', address('From', sender), address('To', RETURN_CENTRE)),
    h('p.label-number', tracking),
    h('p', `Return ${rma}`),
  ]);

const address = (name: string, lines: readonly string[]): HTMLElement =>
  h('div', [h('h3', name), lines.map((line) => h('p', line))]);

const STATES = { done: 'done', now: 'this is where it is', later: 'still to come' };

const progressList = (steps: readonly ProgressStep[]): HTMLElement =>
  h('ol.progress', [
    steps.map(({ name, state }) =>
      h('li', { class: state, 'aria-current': state === 'now' ? 'step' : undefined }, [
        name,
        h('span.unseen', `, ${STATES[state]}`),
      ]),
    ),
  ]);

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
