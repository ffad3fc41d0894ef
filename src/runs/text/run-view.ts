// The progress of a run: a live line on a terminal, one line every 30 s in a log, nothing with --quiet; or JSON for scripts.
import { formatBytes, formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean, cutTo, makeSpinner, type Paint, type Presenter } from '../../cli/presenter.ts';
import type { Step } from '../../cli/progress.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReadingProgress, RunEvent, SenderNotice, SendingProgress } from '../../sending/types.ts';

export interface RunView<Plan> {
  readonly emit: (event: RunEvent<Plan>) => void;
  /** Removes the live line: before a prompt, before the summary. */
  stop(): void;
}

/** Names of what is read and sent, for the texts. */
export interface RunWords<Plan> {
  /** One unit of the input: `order snapshot`. */
  readonly message: string;
  readonly unit: Step['unit'];
  /** What else can hold the lock. */
  readonly other: string;
  plan(plan: Plan, paint: Paint, columns: number): string;
}

const LOG_EVERY_MS = 30_000;
const DRAW_EVERY_MS = 80;

export async function makeRunView<Plan>(
  platform: Platform,
  show: Presenter,
  words: RunWords<Plan>,
  form: string,
): Promise<RunView<Plan>> {
  const lines = form === 'json' ? (await import('../../cli/progress.ts')).progressLines(platform) : undefined;
  const spinner = lines ? undefined : await makeSpinner(platform, show);
  const { clock } = platform;
  let drawn = Number.NEGATIVE_INFINITY;
  let logged = clock.monotonic();

  const progress = (text: () => string, step: () => Step) => {
    if (lines) {
      lines.say(step());
      return;
    }
    const now = clock.monotonic();
    if (spinner) {
      if (now - drawn < DRAW_EVERY_MS) return;
      drawn = now;
      // The live text must fit on one line, beside the spinner.
      spinner.text = cutTo(text(), platform.terminal.columns() - 3);
      if (!spinner.isSpinning) spinner.start();
    } else if (now - logged >= LOG_EVERY_MS) {
      logged = now;
      show.note(text());
    }
  };
  const say = (text: string, goOn = false) => {
    const wasLive = spinner?.isSpinning ?? false;
    spinner?.stop();
    show.note(text);
    // During a pause, the live line continues below the message.
    if (goOn && wasLive) spinner?.start();
  };
  return {
    emit(event) {
      if (event.type === 'reading')
        progress(
          () => readingText(event, words.message),
          () => readingStep(event),
        );
      else if (event.type === 'sending')
        progress(
          () => sendingText(event.progress),
          () => sendingStep(event.progress, words.unit),
        );
      else if (event.type === 'plan') {
        if (show.options.json) spinner?.stop();
        else say(words.plan(event.plan, show.errPaint, platform.terminal.columns()));
      } else if (event.type === 'begun') {
        if (lines) lines.run = event.run;
      } else {
        if (event.type === 'waiting') lines?.turn('waiting');
        if (event.type === 'notice' && event.notice.kind !== 'recovered') lines?.turn('paused');
        const text = noticeText(event, words.other);
        // While nothing is accepted, the time that was left is not known.
        if (spinner && event.type === 'notice') spinner.text = spinner.text.replace(/, [^,]* left$/, '');
        if (text) say(text, true);
      }
    },
    stop() {
      spinner?.stop();
      lines?.end();
    },
  };
}

function readingText(event: ReadingProgress, message: string): string {
  const share = event.totalBytes > 0 ? ` (${Math.floor((100 * event.bytes) / event.totalBytes)} %)` : '';
  return `${event.isTrial ? 'trying the mapping' : 'reading'}  ${plural(event.messages, message)}, ${formatBytes(event.bytes)}${share}`;
}

const readingStep = ({ bytes, totalBytes, isTrial }: ReadingProgress): Step => ({
  ...{ phase: isTrial ? 'trying' : 'reading', unit: 'bytes', done: bytes },
  total: totalBytes > 0 ? totalBytes : null,
});

const sendingStep = ({ accepted, refused, toSend }: SendingProgress, unit: Step['unit']): Step => ({
  ...{ phase: 'sending', unit, done: accepted + refused, total: toSend },
});

function sendingText(p: SendingProgress): string {
  const decided = p.accepted + p.refused;
  const share = p.toSend > 0 ? ` (${Math.floor((100 * decided) / p.toSend)} %)` : '';
  const parts = [`sending  ${formatCount(p.accepted)} of ${formatCount(p.toSend)}${share}`];
  parts.push(
    `${formatCount(p.requestsPerMinute)}${Number.isFinite(p.limit) ? ` of ${formatCount(p.limit)}` : ''} requests/min`,
  );
  if (p.refused > 0) parts.push(`${formatCount(p.refused)} refused`);
  if (decided > 0 && p.elapsedMs > 1000 && decided < p.toSend)
    parts.push(`${formatDuration((p.elapsedMs / decided) * (p.toSend - decided))} left`);
  return parts.join(', ');
}

function noticeText(event: RunEvent<never>, other: string): string {
  if (event.type === 'waiting') return `Waiting for ${other} (pid ${event.pid}) ...`;
  if (event.type === 'reread')
    return 'Rows of one order stand apart: reading once more to put them together ...';
  if (event.type === 'interrupted') return 'Stopping: waiting for open requests (again to stop at once) ...';
  return event.type === 'notice' ? sendNoticeText(event.notice) : '';
}

export function sendNoticeText(notice: SenderNotice, what = 'order'): string {
  if (notice.kind === 'outage')
    return `The service accepts nothing (${clean(notice.reason)}); trying again for ${formatDuration(Math.max(0, notice.giveUpInMs))} ...`;
  if (notice.kind === 'paused')
    return `${notice.why === undefined ? 'The service limits the rate (429)' : `The service asks for a pause (${clean(notice.why)})`}: nothing is sent for ${formatDuration(notice.ms)} ...`;
  if (notice.kind === 'held')
    return `Waiting ${formatDuration(notice.ms)} with ${plural(notice.keys.length, what)}: an earlier request with ${notice.keys.length === 1 ? 'it' : 'them'} got no answer and may still be stored ...`;
  return 'The service answers again.';
}
