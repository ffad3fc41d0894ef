// The message as JSON with its findings next to it. Selecting a finding marks its line.
import { parsedJson } from '../../../basics/json.ts';
import { button, h } from '../../../page/dom.ts';
import { jsonBlock } from '../../../page/json-block.ts';
import { mark, type Tone, textBlock } from '../../../page/parts.ts';
import { count } from '../../../page/words.ts';
import type { CallFinding, CallRecord } from '../types.ts';

const RANK: readonly Tone[] = ['error', 'warning', 'note'];

export function messageView(call: CallRecord, cut: boolean): HTMLElement {
  const { findings, body, encoding } = call;
  const sorted = [...findings].sort((a, b) => RANK.indexOf(a.severity) - RANK.indexOf(b.severity));
  const text =
    encoding === 'utf8'
      ? bodyView(body, sorted, cut)
      : { element: h('p.hint', 'The body is not UTF-8 text: its bytes can be downloaded.'), mark() {} };
  const list = h('section.findings', { 'aria-label': 'Findings' }, [
    h('h3', findings.length === 0 ? 'No findings' : count(findings.length, 'finding')),
    findings.length === 0 &&
      h('p.hint', 'The message keeps every rule of the interface that can be checked here.'),
    h('ul.stack.tight', [sorted.map((finding) => h('li', findingButton(finding, text.mark)))]),
  ]);
  return h('div.message', h('section', { 'aria-label': 'Message' }, text.element), list);
}

function findingButton({ severity, code, path, message }: CallFinding, choose: (path: string) => void) {
  const title = path === '' ? 'Show the message' : `Show ${path}`;
  return button('', () => choose(path), { class: `finding ${severity}`, title }, [
    mark(severity),
    h('code', code),
    h('span', message),
    path !== '' && h('span.path.mono', path),
  ]);
}

/** `findings`: the worst first. */
function bodyView(body: string, findings: readonly CallFinding[], cut: boolean) {
  if (body === '') return { element: h('p.hint', 'The body is empty.'), mark() {} };
  if (!cut && parsedJson(body) === undefined) {
    const text = textBlock(body, 'Body as text');
    const element = h('div', h('p.hint', 'The body is not JSON. As it came:'), text);
    return { element, mark: () => text.scrollIntoView({ block: 'nearest' }) };
  }
  const worst = new Map([...findings].reverse().map(({ path, severity }) => [path, severity]));
  const end = cut ? 'Cut here: the whole body can be downloaded.' : '';
  return jsonBlock(body, 'Body as JSON', worst, end);
}
