// The body as it came: as text when it is UTF-8; any body can be downloaded.

import { button, h } from '../../../page/dom.ts';
import { textBlock } from '../../../page/parts.ts';
import { size } from '../../../page/words.ts';
import type { CallRecord } from '../types.ts';

const MOST_TEXT = 64 * 1024;

export function rawView(call: CallRecord, cut: boolean, download: () => void): HTMLElement {
  const isText = call.encoding === 'utf8';
  const limit = call.truncated ? ', kept up to the limit of --max-body' : '';
  const about = `${size(call.bytes)}${isText ? '' : ', no UTF-8 text'}${limit}${cut ? ', its beginning shown' : ''}`;
  return h('div', [
    h('p.flow.bar', [h('span.hint', about), h('span.push'), button('Download the bytes', download)]),
    isText && textBlock(call.body.slice(0, MOST_TEXT), 'Body as text'),
  ]);
}
