// The plan as text for users: target, counts, refusals with reasons, money, time. Fits 80 columns.

import { levelLines } from '../../account/level-flags.ts';
import type { MinorUnits } from '../../basics/minor-units.ts';
import { mask } from '../../basics/text.ts';
import { formatCents, formatCount, plural } from '../../basics/units.ts';
import { clean, counted, labelled, NUMBER, type Paint, table } from '../../cli/presenter.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import {
  block,
  codeLines,
  lookLines,
  mappingLines as mappingBlock,
  type Page,
  pageOf,
  skippedLine,
  targetLines,
  timeLines,
} from '../../runs/text/code-lines.ts';
import { countOf } from '../audit/audit.ts';
import { assumedIn, dayOf, joinTexts, type Plan, SKIPPED_BY } from '../upload/plan.ts';

export function planText(plan: Plan, paint: Paint, columns: number): string {
  const page = pageOf(paint, columns);
  const lines = [
    paint.bold(`Plan: ${plural(plan.rows, 'row')}, ${plural(plan.snapshots, 'order snapshot')}`),
  ];
  const row = (name: string, text: string) => lines.push(labelled(name, text, paint));
  lines.push(...targetLines(plan, paint));
  lines.push(...mappingLines(plan, page));
  lines.push(...auditLines(plan, page));
  lines.push(...levelLines(plan.levels, paint));
  lines.push(...countLines(plan, paint));
  lines.push(...codeLines(plan.refusals, describeOrderFinding, paint.red, page));
  if (plan.refusedBefore > 0) lines.push(...refusedBefore(plan, paint));
  lines.push(...lookLines(plan.warnings, 'orders', describeOrderFinding, page));
  lines.push(...editedLines(plan, page));
  lines.push(...changeLines(plan, page));
  lines.push(...moneyLines(plan, paint));
  if (plan.sampleRefund) row('refund', refundText(plan.sampleRefund, plan.minorUnits));
  if (plan.statuses.length > 0)
    row(
      'status',
      plan.statuses.map(({ status, orders }) => `${clean(status)} ${formatCount(orders)}`).join(', '),
    );
  if (plan.oldestMicros <= plan.newestMicros)
    row('created', `${dayOf(plan.oldestMicros)} to ${dayOf(plan.newestMicros)}`);
  lines.push(...sampleLines(plan, paint));
  lines.push(...timeLines(plan, paint));
  return `${lines.join('\n')}\n`;
}

/** What stops the run; and how many orders the audit looked at, where that is not all. */
function auditLines({ audit: { findings, looked, total } }: Plan, page: Page): string[] {
  const { paint } = page;
  const against = findings.filter(({ finding }) => finding.severity === 'error').map(countOf);
  const lines = codeLines(against, describeOrderFinding, paint.red, page);
  if (lines.length === 0 && looked === total) return [];
  const text = `${formatCount(looked)} of ${plural(total, 'order')} looked at`;
  return [
    labelled('audit', paint.dim(lines.length > 0 ? `${text}; this stops the upload` : text), paint),
    ...lines,
  ];
}

/** Orders named one by one. */
const MOST_EDITED = 5;

function editedLines({ edited }: Plan, page: Page): string[] {
  const named = edited
    .slice(0, MOST_EDITED)
    .map(({ order, code, message }) => `${clean(order)}  ${code}  ${clean(message)}`);
  const more = edited.length - named.length;
  const texts = [...named, ...(more > 0 ? [`and ${formatCount(more)} more (--json)`] : [])];
  return texts.length === 0 ? [] : block('edited', texts, page);
}

