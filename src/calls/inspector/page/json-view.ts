// The message as JSON with its findings next to it. Selecting a finding marks its line.

import { button, h, lines as linesOf, setChildren } from '../../../page/dom.ts';
import { jsonLineElement } from '../../../page/json-line.ts';
import { type JsonLine, jsonLines, lineOfPath } from '../../../page/json-lines.ts';
import { count } from '../../../page/words.ts';
import type { CallFinding, CallRecord } from '../types.ts';
import { shapeOf } from './words.ts';

/** Number of lines shown at first, and added with each request for more. */
const MOST_LINES = 1_500;

const RANK = ['error', 'warning', 'note'];

export function messageView({ findings, body, encoding }: CallRecord, cut: boolean): HTMLElement {
  const json = encoding === 'utf8' ? jsonBlock(body, findings, cut) : null;
  const code = json?.element ?? h('p.hint', 'The body is not UTF-8 text: see its bytes under Raw.');
  const sorted = [...findings].sort((a, b) => RANK.indexOf(a.severity) - RANK.indexOf(b.severity));
  const list = h('section.findings', { 'aria-label': 'Findings' }, [
    h('h3', findings.length === 0 ? 'No findings' : count(findings.length, 'finding')),
    findings.length === 0 &&
      h('p.hint', 'The message keeps every rule of the interface that can be checked here.'),
    h('ul', [sorted.map((finding) => h('li', [findingButton(finding, (path) => json?.mark(path))]))]),
  ]);
  return h('div.message', h('section.code', { 'aria-label': 'Message' }, code), list);
}

function findingButton({ severity, code, path, message }: CallFinding, choose: (path: string) => void) {
  return button(
    '',
    () => choose(path),
    { class: `finding ${severity}`, title: path === '' ? 'Show the message' : `Show ${path}` },
    h('span', { class: `mark ${severity}` }, [
      h('span.shape', { 'aria-hidden': 'true' }, shapeOf(severity)),
      severity,
    ]),
    h('code', code),
    h('span.says', message),
    path !== '' && h('span.path', path),
  );
}

function jsonBlock(body: string, findings: readonly CallFinding[], cut: boolean) {
  if (body === '') return { element: h('p.hint', 'The body is empty.'), mark() {} };
  if (!cut && !isJson(body)) return plainText(body);
  const worst = new Map<string, string>();
  for (const { path, severity } of findings)
    if (RANK.indexOf(severity) < RANK.indexOf(worst.get(path) ?? 'none') || !worst.has(path))
      worst.set(path, severity);
  const pre = h('pre.json', { tabindex: 0, 'aria-label': 'Body as JSON' });
  const note = h('p.hint');
  const element = h('div', pre, note);
  let most = MOST_LINES;
  let read = jsonLines(body, most);
  let marked: Element | undefined;

  const draw = () => {
    setChildren(pre, [
      read.lines.map((line) => markedLine(line, line.kind === 'close' ? undefined : worst.get(line.path))),
    ]);
    const hasMore = read.lines.length >= most;
    setChildren(note, [
      hasMore && button('Show more lines', () => more(most + MOST_LINES), { class: 'plain' }),
      !hasMore && cut && 'Cut here: the whole body can be downloaded (Raw bytes).',
    ]);
  };
  const more = (lines: number) => {
    most = lines;
    read = jsonLines(body, most);
    draw();
  };
  draw();
  return {
    element,
    mark(path: string) {
      let place = lineOfPath(read.lines, path);
      // The line is below the lines shown so far.
      if (!place.exact && read.lines.length >= most) {
        more(most * 8);
        place = lineOfPath(read.lines, path);
      }
      marked?.classList.remove('marked', 'around');
      marked = pre.children[place.line];
      marked?.classList.add('marked');
      marked?.classList.toggle('around', !place.exact);
      marked?.scrollIntoView({ block: 'center' });
    },
  };
}

const markedLine = (line: JsonLine, severity: string | undefined): HTMLElement =>
  jsonLineElement(line, severity, severity && shapeOf(severity));

function plainText(body: string) {
  const pre = h('pre.text', { tabindex: 0, 'aria-label': 'Body as text' });
  pre.append(linesOf(body));
  return {
    element: h('div', h('p.hint', 'The body is not JSON. As it came:'), pre),
    mark: () => pre.scrollIntoView({ block: 'nearest' }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
