// The body byte by byte: as text when it is UTF-8, otherwise as hexadecimal and text side by side.
import { button, h, setChildren } from '../../../page/dom.ts';
import { textBlock } from '../../../page/parts.ts';
import { size } from '../../../page/words.ts';
import type { CallRecord } from '../types.ts';
import { bytesOfBase64, hexLines } from './hex.ts';

const MOST_TEXT = 64 * 1024;
const MOST_HEX = 512;

export function rawView(call: CallRecord, cut: boolean, download: () => void): HTMLElement {
  const isText = call.encoding === 'utf8';
  const box = h('div');
  let asText = isText;
  const draw = () =>
    setChildren(box, asText ? textBlock(call.body.slice(0, MOST_TEXT), 'Body as text') : hexOf(call));
  const choose = button('Hexadecimal', () => {
    asText = !asText;
    setChildren(choose, asText ? 'Hexadecimal' : 'Text');
    draw();
  });
  draw();
  return h('div', [
    h('p.flow.bar', [
      h('span.hint', about(call, cut)),
      h('span.push'),
      isText && choose,
      button('Download the bytes', download),
    ]),
    box,
  ]);
}

function about({ encoding, bytes, truncated }: CallRecord, cut: boolean): string {
  const kind = encoding === 'utf8' ? 'UTF-8 text' : 'no UTF-8 text';
  const shown = cut ? ', its beginning shown' : '';
  return `${size(bytes)}, ${kind}${truncated ? ', kept up to the limit of --max-body' : ''}${shown}`;
}

function hexOf({ body, encoding }: CallRecord): HTMLElement {
  const bytes = encoding === 'base64' ? bytesOfBase64(body) : new TextEncoder().encode(body);
  const rows = hexLines(bytes, MOST_HEX);
  const pre = h('pre.hex', { tabindex: 0, 'aria-label': 'Body in hexadecimal' });
  for (const { offset, hex, text } of rows)
    pre.append(h('span.hint', offset), `  ${hex}  `, h('span.string', text), '\n');
  if (rows.length === MOST_HEX) pre.append('… the rest is in the download');
  return pre;
}
