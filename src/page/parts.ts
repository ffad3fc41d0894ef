// Parts that our pages have in common: the mark of a state, tables, names with values, texts, tabs, a search, a form field.
import { type Attributes, button, type Child, h, lines } from './dom.ts';

export type Tone = 'error' | 'warning' | 'note' | 'ok';

/** Each has its own shape, so that it can be recognised without colour. */
const SHAPES: Readonly<Record<Tone, string>> = { error: '✖', warning: '▲', note: '◆', ok: '●' };

export const shapeOf = (tone: Tone): HTMLElement => h('span.shape', { 'aria-hidden': 'true' }, SHAPES[tone]);

/** Shape, word and colour express the same state. */
export const mark = (tone: Tone, word: string = tone): HTMLElement =>
  h('span.mark', { class: tone }, shapeOf(tone), word);

export const tag = (text: string | null, attributes: Attributes = {}): HTMLElement | null =>
  text === null || text === '' ? null : h('span.tag', attributes, text);

/** An identifier: what has no room is left out in its middle, because identifiers differ at their ends. */
export const idText = (text: string): HTMLElement =>
  h('span.id', { title: text }, h('span', text.slice(0, -6)), h('span', text.slice(-6)));

/** Names and values, one pair a line; a pair that is no pair is left out. */
export const pairs = (rows: readonly (readonly [name: Child, value: Child] | false)[]): HTMLElement =>
  h('dl', [rows.map((row) => row && [h('dt', row[0]), h('dd', row[1])])]);

/** A table that scrolls by itself when the window is narrow, and can be reached by Tab. */
export const table = (label: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement =>
  h('div.scroll', { tabindex: 0, role: 'region', 'aria-label': label }, [
    h('table', [
      h('thead', [h('tr', [heads.map((head) => h('th', { scope: 'col' }, head))])]),
      h('tbody', rows),
    ]),
  ]);

/** A text as it came, with its line breaks. */
export const textBlock = (text: string, label: string): HTMLElement =>
  h('pre', { tabindex: 0, 'aria-label': label }, lines(text));

/** Something is missing: what, and what can be done about it. */
export const emptyView = (title: string, ...more: readonly Child[]): HTMLElement =>
  h('div.empty', h('h2', title), more);

/** What is typed into a field is neither completed nor corrected by the browser. */
export const AS_TYPED = { autocomplete: 'off', spellcheck: 'false' };

export const searchInput = (placeholder: string, label: string, input: () => void): HTMLInputElement =>
  h('input', { type: 'search', id: 'search', placeholder, 'aria-label': label, ...AS_TYPED, on: { input } });

/** A text field with its label. */
export function field(id: string, label: string, attributes: Attributes = {}) {
  const input = h('input', { id, type: 'text', ...AS_TYPED, ...attributes });
  return { input, element: h('div.field', h('label', { for: id }, label), input) };
}

export const select = (
  attributes: Attributes,
  options: readonly (readonly [value: string, name: string])[],
): HTMLSelectElement =>
  h('select', attributes, [options.map(([value, name]) => h('option', { value }, name))]);

/** Tabs, of which one can be reached by Tab and the others by arrows. What they switch between is the element `panel`. */
export function tabBar<T extends string>(
  label: string,
  tabs: readonly (readonly [name: T, title: string])[],
  current: T,
  go: (name: T) => void,
): HTMLElement {
  const at = tabs.findIndex(([name]) => name === current);
  const keydown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    go(tabs[(at + step + tabs.length) % tabs.length]![0]);
  };
  return h('div.tabs', { role: 'tablist', 'aria-label': label, on: { keydown } }, [
    tabs.map(([name, title]) =>
      button(title, () => go(name), {
        ...{ class: 'tab', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel' },
        ...{ 'aria-selected': String(name === current), tabindex: name === current ? 0 : -1 },
      }),
    ),
  ]);
}

export const tabPanel = (current: string, ...children: readonly Child[]): HTMLElement =>
  h(
    'div.panel',
    { role: 'tabpanel', id: 'panel', 'aria-labelledby': `tab-${current}`, tabindex: -1 },
    children,
  );

/** A form of our own: Enter and the button of the form send it. */
export const form = (className: string, send: () => void, ...children: readonly Child[]): HTMLFormElement => {
  const submit = (event: Event) => {
    event.preventDefault();
    send();
  };
  const element = h('form', { class: className, on: { submit } }, children);
  element.noValidate = true;
  return element;
};
