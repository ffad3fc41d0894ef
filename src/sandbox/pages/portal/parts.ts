// What the steps of the portal are made of: the frame of a step, an item with its picture, a choice of one among a few.
import { button, type Child, h } from '../../../page/dom.ts';
import { moreText } from './words.ts';

/** The title gets the focus when the step begins, so that it is read aloud. */
export const stepView = (
  back: readonly [label: string, act: () => void] | null,
  title: string,
  ...children: readonly Child[]
): HTMLElement =>
  h('div.stack.step', [
    back && button(`← ${back[0]}`, back[1], { class: 'link no-print' }),
    h('h1', { tabindex: -1 }, title),
    children,
  ]);

/** The bar at the end of a step, with what is missing, if anything. */
export const bottom = (problem: string, ...children: readonly Child[]): HTMLElement =>
  h('div.flow.bottom', h('p.problem', { role: 'alert' }, problem), children);

export const itemView = (shown: string, title: string, ...texts: readonly Child[]): Child => [
  tile(title),
  h('div.line-title', h('h3', shown), texts),
];

const TINTS = 5;

/** The picture of an item. The portal works offline, so it is the first letter of the title on a colour. */
function tile(title: string): HTMLElement {
  const letter = [...title.trim()].find((sign) => /\p{L}|\p{N}/u.test(sign)) ?? '·';
  const tint = [...title].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % TINTS;
  return h('span.tile', { class: `tint-${tint}`, 'aria-hidden': 'true' }, letter.toUpperCase());
}

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

/** Cards with a radio button each. */
export function choiceCards<T extends string>(
  name: string,
  legend: string,
  choices: readonly Choice<T>[],
  chosen: T | undefined,
  choose: (value: T) => void,
  className = '',
): HTMLFieldSetElement {
  const cards = choices.map(({ value, name: title, text, isOff = false }, i) => {
    const input = h('input', {
      ...{ type: 'radio', id: `${name}-${i}`, name, value, disabled: isOff, checked: value === chosen },
      on: { change: () => choose(value) },
    });
    return choiceLabel(input, title, text, isOff);
  });
  return h('fieldset.choices', { class: className }, h('legend', legend), cards);
}

/** What the shopper takes instead has another price: no refund settles it. */
export const extraLine = (cents: number, currency: string): HTMLElement | null =>
  cents === 0
    ? null
    : h('p.flow.spread', 'What you take instead costs', h('strong', moreText(cents, currency)));
