// What the steps of the portal are made of: the frame of a step, an item, a choice of one among a few.
import { button, type Child, h } from '../../../page/dom.ts';

/** The title gets the focus when the step begins, so that it is read aloud. */
export const stepView = (
  back: readonly [label: string, act: () => void] | null,
  title: string,
  ...children: readonly Child[]
): HTMLElement =>
  h('div.stack.step', [
    back && button(`← ${back[0]}`, back[1], { class: 'link' }),
    h('h1', { tabindex: -1 }, title),
    children,
  ]);

/** The bar at the end of a step, with what is missing, if anything. */
export const bottom = (problem: string, ...children: readonly Child[]): HTMLElement =>
  h('div.flow.bottom', h('p.problem', { role: 'alert' }, problem), children);

export const itemView = (title: string, ...texts: readonly Child[]): HTMLElement =>
  h('div.line-title', h('h3', title), texts);

export interface Choice<T extends string> {
  readonly value: T;
  readonly name: string;
  readonly text: string;
  readonly isOff?: boolean;
}

/** A box or button to tick, with what it means beside it. */
export const choiceLabel = (input: HTMLInputElement, title: string, text: string, isOff = false) =>
  h('label.choice', { class: isOff ? 'off' : undefined }, [
    input,
    h('span', h('strong', title), text !== '' && h('span.hint', text)),
  ]);

interface Choosing<T> {
  readonly name: string;
  readonly legend: string;
  readonly chosen: T | undefined;
  readonly choose: (value: T) => void;
  readonly isWide?: boolean;
}

/** Cards with a radio button each. */
export function choiceCards<T extends string>(
  choices: readonly Choice<T>[],
  { name, legend, chosen, choose, isWide = false }: Choosing<T>,
): HTMLFieldSetElement {
  const cards = choices.map(({ value, name: title, text, isOff = false }, i) => {
    const input = h('input', {
      ...{ type: 'radio', id: `${name}-${i}`, name, value, disabled: isOff, checked: value === chosen },
      on: { change: () => choose(value) },
    });
    return choiceLabel(input, title, text, isOff);
  });
  return h('fieldset.choices', { class: isWide ? 'wide' : undefined }, h('legend', legend), cards);
}
