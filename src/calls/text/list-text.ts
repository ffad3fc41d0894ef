// Recorded calls as a table that fits the terminal: one line for each call, oldest first, details below it, counts at the
// end.
import { formatCount, plural } from '../../basics/units.ts';
import { cutMiddle, cutTo, type Paint, padEnd, padStart, widthOf } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { CallVerdict } from '../../contract/call-finding.ts';
import { formatInstant } from '../../contract/time.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { rmaGlance } from '../record/call-body.ts';
import { type CallCounts, countCall, emptyCallCounts } from '../record/call-counts.ts';
import type { Selection } from '../record/call-filter.ts';
import { shortIds } from '../record/call-ids.ts';
import type { OpenCalls } from '../record/open-calls.ts';

interface Column {
  readonly title: string;
  readonly cells: readonly string[];
  /** Minimum width when the line is too long. When absent, the column keeps its full width. */
  readonly least?: number;
  readonly right?: boolean;
  /** Order in which columns are left out on a narrow terminal, lowest first: up to 1 before any is cut. */
  readonly spare?: number;
}

/** Spaces between columns, and the number when the line is too long. */
const GAP = 2;
const NARROW = 1;

interface Screen {
  /** ms since the epoch. */
  readonly now: number;
  readonly paint: Paint;
  readonly columns: number;
}

export function callListText(
  { calls, more, ids }: Selection,
  states: OpenCalls,
  { now, paint, columns }: Screen,
): string {
  if (calls.length === 0) return 'No calls.';
  const short = shortIds(ids);
  const named = (name: string, least: number | undefined, cell: (call: CallRecord) => string): Column => ({
    ...{ title: name, cells: calls.map((call) => clean(cell(call))) },
    ...(least === undefined ? {} : { least }),
  });
  // A time without a date is of today.
  const days = new Set([now, ...calls.map(({ at }) => at)].map((at) => formatInstant(at).slice(0, 10)));
  const all: readonly Column[] = [
    // The id contains date and time as well.
    { ...named('time', undefined, ({ at }) => timeOf(at, days.size > 1)), spare: 1 },
    named('id', undefined, ({ id }) => short.get(id) ?? id),
    { ...named('kind', 4, ({ kind }) => KINDS[kind]), spare: 3 },
    named('RMA', 6, ({ rma }) => rma ?? ''),
    { ...named('order', 6, ({ orders }) => orders.join(', ')), spare: 0 },
    named('status', 7, (call) => rmaGlance(call)?.state ?? call.status ?? ''),
    { ...named('units', undefined, (call) => String(rmaGlance(call)?.units ?? '')), right: true, spare: 2 },
    named('verdict', undefined, ({ verdict }) => verdict),
    named('anomaly', 4, ({ anomaly }) => anomaly ?? ''),
    named('answer', undefined, (call) => answerCell(call, states)),
  ].filter(({ cells }) => cells.some((cell) => cell !== ''));
  const { table, widths, gap } = fitted(all, columns);
  const cell = (text: string, { title, right }: Column, width: number) => {
    const fits = (/^(RMA|order)$/.test(title) ? cutMiddle : cutTo)(text, width);
    return right ? padStart(fits, width) : padEnd(fits, width);
  };
  const line = (texts: readonly string[]) =>
    texts
      .map((text, i) => cell(text, table[i]!, widths[i]!))
      .join(' '.repeat(gap))
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

/** In UTC, like all times in the record. The id has the seconds. */
function timeOf(at: number, withDay: boolean): string {
  const iso = new Date(at).toISOString();
  return withDay ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(11, 19);
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

interface Fitted {
  readonly table: readonly Column[];
  readonly widths: readonly number[];
  readonly gap: number;
}

/**
 * Uses full widths when they fit. Otherwise it first leaves out the time, which the id contains as well; then shortens
 * columns with a minimum width, widest first; then leaves out optional columns.
 */
function fitted(table: readonly Column[], columns: number): Fitted {
  const widths = table.map(({ title, cells }) => Math.max(...[title, ...cells].map(widthOf)));
  const total = (gap: number) => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
  if (total(GAP) <= columns) return { table, widths, gap: GAP };
  if (total(NARROW) <= columns) return { table, widths, gap: NARROW };
  const [spare] = table.filter((column) => column.spare !== undefined).sort((a, b) => a.spare! - b.spare!);
  const without = () =>
    fitted(
      table.filter((column) => column !== spare),
      columns,
    );
  if (spare && spare.spare! <= 1) return without();
  while (total(NARROW) > columns) {
    let widest = -1;
    table.forEach(({ least }, i) => {
      if (least !== undefined && widths[i]! > least && (widest < 0 || widths[i]! > widths[widest]!))
        widest = i;
    });
    if (widest < 0) return spare ? without() : { table, widths, gap: NARROW };
    widths[widest]!--;
  }
  return { table, widths, gap: NARROW };
}
