// One line of a JSON text, with its mark in the gutter.
import { h } from './dom.ts';
import type { JsonLine } from './json-lines.ts';

/** Maximum number of characters shown of one value. */
const MOST_TEXT = 1_000;

/** `mark` is drawn before the line; `className` says what the mark means. */
export function jsonLineElement(
  { depth, key, text, kind, comma }: JsonLine,
  className = '',
  mark = '',
): HTMLElement {
  const shown = text.length > MOST_TEXT ? text.slice(0, MOST_TEXT) : text;
  const line = h('span', { class: `line ${className}` }, [
    h('span.gutter', { 'aria-hidden': 'true' }, mark),
    h('span.indent', '  '.repeat(Math.min(depth, 40))),
    key !== null && h('span.key', key),
    key !== null && ': ',
    h('span', { class: kind }, shown),
    shown !== text &&
      h('span.hint', ` … ${(text.length - shown.length).toLocaleString('en')} more characters`),
    comma && ',',
  ]);
  line.append(document.createTextNode('\n'));
  return line;
}
