// Creates elements. Data becomes text nodes, with control characters made visible.
import { escapeControls } from '../basics/text.ts';

export type Child = Node | string | null | undefined | false;

/** Attribute names come from our code and are never an address or an event handler. Values may come from data. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
const ALLOWED =
  /^(?:class|id|role|type|title|tabindex|placeholder|value|for|name|checked|required|min|max|inputmode|rows|hidden|disabled|autocomplete|spellcheck|open|lang|scope|colspan|aria-[a-z]+|data-[a-z]+)$/;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (!ALLOWED.test(name)) throw new Error(`attribute ${name}`);
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : escapeControls(String(value)));
  }
  setChildren(element, ...children);
  return element;
}

/** Replaces the children. */
export function setChildren(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (typeof child === 'string' ? document.createTextNode(escapeControls(child)) : child)),
  );
}

/** Text of several lines: line breaks and tabs stay; all other control characters are made visible. */
export const lines = (text: string): Text =>
  document.createTextNode(
    text
      .split(/(\r?\n|\t)/)
      .map((piece, i) => (i % 2 === 1 ? piece.replace('\r', '') : escapeControls(piece)))
      .join(''),
  );

export function button(
  label: string,
  act: () => void,
  attributes: Attributes = {},
  ...more: readonly Child[]
): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label, ...more);
  element.addEventListener('click', act);
  return element;
}