/** `3 new, 2 changed`, without what is 0. */
const partsText = (parts: readonly (readonly [count: number, what: string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatCount(count)} ${what}`)
    .join(', ');

function countLines(plan: Plan, paint: Paint): string[] {
  const lines: string[] = [];
  const count = (name: string, value: number, more: string, color?: Paint) => {
    if (value > 0 || name === 'to send') lines.push(counted(name, value, more, paint, color));
  };
  const { changed, changedUnmoved, skipped } = plan;
  count('to send', plan.toSend, sendText(plan), paint.bold);
  if (changedUnmoved > 0)
    count(
      'changed',
      changed,
      partsText([
        [changed - changedUnmoved, 'newer'],
        [changedUnmoved, 'under the same updated_at'],
      ]),
    );
  count('unchanged', plan.alreadyAccepted, 'accepted before');
  const older = partsText([
    [plan.olderThanLedger, 'older than what was accepted'],
    [plan.overtaken, 'sent by a run since this input was begun'],
    [plan.refundedHere, 'only because a refund moved updated_at by a second'],
  ]);
  count('superseded', plan.superseded, `a newer version exists${older && `, ${older}`}`);
  for (const [reason, { orders }] of Object.entries(skipped)) count('skipped', orders, SKIPPED_BY[reason]!);
  count('skipped', plan.leftOut, 'orders left out by the mapping');
  for (const { reason, orders, rows } of plan.leftOutRows) {
    const whole = orders > 0 ? `, ${plural(orders, 'order')}` : '';
    lines.push(skippedLine(reason, rows, whole, paint));
  }
  count('left out', plan.refundsLeftOut, 'not sent, with a refund that the accepted order lacks', paint.red);
  const again = plan.refusedBefore + plan.refusedKnown;
  const known = again > 0 ? ` (${formatCount(again)} of them just so before)` : '';
  count('refused', plan.refused, `not sent${known}, for these reasons:`, paint.red);
  return lines;
}

function sendText(plan: Plan): string {
  if (plan.toSend === 0) return plan.alreadyAccepted > 0 ? 'everything was accepted before' : 'nothing';
  if (plan.new === plan.toSend) return 'all new';
  const own = partsText([
    [plan.new, 'new'],
    [plan.changed, 'changed'],
  ]);
  const again = partsText([
    [plan.again.unchanged, 'unchanged'],
    [plan.again.refused, 'refused before'],
    [plan.again.older, 'older than what was accepted'],
  ]);
  return [own, again && `by --force ${again}`].filter(Boolean).join('; ');
}

/** The mapping, its assumptions, and the columns it ignores. */
function mappingLines(plan: Plan, page: Page): string[] {
  const { mapping } = plan;
  if (!mapping) return [];
  return [
    ...mappingBlock({ ...mapping, limits: assumedIn(plan) }, page),
    ...block('joined', joinTexts(plan), page),
  ];
}

function refusedBefore({ refusedBefore: count }: Plan, paint: Paint): string[] {
  const text = paint.dim('by the service, unchanged since; --force sends them again');
  return [`${formatCount(count).padStart(NUMBER)}  ${paint.red('refused_before')}  ${text}`];
}

/** Two lines per currency. */
function moneyLines({ money, minorUnits }: Plan, paint: Paint): string[] {
  const rows = money.flatMap(({ currency, orders, ...of }) => {
    const cents = (amount: number) => formatCents(amount, currency, minorUnits);
    const sum = (amount: number) => `${clean(currency)} ${cents(amount)}`;
    const range = `${cents(of.smallestCents)} to ${cents(of.largestCents)}, median ${cents(of.medianCents)}`;
    // Lines that have not shipped have the amount 0. The ordered value shows whether that explains a low sum.
    return [
      [paint.bold(sum(of.totalCents)), `${plural(orders, 'order')}  ${paint.dim(range)}`],
      [paint.dim(sum(of.orderedCents)), paint.dim('ordered, shipped or not, at unit prices')],
    ];
  });
  return table(rows, [0]).map((line, i) => labelled(i === 0 ? 'money' : '', line, paint));
}

/** To be held against the books: a discount or a tax that counts twice shows here. */
const refundText = (
  { line, cents, currency }: NonNullable<Plan['sampleRefund']>,
  units: MinorUnits | undefined,
): string =>
  `1 unit of line ${clean(line)} would refund ${formatCents(cents, currency, units)} ${clean(currency)}`;

/** Each changed order with what changes; ids and values of the ledger only, nothing personal. */
function changeLines({ changed, examples }: Plan, page: Page): string[] {
  const shown = (value: string | number | null) => (value === null ? 'nothing' : clean(String(value)));
  const texts = examples.changed.map(({ order, changes, more_changes: more, not_kept }) => {
    const visible = changes.filter(({ field }) => field !== 'updated_at');
    const said = visible.slice(0, MOST_FIELDS).map(({ field, accepted, input }) => {
      const name = field === 'status' ? '' : `${clean(field)} `;
      return `${name}${shown(accepted)} -> ${shown(input)}`;
    });
    const rest = visible.length - said.length + more;
    const same = changes.length > 0 ? 'updated_at only' : 'in place of a version that was forgotten';
    if (said.length === 0) said.push(not_kept === 'same' ? same : 'texts, people or addresses');
    return `${clean(order)} ${said.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
  });
  const left = changed - texts.length;
  if (texts.length > 0 && left > 0) texts.push(`and ${plural(left, 'more changed order')}`);
  return block('changes', texts, page);
}

/** Number of fields that are named for each changed order. */
const MOST_FIELDS = 3;

function sampleLines({ samples, minorUnits: units }: Plan, paint: Paint): string[] {
  const cells = samples.map((sample) => [
    mask(sample.id),
    clean(sample.status),
    `${plural(sample.lines, 'line')}, ${plural(sample.units, 'unit')}`,
    `${formatCents(sample.totalCents, sample.currency, units)} ${clean(sample.currency)}`,
    clean(sample.createdAt.slice(0, 10)),
  ]);
  return table(cells, [3]).map((line, index) => labelled(index === 0 ? 'for example' : '', line, paint));
}
