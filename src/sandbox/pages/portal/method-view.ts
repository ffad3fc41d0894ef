// The third step: how the items come back, and whether they were a gift.
import { button, h, setChildren } from '../../../page/dom.ts';
import { field } from '../../../page/parts.ts';
import { choiceCards, choiceLabel } from './choice-cards.ts';
import { type Draft, missingIn } from './draft.ts';
import { bottom, stepView } from './step-parts.ts';
import { METHODS } from './words.ts';

export interface MethodActs {
  change(draft: Draft): void;
  next(): void;
  back(): void;
}

export function methodView(first: Draft, acts: MethodActs): HTMLElement {
  let draft = first;
  const change = (part: Partial<Draft>) => {
    draft = { ...draft, ...part };
    setChildren(problem);
    acts.change(draft);
  };
  const problem = h('p.problem', { role: 'alert' });
  const given = { type: 'email', autocomplete: 'email', value: first.giftee ?? '' };
  const email = field('giftee', 'E-mail for the gift card', given);
  const written = () => email.input.value.trim();
  const gift = h('input', { id: 'gift', type: 'checkbox' });
  gift.checked = first.giftee !== null;
  email.element.hidden = !gift.checked;
  gift.addEventListener('change', () => {
    email.element.hidden = !gift.checked;
    change({ giftee: gift.checked ? written() : null });
  });
  email.input.addEventListener('input', () => change({ giftee: written() }));
  const next = () => {
    const missing = missingIn(draft);
    if (!missing) return acts.next();
    setChildren(problem, missing.text);
    email.input.focus();
  };
  const methods = METHODS.map(({ id, name, text }) => ({ value: id, name, text }));
  return stepView(
    ['Items', acts.back],
    'How do you send it back?',
    h('div.card', [
      choiceCards('method', 'Choose a way', methods, draft.method, (method) => change({ method }), 'wide'),
    ]),
    h('div.card', [
      choiceLabel(gift, 'It was a gift to me', 'The refund goes to you as a gift card, not to who paid.'),
      email.element,
    ]),
    bottom(problem, button('Continue', next, { class: 'primary' })),
  );
}
