// The plan as a person reads it: target, counts, what is refused and why, the money, the time. Fits 80 columns.
import { mask } from '../base/text.ts';
import { formatCents, formatCount, formatDuration, plural } from '../base/units.ts';
import { describeFinding } from '../intake/catalog.ts';
import type { CodeCount } from '../upload/code-counts.ts';
import type { MoneyPlan, Plan } from '../upload/plan.ts';
import type { Paint } from './paint.ts';
import { clean } from './presenter.ts';

/** Codes listed before the rest is summed up. */
const MOST_CODES = 8;

export function planText(plan: Plan, paint: Paint, columns: number): string {
  const width = Math.max(60, Math.min(columns, 120));
  const lines: string[] = [];
  const row = (name: string, value: string, more = '') =>
    lines.push(`  ${paint.dim(name.padEnd(11))} ${value}${more ? `  ${paint.dim(more)}` : ''}`);
  const count = (name: string, value: number, more: string) => {
    if (value > 0) row(name, formatCount(value).padStart(7), more);
  };
  lines.push(paint.bold(`Plan: ${plural(plan.rows, 'row')}, ${plural(plan.snapshots, 'order snapshot')}`));
  if (plan.environment)
    row(
      'target',
      `${paint.bold(plan.environment)}  ${clean(plan.target ?? '')}`,
      `profile ${clean(plan.profile ?? '')}`,
    );
  row('to send', paint.bold(formatCount(plan.toSend).padStart(7)), sendText(plan));
  count('unchanged', plan.alreadyAccepted, 'accepted before');
  const older =
    plan.olderThanLedger > 0 ? `, ${formatCount(plan.olderThanLedger)} older than what was accepted` : '';
  count('superseded', plan.superseded, `a newer version exists${older}`);
  count('skipped', plan.skipped.outsideWindow, 'outside --since/--until');
  count('other shard', plan.skipped.otherShard, 'for another machine');
  if (plan.refused > 0) row('refused', paint.red(formatCount(plan.refused).padStart(7)));
  for (const text of codeLines(plan.refusals, paint, width)) lines.push(text);
  if (plan.refusedBefore > 0)
    lines.push(
      `    ${formatCount(plan.refusedBefore).padStart(9)}  refused_before  ${paint.dim('the service refused them before, unchanged since')}`,
    );
  if (plan.warnings.length > 0) {
    row('look at', 'warnings and notes, sent all the same');
    for (const text of codeLines(plan.warnings, paint, width)) lines.push(text);
  }
  for (const money of plan.money) for (const text of moneyLines(money, paint)) lines.push(text);
  if (plan.statuses.length > 0)
    row(
      'status',
      plan.statuses.map(({ status, orders }) => `${clean(status)} ${formatCount(orders)}`).join(', '),
    );
  if (plan.oldestMicros <= plan.newestMicros)
    row('created', `${day(plan.oldestMicros)} to ${day(plan.newestMicros)}`);
  plan.samples.forEach((sample, index) => {
    row(
      index === 0 ? 'for example' : '',
      `${mask(sample.id)}  ${clean(sample.status)}  ${plural(sample.lines, 'line')}, ${plural(sample.units, 'unit')}  ${formatCents(sample.totalCents)} ${clean(sample.currency)}  ${clean(sample.createdAt.slice(0, 10))}`,
    );
  });
  if (plan.toSend > 0 && plan.environment)
    row(
      'time',
      `about ${formatDuration(plan.estimateMs)}`,
      `${plural(plan.requests, 'request')}, bound by the ${plan.bound}`,
    );
  return `${lines.join('\n')}\n`;
}

function sendText(plan: Plan): string {
  if (plan.toSend === 0) return plan.alreadyAccepted > 0 ? 'everything was accepted before' : 'nothing';
  return plan.changed > 0 ? `${formatCount(plan.new)} new, ${formatCount(plan.changed)} changed` : 'all new';
}

function codeLines(codes: readonly CodeCount[], paint: Paint, width: number): string[] {
  const lines: string[] = [];
  for (const { code, count, firstFile, firstLine, example } of codes.slice(0, MOST_CODES)) {
    lines.push(
      `    ${formatCount(count).padStart(9)}  ${paint.yellow(code)}  ${paint.dim(`first at ${clean(firstFile)}:${firstLine}`)}`,
    );
    if (!example) continue;
    const sentence = `${example.finding.path ? `${clean(example.finding.path)}: ` : ''}${clean(describeFinding(example.finding))}`;
    for (const text of wrap(sentence, width - 16)) lines.push(`               ${text}`);
  }
  if (codes.length > MOST_CODES)
    lines.push(`               and ${plural(codes.length - MOST_CODES, 'more code')} (all with --json)`);
  return lines;
}

function moneyLines(money: MoneyPlan, paint: Paint): string[] {
  const value = `${clean(money.currency)} ${formatCents(money.totalCents)}`;
  const spread = `smallest ${formatCents(money.smallestCents)}, median ${formatCents(money.medianCents)}, largest ${formatCents(money.largestCents)}`;
  return [
    `  ${paint.dim('money'.padEnd(11))} ${paint.bold(value)} in ${plural(money.orders, 'order')}`,
    `  ${''.padEnd(11)} ${paint.dim(spread)}`,
  ];
}

const day = (micros: number) => new Date(micros / 1000).toISOString().slice(0, 10);

/** Words of a text in lines of at most `width`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  if (line) lines.push(line);
  return lines;
}
