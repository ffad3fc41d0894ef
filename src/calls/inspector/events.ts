// The live stream of calls as server-sent events: first the calls since the last event, then new ones.
import { sampleRma } from '../../contract/sample-rma.ts';
import type { Platform } from '../../platform/platform.ts';
import { summaryOf } from './summary.ts';
import { type CallRecord, type Hello, type InspectorOptions, MOST_LISTED } from './types.ts';

/** Maximum number of waiting events. A page that is further behind is disconnected and reads the rest from the record. */
const MOST_WAITING = 2_000;
/** Heartbeat interval, so that both sides notice a dead connection. */
const HEARTBEAT_MS = 15_000;
/** Number of records converted to text in one turn of the event loop. */
const AT_ONCE = 100;

const eventOf = (name: string, data: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Ids are written on a line of their own and are sent back in a header. */
export const isCallId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Ends when the signal aborts, or when the page is too far behind. */
export async function* eventsFrom(
  platform: Platform,
  options: InspectorOptions,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { reader, subscribe, receiverUrl, replay, masked } = options;
  const waiting: string[] = [];
  let isBehind = false;
  let wake = () => {};
  const callEvent = (record: CallRecord) => eventOf('call', summaryOf(masked(record)), record.id);
  const unsubscribe = subscribe((record) => {
    if (waiting.length >= MOST_WAITING) isBehind = true;
    else waiting.push(callEvent(record));
    wake();
  });
  signal.addEventListener('abort', () => wake());
  try {
    const example = { url: options.rmasUrl, body: JSON.stringify(sampleRma()) };
    yield eventOf('hello', {
      ...{ receiver: receiverUrl, canReplay: replay !== undefined, now: platform.clock.now(), example },
    } satisfies Hello);
    if (lastId !== undefined) {
      const last = isCallId(lastId) ? await reader.get(lastId) : undefined;
      // The last event is no longer in the record (purged): the page must read everything again.
      if (!last) yield eventOf('reset', {});
      // Calls of the same millisecond are sent again; the page removes duplicates by id.
      else yield* gap(platform, reader.read({ from: last.at }), callEvent);
    }
    while (!signal.aborted && !isBehind) {
      if (waiting.length > 0) {
        yield waiting.splice(0).join('');
        continue;
      }
      const timer = new AbortController();
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([woken, platform.clock.sleep(HEARTBEAT_MS, timer.signal)]);
      timer.abort();
      if (waiting.length === 0 && !signal.aborted) yield ': here\n\n';
    }
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
  { reader, masked }: InspectorOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let lines = '';
  let count = 0;
  for await (const record of reader.read({ reverse: true })) {
    lines += `${JSON.stringify(summaryOf(masked(record)))}\n`;
    count++;
    if (count === MOST_LISTED || signal.aborted) break;
    if (count % AT_ONCE !== 0) continue;
    yield lines;
    lines = '';
    await platform.clock.sleep(0);
  }
  yield lines;
}
