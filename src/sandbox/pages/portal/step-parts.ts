// What the steps of the portal are made of: the frame of a step, and the picture and title of an item.
import { button, type Child, h } from '../../../page/dom.ts';

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

/** The bar at the end of a step. */
export const bottom = (...children: readonly Child[]): HTMLElement => h('div.flow.bottom', children);

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
