// The plan as text for users: target, counts, refusals with reasons, money, time. Fits 80 columns.

import { levelLines } from '../../account/level-flags.ts';
import { mask } from '../../basics/text.ts';
import { formatCents, formatCount, formatDuration, type MinorUnits, plural } from '../../basics/units.ts';
import { counted, labelled, NUMBER, type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import { bySeverity, type CodeCount, isAsBefore } from '../../contract/report.ts';
import {
  block,
  codeLines,
  mappingLines as mappingBlock,
  noteLines,
  skippedLine,
} from '../../runs/text/code-lines.ts';
import { countOf } from '../audit/audit.ts';
import { assumedIn, dayOf, joinTexts, type Plan } from '../upload/plan.ts';

export function planText(plan: Plan, paint: Paint, columns: number): string {
  const width = Math.max(60, Math.min(columns, 120));
  const { warnings, notes } = bySeverity(plan.warnings);
  const lines = [
    paint.bold(`Plan: ${plural(plan.rows, 'row')}, ${plural(plan.snapshots, 'order snapshot')}`),
  ];
  const row = (name: string, text: string) => lines.push(labelled(name, text, paint));
  if (plan.environment)
    row(
      'target',
      `${paint.bold(plan.environment)}  ${clean(plan.target ?? '')}  ${paint.dim(clean(profileText(plan)))}`,
    );
  lines.push(...mappingLines(plan, paint, width));
  lines.push(...auditLines(plan, paint, width));
  lines.push(...levelLines(plan.levels, paint, width));
  lines.push(...countLines(plan, paint));
  lines.push(...codeLines(plan.refusals, describeOrderFinding, paint.red, paint, width));
  if (plan.refusedBefore > 0) lines.push(...refusedBefore(plan, paint));
  const { warnedBefore: before = {} } = plan;
  const isKnown = (warning: CodeCount) => isAsBefore(warning, plan.snapshots, before);
  const known = warnings.filter(isKnown);
  if (warnings.length > known.length) {
    row('look at', paint.dim('warnings; these orders are sent all the same'));
    const fresh = warnings.filter((warning) => !isKnown(warning));
    lines.push(...codeLines(fresh, describeOrderFinding, paint.yellow, paint, width));
  }
  lines.push(...noteLines('as last time', known, paint, width, '; `returns orders check` says where'));
  lines.push(...noteLines('notes', notes, paint, width));
  lines.push(...editedLines(plan, paint, width));
  const figures = plan.news ?? plan;
  if (plan.news)
    row('of these', paint.dim('the figures are of what is sent, not of what was accepted before'));
  lines.push(...moneyLines(figures, plan.minorUnits, paint));
  if (figures.sampleRefund) row('refund', refundText(figures.sampleRefund, plan.minorUnits));
  if (figures.statuses.length > 0)
    row(
      'status',
      figures.statuses.map(({ status, orders }) => `${clean(status)} ${formatCount(orders)}`).join(', '),
    );
  if (figures.oldestMicros <= figures.newestMicros)
    row('created', `${dayOf(figures.oldestMicros)} to ${dayOf(figures.newestMicros)}`);
  if (plan.news) lines.push(...changeLines(plan, paint, width));
  // The changed orders are listed with their changes; examples are of the rest.
  if (!plan.news || plan.new > 0) lines.push(...sampleLines(figures, plan.minorUnits, paint));
  if (plan.toSend > 0 && plan.environment)
    row(
      'time',
      `about ${formatDuration(plan.estimateMs)}  ${paint.dim(`${plural(plan.requests, 'request')}, bound by the ${plan.bound}`)}`,
    );
  if (plan.shards && plan.bound === 'limit')
    lines.push(...block('limit', [sharedText(plan.shards)], (text) => text, paint, width));
  return `${lines.join('\n')}\n`;
}

/** What stops the run; and how many orders the audit looked at, where that is not all. */
function auditLines({ audit: { findings, looked, total } }: Plan, paint: Paint, width: number): string[] {
  const against = findings.filter(({ finding }) => finding.severity === 'error').map(countOf);
  const lines = codeLines(against, describeOrderFinding, paint.red, paint, width);
  if (lines.length === 0 && looked === total) return [];
  const text = `${formatCount(looked)} of ${plural(total, 'order')} looked at`;
  return [
    labelled('audit', paint.dim(lines.length > 0 ? `${text}; this stops the upload` : text), paint),
    ...lines,
  ];
}

/** Orders named one by one. */
const MOST_EDITED = 5;

function editedLines({ edited }: Plan, paint: Paint, width: number): string[] {
  const named = edited
    .slice(0, MOST_EDITED)
    .map(({ order, code, message }) => `${clean(order)}  ${code}  ${clean(message)}`);
  const more = edited.length - named.length;
  const texts = [...named, ...(more > 0 ? [`and ${formatCount(more)} more (--json)`] : [])];
  return texts.length === 0 ? [] : block('edited', texts, (text) => text, paint, width);
}

const sharedText = (shards: number): string =>
  `shared by ${shards} shards; where each machine has its own address, give each the whole limit with --rate`;

const profileText = ({ profile }: Plan): string =>
  profile?.startsWith('(') ? profile : `profile ${profile ?? ''}`;

function countLines(plan: Plan, paint: Paint): string[] {
  const lines: string[] = [];
  const count = (name: string, value: number, more: string, color?: Paint) => {
    if (value > 0 || name === 'to send') lines.push(counted(name, value, more, paint, color));
  };
  const older =
    (plan.olderThanLedger > 0 ? `, ${formatCount(plan.olderThanLedger)} older than what was accepted` : '') +
    (plan.overtaken > 0 ? `, ${formatCount(plan.overtaken)} sent by a run since this input was begun` : '') +
    (plan.refundedHere > 0
      ? `, ${formatCount(plan.refundedHere)} only because a refund moved updated_at by a second`
      : '');
  count('to send', plan.toSend, sendText(plan), paint.bold);
  if (plan.changedUnmoved > 0) {
    const newer = plan.changed - plan.changedUnmoved;
    const unmoved = `${formatCount(plan.changedUnmoved)} under the same updated_at`;
    count('changed', plan.changed, newer > 0 ? `${formatCount(newer)} newer, ${unmoved}` : unmoved);
  }
  count('unchanged', plan.alreadyAccepted, 'accepted before');
  count('superseded', plan.superseded, `a newer version exists${older}`);
  count('skipped', plan.skipped.outside_window.orders, 'outside --since/--until');
  count('skipped', plan.skipped.unshipped.orders, 'orders of which nothing has shipped (--skip-unshipped)');
  count('skipped', plan.leftOut, 'orders left out by the mapping');
  for (const { reason, orders, rows } of plan.leftOutRows) {
    const whole = orders > 0 ? `, ${plural(orders, 'order')}` : '';
    lines.push(skippedLine(reason, rows, whole, paint));
  }
  count('other shard', plan.skipped.other_shard.orders, 'for another machine');
  count('left out', plan.refundsLeftOut, 'not sent, with a refund that the accepted order lacks', paint.red);
  const again = plan.refusedBefore + plan.refusedKnown;
  const known = again > 0 ? ` (${formatCount(again)} of them just so before)` : '';
  count('refused', plan.refused, `not sent${known}, for these reasons:`, paint.red);
  return lines;
}

function sendText(plan: Plan): string {
  if (plan.toSend === 0) return plan.alreadyAccepted > 0 ? 'everything was accepted before' : 'nothing';
  const { unchanged, older, refused } = plan.again;
  if (plan.new === plan.toSend) return 'all new';
  const list = (counts: readonly (readonly [number, string])[]) =>
    counts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${formatCount(count)} ${what}`)
      .join(', ');
  const again = list([
    [unchanged, 'unchanged'],
    [refused, 'refused before'],
    [older, 'older than what was accepted'],
  ]);
  const own = list([
    [plan.new, 'new'],
    [plan.changed, 'changed'],
  ]);
  return [own, again && `by --force ${again}`].filter(Boolean).join('; ');
}

/** The mapping, its assumptions, and the columns it ignores. */
function mappingLines(plan: Plan, paint: Paint, width: number): string[] {
  const { mapping } = plan;
  if (!mapping) return [];
  return [
    ...mappingBlock({ ...mapping, limits: assumedIn(plan) }, paint, width),
    ...block('joined', joinTexts(plan), (text) => text, paint, width),
  ];
}

function refusedBefore({ refusedBefore: count }: Plan, paint: Paint): string[] {
  const text = paint.dim('by the service, unchanged since; --force sends them again');
  return [`${formatCount(count).padStart(NUMBER)}  ${paint.red('refused_before')}  ${text}`];
}

/** One line per currency, with aligned amounts. */
function moneyLines({ money }: Pick<Plan, 'money'>, units: MinorUnits | undefined, paint: Paint): string[] {
  const sums = money.map(({ totalCents, currency }) => formatCents(totalCents, currency, units));
  const ordered = money.map(({ orderedCents, currency }) => formatCents(orderedCents, currency, units));
  const orders = money.map((of) => plural(of.orders, 'order'));
  const amounts = [...sums, ...ordered];
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));
  return money.flatMap((of, index) => {
    const sum = paint.bold(`${clean(of.currency)} ${sums[index]!.padStart(widest(amounts))}`);
    const cents = (amount: number) => formatCents(amount, of.currency, units);
    const range = `${cents(of.smallestCents)} to ${cents(of.largestCents)}, median ${cents(of.medianCents)}`;
    const row = labelled(
      index === 0 ? 'money' : '',
      `${sum}  ${orders[index]!.padStart(widest(orders))}  ${paint.dim(range)}`,
      paint,
    );
    // Lines that have not shipped have the amount 0. The ordered value shows whether that explains a low sum.
    const whole = `${clean(of.currency)} ${ordered[index]!.padStart(widest(amounts))}`;
    return [row, labelled('', paint.dim(`${whole} ordered, shipped or not, at unit prices`), paint)];
  });
}

/** To be held against the books: a discount or a tax that counts twice shows here. */
const refundText = (
  { line, cents, currency }: NonNullable<Plan['sampleRefund']>,
  units: MinorUnits | undefined,
): string =>
  `1 unit of line ${clean(line)} would refund ${formatCents(cents, currency, units)} ${clean(currency)}`;

/** Each changed order with what changes; ids and values of the ledger only, nothing personal. */
function changeLines({ changed, examples }: Plan, paint: Paint, width: number): string[] {
  const shown = (value: string | number | null) => (value === null ? 'nothing' : clean(String(value)));
  const texts = examples.changed.map(({ order, changes, more_changes: more, not_kept }) => {
    const visible = changes.filter(({ field }) => field !== 'updated_at');
    const said = visible.slice(0, MOST_FIELDS).map(({ field, accepted, input }) => {
      const name = field === 'status' ? '' : `${clean(field)} `;
      return `${name}${shown(accepted)} -> ${shown(input)}`;
    });
    const rest = visible.length - said.length + more;
    if (said.length === 0) said.push(not_kept === 'same' ? 'updated_at only' : 'texts, people or addresses');
    return `${clean(order)} ${said.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
  });
  const left = changed - texts.length;
  if (texts.length > 0 && left > 0) texts.push(`and ${plural(left, 'more changed order')}`);
  return block('changes', texts, (text) => text, paint, width);
}

/** Number of fields that are named for each changed order. */
const MOST_FIELDS = 3;

function sampleLines(
  { samples }: Pick<Plan, 'samples'>,
  units: MinorUnits | undefined,
  paint: Paint,
): string[] {
  const cells = samples.map((sample) => [
    mask(sample.id),
    clean(sample.status),
    `${plural(sample.lines, 'line')}, ${plural(sample.units, 'unit')}`,
    `${formatCents(sample.totalCents, sample.currency, units)} ${clean(sample.currency)}`,
    clean(sample.createdAt.slice(0, 10)),
  ]);
  return table(cells, [3]).map((line, index) => labelled(index === 0 ? 'for example' : '', line, paint));
}
