// Recorded calls as a table: one line for each call, oldest first, details below it, counts at the end. And the
// results of checking, importing, replaying and purging calls.

import { countBy } from '../../basics/groups.ts';
import { maskedAddress, quote } from '../../basics/text.ts';
import { formatBytes, formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean, cutMiddle, type Paint, table } from '../../cli/presenter.ts';
import type { CallVerdict } from '../../contract/finding.ts';
import type { CallRecord } from '../../storage/calls.ts';
import type { PurgedDay } from '../../storage/remove-calls.ts';
import { type CallCounts, countCall, emptyCallCounts, sortedFindings } from '../record/call-counts.ts';
import type { Selection } from '../record/call-filter.ts';
import type { OpenCalls, SettledBy } from '../record/call-state.ts';
import { answerLine, redirectOf, rmaGlance } from '../record/recorded-call.ts';
import type { AnswerDifference, ReplayAnswer, ReplayPlan, ReplayStep } from '../replay/send-replay.ts';

/** Columns that what a call is about, and its status, may take. */
const MOST = 17;
/** The id has the date and the time. */
const HEAD = ['id', 'about', 'status', 'verdict', 'answer'];

export function callListText({ calls, more }: Selection, states: OpenCalls, paint: Paint): string {
  if (calls.length === 0) return 'No calls.';
  const rows = calls.map((call) => [
    call.id,
    // `RMA-1`, `exchange SO-9`.
    cutMiddle(clean([KINDS[call.kind], call.rma ?? call.orders.join(', ')].filter(Boolean).join(' ')), MOST),
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

const MOST_CODES = 30;

/** Counts, then each code with its first message and place. */
export function countsText(counts: CallCounts, paint: Paint, noun = 'call'): string {
  const lines = [verdictsText(counts, noun)];
  const findings = sortedFindings(counts);
  for (const { code, severity, count, firstLine, path, message } of findings.slice(0, MOST_CODES)) {
    const place = `${firstLine > 0 ? `  first in line ${firstLine}` : ''}${path === '' ? '' : `, ${clean(path)}`}`;
    lines.push(
      `  ${formatCount(count).padStart(6)}  ${colourOf(severity, paint)(severity)}  ${clean(code)}${place}`,
    );
    lines.push(`${' '.repeat(10)}${clean(message)}`);
  }
  if (findings.length > MOST_CODES) lines.push(`  and ${findings.length - MOST_CODES} more codes: --json`);
  return lines.join('\n');
}

/** Maximum number of calls and answers in a list; the rest is only counted. */
const MOST_LISTED = 50;

/** `isListed`: lists every call to be sent, with its address. */
export function replayPlanText(plan: ReplayPlan, isListed = false): string {
  const last = plan.steps.at(-1);
  const time = last && last.due > 0 ? ` over ${formatDuration(last.due)}` : '';
  return [
    `${plural(plan.steps.length, 'call')} to ${clean(maskedAddress(plan.base))}${time}`,
    ...(isListed ? stepLines(plan.steps) : []),
    ...plan.skipped.map(({ id, why }) => `  left out ${clean(id)}: ${why}`),
  ].join('\n');
}

function stepLines(steps: readonly ReplayStep[]): string[] {
  const lines = steps
    .slice(0, MOST_LISTED)
    .map(({ id, method, url, rma, status, body }) =>
      [
        clean(id),
        `${method} ${clean(maskedAddress(url.slice(new URL(url).origin.length)))}`,
        ...[rma, status].flatMap((word) => (word === null ? [] : [clean(word)])),
        ...(body.length > 0 ? [formatBytes(body.length)] : []),
      ].join('  '),
    );
  const rest = steps.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${formatCount(rest)} more (--json lists 1,000)`] : [])].map(
    (line) => `  ${line}`,
  );
}

/** One line for each answer: the call, the status, and the shortened body. */
function answerLines(answers: readonly ReplayAnswer[]): string[] {
  const isCompared = answers.some(({ differences }) => differences);
  // Of compared ones those that differ.
  const listed = isCompared ? answers.filter(({ differences }) => differences!.length > 0) : answers;
  const lines = listed.slice(0, MOST_LISTED).map((one) => {
    const { id, status, ms, answer, recorded, differences } = one;
    const location = answer && redirectOf(status, answer.headers);
    const answered = differences ? differencesText(differences) : answer ? answerLine(answer) : '';
    const way = location === undefined ? '' : `  Location ${clean(location)}, which is not followed`;
    const where = recorded === undefined ? '' : `  recorded as ${clean(recorded)}`;
    return `  ${clean(id)}  ${statusText(one)} in ${ms} ms${way}${where}${answered === '' ? '' : `\n    ${clean(answered)}`}`;
  });
  const rest = listed.length - lines.length;
  const same = answers.length - listed.length;
  return [
    ...lines,
    ...(rest > 0 ? [`  and ${formatCount(rest)} more`] : []),
    ...(isCompared ? [`${formatCount(same)} of ${plural(answers.length, 'answer')} as recorded`] : []),
  ];
}

const MOST_DIFFERENCES = 5;

/** `status: 200 -> 500; body.id: "a" -> "b"` */
function differencesText(differences: readonly AnswerDifference[]): string {
  const texts = differences
    .slice(0, MOST_DIFFERENCES)
    .map(({ path, before, after }) => `${path}: ${quote(before)} -> ${quote(after)}`);
  const rest = differences.length - texts.length;
  return [...texts, ...(rest > 0 ? [`and ${rest} more (--json)`] : [])].join('; ');
}

export function replayResultText(
  plan: ReplayPlan,
  answers: readonly ReplayAnswer[],
  state: string,
  ms: number,
): string {
  const counts = statusCounts(answers);
  const how = counts.map(({ status, count }) => `${formatCount(count)} x ${status}`).join(', ');
  const lines = [
    replayPlanText(plan),
    `${plural(answers.length, 'call')} sent in ${formatDuration(ms)}${how === '' ? '' : `: ${how}`}`,
    ...answerLines(answers),
  ];
  if (state === 'interrupted')
    lines.push(`Interrupted: ${formatCount(plan.steps.length - answers.length)} were not sent.`);
  if (state === 'unreachable') lines.push('No answer from this address: the rest was not sent.');
  return lines.join('\n');
}

const statusText = ({ status, fault = 'other' }: ReplayAnswer): string =>
  status === 0 ? `no answer (${fault})` : String(status);

/** The number of answers for each status; for calls without an answer, for each kind of failure. */
export function statusCounts(answers: readonly ReplayAnswer[]): { status: string; count: number }[] {
  return [...countBy(answers, statusText)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, count]) => ({ status, count }));
}

export function purgeText(days: readonly PurgedDay[], done: boolean): string {
  const removed = days.reduce((sum, day) => sum + day.removed, 0);
  const kept = days.reduce((sum, day) => sum + day.kept, 0);
  const head = done ? `Removed ${plural(removed, 'call')}` : `${plural(removed, 'call')} would be removed`;
  return `${head}, ${formatCount(kept)} kept.`;
}
