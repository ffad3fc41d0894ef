// The plan and the results of checking and creating ASNs as text for users. Fits 80 columns.
import { levelLines } from '../../account/level-flags.ts';
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean, counted, labelled, type Paint, type Presenter } from '../../cli/presenter.ts';
import { describeAsnFinding } from '../../contract/asn-catalog.ts';
import type { LevelChange } from '../../contract/levels.ts';
import type { Platform } from '../../platform/platform.ts';
import { type WouldStop, wouldStopText } from '../../runs/send-job.ts';
import {
  codeLines,
  END_TITLES,
  lookLines,
  mappingLines,
  pageOf,
  refusedLines,
  skippedLine,
  targetLines,
  timeLines,
  UNBALANCED,
} from '../../runs/text/code-lines.ts';
import { makeRunView, type RunView, type RunWords } from '../../runs/text/run-view.ts';
import type { SkippedAsns } from '../input/asn-rows.ts';
import type { AsnPlan, Share } from '../plan.ts';
import type { AsnProblem } from '../refusals.ts';
import type { AsnCheck, AsnSummary } from '../run-asns.ts';

/** Number of programs, statuses ... that are listed; the rest is summed up. */
const MOST_SHARES = 6;

function asnPlanText(plan: AsnPlan, paint: Paint, columns: number): string {
  const page = pageOf(paint, columns);
  const lines = [paint.bold(`Plan: ${plural(plan.rows, 'row')}, ${plural(plan.asns, 'ASN')}`)];
  lines.push(...targetLines(plan, paint));
  if (plan.mapping) lines.push(...mappingLines(plan.mapping, page));
  lines.push(...levelLines(plan.levels, paint));
  const count = (name: string, value: number, more: string, color: Paint = paint) => {
    if (value > 0 || name === 'to send') lines.push(counted(name, value, more, paint, color));
  };
  count('to send', plan.toSend, plan.toSend > 0 ? 'one request each' : 'nothing', paint.bold);
  count('unanswered', plan.unanswered, 'of them: an earlier attempt had no answer, sent again');
  count('already queued', plan.alreadyQueued, 'not sent again');
  lines.push(...skippedLines(plan.mapping?.skipped ?? [], paint));
  count('refused', plan.refused, 'not sent, for these reasons:', paint.red);
  lines.push(...codeLines(plan.refusals, describeAsnFinding, paint.red, page));
  lines.push(...lookLines(plan.warnings, 'ASNs', describeAsnFinding, page));
  for (const [name, shares] of [
    ['program', plan.programs],
    ['status', plan.statuses],
  ] as const) {
    if (shares.length > 0) lines.push(labelled(name, sharesText(shares), paint));
  }
  lines.push(...timeLines(plan, paint));
  return `${lines.join('\n')}\n`;
}

/** What the mapping leaves out, by reason. */
const skippedLines = (skipped: readonly SkippedAsns[], paint: Paint): string[] =>
  skipped.flatMap(({ reason, rows, asns }, i) => [
    ...(i === 0 ? [labelled('skipped', paint.dim('rows that the mapping leaves out'), paint)] : []),
    skippedLine(reason, rows, asns > 0 ? `, ${plural(asns, 'ASN')}` : '', paint),
  ]);

function sharesText(shares: readonly Share[]): string {
  const named = shares.slice(0, MOST_SHARES).map(({ name, asns }) => `${clean(name)}: ${formatCount(asns)}`);
  const more = shares.length - named.length;
  return [...named, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ');
}

export const makeAsnView = (platform: Platform, show: Presenter, form: string): Promise<RunView<AsnPlan>> => {
  const words: RunWords<AsnPlan> = {
    message: 'ASN',
    unit: 'asns',
    other: 'another command that changes ASNs of this target',
    plan: asnPlanText,
  };
  return makeRunView<AsnPlan>(platform, show, words, form);
};

// The results of checking and creating ASNs as text for users.

/** Lines are folded where they are printed. */
const UNFOLDED = Number.POSITIVE_INFINITY;

export function asnCheckText(check: AsnCheck, levels: readonly LevelChange[], paint: Paint): string {
  const { asns, findings, unlisted } = check;
  const lines = problemLines(findings, paint);
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
    lines.push(...mappingLines({ ...check.mapping, limits: [] }, { paint, width: UNFOLDED }));
    lines.push(...skippedLines(check.mapping.skipped, paint));
  } else if (lines.length > 0) lines.push('');
  lines.push(...levelLines(levels, paint));
  lines.push(color(`Checked, nothing was sent: ${counts.join(', ')}`));
  if (!check.balanced) lines.push(paint.red.bold(UNBALANCED));
  lines.push(...stopLines(check.would_stop, paint));
  return `${lines.join('\n')}\n`;
}

