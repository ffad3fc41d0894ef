// The list of a tool page: thousands of rows, of which only the visible ones are elements. One is chosen; keys go through them.
import { type Child, h } from './dom.ts';
import type { Key } from './shell.ts';

/** The same value as in tool.css. */
const ROW_HEIGHT = 34;
/** An identifier gets at most so many px. */
const WIDEST_ID = 360;
/** Extra rows above and below the visible area, ready for scrolling. */
const SPARE = 10;

interface RowListOptions<T> {
  readonly page: Window;
  readonly label: string;
  readonly idOf: (item: T) => string;
  readonly cellsOf: (item: T) => readonly Child[];
  /** More classes of a row. */
  readonly classOf?: (item: T) => string;
  /** `isStep`: by a key, from another chosen row. */
  readonly choose: (id: string | null, isStep: boolean) => void;
}

export class RowList<T> {
  /** Scrolls, and contains the rows. */
  readonly element: HTMLElement;
  private readonly space = h('div.space', { role: 'presentation' });
  private items: readonly T[] = [];
  /** Visible rows. A row with the same id keeps its element. */
  private rows = new Map<string, HTMLElement>();
  /** What the identifiers of a row need, px, by their order in it. Only grows. */
  private widths: number[] = [];
  private chosen: string | null = null;
  private isAsked = false;

  constructor(private readonly options: RowListOptions<T>) {
    const { page, label, choose } = options;
    const click = (event: Event) => {
      const clicked = event.target instanceof Element ? event.target.closest('.row') : null;
      for (const [id, row] of this.rows) if (row === clicked) choose(id, false);
    };
    const ask = () => {
      if (this.isAsked) return;
      this.isAsked = true;
      page.requestAnimationFrame(() => this.draw());
    };
    const attributes = { id: 'list', role: 'listbox', tabindex: 0, 'aria-label': label };
    this.element = h('div.list', { ...attributes, on: { click } }, this.space);
    this.element.addEventListener('scroll', ask, { passive: true });
    new ResizeObserver(ask).observe(this.element);
  }

  get isScrolled(): boolean {
    return this.element.scrollTop > ROW_HEIGHT / 2;
  }

  /** The element of a visible row. */
  row(id: string): HTMLElement | undefined {
    return this.rows.get(id);
  }

  /** Replaces the content. `keepPlace`: new rows at the front do not move the visible rows. */
  show(next: readonly T[], keepPlace = false): void {
    const { idOf } = this.options;
    const top = this.items[0];
    const cameInFront =
      keepPlace && this.isScrolled && top ? next.findIndex((item) => idOf(item) === idOf(top)) : 0;
    this.items = next;
    this.space.style.height = `${next.length * ROW_HEIGHT}px`;
    if (cameInFront > 0) this.element.scrollTop += cameInFront * ROW_HEIGHT;
    this.draw();
  }

  /** The rows are made anew at the next drawing: what they show has changed. */
  forget(): void {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
  }

  /** Marks the row, and scrolls the smallest distance that makes it visible. */
  choose(id: string | null): void {
    if (id === this.chosen) return;
    this.chosen = id;
    const { element } = this;
    const top = this.at() * ROW_HEIGHT;
    if (top >= 0)
      element.scrollTop = Math.min(top, Math.max(element.scrollTop, top + ROW_HEIGHT - element.clientHeight));
    this.draw();
  }

  /** Keys that go through the list, into what is chosen, and back. `clear`: out of the search. */
  keys(thing: string, search: HTMLInputElement, clear: () => void): readonly Key[] {
    const { element } = this;
    const step = (by: number) => () => this.to(this.chosen === null ? 0 : this.at() + by);
    const open = () => {
      if (this.chosen === null || document.activeElement === search) step(0)();
      document.getElementById('panel')?.focus();
    };
    const back = () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && focused.matches('input, select, textarea')) {
        focused.blur();
        element.focus();
      } else if (this.chosen !== null) this.options.choose(null, false);
      else clear();
    };
    return [
      ['j ArrowDown', 'j  ↓', `next ${thing}`, step(1)],
      ['k ArrowUp', 'k  ↑', `${thing} before`, step(-1)],
      ['g Home', 'g', `newest ${thing}`, () => this.to(0)],
      ['G End', 'G', `oldest ${thing}`, () => this.to(this.items.length - 1)],
      ['Enter', 'Enter', `go into the ${thing}`, open],
      ['Escape', 'Esc', `back: out of the search, the ${thing}, the filter`, back],
      ['/', '/', 'search', () => search.select()],
    ];
  }

  private at(): number {
    return this.items.findIndex((item) => this.options.idOf(item) === this.chosen);
  }

  /** Chooses the nearest row that there is. */
  private to(index: number): void {
    const item = this.items[Math.min(this.items.length - 1, Math.max(0, index))];
    if (item === undefined) return;
    this.element.focus({ preventScroll: true });
    this.options.choose(this.options.idOf(item), this.chosen !== null);
  }

  private draw(): void {
    this.isAsked = false;
    const { element, items, options, space } = this;
    const first = Math.max(0, Math.floor(element.scrollTop / ROW_HEIGHT) - SPARE);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / ROW_HEIGHT) + SPARE;
    const next = new Map<string, HTMLElement>();
    for (const [i, item] of items.slice(first, last).entries()) {
      const id = options.idOf(item);
      const row = this.rows.get(id) ?? this.rowOf(id, item);
      row.style.top = `${(first + i) * ROW_HEIGHT}px`;
      row.setAttribute('aria-posinset', String(first + i + 1));
      row.setAttribute('aria-setsize', String(items.length));
      row.setAttribute('aria-selected', String(id === this.chosen));
      next.set(id, row);
    }
    for (const [id, row] of this.rows) if (!next.has(id)) row.remove();
    // In the order in which they are read.
    for (const [i, row] of [...next.values()].entries())
      if (space.children[i] !== row) space.insertBefore(row, space.children[i] ?? null);
    this.rows = next;
    this.widen();
    if (this.chosen !== null && next.has(this.chosen))
      element.setAttribute('aria-activedescendant', `row-${this.chosen}`);
    else element.removeAttribute('aria-activedescendant');
  }

  /** Identifiers are shown whole: the columns take their widths from --id-0, --id-1 ... */
  private widen(): void {
    for (const row of this.rows.values())
      for (const [i, id] of [...row.querySelectorAll('.id')].entries()) {
        const [first, last] = id.children;
        const width = first!.scrollWidth + last!.scrollWidth + 1;
        if (width <= (this.widths[i] ?? 0)) continue;
        this.widths[i] = width;
        const main = this.element.closest('main');
        main?.style.setProperty(`--id-${i}`, `${Math.min(WIDEST_ID, width)}px`);
      }
  }

  private rowOf(id: string, item: T): HTMLElement {
    const { classOf, cellsOf } = this.options;
    const attributes = { class: classOf?.(item), role: 'option', id: `row-${id}`, 'data-row': id };
    const cells = cellsOf(item).map((cell) => (cell instanceof HTMLElement ? cell : h('span', cell)));
    return h('div.row', attributes, cells);
  }
}
