// The fourth step: everything once more, then confirm.
import { button, h, setChildren } from '../../../page/dom.ts';
import { moneyText } from '../../../page/money.ts';
import { count } from '../../../page/words.ts';
import type { PortalOrder, ReturnableLine } from '../types.ts';
import { type Draft, type LineChoice, priceOf, unitsIn } from './draft.ts';
import { complaintText } from './portal-api.ts';
import { tile } from './tile.ts';
import { methodOf } from './words.ts';

export interface ReviewActs {
  confirm(): Promise<void>;
  back(): void;
}

export function reviewView(order: PortalOrder, draft: Draft, acts: ReviewActs): HTMLElement {
  const problem = h('p.problem', { role: 'alert' });
  const label = 'Confirm return';
  const confirm = button(
    label,
    () => {
      confirm.disabled = true;
      setChildren(confirm, 'One moment …');
      setChildren(problem);
      acts
        .confirm()
        .catch((error: unknown) => setChildren(problem, complaintText(error)))
        .finally(() => {
          confirm.disabled = false;
          setChildren(confirm, label);
        });
    },
    { class: 'primary' },
  );
  const { name, text } = methodOf(draft.method);
  const rows = order.lines.flatMap((line) => {
    const choice = draft.lines[line.line];
    return choice ? [reviewRow(line, choice, order.currency)] : [];
  });
  return h('div.step', [
    button('← How to send it', acts.back, { class: 'link' }),
    h('h1', { tabindex: -1 }, 'Is everything right?'),
    h('section.card', h('h2', count(unitsIn(draft), 'item')), h('ul.review', rows)),
    h('section.card', h('h2', name), h('p.hint', text)),
    draft.giftee !== null &&
      h('section.card', h('h2', 'A gift'), h('p.hint', `Gift card to ${draft.giftee}`)),
    h('section.card.total', [
      h('p', 'Value of these items', h('strong', moneyText(priceOf(draft, order.lines), order.currency))),
      h('p.hint', 'Taxes and discounts are settled with the refund.'),
    ]),
    h('div.bottom', problem, confirm),
  ]);
}

function reviewRow(line: ReturnableLine, choice: LineChoice, currency: string): HTMLElement {
  const { units, reason, settle, variant } = choice;
  const wish =
    settle === 'exchange'
      ? `Exchange for ${variant?.title ?? ''}`
      : settle === 'gift_card'
        ? 'Gift card'
        : 'Refund';
  return h('li', [
    tile(line.title),
    h('div.line-title', [
      h('h3', `${units} × ${line.title}`),
      h('p.hint', `${line.sku} · ${reason}`),
      h('p.wish-text', wish),
    ]),
    h('p.amount', moneyText(units * line.unit_price_amount_cents, currency)),
  ]);
}
