// The shell of a tool page: a list on the left, the chosen thing on the right. What is shown is in the query of the
// address. And its keyboard: letter keys are ignored in text fields; arrows and Enter go to the focused element.
import { button, type Child, h, setChildren } from './dom.ts';
import { emptyView, pairs } from './parts.ts';
import { type AnyView, queryOf, readView, type Views } from './view.ts';

/** Holds the view. `changed` draws it, also when the history of the browser brings another one. */
export function makeViews<View extends AnyView>(
  page: Window,
  views: Views<View>,
  changed: (before: View) => void,
) {
  const read = () => readView(page.location.search, views);
  let now = read();
  const show = (next: View) => {
    const before = now;
    now = next;
    changed(before);
  };
  page.addEventListener('popstate', () => show(read()));
  return {
    get now(): View {
      return now;
    },
    /** `isStep`: one of many small steps, typed or by a key. It replaces the address; all others are in the history of the browser. */
    go(next: View, isStep = false) {
      const query = queryOf(next, views);
      const address = page.location.pathname + query;
      try {
        if (isStep) page.history.replaceState(null, '', address);
        else if (query !== queryOf(now, views)) page.history.pushState(null, '', address);
      } catch {
        // Browsers limit how often the address may change; a held-down key exceeds the limit. The next change updates it.
      }
      show(next);
    },
  };
}

/** The two halves. `emptiness` stands in the place of the list when there are no rows. */
export function makeHalves(list: HTMLElement, label: string, ...over: readonly Child[]) {
  const columns = h('div.columns', { 'aria-hidden': 'true' });
  const emptiness = h('div.emptiness', { hidden: true });
  const summary = h('p.summary');
  const left = h('section.left', { 'aria-label': 'List' }, over, columns, list, emptiness, summary);
  const right = h('section.detail', { 'aria-label': label });
  return {
    left,
    right,
    main: h('main', left, right),
    showColumns: (names: readonly string[]) => setChildren(columns, [names.map((name) => h('span', name))]),
    /** `instead`: what is said in place of no rows. `isAnnounced`: only then a screen reader says what changed. */
    summarise(text: string, isAnnounced: boolean, instead: Child) {
      // A screen reader must not announce every row of a busy service.
      summary.setAttribute('aria-live', isAnnounced ? 'polite' : 'off');
      setChildren(summary, text);
      emptiness.hidden = !instead;
      setChildren(emptiness, instead);
    },
  };
}

/** The way back to the list in a narrow window. */
export const backButton = (back: () => void): HTMLElement => button('← Back', back, { class: 'back plain' });

/** Takes the place of everything below the top when the server does not know this page. */
export const sessionOver = (what: string, command: string, more = ''): HTMLElement => {
  const text = emptyView(`This page belongs to no running ${what}`, [
    h('p', 'Open the address that ', h('code', command), ` printed.${more}`),
  ]);
  text.setAttribute('role', 'alert');
  return text;
};

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
