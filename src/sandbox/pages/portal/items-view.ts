// The second step: the lines of the order, and what of them comes back.
import { button, h } from '../../../page/dom.ts';
import { moneyText } from '../../../page/money.ts';
import { count } from '../../../page/words.ts';
import type { ReturnableLine } from '../types.ts';
import { type Draft, missingIn, priceOf, unitsIn } from './draft.ts';
import { idOf, lineCard } from './line-card.ts';
import { bottom, itemView, stepView } from './parts.ts';
import { progressOf } from './progress.ts';
import type { Order, Shop } from './shop.ts';
import { dayText } from './words.ts';

export function itemsView(shop: Shop): HTMLElement {
  const { order, draft } = shop;
  const open = order.lines.filter(({ returnable }) => returnable > 0);
  const closed = order.lines.filter(({ returnable }) => returnable === 0);
  const next = () => {
    const missing = missingIn({ ...draft, giftee: null });
    if (!missing) return shop.go({ step: 'method', order: order.id });
    shop.complain(missing.text);
    if (missing.line !== null) document.getElementById(`${idOf(missing.line)}-reason`)?.focus();
  };
  return stepView(
    ['Another order', () => shop.go({ step: 'find' })],
    'What would you like to return?',
    h('p.hint.lead', `Order ${order.id}, placed ${dayText(order.createdAt)}.`),
    order.returns.length > 0 && earlier(shop),
    open.length > 0
      ? h('ul.stack', { 'aria-label': 'Items that can be returned' }, [
          open.map((line) => lineCard(shop, line)),
        ])
      : h('p.sheet.stack.hint', 'Nothing of this order can be returned now.'),
    closed.length > 0 &&
      h('section.stack.closed', h('h2', 'Cannot be returned'), h('ul.stack', closed.map(closedCard))),
    open.length > 0 &&
      bottom(
        shop.problem,
        h('p.sum', sumText(draft, order)),
        button('Continue', next, { class: 'primary', id: 'next' }),
      ),
  );
}

/** `2 items · $50.00` */
export function sumText(draft: Draft, { lines, currency }: Order): string {
  const units = unitsIn(draft);
  return units === 0
    ? 'Nothing chosen yet'
    : `${count(units, 'item')} · ${moneyText(priceOf(draft, lines), currency)}`;
}

const earlier = ({ order, go }: Shop): HTMLElement =>
  h('section.sheet.stack', [
    h('h2', count(order.returns.length, 'return').replace(/^1 return$/, 'Your return')),
    h('ul.stack.tight', [
      order.returns.map((rma) =>
        h('li.flow.spread', [
          h('span', h('strong', rma.rma_identifier), ` · ${progressOf(rma).title}`),
          button('Follow', () => go({ step: 'return', order: order.id, rma: rma.rma_identifier }), {
            'aria-label': `Follow return ${rma.rma_identifier}`,
          }),
        ]),
      ),
    ]),
  ]);

/** What cannot be returned says why. */
const closedCard = (line: ReturnableLine): HTMLElement =>
  h('li.sheet.stack.line.off', [
    itemView(line.title, h('p.hint', line.sku), h('p.why', line.reason?.message)),
  ]);
