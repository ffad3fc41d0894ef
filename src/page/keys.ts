// The keyboard of a tool page, and its help. Letter keys are ignored in text fields; arrows and Enter go to the focused element.
import { button, h } from './dom.ts';
import { pairs } from './parts.ts';

/** `keys`: names of the browser, with spaces between. */
export type Key = readonly [keys: string, shown: string, says: string, act: () => unknown];

/** Obeys the keys from now on. The list of the page has the id `list`, its search the id `search`. @returns the help */
export function keyboard(
  page: Window & typeof globalThis,
  keys: readonly Key[],
  ...more: readonly string[]
): HTMLDialogElement {
  const { document } = page;
  const all: readonly Key[] = [...keys, ['?', '?', 'this help', () => dialog.showModal()]];
  const dialog: HTMLDialogElement = h('dialog.help', { 'aria-labelledby': 'help-title' }, [
    h('h2', { id: 'help-title' }, 'Keyboard'),
    pairs(all.map(([, shown, says]) => [h('kbd', shown), says])),
    more.map((text) => h('p.hint', text)),
    button('Close', () => dialog.close()),
  ]);
  document.addEventListener('keydown', (event) => {
    const { key } = event;
    const act = all.find(([names]) => names.split(' ').includes(key))?.[3];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    const focused = document.activeElement;
    const isWriting = focused?.matches('input, select, textarea') ?? false;
    if (isWriting && key !== 'Escape' && !(key === 'Enter' && focused?.id === 'search')) return;
    const isInList = focused === document.body || focused?.closest('#list') || isWriting;
    if (key.length > 1 && key !== 'Escape' && !isInList) return;
    event.preventDefault();
    act();
  });
  return dialog;
}

/** Opens the help; not in windows as narrow as those of machines without a keyboard. */
export const keysButton = (help: () => void): HTMLButtonElement =>
  button('Keys', help, { class: 'keys plain push', title: 'Keyboard (?)' });
