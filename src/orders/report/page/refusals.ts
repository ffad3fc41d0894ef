// The refused orders: the reasons with their counts, a search, and a card for each order, shown in steps.
import { button, h, setChildren } from '../../../page/dom.ts';
import { searchInput } from '../../../page/parts.ts';
import { search as searchFor } from '../../../page/search.ts';
import { count, number } from '../../../page/words.ts';
import type { RefusedOrder, ReportData } from '../types.ts';
import { cardOf } from './card.ts';
import type { Words } from './words.ts';

/** Cards that are added at a time: thousands at once would make the page slow. */
const STEP = 50;

export function refusals(data: ReportData, refused: readonly RefusedOrder[], words: Words): Node[] {
  if (data.orders.refused === 0) return [];
  const texts = refused.map((order) => searchTextOf(order, data));
  const reasons = new Map(data.refusals.map((reason) => [reason.code, reason]));
  let code: string | undefined;
  let shown = STEP;
  let matching: readonly RefusedOrder[] = refused;
  const list = h('div.stack.cards');
  const summary = h('p.hint.found', { role: 'status' });
  const more = h('p.flow.more');
  const search = searchInput(
    'Order, line, column, word … ( / )',
    'Search the refused orders; a word with a minus in front excludes',
    () => update(),
  );

  const draw = (from: number) => {
    const cards = matching.slice(from, shown).map((order) => cardOf(order, reasons, words));
    if (from === 0) setChildren(list, cards);
    else list.append(...cards);
    const left = matching.length - shown;
    const next = button(`Show ${number(Math.min(STEP, left))} more`, () => grow(shown + STEP));
    const all = button(`Show all ${number(matching.length)}`, () => grow(matching.length));
    setChildren(more, left > 0 ? [next, left > STEP && all] : []);
  };
  const grow = (to: number) => {
    const from = shown;
    shown = to;
    draw(from);
    list.children[from]?.querySelector<HTMLElement>('h3')?.focus();
  };
  const update = () => {
    const matches = searchFor(search.value);
    matching = refused.filter(
      ({ findings }, i) =>
        matches(texts[i]!) && (code === undefined || findings.some((finding) => finding.code === code)),
    );
    shown = STEP;
    const total = data.orders.refused;
    const held =
      refused.length < total ? ` (${number(refused.length)} of ${number(total)} are in this page)` : '';
    const found = `${number(matching.length)} of ${count(refused.length, 'order')}${held}`;
    setChildren(summary, [
      matching.length === 0 ? `${found}: no order has these words and this reason.` : found,
    ]);
    draw(0);
  };

  const choices = data.refusals.map((reason) => {
    const choice = button(
      '',
      () => {
        code = code === reason.code ? undefined : reason.code;
        for (const other of choices) other.setAttribute('aria-pressed', 'false');
        choice.setAttribute('aria-pressed', String(code === reason.code));
        update();
      },
      { class: 'reason error', 'aria-pressed': 'false' },
      h('span.number', number(reason.count)),
      h('span.what', h('span', reason.title), h('code', reason.code)),
    );
    return choice;
  });
  document.addEventListener('keydown', (event) => onKey(event, search, update));
  update();
  return [
    capNote(data),
    h('h3', 'Reasons'),
    h('div.reasons', { role: 'group', 'aria-label': 'Show the orders of one reason' }, choices),
    h('div.flow.bar', { role: 'search' }, search, summary),
    list,
    more,
  ].filter((node) => node !== null);
}

/** When not every refused order is in the page. */
function capNote({ orders, listed, rejects }: ReportData): HTMLElement | null {
  if (listed >= orders.refused) return null;
  const where =
    rejects.length > 0 ? `: all of them are in ${rejects.join(', ')}` : '; --rejects FILE writes all of them';
  return h('p.box.warning', [
    `This page holds the first ${number(listed)} of ${number(orders.refused)} refused orders, and at least some of each reason${where}.`,
  ]);
}

/** `/` goes to the search, Escape empties it. */
function onKey(event: KeyboardEvent, search: HTMLInputElement, update: () => void): void {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    search.focus();
  } else if (event.key === 'Escape' && isTyping && search.value !== '') {
    search.value = '';
    update();
  }
}

/** The text of an order that words are looked for in: its name, reasons, files, columns and cells. */
function searchTextOf(
  { order, findings, rows }: RefusedOrder,
  { columns }: Pick<ReportData, 'columns'>,
): string {
  const parts = [order];
  for (const { code, field, message, file, line, cell } of findings) {
    parts.push(code, field, message, file, `line ${line}`);
    if (cell) parts.push(columns[cell[0]] ?? '');
  }
  for (const { line, cells } of rows) {
    parts.push(`line ${line}`);
    for (const [, text] of cells) if (typeof text === 'string') parts.push(text);
  }
  return parts.join('\n').toLowerCase();
}
