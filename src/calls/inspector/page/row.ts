// One call as a row of the list, and the verdict marks that rows and details share.

import { h } from '../../../page/dom.ts';
import { fullTime, rowTime } from '../../../page/words.ts';
import type { CallSummary, CallVerdict } from '../types.ts';
import { isAnswered2xx } from './calls.ts';
import { ANOMALIES, answerText, KINDS, shapeOf, titleOf } from './words.ts';

/** Shape, word and colour express the same verdict. */
export const verdictMark = (verdict: CallVerdict): HTMLElement =>
  h('span', { class: `mark ${verdict}` }, [
    h('span.shape', { 'aria-hidden': 'true' }, shapeOf(verdict)),
    verdict,
  ]);

export const anomalyMark = (anomaly: string | null): HTMLElement | null =>
  anomaly === null ? null : h('span.tag.anomaly', ANOMALIES[anomaly] ?? anomaly);

/** A replay gets no anomaly mark, because repeating is its purpose. */
const oddMark = ({ anomaly, replayOf }: CallSummary): HTMLElement | null =>
  replayOf === null ? anomalyMark(anomaly) : h('span.tag', { title: `replay of ${replayOf}` }, 'replay');

export const statusMark = (status: string | null): HTMLElement | null =>
  status === null ? null : h('span.tag', status);

export const rowId = (id: string): string => `call-${id}`;

/** The answer. For an open call that a replay settled, it says so. */
export function answerCell(call: CallSummary, settled: CallSummary | undefined): HTMLElement {
  if (call.by === 'none') return h('span.answer', { title: 'imported: its answer is not known' });
  const answer = settled ? `${call.answer || 'none'} settled` : answerText(call);
  // The cell has space for one word only. The title says who answered.
  const short = !settled && call.by === 'forwarded' ? String(call.answer) : answer;
  const isFine = settled !== undefined || isAnswered2xx(call);
  return h('span', { class: isFine ? 'answer' : 'answer bad', title: answer }, short);
}

/** `today` is any time of the current day, ms. */
export function callRow(call: CallSummary, settled: CallSummary | undefined, today: number): HTMLElement {
  const row = h(
    'div',
    { class: `row ${call.verdict}`, role: 'option', id: rowId(call.id), 'aria-selected': 'false' },
    [
      h('span.time', { title: fullTime(call.at) }, rowTime(call.at, today)),
      verdictMark(call.verdict),
      h('span.kind', KINDS[call.kind] ?? call.kind),
      h('span.what', { title: titleOf(call) }, titleOf(call)),
      h('span.status', { title: call.state ?? undefined }, call.state ?? call.status ?? ''),
      h('span.units', call.units === null ? '' : String(call.units)),
      h('span.odd', oddMark(call)),
      answerCell(call, settled),
    ],
  );
  row.dataset['call'] = call.id;
  return row;
}
