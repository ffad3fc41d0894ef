// Puts the page together: what was found, then the refused orders, then all that was assumed.
import { button, h } from '../../../page/dom.ts';
import type { RefusedOrder, ReportData } from '../types.ts';
import { assumptions, files } from './about.ts';
import { notes, warnings } from './codes.ts';
import { refusals } from './refusals.ts';
import { fileNames, overview } from './summary.ts';
import { Words } from './words.ts';

export function showPage(data: ReportData, refused: readonly RefusedOrder[]): void {
  const words = new Words(data);
  document.title = `Check of ${fileNames(data)}`;
  const sections = [
    section('refused', 'Refused orders', data.orders.refused, refusals(data, refused, words)),
    section('warnings', 'Warnings', data.warnings.length, warnings(data)),
    section('assumptions', 'What was assumed and left out', undefined, assumptions(data)),
    section('notes', 'Notes', data.notes.length, notes(data)),
    section('files', 'Files and command', undefined, files(data)),
  ].filter((one) => one !== undefined);
  const links = sections.map(({ id, title, count, element }) => {
    const go = () => {
      element.scrollIntoView();
      element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    };
    const number = count === undefined ? null : h('span.number', count.toLocaleString('en'));
    return button(title, go, { class: 'link', 'data-to': id }, number);
  });
  document.body.append(
    overview(data),
    h('nav', { 'aria-label': 'Parts of this page' }, links),
    h('main', [sections.map(({ element }) => element)]),
  );
  prepareForPrint();
}

/** Undefined for a part without content. */
function section(id: string, title: string, count: number | undefined, content: readonly Node[]) {
  if (content.length === 0) return undefined;
  const heading = h('h2', { id: `${id}-title`, tabindex: -1 }, [
    title,
    count === undefined ? null : h('span.number', count.toLocaleString('en')),
  ]);
  const element = h('section', { id, 'aria-labelledby': `${id}-title` }, heading, content);
  return { id, title, count, element };
}

/** Printing shows what is on the screen, with the rows and explanations that are closed there. */
function prepareForPrint(): void {
  let closed: HTMLDetailsElement[] = [];
  window.addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const one of closed) {
      one.open = true;
      // The event of the element comes too late for the print.
      one.dispatchEvent(new Event('toggle'));
    }
  });
  window.addEventListener('afterprint', () => {
    for (const one of closed) one.open = false;
  });
}
