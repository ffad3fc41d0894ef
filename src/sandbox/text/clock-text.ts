// The clock of the sandbox in a few lines.
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean } from '../../cli/presenter.ts';
import type { ClockDocument } from '../documents.ts';

export function clockText({ kind, now, next, pending, ran }: ClockDocument): string {
  const lines = [`${clean(now)}  ${kind} clock`];
  if (ran > 0) lines.push(`${plural(ran, 'thing')} happened on the way`);
  if (next === null) lines.push('Nothing is due.');
  else {
    const ms = Date.parse(next) - Date.parse(now);
    const when = ms > 0 ? `in ${formatDuration(ms)}` : 'now';
    lines.push(`${formatCount(pending)} due, the next ${when}: ${clean(next)}`);
  }
  return lines.join('\n');
}
