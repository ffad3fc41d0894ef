// A list of thousands of rows that creates elements only for the visible ones. A row with the same key keeps its element.

export interface WindowListOptions<T> {
  readonly page: Window;
  /** Scrolls, and contains the rows. */
  readonly viewport: HTMLElement;
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly rowOf: (item: T) => HTMLElement;
}

export interface WindowList<T> {
  /** Replaces the content. `keepPlace`: new rows at the front do not move the visible rows. */
  show(items: readonly T[], keepPlace?: boolean): void;
  /** Scrolls the smallest distance that makes the row visible. */
  reveal(index: number): void;
  /** The element of a visible row. */
  row(key: string): HTMLElement | undefined;
  readonly pageRows: number;
}

/** Extra rows above and below the visible area, ready for scrolling. */
const SPARE = 10;

export function windowList<T>(options: WindowListOptions<T>): WindowList<T> {
  const { page, viewport, rowHeight, keyOf, rowOf } = options;
  const space = page.document.createElement('div');
  space.className = 'space';
  space.setAttribute('role', 'presentation');
  viewport.replaceChildren(space);
  let items: readonly T[] = [];
  let rows = new Map<string, HTMLElement>();
  let isAsked = false;

  const draw = () => {
    isAsked = false;
    const first = Math.max(0, Math.floor(viewport.scrollTop / rowHeight) - SPARE);
    const last = Math.min(
      items.length,
      Math.ceil((viewport.scrollTop + viewport.clientHeight) / rowHeight) + SPARE,
    );
    const next = new Map<string, HTMLElement>();
    for (let i = first; i < last; i++) {
      const item = items[i]!;
      const key = keyOf(item);
      const row = rows.get(key) ?? rowOf(item);
      row.style.top = `${i * rowHeight}px`;
      row.setAttribute('aria-posinset', String(i + 1));
      row.setAttribute('aria-setsize', String(items.length));
      next.set(key, row);
      if (row.parentNode !== space) space.append(row);
    }
    for (const [key, row] of rows) if (!next.has(key)) row.remove();
    rows = next;
  };
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    page.requestAnimationFrame(draw);
  };
  viewport.addEventListener('scroll', ask, { passive: true });
  new ResizeObserver(ask).observe(viewport);

  return {
    show(next, keepPlace = false) {
      const top = items[0];
      const isScrolled = viewport.scrollTop > rowHeight / 2;
      const cameInFront = keepPlace && isScrolled && top ? next.findIndex((i) => keyOf(i) === keyOf(top)) : 0;
      items = next;
      space.style.height = `${items.length * rowHeight}px`;
      if (cameInFront > 0) viewport.scrollTop += cameInFront * rowHeight;
      draw();
    },
    reveal(index) {
      const top = index * rowHeight;
      if (top < viewport.scrollTop) viewport.scrollTop = top;
      else if (top + rowHeight > viewport.scrollTop + viewport.clientHeight)
        viewport.scrollTop = top + rowHeight - viewport.clientHeight;
      draw();
    },
    row: (key) => rows.get(key),
    get pageRows() {
      return Math.max(1, Math.floor(viewport.clientHeight / rowHeight) - 1);
    },
  };
}
