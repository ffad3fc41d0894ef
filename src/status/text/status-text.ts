// The status for people, each line with the next command, and as a document for scripts.
import { formatCount, plural } from '../../basics/units.ts';
import { LABEL, labelled, type Paint, textBlock } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import { KIND_TEXTS, type StatusItem } from '../kinds.ts';
import type { Status } from '../status.ts';

const timeOf = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

export const statusDocument = (status: Status, exitCode: number) => ({
  schema: 'status/1',
  exit_code: exitCode,
  since: formatInstant(status.since),
  looked_at: formatInstant(status.now),
  profile: status.profile,
  environment: status.environment,
  target: status.target,
  has_ledger: status.hasLedger,
  has_calls: status.hasCalls,
  items: status.items.map(({ kind, count, oldest, next, examples }) => ({
    ...{ kind, count, oldest: timeOf(oldest), next, examples },
  })),
  newest_order: status.newestOrder && {
    sent_at: formatInstant(status.newestOrder.at),
    age_seconds: Math.round((status.now - status.newestOrder.at) / 1000),
    run: status.newestOrder.run,
  },
  scheduled: status.scheduled.map((line) => ({
    command: line.command,
    last_success_at: formatInstant(line.lastSuccess),
    usual_interval_seconds: line.usual === null ? null : Math.round(line.usual / 1000),
    last_run: line.lastRun,
    last_outcome: line.lastOutcome,
  })),
  sign_in: {
    secret: status.signIn.secret,
    secret_from: status.signIn.from,
    token_ends_at: timeOf(status.signIn.tokenEndsAt),
  },
  counts: status.counts,
});

export function statusText(status: Status, paint: Paint, columns: number): string {
  const { items, now } = status;
  const head =
    items.length === 0
      ? paint.green('Nothing needs you.')
      : paint.bold(items.length === 1 ? '1 thing needs you' : `${items.length} things need you`);
  const width = Math.max(columns, 40);
  const lines = items.flatMap((item) => [
    ...textBlock('  ! ', itemText(item, now), width),
    `    ${clean(item.next)}`,
  ]);
  const facts = factLines(status).map(([name, text]) => labelled(name, clean(text), paint));
  return [head, ...lines, '', ...facts].join('\n');
}

function itemText({ kind, count, oldest, examples }: StatusItem, now: number): string {
  const since = oldest === null ? '' : `, oldest ${agoText(now - oldest)}`;
  const more = count > examples.length ? ' ...' : '';
  return `${KIND_TEXTS[kind]}: ${formatCount(count)}${since} (${examples.map(clean).join(', ')}${more})`;
}

/** `3 d ago`: in the unit that fits. */
function agoText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} d ago`;
}

/** What is known without being a problem. Names are at most as long as the column of names. */
function factLines(status: Status): [string, string][] {
  const { newestOrder, signIn, counts, hasLedger, hasCalls, now } = status;
  const lines: [string, string][] = [
    [
      'looked at',
      `what changed since ${formatInstant(Math.floor(status.since / 1000) * 1000)}${status.profile === null ? '' : `, profile ${status.profile}`}`,
    ],
  ];
  if (status.target !== null) lines.push(['target', `${status.environment}, ${status.target}`]);
  if (!hasLedger) lines.push(['ledger', 'none yet: nothing was sent from here']);
  else if (status.elsewhere !== '')
    lines.push(['ledger', `no profile in use; ${status.elsewhere}: name one with --profile`]);
  else
    lines.push([
      'ledger',
      `${plural(counts.orders, 'order')}, ${newestOrder ? `the newest sent ${agoText(now - newestOrder.at)}` : 'none sent by a recorded run'}`,
    ]);
  lines.push([
    'received',
    hasCalls
      ? `${plural(counts.calls, 'call')} recorded, ${plural(counts.rmas, 'RMA')}`
      : 'no calls recorded',
  ]);
  for (const { command, lastSuccess, usual } of status.scheduled) {
    const often = usual === null ? '' : `, usually every ${spanText(usual)}`;
    lines.push(['scheduled', `${agoText(now - lastSuccess)}${often}: ${command}`]);
  }
  if (signIn.tokenEndsAt !== null) {
    const isOver = signIn.tokenEndsAt <= now;
    lines.push([
      'token',
      isOver ? 'ended; the next command fetches another' : `until ${formatInstant(signIn.tokenEndsAt)}`,
    ]);
  }
  return lines.map(([name, text]) => [name.slice(0, LABEL), text]);
}

const spanText = (ms: number): string => agoText(ms).replace(' ago', '');
