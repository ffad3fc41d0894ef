// A choice of one among a few, as cards with a radio button each.
import { h } from '../../../page/dom.ts';

export interface Choice<T extends string> {
  readonly value: T;
  readonly name: string;
  readonly text: string;
  readonly isOff?: boolean;
}

/** A box or button to tick, with what it means beside it. */
export const choiceLabel = (input: HTMLInputElement, title: string, text: string, className = '') =>
  h('label.choice', { class: className }, [
    input,
    h('span', h('strong', title), text !== '' && h('span.hint', text)),
  ]);

export function choiceCards<T extends string>(
  name: string,
  legend: string,
  choices: readonly Choice<T>[],
  chosen: T | null,
  choose: (value: T) => void,
  className = '',
): HTMLFieldSetElement {
  const cards = choices.map(({ value, name: title, text, isOff = false }) => {
    const change = () => choose(value);
    const input = h('input', { type: 'radio', name, value, disabled: isOff, on: { change } });
    input.checked = value === chosen;
    return choiceLabel(input, title, text, isOff ? 'off' : '');
  });
  return h('fieldset.choices', { class: className }, h('legend', legend), cards);
}
