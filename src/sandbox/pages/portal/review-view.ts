// The fourth step: everything once more, then confirm.
import { button, h } from '../../../page/dom.ts';
import { whileBusy } from '../../../page/feedback.ts';
import { moneyText } from '../../../page/money.ts';
import { count } from '../../../page/words.ts';
import type { ReturnableLine } from '../types.ts';
import { extraOf, type LineChoice, priceOf, unitsIn, worthOf } from './draft.ts';
import { bottom, itemView, stepView } from './parts.ts';
import { complaintText, type Shop } from './shop.ts';
import { methodOf, moreText, VALUE } from './words.ts';

export function reviewView({ order, draft, problem, complain, back }: Shop, confirm: () => Promise<void>) {
  const send = () =>
    void whileBusy(submit, 'One moment …', confirm, (error) => complain(complaintText(error)));
  const submit: HTMLButtonElement = button('Confirm return', send, { class: 'primary', id: 'next' });
  const { name, text } = methodOf(draft.method);
  // No refund settles it.
  const extra = extraOf(draft, order.lines);
  const rows = order.lines.flatMap((line) => {
    const choice = draft.lines[line.line];
    return choice ? [reviewRow(line, choice, order.currency)] : [];
  });
  return stepView(
    ['How to send it', back],
    'Is everything right?',
    h('section.sheet.stack', h('h2', count(unitsIn(draft), 'item')), h('ul.stack.review', rows)),
    h('section.sheet.stack', h('h2', name), h('p.hint', text)),
    draft.giftee !== null &&
      h('section.sheet.stack', h('h2', 'A gift'), h('p.hint', `Gift card to ${draft.giftee}`)),
    h('section.sheet.stack', [
      h('p.flow.spread', [VALUE, h('strong', moneyText(priceOf(draft, order.lines), order.currency))]),
      extra !== 0 &&
        h('p.flow.spread', 'What you take instead costs', h('strong', moreText(extra, order.currency))),
    ]),
    bottom(problem, submit),
  );
}

const WISHES = { refund: 'Refund', exchange: 'Exchange for', gift_card: 'Gift card' };

function reviewRow(line: ReturnableLine, choice: LineChoice, currency: string): HTMLElement {
  const { units, reason, settle, variant } = choice;
  const wish = settle === 'exchange' ? `${WISHES.exchange} ${variant?.title ?? ''}` : WISHES[settle];
  const texts = [h('p.hint', `${line.sku} · ${reason}`), h('p.wish-text', wish)];
  return h('li.item', [
    itemView(`${units} × ${line.title}`, texts),
    h('p.amount', moneyText(worthOf(line, units), currency)),
  ]);
}
