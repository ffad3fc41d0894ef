// What was assumed, left out and not used, and the files with the command that made the page.
import { h } from '../../../page/dom.ts';
import { count, number } from '../../../page/words.ts';
import type { ReportData } from '../types.ts';

export function assumptions({
  mapping,
  assumed,
  unmapped,
  absent,
  joins,
  levels,
  skipped,
}: ReportData): Node[] {
  return [
    ...part('Mapping', mapping === null ? [] : [mapping]),
    ...part('Assumed, because the file does not say it', assumed),
    ...part('Named by the mapping, and in no record', absent),
    ...part(
      'Left out',
      skipped.map(
        ({ reason, rows, orders }) =>
          `${reason}: ${count(rows, 'row')}${orders > 0 ? `, ${count(orders, 'whole order')}` : ''}`,
      ),
    ),
    ...part(
      'Joined files',
      joins.map(
        ({ name, matched, unmatched, duplicates }) =>
          `${name}: ${count(matched, 'order')} found, ${number(unmatched)} not, ${count(duplicates, 'duplicate key')}`,
      ),
    ),
    ...part(
      'Findings that count otherwise than by default',
      levels.map(({ text, count: findings }) => `${text}: ${count(findings, 'finding')}`),
    ),
    ...(unmapped.length === 0
      ? []
      : [
          h('h3', `Columns that are not used (${number(unmapped.length)})`),
          h('ul.flow.tight', [unmapped.map((name) => h('li.tag', h('code', name)))]),
        ]),
  ];
}

const part = (title: string, texts: readonly string[]): Node[] =>
  texts.length === 0 ? [] : [h('h3', title), h('ul.stack.tight.list', [texts.map((text) => h('li', text))])];

export function files({ files: list, command, version, at }: ReportData): Node[] {
  const facts = list.flatMap(({ path, rows, bytes, sha256 }) => [
    h('dt', path === '-' ? 'standard input' : path),
    h('dd', `${count(rows, 'row')}, ${number(bytes)} bytes, SHA-256 `, h('code', sha256)),
  ]);
  return [
    h('dl.files', facts),
    h('p', 'Made by ', h('code', command)),
    h('p.hint', `returns ${version}, ${at}. This page loads nothing and sends nothing.`),
  ];
}
