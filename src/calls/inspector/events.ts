// The live stream of calls as server-sent events: the gap since the last event first, then what arrives.
import { sampleRma } from '../../contract/sample-rma.ts';
import type { Platform } from '../../platform/platform.ts';
import { summaryOf } from './summary.ts';
import { type CallRecord, type Hello, type InspectorOptions, MOST_LISTED } from './types.ts';

/** A page that is this far behind starts again and fills the gap from the record. */
const MOST_WAITING = 2_000;
/** A sign of life, so that both sides notice a dead connection. */
const HEARTBEAT_MS = 15_000;
/** Records that are turned into text in one turn of the event loop. */
const AT_ONCE = 100;

const eventOf = (name: string, data: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Ids go onto a line of their own and come back in a header. */
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
  const told = (record: CallRecord) => eventOf('call', summaryOf(masked(record)), record.id);
  const unsubscribe = subscribe((record) => {
    if (waiting.length >= MOST_WAITING) isBehind = true;
    else waiting.push(told(record));
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
      // Not in the record any more (purged): the page reads everything again.
      if (!last) yield eventOf('reset', {});
      // Those of the same ms come again: the page knows calls by their id.
      else yield* gap(platform, reader.read({ from: last.at }), told);
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

/** What came since; a gap that is too long is read again as a listing, from its new end. */
async function* gap(
  platform: Platform,
  records: AsyncIterable<CallRecord>,
  told: (record: CallRecord) => string,
): AsyncGenerator<string> {
  let count = 0;
  for await (const record of records) {
    if (count === MOST_WAITING) return yield eventOf('reset', {});
    yield told(record);
    count++;
    if (count % AT_ONCE === 0) await platform.clock.sleep(0);
  }
}

/** The newest calls as NDJSON, newest first. Other work gets its turn in between. */
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
