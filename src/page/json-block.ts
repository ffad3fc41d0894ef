// A JSON text line by line, with marks in the gutter. A path of it can be looked up.

import { type JsonLine, jsonLines, lineOfPath } from '../basics/json-lines.ts';
import { button, h, setChildren } from './dom.ts';
import { shapeOf, type Tone } from './parts.ts';

/** Number of lines shown at first. Each request for more shows four times as many. */
const FIRST_LINES = 1_500;

/** Maximum number of characters shown of one value. */
const MOST_TEXT = 1_000;

/** `tones`: by path, how a line is marked. `end`: said below the last line. */
export function jsonBlock(
  text: string,
  label: string,
  tones: ReadonlyMap<string, Tone> = new Map(),
  end = '',
) {
  const pre = h('pre.json', { tabindex: 0, 'aria-label': label });
  const note = h('p.hint');
  let most = FIRST_LINES;
  let read = jsonLines(text, most);
  let marked: Element | undefined;
  const draw = () => {
    const toneOf = ({ kind, path }: JsonLine) => (kind === 'close' ? undefined : tones.get(path));
    setChildren(pre, [read.lines.map((line) => lineElement(line, toneOf(line)))]);
    const hasMore = read.lines.length >= most && read.more;
    setChildren(note, hasMore ? button('Show more lines', () => more(4), { class: 'plain' }) : end);
  };
  const more = (times: number) => {
    most *= times;
    read = jsonLines(text, most);
    draw();
  };
  draw();
  return {
    element: h('div', pre, note),
    /** Marks the line of a path and scrolls to it; without such a line the nearest one around it. */
    mark(path: string) {
      let place = lineOfPath(read.lines, path);
      // The line is below the lines shown so far.
      if (!place.exact && read.lines.length >= most) {
        more(8);
        place = lineOfPath(read.lines, path);
      }
      marked?.classList.remove('marked', 'around');
      marked = pre.children[place.line];
      marked?.classList.add('marked');
      marked?.classList.toggle('around', !place.exact);
      marked?.scrollIntoView({ block: 'center' });
    },
  };
}

function lineElement({ depth, key, text, kind, comma }: JsonLine, tone: Tone | undefined): HTMLElement {
  const shown = text.slice(0, MOST_TEXT);
  const rest = text.length - shown.length;
  const line = h('span.line', { class: tone }, [
    tone && h('span.gutter', { 'aria-hidden': 'true' }, shapeOf(tone).textContent),
    '  '.repeat(Math.min(depth, 40)),
    key !== null && [h('span.key', key), ': '],
    h('span', { class: kind }, shown),
    rest > 0 && h('span.hint', ` … ${rest.toLocaleString('en')} more characters`),
    comma && ',',
  ]);
  line.append('\n');
  return line;
}
