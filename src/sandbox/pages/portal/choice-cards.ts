// A choice of one among a few, as cards with a radio button each.
import { h } from '../../../page/dom.ts';

export interface Choice<T extends string> {
  readonly value: T;
  readonly name: string;
  readonly text: string;
  readonly isOff?: boolean;
}

export function choiceCards<T extends string>(
  name: string,
  legend: string,
  choices: readonly Choice<T>[],
  chosen: T | null,
  choose: (value: T) => void,
  className = '',
): HTMLFieldSetElement {
  const cards = choices.map(({ value, name: title, text, isOff = false }) => {
    const input = h('input', { type: 'radio', name, value, disabled: isOff });
    input.checked = value === chosen;
    input.addEventListener('change', () => choose(value));
    return h('label', { class: isOff ? 'choice off' : 'choice' }, [
      input,
      h('span', h('strong', title), text !== '' && h('span.hint', text)),
    ]);
  });
  return h('fieldset', { class: `choices ${className}` }, h('legend', legend), cards);
}
