// The second step: the lines of the order, what of them comes back, why, and what the shopper would like instead.
import { button, h, setChildren } from '../../../page/dom.ts';
import { moneyText } from '../../../page/money.ts';
import { count } from '../../../page/words.ts';
import type { PortalOrder, ReturnableLine, VariantsDocument } from '../types.ts';
import { type Draft, missingIn, priceOf, unitsIn, withLine } from './draft.ts';
import { lineCard } from './line-card.ts';
import { progressOf } from './progress.ts';
import { bottom, itemView, stepView } from './step-parts.ts';
import { dayText, whyNot } from './words.ts';

export interface ItemsActs {
  change(draft: Draft): void;
  variants(line: string): Promise<VariantsDocument>;
  next(): void;
  back(): void;
  follow(rma: string): void;
}

export function itemsView(order: PortalOrder, first: Draft, acts: ItemsActs): HTMLElement {
  let draft = first;
  const sum = h('p.sum', { 'aria-live': 'polite' });
  const problem = h('p.problem', { role: 'alert' });
  const showSum = () => {
    const units = unitsIn(draft);
    const value = moneyText(priceOf(draft, order.lines), order.currency);
    setChildren(sum, units === 0 ? 'Nothing chosen yet' : `${count(units, 'item')} · ${value}`);
  };
  const cards = new Map<string, { focus(): void }>();
  const open = order.lines.filter(({ returnable }) => returnable > 0);
  const closed = order.lines.filter(({ returnable }) => returnable === 0);
  const openCards = open.map((line) => {
    const card = lineCard(line, order.currency, draft.lines[line.line], {
      variants: () => acts.variants(line.line),
      change(change) {
        draft = withLine(draft, line.line, change);
        acts.change(draft);
        setChildren(problem);
        showSum();
        return draft.lines[line.line];
      },
    });
    cards.set(line.line, card);
    return card.element;
  });
  const next = () => {
    const missing = missingIn({ ...draft, giftee: null });
    if (!missing) return acts.next();
    setChildren(problem, missing.text);
    if (missing.line !== null) cards.get(missing.line)?.focus();
  };
  showSum();
  const name = order.first_name === '' ? '' : `Hello ${order.first_name}, `;
  const title = `${name}what would you like to return?`;
  return stepView(
    ['Another order', acts.back],
    title.charAt(0).toUpperCase() + title.slice(1),
    h('p.hint.lead', `Order ${order.order_identifier}, placed ${dayText(order.created_at)}.`),
    order.returns.length > 0 && earlier(order, acts),
    open.length > 0
      ? h('ul.stack', { 'aria-label': 'Items that can be returned' }, openCards)
      : h('p.card.hint', 'Nothing of this order can be returned now.'),
    closed.length > 0 &&
      h('section.stack.closed', h('h2', 'Cannot be returned'), h('ul.stack', closed.map(closedCard))),
    open.length > 0 && bottom(problem, sum, button('Continue', next, { class: 'primary' })),
  );
}

const earlier = ({ returns }: PortalOrder, { follow }: ItemsActs): HTMLElement =>
  h('section.card', [
    h('h2', count(returns.length, 'return').replace(/^1 return$/, 'Your return')),
    h('ul.stack.tight', [
      returns.map((rma) =>
        h('li.flow.spread', [
          h('span', h('strong', rma.rma_identifier), ` · ${progressOf(rma).title}`),
          button('Follow', () => follow(rma.rma_identifier), {
            'aria-label': `Follow return ${rma.rma_identifier}`,
          }),
        ]),
      ),
    ]),
  ]);

/** What cannot be returned says why. */
const closedCard = (line: ReturnableLine): HTMLElement =>
  h('li.card.line.off', [
    h('div.line-head', itemView(line.title, line.title, h('p.hint', line.sku), h('p.why', whyNot(line)))),
  ]);
