// The fourth step: everything once more, then confirm.
import { whileBusy } from '../../../page/busy.ts';
import { button, h, setChildren } from '../../../page/dom.ts';
import { moneyText } from '../../../page/money.ts';
import { count } from '../../../page/words.ts';
import type { PortalOrder, ReturnableLine } from '../types.ts';
import { type Draft, type LineChoice, priceOf, unitsIn } from './draft.ts';
import { complaintText } from './portal-api.ts';
import { bottom, itemView, stepView } from './step-parts.ts';
import { methodOf } from './words.ts';

export interface ReviewActs {
  confirm(): Promise<void>;
  back(): void;
}

export function reviewView(order: PortalOrder, draft: Draft, acts: ReviewActs): HTMLElement {
  const problem = h('p.problem', { role: 'alert' });
  const send = () => {
    setChildren(problem);
    void whileBusy(confirm, 'One moment …', acts.confirm, (error) =>
      setChildren(problem, complaintText(error)),
    );
  };
  const confirm = button('Confirm return', send, { class: 'primary' });
  const { name, text } = methodOf(draft.method);
  const rows = order.lines.flatMap((line) => {
    const choice = draft.lines[line.line];
    return choice ? [reviewRow(line, choice, order.currency)] : [];
  });
  const value = moneyText(priceOf(draft, order.lines), order.currency);
  return stepView(
    ['How to send it', acts.back],
    'Is everything right?',
    h('section.card', h('h2', count(unitsIn(draft), 'item')), h('ul.stack.review', rows)),
    h('section.card', h('h2', name), h('p.hint', text)),
    draft.giftee !== null &&
      h('section.card', h('h2', 'A gift'), h('p.hint', `Gift card to ${draft.giftee}`)),
    h('section.card', [
      h('p.flow.spread', 'Value of these items', h('strong', value)),
      h('p.hint', 'Taxes and discounts are settled with the refund.'),
    ]),
    bottom(problem, confirm),
  );
}

const WISHES = { refund: 'Refund', exchange: 'Exchange for', gift_card: 'Gift card' };

function reviewRow(line: ReturnableLine, choice: LineChoice, currency: string): HTMLElement {
  const { units, reason, settle, variant } = choice;
  const wish = settle === 'exchange' ? `${WISHES.exchange} ${variant?.title ?? ''}` : WISHES[settle];
  const texts = [h('p.hint', `${line.sku} · ${reason}`), h('p.wish-text', wish)];
  return h('li', [
    itemView(`${units} × ${line.title}`, line.title, texts),
    h('p.amount', moneyText(units * line.unit_price_amount_cents, currency)),
  ]);
}
