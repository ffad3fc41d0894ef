// A few values of a column, masked, so that a person recognises it.
import type { Column } from './columns.ts';

/** Enough of a few values to recognise the column, and no more: words of a status whole, all others by their form. */
export function samplesOf({ words, example, distinct, filled, share }: Column): string {
  if (filled === 0) return 'empty';
  const isPlain =
    distinct <= 8 && share.email === 0 && share.phone < 0.5 && distinct < Math.max(3, filled / 2);
  const texts = words ? [...words.keys()].slice(0, isPlain ? 3 : 2) : [example];
  return `such as ${texts.map((text) => (isPlain ? text.slice(0, 24) : masked(text))).join(', ')}`;
}

/** The first letters, and the form of the rest: `an…@…`, `2026-1…`, `88.…`. */
const masked = (text: string): string => {
  const [name, domain] = text.split('@');
  if (domain !== undefined) return `${name!.slice(0, 2)}…@…`;
  const shown = /^[\d.,:/-]+/.test(text) ? 6 : 4;
  return text.length <= 3 ? text : `${text.slice(0, Math.min(shown, text.length - 1))}…`;
};
