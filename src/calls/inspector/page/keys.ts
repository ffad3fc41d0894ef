// The keyboard shortcuts: one table for the page and for its help.
import { button, h } from '../../../page/dom.ts';

export interface Keys {
  next(): void;
  previous(): void;
  first(): void;
  last(): void;
  pageDown(): void;
  pageUp(): void;
  open(): void;
  back(): void;
  search(): void;
  replay(): void;
  curl(): void;
  help(): void;
}

const TABLE: readonly { keys: readonly string[]; act: keyof Keys; shown: string; says: string }[] = [
  { keys: ['j', 'ArrowDown'], act: 'next', shown: 'j  ↓', says: 'next call' },
  { keys: ['k', 'ArrowUp'], act: 'previous', shown: 'k  ↑', says: 'call before' },
  { keys: ['g', 'Home'], act: 'first', shown: 'g', says: 'newest call' },
  { keys: ['G', 'End'], act: 'last', shown: 'G', says: 'oldest call' },
  { keys: ['PageDown'], act: 'pageDown', shown: 'Page ↓', says: 'a page down' },
  { keys: ['PageUp'], act: 'pageUp', shown: 'Page ↑', says: 'a page up' },
  { keys: ['Enter'], act: 'open', shown: 'Enter', says: 'go into the call' },
  { keys: ['Escape'], act: 'back', shown: 'Esc', says: 'back: out of the search, the call, the filter' },
  { keys: ['/'], act: 'search', shown: '/', says: 'search' },
  { keys: ['r'], act: 'replay', shown: 'r', says: 'replay the call' },
  { keys: ['c'], act: 'curl', shown: 'c', says: 'copy it as curl' },
  { keys: ['?'], act: 'help', shown: '?', says: 'this help' },
];

/** Letter keys are ignored in text fields. Arrows and Enter go to the focused element. */
export function handleKeys(page: Window & typeof globalThis, keys: Keys, dialog: HTMLDialogElement): void {
  page.document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open || event.defaultPrevented) return;
    const found = TABLE.find((row) => row.keys.includes(event.key));
    if (!found) return;
    const focused = page.document.activeElement;
    const isWriting = focused instanceof page.HTMLInputElement || focused instanceof page.HTMLSelectElement;
    if (isWriting && event.key !== 'Escape' && !(event.key === 'Enter' && focused.id === 'search')) return;
    const isInList = focused === page.document.body || focused?.id === 'list' || isWriting;
    if (event.key.length > 1 && event.key !== 'Escape' && !isInList) return;
    event.preventDefault();
    keys[found.act]();
  });
}

export function helpDialog(): HTMLDialogElement {
  const dialog = h('dialog.help', { 'aria-labelledby': 'help-title' });
  dialog.append(
    h('h2', { id: 'help-title' }, 'Keyboard'),
    h('dl', [TABLE.flatMap(({ shown, says }) => [h('dt', h('kbd', shown)), h('dd', says)])]),
    h('p.hint', [
      'Search: all words must occur in the RMA, order, sku, tracking number, status, path or code of a finding; -word excludes.',
    ]),
    button('Close', () => dialog.close()),
  );
  return dialog;
}
