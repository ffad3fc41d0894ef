// The picture of an item. The portal works offline, so it is the first letter of the title on a colour.
import { h } from '../../../page/dom.ts';

const TINTS = 5;

export function tile(title: string): HTMLElement {
  const letter = [...title.trim()].find((sign) => /\p{L}|\p{N}/u.test(sign)) ?? '·';
  const tint = [...title].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % TINTS;
  return h('span', { class: `tile tint-${tint}`, 'aria-hidden': 'true' }, letter.toUpperCase());
}
