// Creates elements. Data becomes text nodes, with control characters made visible.
import { escapeControls } from '../basics/text.ts';

/** A list is the same as its members, one after the other. */
export type Child = Node | string | null | undefined | false | readonly Child[];

type Listeners = {
  readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void;
};

/** Attribute names come from our code and are never an address or an event handler. Values may come from data. */
export interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | Listeners;
  readonly on?: Listeners;
}
const ALLOWED =
  /^(?:class|id|role|type|title|tabindex|placeholder|value|for|name|checked|required|min|max|inputmode|rows|hidden|disabled|autocomplete|spellcheck|open|lang|scope|colspan|aria-[a-z]+|data-[a-z]+)$/;

type ElementOf<T extends string> = T extends `${infer Name}.${string}`
  ? ElementOf<Name>
  : T extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[T]
    : never;

/** `h('p.hint', 'text')`, `h('ul', { id: 'list' }, [item, item])`: the tag with its classes, attributes when there are any, children. */
export function h<T extends string>(
  tag: T,
  first?: Attributes | Child,
  ...more: readonly Child[]
): ElementOf<T> {
  const [name = '', ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(' ');
  if (isAttributes(first)) setAttributes(element, first);
  setChildren(element, isAttributes(first) ? null : first, more);
  return element as ElementOf<T>;
}

const isAttributes = (first: Attributes | Child): first is Attributes =>
  typeof first === 'object' && first !== null && !Array.isArray(first) && !(first instanceof Node);

function setAttributes(element: HTMLElement, { on = {}, ...attributes }: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (!ALLOWED.test(name)) throw new Error(`attribute ${name}`);
    if (value === undefined || value === false) continue;
    const text = value === true ? '' : escapeControls(String(value));
    element.setAttribute(name, name === 'class' ? `${element.className} ${text}`.trim() : text);
  }
  for (const [name, listener] of Object.entries(on))
    element.addEventListener(name, listener as EventListener);
}

/** Replaces the children. */
export function setChildren(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...nodesOf(children));
}

/** The same, and the focus stays where it is: on the element with the same id, with what was written into it. */
export function redraw(element: Element, ...children: readonly Child[]): void {
  const before = document.activeElement;
  const isInside = before !== null && before.id !== '' && element.contains(before);
  setChildren(element, children);
  if (!isInside) return;
  const after = document.getElementById(before.id);
  after?.focus({ preventScroll: true });
  if (after instanceof HTMLInputElement && before instanceof HTMLInputElement) after.value = before.value;
}

const nodesOf = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (typeof child === 'string') return [escapeControls(child)];
    return child instanceof Node ? [child] : nodesOf(child);
  });

/** Text of several lines: line breaks and tabs stay; all other control characters are made visible. */
export const lines = (text: string): Text =>
  document.createTextNode(
    text
      .split(/(\r?\n|\t)/)
      .map((piece, i) => (i % 2 === 1 ? piece.replace('\r', '') : escapeControls(piece)))
      .join(''),
  );

export const button = (
  label: string,
  act: () => void,
  attributes: Attributes = {},
  ...more: readonly Child[]
): HTMLButtonElement => h('button', { type: 'button', on: { click: act }, ...attributes }, label, ...more);
