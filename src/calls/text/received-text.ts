// The output of `listen`: one line for each call with changes and findings below it, or NDJSON for scripts.
import { terminalJson } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { clean, cutMiddle, cutTo, type Paint, type Presenter } from '../../cli/presenter.ts';
import type { CallFinding } from '../../contract/finding.ts';
import { describeChange } from '../../contract/rma-units.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CallRecord, dayOf } from '../../storage/calls.ts';
import type { ReceiverEvent } from '../events.ts';
import { readyDocument } from '../receive/run-receiver.ts';
import { answerLine, maskedAnswer, maskedTarget, rmaGlance } from '../record/recorded-call.ts';
import { aboutDocument, findingsDocument } from './call-documents.ts';
import { colourOf, verdictsText } from './list-text.ts';

/** Maximum number of lines for one call. A hostile message has hundreds of findings. */
const MOST_BELOW = 12;
/**
 * Lines are collected for this time (ms) and written together. One write for each call would take a tenth of the time for a
 * call.
 */
const GATHER_MS = 5;
/** Most lines that wait while stdout is blocked. The calls beyond them are counted: the record has them. */
const MOST_WAITING = 10_000;

/** `onClosed` is called when the output pipe is closed, which is not an error. */
export function makeListenView(platform: Platform, show: Presenter, onClosed: () => void = () => {}) {
  const { terminal } = platform;
  let waiting = '';
  /** Lines that are not written yet, and calls that are not shown because of them. */
  let lines = 0;
  let skipped = 0;
  let closingText = '';
  let lastDay = dayOf(platform.clock.now());
  let writing: Promise<void> | undefined;
  // Lines that are added during a write are written together.
  const write = async () => {
    while (waiting !== '') {
      await platform.clock.sleep(GATHER_MS);
      const text = waiting;
      waiting = '';
      await (show.options.json ? show.raw(text) : show.text(text));
      lines -= linesOf(text);
      tellSkipped();
      if (terminal.closed) onClosed();
    }
    writing = undefined;
  };
  const add = (text: string) => {
    waiting += text;
    lines += linesOf(text);
  };
  const tellSkipped = () => {
    if (skipped === 0) return;
    const calls = skipped;
    skipped = 0;
    add(
      show.options.json
        ? `${terminalJson({ type: 'skipped', schema: 'listen-skipped/1', calls })}\n`
        : `${show.outPaint.yellow(`${plural(calls, 'call')} not shown here, because the output was blocked; recorded: returns calls list`)}\n`,
    );
  };
  const out = (text: string) => {
    tellSkipped();
    add(text);
    writing ??= write();
  };
  const notice = (severity: 'note' | 'warning', text: string) =>
    severity === 'warning' ? show.warn(clean(text)) : show.note(clean(text));
  return {
    emit(event: ReceiverEvent): void {
      if (event.type === 'call' && lines >= MOST_WAITING) skipped++;
      else if (event.type === 'notice') {
        notice(event.severity, event.text);
        const { severity, text, refund } = event;
        if (refund && show.options.json)
          out(`${terminalJson({ type: 'refund', schema: 'listen-refund/1', severity, text, ...refund })}\n`);
      } else if (show.options.json) out(`${terminalJson(listenDocument(event))}\n`);
      else if (event.type === 'call') {
        const day = dayOf(event.record.at);
        // A line has only a time. The date is written when it changes.
        if (day !== lastDay) out(`${show.outPaint.dim(day)}\n`);
        lastDay = day;
        out(`${callText(event.record, show.outPaint)}\n`);
      } else if (event.type === 'ready') {
        show.always(`Listening at ${event.url}; Ctrl-C ends it.`);
        if (event.inspectUrl !== null) show.always(`Look inside at ${event.inspectUrl}`);
      } else
        closingText = `Ended after ${verdictsText({ total: event.calls, byVerdict: event.byVerdict, byAnomaly: {} })}.`;
    },
    /** Resolves when everything is written. */
    async done(): Promise<void> {
      await writing;
      if (closingText !== '') show.note(closingText);
    },
  };
}

