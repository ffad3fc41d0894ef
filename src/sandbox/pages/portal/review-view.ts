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
  const problem = h('p', { class: 'problem', role: 'alert' });
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
  return h(
    'div',
    { class: 'step' },
    button('← How to send it', acts.back, { class: 'link' }),
    h('h1', { tabindex: -1 }, 'Is everything right?'),
    h(
      'section',
      { class: 'card' },
      h('h2', {}, count(unitsIn(draft), 'item')),
      h('ul', { class: 'review' }, ...rows),
    ),
    h('section', { class: 'card' }, h('h2', {}, name), h('p', { class: 'hint' }, text)),
    draft.giftee !== null &&
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'A gift'),
        h('p', { class: 'hint' }, `Gift card to ${draft.giftee}`),
      ),
    h(
      'section',
      { class: 'card total' },
      h(
        'p',
        {},
        'Value of these items',
        h('strong', {}, moneyText(priceOf(draft, order.lines), order.currency)),
      ),
      h('p', { class: 'hint' }, 'Taxes and discounts are settled with the refund.'),
    ),
    h('div', { class: 'bottom' }, problem, confirm),
  );
}

function reviewRow(line: ReturnableLine, choice: LineChoice, currency: string): HTMLElement {
  const { units, reason, settle, variant } = choice;
  const wish =
    settle === 'exchange'
      ? `Exchange for ${variant?.title ?? ''}`
      : settle === 'gift_card'
        ? 'Gift card'
        : 'Refund';
  return h(
    'li',
    {},
    tile(line.title),
    h(
      'div',
      { class: 'line-title' },
      h('h3', {}, `${units} × ${line.title}`),
      h('p', { class: 'hint' }, `${line.sku} · ${reason}`),
      h('p', { class: 'wish-text' }, wish),
    ),
    h('p', { class: 'amount' }, moneyText(units * line.unit_price_amount_cents, currency)),
  );
}
