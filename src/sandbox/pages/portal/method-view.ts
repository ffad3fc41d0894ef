// The third step: how the items come back, and whether they were a gift.
import { button, h } from '../../../page/dom.ts';
import { field } from '../../../page/parts.ts';
import { missingIn } from './draft.ts';
import { bottom, choiceCards, choiceLabel, stepView } from './parts.ts';
import type { Shop } from './shop.ts';
import { METHODS } from './words.ts';

export function methodView(shop: Shop): HTMLElement {
  const { draft, order } = shop;
  const email = field('giftee', 'E-mail for the gift card', {
    ...{ type: 'email', autocomplete: 'email', value: draft.giftee ?? '' },
    on: { input: () => shop.change({ ...draft, giftee: email.input.value.trim() }, true) },
  });
  const gift = h('input', {
    ...{ id: 'gift', type: 'checkbox', checked: draft.giftee !== null },
    on: { change: () => shop.change({ ...draft, giftee: gift.checked ? '' : null }) },
  });
  const next = () => {
    const missing = missingIn(shop.draft);
    if (!missing) return shop.go({ step: 'review', order: order.id });
    shop.complain(missing.text);
    document.getElementById('giftee')?.focus();
  };
  const methods = METHODS.map(({ id, name, text }) => ({ value: id, name, text }));
  const choose = (method: string) => shop.change({ ...draft, method });
  return stepView(
    ['Items', shop.back],
    'How do you send it back?',
    h('div.sheet.stack', [choiceCards('method', 'Choose a way', methods, draft.method, choose, 'wide')]),
    h('div.sheet.stack', [
      choiceLabel(gift, 'It was a gift to me', 'The refund goes to you as a gift card, not to who paid.'),
      draft.giftee !== null && email.element,
    ]),
    bottom(shop.problem, button('Continue', next, { class: 'primary', id: 'next' })),
  );
}
