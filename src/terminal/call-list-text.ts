// Recorded calls as a table that fits the terminal: one line a call, oldest first, counts below.
import { formatInstant } from '../base/time.ts';
import { formatCount, plural } from '../base/units.ts';
import { cutTo, padEnd, padStart, widthOf } from '../base/width.ts';
import { unitsOf } from '../receiver/call-body.ts';
import { type CallCounts, countCall, noCalls } from '../receiver/call-counts.ts';
import type { Selection } from '../receiver/call-filter.ts';
import { shortIds } from '../receiver/call-ids.ts';
import type { CallRecord, Verdict } from '../store/calls.ts';
import type { Paint } from './paint.ts';
import { clean } from './presenter.ts';

interface Column {
  readonly title: string;
  readonly cells: readonly string[];
  /** How narrow it may get where the line is too long; its full width when left out. */
  readonly least?: number;
  readonly right?: boolean;
}

/** Between columns, and where the line is too long. */
const GAP = 2;
const NARROW = 1;

export function callListText({ calls, more, ids }: Selection, paint: Paint, columns: number): string {
  if (calls.length === 0) return 'No calls.';
  const short = shortIds(ids);
  const named = (name: string, least: number | undefined, cell: (call: CallRecord) => string): Column => ({
    ...{ title: name, cells: calls.map((call) => clean(cell(call))) },
    ...(least === undefined ? {} : { least }),
  });
  const days = new Set(calls.map(({ at }) => formatInstant(at).slice(0, 10)));
  const table = [
    named('time', undefined, ({ at }) => timeOf(at, days.size > 1)),
    named('id', undefined, ({ id }) => short.get(id) ?? id),
    named('kind', undefined, ({ kind }) => KINDS[kind]),
    named('RMA', 6, ({ rma }) => rma ?? ''),
    named('status', 6, ({ status }) => status ?? ''),
    { ...named('units', undefined, (call) => String(unitsOf(call) ?? '')), right: true },
    named('verdict', undefined, ({ verdict }) => verdict),
    named('anomaly', 6, ({ anomaly }) => anomaly ?? ''),
  ].filter(({ cells }) => cells.some((cell) => cell !== ''));
  const { widths, gap } = fitted(table, columns);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, i) =>
        table[i]!.right
          ? padStart(cutTo(text, widths[i]!), widths[i]!)
          : padEnd(cutTo(text, widths[i]!), widths[i]!),
      )
      .join(' '.repeat(gap))
      .trimEnd();
  const lines = [paint.dim(line(table.map(({ title }) => title)))];
  calls.forEach((call, row) => {
    const text = line(table.map(({ cells }) => cells[row]!));
    lines.push(PAINTS[call.verdict](paint, text));
  });
  const counts = noCalls();
  for (const call of calls) countCall(counts, call);
  lines.push('', `${verdictsText(counts)}${more ? '; older ones match, too: --limit N' : ''}`);
  return lines.join('\n');
}

const KINDS = { rma: 'rma', variants: 'variants', exchange_order: 'exchange', unknown: 'unknown' } as const;

const PAINTS: Readonly<Record<Verdict, (paint: Paint, text: string) => string>> = {
  ok: (_, text) => text,
  note: (_, text) => text,
  warning: (paint, text) => paint.yellow(text),
  error: (paint, text) => paint.red(text),
};

/** UTC, as everything in the record; the id has the seconds. */
function timeOf(at: number, withDay: boolean): string {
  const iso = new Date(at).toISOString();
  return withDay ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(11, 19);
}

/** `12 calls: 3 error, 9 ok`, then how many are no plain first message. */
export function verdictsText({ total, byVerdict, byAnomaly }: CallCounts): string {
  const verdicts = (['error', 'warning', 'note', 'ok'] as const)
    .filter((verdict) => byVerdict[verdict] > 0)
    .map((verdict) => `${formatCount(byVerdict[verdict])} ${verdict}`);
  const anomalies = Object.entries(byAnomaly)
    .filter(([, count]) => count > 0)
    .map(([anomaly, count]) => `${formatCount(count)} ${anomaly}`);
  const all = `${plural(total, 'call')}${verdicts.length > 0 ? `: ${verdicts.join(', ')}` : ''}`;
  return anomalies.length > 0 ? `${all} (${anomalies.join(', ')})` : all;
}

/** Full widths; where they do not fit, columns that may be cut give way, the widest first. */
function fitted(table: readonly Column[], columns: number): { widths: number[]; gap: number } {
  const widths = table.map(({ title, cells }) => Math.max(...[title, ...cells].map(widthOf)));
  const total = (gap: number) => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
  if (total(GAP) <= columns) return { widths, gap: GAP };
  while (total(NARROW) > columns) {
    let widest = -1;
    table.forEach(({ least }, i) => {
      if (least !== undefined && widths[i]! > least && (widest < 0 || widths[i]! > widths[widest]!))
        widest = i;
    });
    if (widest < 0) break;
    widths[widest]!--;
  }
  return { widths, gap: NARROW };
}
