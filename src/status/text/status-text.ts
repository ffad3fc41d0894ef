// The status for people, each line with the next command.
import { formatCount, plural } from '../../basics/units.ts';
import { LABEL, labelled, type Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { KIND_TEXTS } from '../kinds.ts';
import type { Status } from '../status.ts';

export function statusText(status: Status, paint: Paint): string {
  const { items } = status;
  const now = Date.parse(status.looked_at);
  const head =
    items.length === 0
      ? paint.green('Nothing needs you.')
      : paint.bold(items.length === 1 ? '1 thing needs you' : `${items.length} things need you`);
  const lines = items.flatMap((item) => [`  ! ${itemText(item, now)}`, `    ${clean(item.next)}`]);
  const facts = factLines(status, now).map(([name, text]) => labelled(name, clean(text), paint));
  return [head, ...lines, '', ...facts].join('\n');
}

function itemText({ kind, count, oldest, examples }: Status['items'][number], now: number): string {
  const since = oldest === null ? '' : `, oldest ${agoText(now - Date.parse(oldest))}`;
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
function factLines(status: Status, now: number): [string, string][] {
  const { newest_order: newest, sign_in: signIn, counts } = status;
  const lines: [string, string][] = [
    [
      'looked at',
      `what changed since ${status.since}${status.profile === null ? '' : `, profile ${status.profile}`}`,
    ],
  ];
  if (status.target !== null) lines.push(['target', `${status.environment}, ${status.target}`]);
  if (!status.has_ledger) lines.push(['ledger', 'none yet: nothing was sent from here']);
  else if (status.profile === null) lines.push(['ledger', 'no profile in use: name one with --profile']);
  else
    lines.push([
      'ledger',
      `${plural(counts.orders, 'order')}, ${newest ? `the newest sent ${agoText(newest.age_seconds * 1000)}` : 'none sent by a recorded run'}`,
    ]);
  lines.push([
    'received',
    status.has_calls
      ? `${plural(counts.calls, 'call')} recorded, ${plural(counts.rmas, 'RMA')}`
      : 'no calls recorded',
  ]);
  for (const { command, last_success_at: last, usual_interval_seconds: usual } of status.scheduled) {
    const often = usual === null ? '' : `, usually every ${spanText(usual * 1000)}`;
    lines.push(['scheduled', `${agoText(now - Date.parse(last))}${often}: ${command}`]);
  }
  const ends = signIn.token_ends_at;
  if (ends !== null)
    lines.push([
      'token',
      Date.parse(ends) <= now ? 'ended; the next command fetches another' : `until ${ends}`,
    ]);
  return lines.map(([name, text]) => [name.slice(0, LABEL), text]);
}

const spanText = (ms: number): string => agoText(ms).replace(' ago', '');