const linesOf = (text: string): number => text.split('\n').length - 1;

/** An event as one line of NDJSON (design: Listen, item 6). */
function listenDocument(event: Exclude<ReceiverEvent, { type: 'notice' }>): object {
  if (event.type === 'ready') return readyDocument(event);
  if (event.type === 'closed')
    return { type: 'closed', schema: 'listen-closed/1', calls: event.calls, by_verdict: event.byVerdict };
  return callDocument(event.record);
}

function callDocument(record: CallRecord): object {
  const { response, forwarded, method, changes, ms } = record;
  return {
    ...{ type: 'call', schema: 'listen-call/1' },
    ...aboutDocument(record),
    ...{ method, path: maskedTarget(record.target), changes, ms },
    findings: findingsDocument(findingsOf(record)),
    response: {
      status: response.status,
      by: response.by,
      ...(response.dropped && { dropped: true }),
      ...(response.by === 'mock' && { mock: true }),
    },
    ...(forwarded && {
      // With the recorded part of its body, as in `calls show --json`.
      forwarded: {
        status: forwarded.status,
        ms: forwarded.ms,
        fault: forwarded.fault ?? null,
        answer: forwarded.answer ? maskedAnswer(forwarded.answer) : null,
      },
    }),
    ...(record.replayOf !== undefined && { replay_of: record.replayOf }),
  };
}

const findingsOf = (record: CallRecord): readonly CallFinding[] => [
  ...record.findings,
  ...(record.forwarded?.findings ?? []),
];

/** `12:13:22  rma  RMA-77  CREATED · TRANSIT  4 units  200  ok`, changes and findings indented below. */
function callText(record: CallRecord, paint: Paint): string {
  const { response, forwarded, anomaly } = record;
  const glance = rmaGlance(record);
  // Then the path says what is wrong.
  const isBesidePath = response.by === 'receiver' && [404, 405].includes(response.status);
  const parts = [
    record.rma ?? (record.kind === 'rma' ? '(no RMA)' : undefined),
    record.kind === 'rma' && !isBesidePath
      ? undefined
      : `${record.method} ${cutTo(clean(maskedTarget(record.target)), 40)}`,
    glance?.state ?? record.status ?? undefined,
    glance ? plural(glance.units, 'unit') : undefined,
    anomaly === null ? undefined : anomaly.replace(/_/g, ' '),
  ];
  const words = parts.flatMap((word) => (word === undefined ? [] : [cutMiddle(clean(word), 40)]));
  const time = new Date(record.at).toISOString().slice(11, 19);
  const status = response.dropped ? 'dropped' : String(response.status);
  const by = response.by === 'receiver' ? '' : ` ${response.by}${forwarded ? ` ${forwarded.ms} ms` : ''}`;
  const head = `${time}  ${record.kind.replace('_', ' ').padEnd(8)}  ${words.join('  ')}`;
  const first = `${paint.bold(head)}  ${status}${by}  ${colourOf(record.verdict, paint)(record.verdict)}`;
  const answered = forwarded?.answer ? answerLine(forwarded.answer) : '';
  const below = [
    ...(record.replayOf === undefined
      ? []
      : [{ mark: 'replay', text: `of ${record.replayOf}`, show: paint.dim }]),
    ...(answered === '' ? [] : [{ mark: 'answer', text: answered, show: paint.dim }]),
    ...record.changes.map((change) => ({ mark: '~', text: describeChange(change), show: paint.cyan })),
    ...findingsOf(record).map((finding) => ({
      mark: finding.severity,
      text: `${finding.code}  ${finding.path ? `${finding.path}: ` : ''}${finding.message}`,
      show: colourOf(finding.severity, paint),
    })),
  ];
  const lines = below
    .slice(0, MOST_BELOW)
    .map(({ mark, text, show }) => `  ${show(mark.padEnd(8))} ${clean(text)}`);
  const rest = below.length - MOST_BELOW;
  if (rest > 0) lines.push(paint.dim(`  and ${plural(rest, 'more line')}: returns calls show ${record.id}`));
  return [first, ...lines].join('\n');
}
