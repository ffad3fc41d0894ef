// Connects the parts of the operator's view.
import { h } from '../../../page/dom.ts';
import { openSession } from '../../../page/session.ts';

export function startPage(page: Window & typeof globalThis): void {
  openSession(page);
  page.document.body.append(h('h1', {}, 'returns sandbox'));
}
