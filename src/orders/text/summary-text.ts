// What users see of an upload or a check: its progress, and the summary with the outcome of every order, and that the
// rows add up.
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import {
  clean,
  counted,
  LABEL,
  labelled,
  type Paint,
  type Presenter,
  textBlock,
  widthOf,
  wrap,
} from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import { wouldStopText } from '../../runs/send-job.ts';
import { END_TITLES, refusedLines, UNBALANCED } from '../../runs/text/code-lines.ts';
import { makeRunView, type RunView, type RunWords } from '../../runs/text/run-view.ts';
import { NOT_STORED } from '../compare/changed-order.ts';
import type { UploadSummary } from '../upload/order-run.ts';
import type { Plan } from '../upload/plan.ts';

interface SummaryStyle {
  readonly paint: Paint;
  readonly columns: number;
  /** Lists the codes of what was refused; not where all of them stand above. */
  readonly withCodes?: boolean;
}

export function summaryText(summary: UploadSummary, style: SummaryStyle): string {
  const { paint } = style;
  const { orders, requests, state, rows, seconds } = summary;
  const good = state === 'completed' || state === 'checked';
  const color = good && orders.refused === 0 ? paint.green.bold : paint.yellow.bold;
  const run = summary.run && state !== 'checked' ? paint.dim(`  run ${summary.run}`) : '';
  const title = summary.canary && !summary.error && state === 'partial' ? 'Canary sent' : END_TITLES[state];
  const lines = [`${color(title)} in ${formatDuration(seconds * 1000)}${run}`];
  const row = (name: string, value: number, more = '') => lines.push(counted(name, value, more, paint));
  if (state !== 'checked' || orders.accepted > 0)
    row('accepted', orders.accepted, requests.total > 0 ? requestText(summary) : 'nothing was sent');
  if (orders.already_accepted > 0) row('already accepted', orders.already_accepted, 'not sent again');
  if (orders.superseded > 0) row('superseded', orders.superseded, 'a newer version exists');
  if (orders.skipped > 0) row('skipped', orders.skipped);
  if (orders.pending > 0) row(state === 'checked' ? 'ready to send' : 'pending', orders.pending);
  const more = `${formatCount(summary.refused.new)} of them new; --rejects FILE writes the rows of all`;
  if (orders.refused > 0) row('refused', orders.refused, summary.refused.new === orders.refused ? '' : more);
  if (style.withCodes) lines.push(...refusedLines(summary.refused.by_code, style));
  row('rows', rows.read, `read, ${formatCount(rows.accounted)} accounted for`);
  if (!summary.balanced) lines.push(paint.red.bold(UNBALANCED));
  for (const file of summary.refused.files) lines.push(...wide('refused rows in', file, style));
  const { error, would_stop: stop } = summary;
  const trouble = error ?? (stop && { message: wouldStopText(stop, 'upload'), hint: stop.hint });
  if (trouble) {
    const texts = wrap(clean(trouble.message), style.columns - 2);
    lines.push(...texts.map((text) => `  ${paint.red(text)}`), ...wide('do this', trouble.hint, style));
  }
  if (summary.changed_order) lines.push(...changedLines(summary.changed_order, style));
  if (summary.resume) lines.push(...wide('to go on, run', summary.resume, style));
  return `${lines.join('\n')}\n`;
}

/** Only what is new went to the rejects, unless --rejects was given. */

function changedLines(
  changed: NonNullable<UploadSummary['changed_order']>,
  { paint, columns }: SummaryStyle,
): string[] {
  const { order, file, line, accepted_by, accepted_at, changes, more_changes, not_kept } = changed;
  const widest = Math.max(0, ...changes.map(({ field }) => clean(field).length));
  const shown = (value: string | number | null) => (value === null ? 'nothing' : clean(String(value)));
  return [
    labelled('one of them', `order ${clean(order)}, ${clean(file)}:${line}`, paint),
    `    ${paint.dim(`accepted ${accepted_at} by run ${accepted_by}; what was accepted -> what is here:`)}`,
    ...changes.map(
      ({ field, accepted, input }) =>
        `    ${clean(field).padEnd(widest)}  ${paint.red(shown(accepted))} -> ${paint.green(shown(input))}`,
    ),
    ...(more_changes > 0 ? [`    and ${plural(more_changes, 'more change')}`] : []),
    ...(not_kept === 'same'
      ? []
      : textBlock('    ', `Not kept, so not compared: ${NOT_STORED}.`, columns, paint.dim)),
  ];
}

/**
 * Paths and commands are not wrapped, so that they can be copied. They get a line of their own when they do
 * not fit beside the label.
 */
function wide(name: string, text: string, { paint, columns }: SummaryStyle): string[] {
  const value = clean(text);
  if (LABEL + widthOf(value) <= columns) return [labelled(name, value, paint)];
  return [`  ${paint.dim(name)}`, `    ${value}`];
}

function requestText({ requests, rate }: UploadSummary): string {
  const parts = [plural(requests.total, 'request')];
  if (requests.retried > 0) parts.push(`${formatCount(requests.retried)} again`);
  if (requests.s429 > 0) parts.push(`${formatCount(requests.s429)} rate limited`);
  if (rate.max_in_60s > 0)
    parts.push(
      `at most ${formatCount(rate.max_in_60s)} in 60 s${rate.limit_per_min === null ? '' : ` of ${formatCount(rate.limit_per_min)}`}`,
    );
  return parts.join(', ');
}

/** The progress. The text of the plan is loaded only where it is shown. */
export async function makeUploadView(
  platform: Platform,
  show: Presenter,
  form: string,
): Promise<RunView<Plan>> {
  const plan = show.options.json ? () => '' : (await import('./plan-text.ts')).planText;
  const words: RunWords<Plan> = {
    message: 'order snapshot',
    unit: 'orders',
    other: 'another upload to this target',
    plan,
  };
  return await makeRunView<Plan>(platform, show, words, form);
}
