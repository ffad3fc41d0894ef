// A document as JSON, line by line.
import { button, h, setChildren } from '../../../page/dom.ts';
import { jsonLineElement } from '../../../page/json-line.ts';
import { jsonLines } from '../../../page/json-lines.ts';

const MOST_LINES = 1_500;

export function jsonBlock(value: unknown, label: string): HTMLElement {
  const text = JSON.stringify(value);
  const pre = h('pre.json', { tabindex: 0, 'aria-label': label });
  const note = h('p');
  const draw = (most: number) => {
    const { lines, more } = jsonLines(text, most);
    setChildren(pre, [lines.map((line) => jsonLineElement(line))]);
    setChildren(note, more && button('Show more lines', () => draw(most * 4), { class: 'plain' }));
  };
  draw(MOST_LINES);
  return h('div', pre, note);
}
