// Recorded calls as a table that fits the terminal: one line for each call, oldest first, details below it, counts at the
// end.
import { formatCount, plural } from '../../basics/units.ts';
import { cutMiddle, type Paint, padEnd, padStart, widthOf } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { CallVerdict } from '../../contract/call-finding.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { rmaGlance } from '../record/call-body.ts';
import { type CallCounts, countCall, emptyCallCounts } from '../record/call-counts.ts';
import type { Selection } from '../record/call-filter.ts';
import type { OpenCalls } from '../record/open-calls.ts';

interface Column {
  readonly title: string;
  readonly cells: readonly string[];
}

/** Columns that a narrow terminal has no room for, the first to be left out first. */
const SPARE = ['order', 'units', 'kind', 'anomaly'];

interface Screen {
  readonly paint: Paint;
  readonly columns: number;
}

export function callListText(
  { calls, more }: Selection,
  states: OpenCalls,
  { paint, columns }: Screen,
): string {
  if (calls.length === 0) return 'No calls.';
  const named = (title: string, cell: (call: CallRecord) => string): Column => ({
    title,
    cells: calls.map((call) => clean(cell(call))),
  });
  const all: readonly Column[] = [
    // It has the date and the time.
    named('id', ({ id }) => id),
    named('kind', ({ kind }) => KINDS[kind]),
    named('RMA', ({ rma }) => rma ?? ''),
    named('order', ({ orders }) => orders.join(', ')),
    named('status', (call) => rmaGlance(call)?.state ?? call.status ?? ''),
    named('units', (call) => String(rmaGlance(call)?.units ?? '')),
    named('verdict', ({ verdict }) => verdict),
    named('anomaly', ({ anomaly }) => anomaly ?? ''),
    named('answer', (call) => answerCell(call, states)),
  ].filter(({ cells }) => cells.some((cell) => cell !== ''));
  const { table, widths } = fitted(all, columns);
  const cell = (text: string, { title }: Column, width: number) =>
    title === 'units' ? padStart(text, width) : padEnd(cutMiddle(text, width), width);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, i) => cell(text, table[i]!, widths[i]!))
      .join('  ')
      .trimEnd();
  const lines = [paint.dim(line(table.map(({ title }) => title)))];
  calls.forEach((call, row) => {
    const text = line(table.map(({ cells }) => cells[row]!));
    const isPlain = call.verdict === 'ok' || call.verdict === 'note';
    lines.push(isPlain ? text : colourOf(call.verdict, paint)(text));
    const below = belowText(call, states);
    if (below !== undefined) lines.push(paint.dim(`  ${below}`));
  });
  const counts = emptyCallCounts();
  for (const call of calls) countCall(counts, call);
  const open = calls.filter(({ id }) => states.open.has(id)).length;
  const opened = open > 0 ? `; ${formatCount(open)} open` : '';
  lines.push('', `${verdictsText(counts)}${opened}${more ? '; older ones match, too: --limit N' : ''}`);
  return lines.join('\n');
}

/** `200`, or `502 open`. The line below the row says what settled an open call. */
function answerCell({ id, response, imported }: CallRecord, { open }: OpenCalls): string {
  if (imported) return '';
  const status = response.dropped ? 'dropped' : String(response.status || 'none');
  return `${status}${open.has(id) ? ' open' : ''}`;
}

/** What a replay repeats, and what settled an open call. */
function belowText({ id, replayOf }: CallRecord, { settled }: OpenCalls): string | undefined {
  if (replayOf !== undefined) return `replay of ${clean(replayOf)}`;
  const by = settled.get(id);
  return by && `settled by ${by.id === null ? `a replay to ${clean(by.to ?? '')}` : clean(by.id)}`;
}

const KINDS = { rma: 'rma', variants: 'variants', exchange_order: 'exchange', unknown: 'unknown' } as const;

export function colourOf(verdict: CallVerdict, paint: Paint): Paint {
  if (verdict === 'error') return paint.red;
  if (verdict === 'warning') return paint.yellow;
  return verdict === 'ok' ? paint.green : paint.dim;
}

/** `12 calls: 3 error, 9 ok`, and the number of calls for each anomaly. */
export function verdictsText({ total, byVerdict, byAnomaly }: CallCounts, noun = 'call'): string {
  const verdicts = (['error', 'warning', 'note', 'ok'] as const)
    .filter((verdict) => byVerdict[verdict] > 0)
    .map((verdict) => `${formatCount(byVerdict[verdict])} ${verdict}`);
  const anomalies = Object.entries(byAnomaly)
    .filter(([, count]) => count > 0)
    .map(([anomaly, count]) => `${formatCount(count)} ${anomaly}`);
  const all = `${plural(total, noun)}${verdicts.length > 0 ? `: ${verdicts.join(', ')}` : ''}`;
  return anomalies.length > 0 ? `${all} (${anomalies.join(', ')})` : all;
}

/** Leaves out columns that other columns can stand for, then cuts status and RMA. */
function fitted(
  table: readonly Column[],
  columns: number,
): { readonly table: readonly Column[]; readonly widths: readonly number[] } {
  const widths = table.map(({ title, cells }) => Math.max(...[title, ...cells].map(widthOf)));
  const over = () => widths.reduce((sum, width) => sum + width + 2, -2) - columns;
  const spare = SPARE.find((title) => table.some((column) => column.title === title));
  if (over() > 0 && spare !== undefined)
    return fitted(
      table.filter(({ title }) => title !== spare),
      columns,
    );
  for (const name of ['status', 'RMA']) {
    const at = table.findIndex(({ title }) => title === name);
    if (at >= 0 && over() > 0) widths[at] = Math.max(8, widths[at]! - over());
  }
  return { table, widths };
}
