// The calls as server-sent events: first what is on record beyond what the page has, then each call as it arrives.
import { eventOf, eventQueue } from '../../page/server/event-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { maskedCall } from '../record/call-body.ts';
import { type CallSummary, summaryOf } from './summary.ts';
import { type Hello, type InspectorOptions, MOST_LISTED } from './types.ts';

/** Number of records converted to text in one turn of the event loop. */
const AT_ONCE = 100;

/** Ids are written on a line of their own and are sent back in a header. */
export const isCallId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** `lastId`: the newest call that the page has. Ends when the signal aborts, or when the page is too far behind. */
export async function* eventsFrom(
  platform: Platform,
  options: InspectorOptions,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { subscribe, receiverUrl } = options;
  const queue = eventQueue(platform.clock, signal);
  const summary = (record: CallRecord) => summaryOf(maskedCall(record));
  const unsubscribe = subscribe((record) => queue.push(eventOf('calls', [summary(record)], record.id)));
  try {
    const hello: Hello = { receiver: receiverUrl, now: platform.clock.now() };
    yield eventOf('hello', hello);
    let calls: CallSummary[] = [];
    let newest = lastId;
    let count = 0;
    for await (const record of options.reader.read({ reverse: true })) {
      if (record.id === lastId || count === MOST_LISTED || signal.aborted) break;
      if (count++ === 0) newest = record.id;
      calls.push(summary(record));
      if (count % AT_ONCE !== 0) continue;
      yield eventOf('calls', calls);
      calls = [];
      await platform.clock.sleep(0);
    }
    // Only a page that has them all goes on after the newest one.
    yield eventOf('listed', calls, newest);
    yield* queue.stream();
  } finally {
    unsubscribe();
  }
}