export function asnSummaryText(summary: AsnSummary, paint: Paint): string {
  const { asns, state, requests, refused } = summary;
  const good = (state === 'completed' || state === 'checked') && asns.refused === 0;
  const color = good ? paint.green.bold : paint.yellow.bold;
  const run = state === 'checked' ? '' : paint.dim(`  run ${summary.run}`);
  const lines = [`${color(END_TITLES[state])} in ${formatDuration(summary.seconds * 1000)}${run}`];
  const row = (name: string, value: number, more = '') => lines.push(counted(name, value, more, paint));
  /** On a line of its own, so that it can be copied. */
  const alone = (name: string, text: string) => lines.push(`  ${paint.dim(name)}`, `    ${clean(text)}`);
  if (state !== 'checked')
    row(
      'queued',
      asns.queued,
      asns.queued > 0 ? 'the service creates them later (202)' : 'nothing new was sent',
    );
  if (requests.total > 0) row('requests', requests.total);
  if (asns.already_queued > 0) row('already queued', asns.already_queued, 'not created again');
  if (summary.recovered > 0)
    row(
      'recovered',
      summary.recovered,
      'of them: taken, probably by a try without an answer; to be sure: returns asns update NUMBER FILE',
    );
  if (asns.pending > 0) row(state === 'checked' ? 'ready to send' : 'pending', asns.pending);
  // What the service says stands below.
  const answered = new Set(refused.answers.map(({ code }) => code));
  const own = refused.by_code.filter(({ code }) => !answered.has(code));
  if (asns.refused > 0) row('refused', asns.refused);
  lines.push(...refusedLines(own, { paint, columns: UNFOLDED }));
  if (!summary.balanced) lines.push(paint.red.bold(UNBALANCED));
  lines.push(...stopLines(summary.would_stop, paint));
  if (refused.file !== null) alone('refused ASNs in', refused.file);
  if (summary.error)
    lines.push(
      `  ${paint.red(clean(summary.error.message))}`,
      labelled('do this', clean(summary.error.hint), paint),
    );
  if (summary.resume) alone('to go on, run', summary.resume);
  if (refused.answers.length > 0)
    lines.push('', paint.bold('Refused by the service'), ...problemLines(refused.answers, paint));
  return `${lines.join('\n')}\n`;
}

const stopLines = (stop: WouldStop | null, paint: Paint): string[] =>
  stop ? [`  ${paint.red(clean(`${wouldStopText(stop, 'real run')}. ${stop.hint}`))}`] : [];

/** Number of findings on the screen; --json has all. */
const MOST_SHOWN = 100;

function problemLines(problems: readonly AsnProblem[], paint: Paint): string[] {
  const colors = { error: paint.red, warning: paint.yellow, note: paint.dim };
  const shown = problems.slice(0, MOST_SHOWN);
  const lines = shown.flatMap((problem) => {
    const { file, line, column, code, severity, path, message, asn_number: number, status } = problem;
    const place = `${clean(file)}:${line}${column === null ? '' : `:${column}`}`;
    const of = number === null ? '' : `  ${paint.bold(clean(number))}`;
    const answer = status === null || status === 0 ? '' : ` ${status}`;
    const sentence = `${path ? `${clean(path)}: ` : ''}${clean(message)}`;
    return [`${place}${of}  ${colors[severity](`${severity} ${clean(code)}${answer}`)}`, `    ${sentence}`];
  });
  if (problems.length > shown.length)
    lines.push(paint.dim(`and ${plural(problems.length - shown.length, 'more finding')} (all with --json)`));
  return [...lines, ...hintLines(shown, paint)];
}

/** What to do, once per code. */
function hintLines(problems: readonly AsnProblem[], paint: Paint): string[] {
  const hints = new Map(
    problems
      .filter(({ severity, hint }) => severity !== 'note' && hint !== '')
      .map(({ code, hint }) => [`${code}\n${hint}`, { code, hint }]),
  );
  if (hints.size === 0) return [];
  return [
    '',
    paint.bold('What to do'),
    ...[...hints.values()].flatMap(({ code, hint }) => [`  ${clean(code)}`, `    ${paint.dim(clean(hint))}`]),
  ];
}
