// The plan of creating ASNs as text for users. Fits 80 columns.

import { levelLines } from '../../account/level-flags.ts';
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { counted, labelled, type Paint } from '../../cli/layout.ts';
import { clean, type Presenter } from '../../cli/presenter.ts';
import { describeAsnFinding } from '../../contract/asn-catalog.ts';
import { bySeverity } from '../../contract/report.ts';
import type { Platform } from '../../platform/platform.ts';
import { codeLines, mappingLines, noteLines, skippedLine } from '../../runs/text/code-lines.ts';
import { makeRunView, type RunView, type RunWords } from '../../runs/text/run-view.ts';
import type { SkippedAsns } from '../input/asn-rows.ts';
import type { AsnPlan, Share } from '../plan.ts';

/** Number of programs, statuses ... that are listed; the rest is summed up. */
const MOST_SHARES = 6;

export function asnPlanText(plan: AsnPlan, paint: Paint, columns: number): string {
  const width = Math.max(60, Math.min(columns, 120));
  const { warnings, notes } = bySeverity(plan.warnings);
  const lines = [paint.bold(`Plan: ${plural(plan.rows, 'row')}, ${plural(plan.asns, 'ASN')}`)];
  const row = (name: string, text: string) => lines.push(labelled(name, text, paint));
  if (plan.environment) {
    const profile = plan.profile?.startsWith('(') ? plan.profile : `profile ${plan.profile ?? ''}`;
    row(
      'target',
      `${paint.bold(plan.environment)}  ${clean(plan.target ?? '')}  ${paint.dim(clean(profile))}`,
    );
  }
  if (plan.mapping) lines.push(...mappingLines(plan.mapping, paint, width));
  lines.push(...levelLines(plan.levels, paint));
  const count = (name: string, value: number, more: string, color: Paint = paint) => {
    if (value > 0 || name === 'to send') lines.push(counted(name, value, more, paint, color));
  };
  count('to send', plan.toSend, plan.toSend > 0 ? 'one request each' : 'nothing', paint.bold);
  count('unanswered', plan.unanswered, 'of them: an earlier attempt had no answer, sent again');
  count('already queued', plan.alreadyQueued, 'not sent again');
  lines.push(...skippedLines(plan.mapping?.skipped ?? [], paint));
  count('refused', plan.refused, 'not sent, for these reasons:', paint.red);
  lines.push(...codeLines(plan.refusals, describeAsnFinding, paint.red, paint, width));
  if (warnings.length > 0) {
    row('look at', paint.dim('warnings; these ASNs are sent all the same'));
    lines.push(...codeLines(warnings, describeAsnFinding, paint.yellow, paint, width));
  }
  lines.push(...noteLines('notes', notes, paint, width));
  for (const [name, shares] of [
    ['program', plan.programs],
    ['status', plan.statuses],
  ] as const) {
    if (shares.length > 0) row(name, sharesText(shares));
  }
  if (plan.toSend > 0 && plan.environment)
    row(
      'time',
      `about ${formatDuration(plan.estimateMs)}  ${paint.dim(`${plural(plan.requests, 'request')}, bound by the ${plan.bound}`)}`,
    );
  return `${lines.join('\n')}\n`;
}

/** What the mapping leaves out, by reason. */
export const skippedLines = (skipped: readonly SkippedAsns[], paint: Paint): string[] =>
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
