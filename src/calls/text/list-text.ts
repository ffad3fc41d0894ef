// Recorded calls as a table: one line for each call, oldest first, details below it, counts at the end.
import { formatCount, plural } from '../../basics/units.ts';
import { cutMiddle, type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { CallVerdict } from '../../contract/call-finding.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { rmaGlance } from '../record/call-body.ts';
import { type CallCounts, countCall, emptyCallCounts } from '../record/call-counts.ts';
import type { Selection } from '../record/call-filter.ts';
import type { OpenCalls, SettledBy } from '../record/open-calls.ts';

/** Columns that what a call is about, and its status, may take. */
const MOST = 17;
/** The id has the date and the time. */
const HEAD = ['id', 'about', 'status', 'verdict', 'answer'];

export function callListText({ calls, more }: Selection, states: OpenCalls, paint: Paint): string {
  if (calls.length === 0) return 'No calls.';
  const rows = calls.map((call) => [
    call.id,
    cutMiddle(clean(aboutCell(call)), MOST),
    cutMiddle(clean(rmaGlance(call)?.state ?? call.status ?? ''), MOST),
    call.verdict,
    answerCell(call, states),
  ]);
  const [head, ...lines] = table([HEAD, ...rows]);
  const counts = emptyCallCounts();
  const texts = calls.flatMap((call, i) => {
    countCall(counts, call);
    const isPlain = call.verdict === 'ok' || call.verdict === 'note';
    const below = belowText(call, states);
    return [
      isPlain ? lines[i]! : colourOf(call.verdict, paint)(lines[i]!),
      ...(below === '' ? [] : [paint.dim(`  ${below}`)]),
    ];
  });
  const open = calls.filter(({ id }) => states.open.has(id)).length;
  const opened = open > 0 ? `; ${formatCount(open)} open` : '';
  const end = `${verdictsText(counts)}${opened}${more ? '; older ones match, too: --limit N' : ''}`;
  return [paint.dim(head!), ...texts, '', end].join('\n');
}

/** `RMA-1`, `exchange SO-9`. */
const aboutCell = ({ kind, rma, orders }: CallRecord): string =>
  [KINDS[kind], rma ?? orders.join(', ')].filter(Boolean).join(' ');

/** `200`, or `502 open`. The line below the row says what settled an open call. */
function answerCell({ id, response, imported }: CallRecord, { open }: OpenCalls): string {
  if (imported) return '';
  const status = response.dropped ? 'dropped' : String(response.status || 'none');
  return `${status}${open.has(id) ? ' open' : ''}`;
}

/** What a call repeats, and what settled an open call. */
function belowText({ id, replayOf, anomaly }: CallRecord, { settled }: OpenCalls): string {
  const by = settled.get(id);
  return [anomaly, replayOf === undefined ? '' : `replay of ${clean(replayOf)}`, by && settledText(by)]
    .filter(Boolean)
    .join('; ');
}

const KINDS = { rma: '', variants: 'variants', exchange_order: 'exchange', unknown: 'unknown' } as const;

export const settledText = ({ id, to }: SettledBy): string =>
  `settled by ${id === null ? `a replay to ${clean(to ?? '')}` : `call ${clean(id)}`}`;

export function colourOf(verdict: CallVerdict, paint: Paint): Paint {
  if (verdict === 'error') return paint.red;
  if (verdict === 'warning') return paint.yellow;
  return verdict === 'ok' ? paint.green : paint.dim;
}

/** `12 calls: 3 error, 9 ok`, and the number of calls for each anomaly. */
export function verdictsText(
  { total, byVerdict, byAnomaly }: Pick<CallCounts, 'total' | 'byVerdict'> & { readonly byAnomaly: object },
  noun = 'call',
): string {
  const verdicts = (['error', 'warning', 'note', 'ok'] as const)
    .filter((verdict) => byVerdict[verdict] > 0)
    .map((verdict) => `${formatCount(byVerdict[verdict])} ${verdict}`);
  const anomalies = Object.entries(byAnomaly)
    .filter(([, count]) => count > 0)
    .map(([anomaly, count]) => `${formatCount(count)} ${anomaly}`);
  const all = `${plural(total, noun)}${verdicts.length > 0 ? `: ${verdicts.join(', ')}` : ''}`;
  return anomalies.length > 0 ? `${all} (${anomalies.join(', ')})` : all;
}
