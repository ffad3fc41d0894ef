// One call as a row of the list, and the marks that rows and details share.
import { type Child, h } from '../../../page/dom.ts';
import { idText, mark, tag } from '../../../page/parts.ts';
import { fullTime, rowTime } from '../../../page/words.ts';
import type { CallSummary } from '../types.ts';
import { answerText, KINDS, titleOf } from './call-names.ts';

export const COLUMNS = ['Time', 'Verdict', 'Status', 'RMA or order', 'Answer'];

export const anomalyMark = (anomaly: string | null): HTMLElement | null =>
  tag(anomaly === 'out_of_order' ? 'out of order' : anomaly, { class: 'warning' });

/** A replay gets no anomaly mark, because repeating is its purpose. */
const oddMark = ({ anomaly, replayOf }: CallSummary): HTMLElement | null =>
  replayOf === null ? anomalyMark(anomaly) : tag('replay', { title: `replay of ${replayOf}` });

/** The cell has space for one word only. The title says who answered. */
function answerCell(call: CallSummary): HTMLElement {
  if (call.by === 'none') return h('span.answer', { title: 'imported: its answer is not known' });
  const isFine = call.answer >= 200 && call.answer < 300;
  const short = call.by === 'forwarded' ? String(call.answer) : answerText(call);
  return h('span.answer', { class: isFine ? undefined : 'bad', title: answerText(call) }, short);
}

/** What happened is louder than what it is about. `today` is any time of the current day, ms. */
export function callCells(call: CallSummary, today: number): readonly Child[] {
  const status = call.state ?? call.status ?? KINDS[call.kind];
  return [
    h('span.time', { title: fullTime(call.at) }, rowTime(call.at, today)),
    mark(call.verdict),
    h('span.status', { title: status }, oddMark(call), status),
    h('span.what', idText(titleOf(call))),
    answerCell(call),
  ];
}
