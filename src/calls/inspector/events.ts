// The live stream of calls as server-sent events: first the calls since the last event, then new ones.
import { eventOf, eventQueue, MOST_WAITING } from '../../page/server/event-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { maskedCall } from '../record/call-body.ts';
import { summaryOf } from './summary.ts';
import { type Hello, type InspectorOptions, MOST_LISTED } from './types.ts';

/** Number of records converted to text in one turn of the event loop. */
const AT_ONCE = 100;

/** Ids are written on a line of their own and are sent back in a header. */
export const isCallId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Ends when the signal aborts, or when the page is too far behind. */
export async function* eventsFrom(
  platform: Platform,
  options: InspectorOptions,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { reader, subscribe, receiverUrl } = options;
  const queue = eventQueue(platform.clock, signal);
  const callEvent = (record: CallRecord) => eventOf('call', summaryOf(maskedCall(record)), record.id);
  const unsubscribe = subscribe((record) => queue.push(callEvent(record)));
  try {
    const hello: Hello = { receiver: receiverUrl, now: platform.clock.now() };
    yield eventOf('hello', hello);
    if (lastId !== undefined) {
      const last = isCallId(lastId) ? await reader.get(lastId) : undefined;
      // The last event is no longer in the record (purged): the page must read everything again.
      if (!last) yield eventOf('reset', {});
      // Calls of the same millisecond are sent again; the page removes duplicates by id.
      else yield* gap(platform, reader.read({ from: last.at }), callEvent);
    }
    yield* queue.stream();
  } finally {
    unsubscribe();
  }
}

/** The calls since the last event. When there are too many, the page reads the newest calls again instead. */
async function* gap(
  platform: Platform,
  records: AsyncIterable<CallRecord>,
  callEvent: (record: CallRecord) => string,
): AsyncGenerator<string> {
  let count = 0;
  for await (const record of records) {
    if (count === MOST_WAITING) return yield eventOf('reset', {});
    yield callEvent(record);
    count++;
    if (count % AT_ONCE === 0) await platform.clock.sleep(0);
  }
}

/** The newest calls as NDJSON, newest first. Yields to other work from time to time. */
export async function* listing(
  platform: Platform,
  { reader }: InspectorOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let lines = '';
  let count = 0;
  for await (const record of reader.read({ reverse: true })) {
    lines += `${JSON.stringify(summaryOf(maskedCall(record)))}\n`;
    count++;
    if (count === MOST_LISTED || signal.aborted) break;
    if (count % AT_ONCE !== 0) continue;
    yield lines;
    lines = '';
    await platform.clock.sleep(0);
  }
  yield lines;
}
