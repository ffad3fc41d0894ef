// The results of checking and creating ASNs as text for users.

import { levelLines } from '../../account/level-flags.ts';
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { counted, LABEL, labelled, type Paint, textBlock, wrap } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { LevelRow } from '../../contract/levels.ts';
import { wouldStopText } from '../../runs/plan-run.ts';
import type { WouldStop } from '../../runs/summary.ts';
import { mappingLines, refusedLines } from '../../runs/text/code-lines.ts';
import type { AsnProblem } from '../problems.ts';
import type { AsnCheck, AsnSummary } from '../summarise.ts';
import { skippedLines } from './plan-text.ts';

const TITLES: Record<AsnSummary['state'], string> = {
  checked: 'Checked, nothing was sent',
  completed: 'Done',
  partial: 'Not everything was sent',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};

const DEFECT = '  The accounts do not balance: this is a defect of the tool, please report it.';

export function asnCheckText(
  check: AsnCheck,
  levels: readonly LevelRow[],
  paint: Paint,
  columns: number,
): string {
  const { asns, findings, unlisted } = check;
  const lines = problemLines(findings, paint, columns);
  if (unlisted > 0) lines.push(paint.dim(`and ${plural(unlisted, 'finding')} that are only counted`));
  const color = asns.refused > 0 ? paint.yellow.bold : paint.green.bold;
  const counts = [
    plural(check.input.asns, 'ASN'),
    `${formatCount(asns.ready)} ready to send`,
    ...(asns.already_queued > 0 ? [`${formatCount(asns.already_queued)} already queued`] : []),
    ...(asns.refused > 0 ? [`${formatCount(asns.refused)} with errors`] : []),
  ];
  if (check.mapping) {
    if (lines.length > 0) lines.push('');
    lines.push(...mappingLines({ ...check.mapping, limits: [] }, paint, Math.max(60, columns)));
    lines.push(...skippedLines(check.mapping.skipped, paint));
  } else if (lines.length > 0) lines.push('');
  lines.push(...levelLines(levels, paint, Math.max(60, columns)));
  const result = `Checked, nothing was sent: ${counts.join(', ')}`;
  lines.push(...wrap(result, Math.max(60, columns)).map((line) => color(line)));
  if (!check.balanced) lines.push(paint.red.bold(DEFECT));
  lines.push(...stopLines(check.would_stop, paint, Math.max(60, columns)));
  return `${lines.join('\n')}\n`;
}

/** `explained`: codes that the plan on the same screen already shows with their reasons. */
export function asnSummaryText(
  summary: AsnSummary,
  paint: Paint,
  columns: number,
  explained: ReadonlySet<string>,
): string {
  const { asns, state, requests, rate, refused } = summary;
  const good = (state === 'completed' || state === 'checked') && asns.refused === 0;
  const color = good ? paint.green.bold : paint.yellow.bold;
  const run = state === 'checked' ? '' : paint.dim(`  run ${summary.run}`);
  const lines = [`${color(TITLES[state])} in ${formatDuration(summary.seconds * 1000)}${run}`];
  const row = (name: string, value: number, more = '') => lines.push(counted(name, value, more, paint));
  const wide = (name: string, text: string) => {
    const value = clean(text);
    if (LABEL + value.length <= columns) lines.push(labelled(name, value, paint));
    else lines.push(`  ${paint.dim(name)}`, `    ${value}`);
  };
  const limit = rate.limit_per_min === null ? '' : ` of ${formatCount(rate.limit_per_min)}`;
  const sent = [
    'the service creates them later (202)',
    plural(requests.total, 'request'),
    ...(rate.max_in_60s > 0 ? [`at most ${formatCount(rate.max_in_60s)} in 60 s${limit}`] : []),
  ];
  if (state !== 'checked') row('queued', asns.queued, asns.queued > 0 ? sent[0] : 'nothing new was sent');
  if (requests.total > 0) lines.push(labelled('', paint.dim(sent.slice(1).join(', ')), paint));
  if (asns.already_queued > 0) row('already queued', asns.already_queued, 'not created again');
  if (summary.recovered > 0)
    row('recovered', summary.recovered, 'of them: stored though the answer was lost');
  if (asns.pending > 0) row(state === 'checked' ? 'ready to send' : 'pending', asns.pending);
  const answered = new Set([...explained, ...refused.answers.map(({ code }) => code)]);
  const codes = refusedLines(refused.by_code, { paint, columns, explained: answered });
  const isKnown = codes.length === 0 && refused.answers.length === 0;
  if (asns.refused > 0) row('refused', asns.refused, isKnown ? 'for the reasons in the plan' : '');
  lines.push(...codes);
  if (!summary.balanced) lines.push(paint.red.bold(DEFECT));
  lines.push(...stopLines(summary.would_stop, paint, columns));
  if (refused.file !== null) wide('refused ASNs in', refused.file);
  if (summary.error) {
    for (const text of wrap(clean(summary.error.message), columns - 2)) lines.push(`  ${paint.red(text)}`);
    wide('do this', summary.error.hint);
  }
  if (summary.resume) wide('to go on, run', summary.resume);
  if (refused.answers.length > 0)
    lines.push('', paint.bold('Refused by the service'), ...problemLines(refused.answers, paint, columns));
  return `${lines.join('\n')}\n`;
}

function stopLines(stop: WouldStop | null, paint: Paint, columns: number): string[] {
  if (!stop) return [];
  const text = `${wouldStopText(stop, 'real run')}. ${stop.hint}`;
  return wrap(clean(text), columns - 2).map((line) => `  ${paint.red(line)}`);
}

/** Number of findings on the screen; --json has all. */
const MOST_SHOWN = 100;

function problemLines(problems: readonly AsnProblem[], paint: Paint, columns: number): string[] {
  const width = Math.max(60, Math.min(columns, 120));
  const colors = { error: paint.red, warning: paint.yellow, note: paint.dim };
  const shown = problems.slice(0, MOST_SHOWN);
  const lines = shown.flatMap((problem) => {
    const { file, line, column, code, severity, path, message, asn_number: number, status } = problem;
    const place = `${clean(file)}:${line}${column === null ? '' : `:${column}`}`;
    const of = number === null ? '' : `  ${paint.bold(clean(number))}`;
    const answer = status === null || status === 0 ? '' : ` ${status}`;
    const sentence = `${path ? `${clean(path)}: ` : ''}${clean(message)}`;
    return [
      `${place}${of}  ${colors[severity](`${severity} ${clean(code)}${answer}`)}`,
      ...textBlock('    ', sentence, width),
    ];
  });
  if (problems.length > shown.length)
    lines.push(paint.dim(`and ${plural(problems.length - shown.length, 'more finding')} (all with --json)`));
  return [...lines, ...hintLines(shown, paint, width)];
}

/** What to do, once per code. */
function hintLines(problems: readonly AsnProblem[], paint: Paint, width: number): string[] {
  const hints = new Map(
    problems
      .filter(({ severity, hint }) => severity !== 'note' && hint !== '')
      .map(({ code, hint }) => [`${code}\n${hint}`, { code, hint }]),
  );
  if (hints.size === 0) return [];
  return [
    '',
    paint.bold('What to do'),
    ...[...hints.values()].flatMap(({ code, hint }) => [
      `  ${clean(code)}`,
      ...textBlock('    ', clean(hint), width, paint.dim),
    ]),
  ];
}
