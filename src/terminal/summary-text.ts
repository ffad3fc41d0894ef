// The summary of an upload or a check as a person reads it: what became of every order, and that the rows add up.
import { formatCount, formatDuration, plural } from '../base/units.ts';
import type { UploadSummary } from '../upload/summary.ts';
import type { Paint } from './paint.ts';
import { clean } from './presenter.ts';

const TITLES: Record<UploadSummary['state'], string> = {
  checked: 'Checked, nothing was sent',
  completed: 'Done',
  partial: 'Not everything was sent',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};

export function summaryText(summary: UploadSummary, paint: Paint): string {
  const { orders, requests, refused, state } = summary;
  const good = state === 'completed' || state === 'checked';
  const title =
    good && orders.refused === 0 ? paint.green.bold(TITLES[state]) : paint.yellow.bold(TITLES[state]);
  const lines = [
    `${title} in ${formatDuration(summary.seconds * 1000)}${summary.run && state !== 'checked' ? paint.dim(`  run ${summary.run}`) : ''}`,
  ];
  const row = (name: string, value: number, more = '') => {
    if (value > 0)
      lines.push(
        `  ${paint.dim(name.padEnd(17))}${formatCount(value).padStart(9)}${more ? `  ${paint.dim(more)}` : ''}`,
      );
  };
  row('accepted', orders.accepted, requests.total > 0 ? requestText(summary) : '');
  row('already accepted', orders.already_accepted);
  row('superseded', orders.superseded);
  row('skipped', orders.skipped);
  row('refused', orders.refused);
  row(state === 'checked' ? 'ready to send' : 'pending', orders.pending);
  const { read, accounted } = summary.rows;
  lines.push(
    `  ${paint.dim('rows'.padEnd(17))}${formatCount(read).padStart(9)}  ${paint.dim(`read, ${formatCount(accounted)} accounted for`)}`,
  );
  if (!summary.balanced)
    lines.push(
      paint.red.bold('  The accounts do not balance: this is a defect of the tool, please report it.'),
    );
  if (state !== 'checked')
    for (const { code, count, first_line } of refused.by_code.slice(0, 8))
      lines.push(
        `    ${formatCount(count).padStart(9)}  ${paint.yellow(clean(code))}${first_line > 0 ? paint.dim(`  first at line ${first_line}`) : ''}`,
      );
  for (const file of refused.files) lines.push(`  ${paint.dim('refused rows in'.padEnd(17))} ${clean(file)}`);
  if (summary.error) {
    lines.push(`  ${paint.red(clean(summary.error.message))}`);
    lines.push(`  ${paint.dim('do this')} ${clean(summary.error.hint)}`);
  }
  if (summary.resume) lines.push(`  ${paint.dim('to go on, run')} ${clean(summary.resume)}`);
  return `${lines.join('\n')}\n`;
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
