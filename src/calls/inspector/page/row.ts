// One call as a row of the list, and the marks that rows and details share.
import { h } from '../../../page/dom.ts';
import { mark, tag } from '../../../page/parts.ts';
import { fullTime, rowTime } from '../../../page/words.ts';
import type { CallSummary } from '../types.ts';
import { isAnswered2xx } from './calls.ts';
import { answerText, KINDS, titleOf } from './words.ts';

export const anomalyMark = (anomaly: string | null): HTMLElement | null =>
  tag(anomaly === 'out_of_order' ? 'out of order' : anomaly, { class: 'warning' });

/** A replay gets no anomaly mark, because repeating is its purpose. */
const oddMark = ({ anomaly, replayOf }: CallSummary): HTMLElement | null =>
  replayOf === null ? anomalyMark(anomaly) : tag('replay', { title: `replay of ${replayOf}` });

export const rowId = (id: string): string => `call-${id}`;

/** The answer. For an open call that a replay settled, it says so. */
export function answerCell(call: CallSummary, settled: CallSummary | undefined): HTMLElement {
  if (call.by === 'none') return h('span.answer', { title: 'imported: its answer is not known' });
  const answer = settled ? `${call.answer || 'none'} settled` : answerText(call);
  // The cell has space for one word only. The title says who answered.
  const short = !settled && call.by === 'forwarded' ? String(call.answer) : answer;
  const isFine = settled !== undefined || isAnswered2xx(call);
  return h('span.answer', { class: isFine ? undefined : 'bad', title: answer }, short);
}

/** `today` is any time of the current day, ms. */
export function callRow(call: CallSummary, settled: CallSummary | undefined, today: number): HTMLElement {
  const attributes = { class: call.verdict, role: 'option', id: rowId(call.id), 'data-call': call.id };
  return h('div.row', attributes, [
    h('span.time', { title: fullTime(call.at) }, rowTime(call.at, today)),
    mark(call.verdict),
    h('span.kind', KINDS[call.kind] ?? call.kind),
    h('span.what', { title: titleOf(call) }, titleOf(call)),
    h('span.small', { title: call.state ?? undefined }, call.state ?? call.status ?? ''),
    h('span.units', call.units === null ? '' : String(call.units)),
    h('span', oddMark(call)),
    answerCell(call, settled),
  ]);
}
