// One call as a row of the list, and the small marks that rows and details share.
import type { CallSummary, Verdict } from '../types.ts';
import { h } from './dom.ts';
import { ANOMALIES, answerText, clockTime, KINDS, shapeOf, titleOf } from './words.ts';

/** Shape, word and colour say the same. */
export const verdictMark = (verdict: Verdict): HTMLElement =>
  h(
    'span',
    { class: `mark ${verdict}` },
    h('span', { class: 'shape', 'aria-hidden': 'true' }, shapeOf(verdict)),
    verdict,
  );

export const anomalyMark = (anomaly: string | null): HTMLElement | null =>
  anomaly === null ? null : h('span', { class: 'tag anomaly' }, ANOMALIES[anomaly] ?? anomaly);

export const statusMark = (status: string | null): HTMLElement | null =>
  status === null ? null : h('span', { class: 'tag' }, status);

export const rowId = (id: string): string => `call-${id}`;

export function callRow(call: CallSummary): HTMLElement {
  const answer = answerText(call);
  const isFine = call.answer >= 200 && call.answer < 300;
  const row = h(
    'div',
    { class: `row ${call.verdict}`, role: 'option', id: rowId(call.id), 'aria-selected': 'false' },
    h('span', { class: 'time' }, clockTime(call.at)),
    verdictMark(call.verdict),
    h('span', { class: 'kind' }, KINDS[call.kind] ?? call.kind),
    h('span', { class: 'what', title: titleOf(call) }, titleOf(call)),
    h('span', { class: 'status', title: call.status ?? undefined }, call.status ?? ''),
    h('span', { class: 'units' }, call.units === null ? '' : String(call.units)),
    h('span', { class: 'odd' }, anomalyMark(call.anomaly)),
    h('span', { class: isFine ? 'answer' : 'answer bad', title: answer }, answer),
  );
  row.dataset['call'] = call.id;
  return row;
}
