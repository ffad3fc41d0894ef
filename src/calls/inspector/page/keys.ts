// The keyboard shortcuts: one table for the page and for its help.
import { button, h } from '../../../page/dom.ts';
import { pairs } from '../../../page/parts.ts';

/** What can be done with a key. */
export type KeyAct =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'pageDown'
  | 'pageUp'
  | 'open'
  | 'back'
  | 'search'
  | 'replay'
  | 'curl'
  | 'help';

const TABLE: readonly (readonly [act: KeyAct, keys: readonly string[], shown: string, says: string])[] = [
  ['next', ['j', 'ArrowDown'], 'j  ↓', 'next call'],
  ['previous', ['k', 'ArrowUp'], 'k  ↑', 'call before'],
  ['first', ['g', 'Home'], 'g', 'newest call'],
  ['last', ['G', 'End'], 'G', 'oldest call'],
  ['pageDown', ['PageDown'], 'Page ↓', 'a page down'],
  ['pageUp', ['PageUp'], 'Page ↑', 'a page up'],
  ['open', ['Enter'], 'Enter', 'go into the call'],
  ['back', ['Escape'], 'Esc', 'back: out of the search, the call, the filter'],
  ['search', ['/'], '/', 'search'],
  ['replay', ['r'], 'r', 'replay the call'],
  ['curl', ['c'], 'c', 'copy it as curl'],
  ['help', ['?'], '?', 'this help'],
];

export const keyAct = (key: string): KeyAct | undefined => TABLE.find(([, keys]) => keys.includes(key))?.[0];

export function helpDialog(): HTMLDialogElement {
  const dialog = h('dialog.help', { 'aria-labelledby': 'help-title' }, [
    h('h2', { id: 'help-title' }, 'Keyboard'),
    pairs(TABLE.map(([, , shown, says]) => [h('kbd', shown), says])),
    h('p.hint', [
      'Search: all words must occur in the RMA, order, sku, tracking number, status, path or code of a finding; -word excludes.',
    ]),
    button('Close', () => dialog.close()),
  ]);
  return dialog;
}
