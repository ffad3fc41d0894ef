// The second step: the lines of the order, what of them comes back, how, and whether they were a gift; then confirm.
import { button, h } from '../../../page/dom.ts';
import { whileBusy } from '../../../page/feedback.ts';
import { moneyText } from '../../../page/money.ts';
import { field } from '../../../page/parts.ts';
import { count } from '../../../page/words.ts';
import type { ReturnableLine } from '../types.ts';
import { type Draft, missingIn, priceOf, unitsIn } from './draft.ts';
import { idOf, lineCard } from './line-card.ts';
import { bottom, choiceCards, choiceLabel, itemView, stepView } from './parts.ts';
import { progressOf } from './progress.ts';
import { complaintText, type Order, type Shop } from './shop.ts';
import { dayText, METHODS } from './words.ts';

export function itemsView(shop: Shop, confirm: () => Promise<void>): HTMLElement {
  const { order, draft } = shop;
  const open = order.lines.filter(({ returnable }) => returnable > 0);
  const closed = order.lines.filter(({ returnable }) => returnable === 0);
  const send = () => {
    const missing = missingIn(shop.draft);
    if (!missing)
      return void whileBusy(submit, 'One moment …', confirm, (error) => shop.complain(complaintText(error)));
    shop.complain(missing.text);
    document.getElementById(missing.line === null ? 'giftee' : `${idOf(missing.line)}-reason`)?.focus();
  };
  const submit: HTMLButtonElement = button('Confirm return', send, { class: 'primary', id: 'next' });
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
    open.length > 0 && [way(shop), bottom(shop.problem, h('p.sum', sumText(draft, order)), submit)],
  );
}

/** How the items come back, and whether they were a gift. */
function way({ draft, change }: Shop): HTMLElement[] {
  const email = field('giftee', 'E-mail for the gift card', {
    ...{ type: 'email', autocomplete: 'email', value: draft.giftee ?? '' },
    on: { input: () => change({ giftee: email.input.value.trim() }, true) },
  });
  const gift = h('input', {
    ...{ id: 'gift', type: 'checkbox', checked: draft.giftee !== null },
    on: { change: () => change({ giftee: gift.checked ? '' : null }) },
  });
  return [
    h('div.sheet.stack', [
      choiceCards(METHODS, {
        ...{ name: 'method', legend: 'How do you send it back?', chosen: draft.method },
        choose: (method) => change({ method }),
        isWide: true,
      }),
    ]),
    h('div.sheet.stack', [
      choiceLabel(gift, 'It was a gift to me', 'The refund goes to you as a gift card, not to who paid.'),
      draft.giftee !== null && email.element,
    ]),
  ];
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
    h('h2', count(order.returns.length, 'return')),
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
