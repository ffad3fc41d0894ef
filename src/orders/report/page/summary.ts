// The top of the page: what was checked, what it means, personal data, counts and money.
import { button, h } from '../../../page/dom.ts';
import { table } from '../../../page/parts.ts';
import { count, number } from '../../../page/words.ts';
import type { ReportData } from '../types.ts';
import { money } from './words.ts';

export const fileNames = ({ files }: ReportData): string =>
  files.map(({ path }) => (path === '-' ? 'standard input' : path.replace(/^.*[\\/]/, ''))).join(', ');

export function overview(data: ReportData): HTMLElement {
  const { orders, stop, rejects } = data;
  return h('header.stack', [
    h('p.hint', `Check of orders, ${data.at.slice(0, 16).replace('T', ' ')} UTC`),
    h('h1', fileNames(data)),
    h('p.lead', leadOf(data)),
    stop &&
      h('p.box.error', { role: 'note' }, [
        h('strong', 'An upload would send nothing. '),
        `${stop.message}${stop.message.endsWith('?') ? '' : '.'} ${stop.hint}`,
      ]),
    privacy(data),
    tiles(data),
    orders.refused > 0 && steps(data, rejects),
    moneyTable(data),
  ]);
}

function leadOf({ orders }: ReportData): (Node | string)[] {
  const { ready, refused, read } = orders;
  const can = ready === 1 ? '1 order can be sent' : `${number(ready)} orders can be sent`;
  if (read === 0) return ['The file holds no orders.'];
  if (refused === 0) return [h('strong.ok', 'No order is refused. '), `${can}.`];
  const isOne = refused === 1;
  return [
    h('strong.danger', `${count(refused, 'order')} ${isOne ? 'is' : 'are'} refused. `),
    `${isOne ? 'It is' : 'They are'} not sent until ${isOne ? 'it is' : 'they are'} corrected. ${can}.`,
  ];
}

function privacy({ personal, listed }: ReportData): HTMLElement | null {
  if (listed === 0) return null;
  if (personal === 'hidden')
    return h('p.box.note', { role: 'note' }, [
      h('strong', `This page holds rows of ${count(listed, 'order')}. `),
      'Names, addresses, e-mails, and columns that are not used are not in it: you find them in the file, at the line that is named.',
    ]);
  const show = button(
    'Show personal data',
    () => {
      const isShown = document.body.classList.toggle('show-personal');
      show.setAttribute('aria-pressed', String(isShown));
      show.textContent = isShown ? 'Cover personal data' : 'Show personal data';
    },
    { 'aria-pressed': 'false' },
  );
  return h('div.box.warning', { role: 'note' }, [
    h('p', [
      h('strong', `This page holds personal data of ${count(listed, 'order')}. `),
      'Pass it on only to people who may see these rows, and delete it when the rows are corrected. Covering protects the screen and the print, not the file.',
    ]),
    show,
  ]);
}

function tiles({ orders, rows }: ReportData): HTMLElement {
  const all: readonly (readonly [name: string, value: number, kind?: string])[] = [
    ['rows read', rows],
    ['orders in them', orders.read],
    ['can be sent', orders.ready, 'ok'],
    ['refused', orders.refused, orders.refused > 0 ? 'error' : ''],
    ['accepted before', orders.unchanged],
    ['replaced by a newer version', orders.superseded],
    ['left out', orders.leftOut],
  ];
  const shown = all.filter(([, value], i) => i < 4 || value > 0);
  return h('dl.tiles', [
    shown.map(([name, value, kind = '']) =>
      h('div.sheet.whole', { class: kind }, h('dt', name), h('dd', number(value))),
    ),
  ]);
}

/** What somebody does with this page who has never seen the program. */
function steps({ refusals, command }: ReportData, rejects: readonly string[]): HTMLElement {
  const [most] = refusals;
  return h('section.sheet', { 'aria-labelledby': 'steps-title' }, [
    h('h2', { id: 'steps-title' }, 'What to do'),
    h('ol.stack.tight.todo', [
      h('li', [
        'Begin with the most frequent reason',
        most ? ': ' : '',
        most && h('em', `${most.title} (${count(most.count, 'order')})`),
        '. Often one change of the export or of the mapping corrects all of its orders.',
      ]),
      h('li', [
        'Each refused order below names its line, its column and what is expected there. Correct it in the shop and export again, or correct the row in the file.',
      ]),
      rejects.length > 0 &&
        h('li', [
          'All refused rows, with the reasons in the last columns, are in ',
          h('code', rejects.join(', ')),
          '.',
        ]),
      h('li', 'Then check again: ', h('code', command)),
    ]),
  ]);
}

function moneyTable({ money: rows, statuses, created }: ReportData): HTMLElement | null {
  if (rows.length === 0) return null;
  const heads = ['Currency', 'Orders', 'Total', 'Ordered', 'Smallest', 'Median', 'Largest'];
  const about = [
    created &&
      (created[0] === created[1]
        ? `Created on ${created[0]}`
        : `Created from ${created[0]} to ${created[1]}`),
    statuses.length > 0 && statuses.map(({ status, orders }) => `${status} ${number(orders)}`).join(', '),
  ].filter((text) => typeof text === 'string');
  const lines = rows.map(
    ({ currency, orders, totalCents, orderedCents, smallestCents, medianCents, largestCents }) =>
      h('tr', h('th', { scope: 'row' }, currency), h('td', number(orders)), [
        [totalCents, orderedCents, smallestCents, medianCents, largestCents].map((cents) =>
          h('td', money(cents)),
        ),
      ]),
  );
  return h('section.sheet.money', { 'aria-labelledby': 'money-title' }, [
    h('h2', { id: 'money-title' }, 'Money of the orders that are not refused'),
    table('Money', heads, lines, 'figures'),
    h('p.hint', [
      'Total is what the shopper paid for what was shipped; Ordered is unit price times units, shipped or not. A comma in the wrong place shows here.',
    ]),
    about.length > 0 && h('p.hint', `${about.join('. ')}.`),
  ]);
}
