// `returns sandbox clock`: shows the clock of the sandbox, and turns a manual one.
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean } from '../../cli/presenter.ts';
import type { ClockDocument } from '../documents.ts';
import { checkAct, sandboxCommand } from './running-sandbox.ts';

const ACTS = {
  show: '',
  advance: 'a duration such as 30s, 15m or 2h',
  at: 'a time such as 2026-12-24T18:00:00Z',
  'run-until-idle': '',
};
export const CLOCK_ACTS = Object.keys(ACTS);
/** Many deliveries may be due on the way, each a real request, ms. */
const PATIENCE_MS = 600_000;

export const command = sandboxCommand({
  args: '[act] [value]',
  more: 'Acts: show, advance DURATION, at TIME, run-until-idle. Only a sandbox that was started with --clock manual can be turned.',
  examples: [
    ['returns sandbox clock show', 'what time it is there, and what is due'],
    ['returns sandbox clock advance 2h', 'two hours pass; what is due happens at its own time'],
    ['returns sandbox clock at 2026-12-24T18:00:00Z', 'to this time'],
    ['returns sandbox clock run-until-idle', 'until nothing is due any more'],
  ],
  async run(sandbox, { show }, [act = 'show', value]) {
    const body = bodyOf(act, value);
    const clock = body
      ? await sandbox.ask('POST /_sandbox/clock', body, PATIENCE_MS)
      : await sandbox.ask('GET /_sandbox/clock', {});
    await show.result(clock, () => clockText(clock));
    if (clock.kind === 'manual' && clock.next !== null)
      show.next(`returns sandbox clock at ${clock.next}${sandbox.urlWords}`);
  },
});

/** The body of the request; undefined: only show it. What the value means is said by the sandbox. @throws Failure exit 2 */
function bodyOf(act: string, value: string | undefined): Turn | undefined {
  checkAct('sandbox clock', ACTS, act, value);
  if (act === 'show') return undefined;
  return act === 'run-until-idle' ? { run_until_idle: true } : { [act]: value };
}

interface Turn {
  readonly advance?: string;
  readonly at?: string;
  readonly run_until_idle?: true;
}

function clockText({ kind, now, next, pending, ran }: ClockDocument): string {
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
