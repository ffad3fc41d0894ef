// The third step: how the items come back, and whether they were a gift.
import { button, h, setChildren } from '../../../page/dom.ts';
import { choiceCards } from './choice-cards.ts';
import { type Draft, missingIn } from './draft.ts';
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
  const email = h('input', { id: 'giftee', type: 'email', autocomplete: 'email', value: first.giftee ?? '' });
  const gift = h('input', { id: 'gift', type: 'checkbox' });
  gift.checked = first.giftee !== null;
  const emailField = h('div.field', { hidden: first.giftee === null }, [
    h('label', { for: 'giftee' }, 'E-mail for the gift card'),
    email,
  ]);
  gift.addEventListener('change', () => {
    emailField.hidden = !gift.checked;
    change({ giftee: gift.checked ? email.value.trim() : null });
  });
  email.addEventListener('input', () => change({ giftee: email.value.trim() }));
  const next = () => {
    const missing = missingIn(draft);
    if (!missing) return acts.next();
    setChildren(problem, missing.text);
    email.focus();
  };
  return h('div.step', [
    button('← Items', acts.back, { class: 'link' }),
    h('h1', { tabindex: -1 }, 'How do you send it back?'),
    h('div.card', [
      choiceCards(
        'method',
        'Choose a way',
        METHODS.map(({ id, name, text }) => ({ value: id, name, text })),
        draft.method,
        (method) => change({ method }),
        'wide',
      ),
    ]),
    h('div.card', [
      h('label.check', { for: 'gift' }, [
        gift,
        h('span', [
          h('strong', 'It was a gift to me'),
          h('span.hint', 'The refund goes to you as a gift card, not to who paid.'),
        ]),
      ]),
      emailField,
    ]),
    h('div.bottom', problem, button('Continue', next, { class: 'primary' })),
  ]);
}
