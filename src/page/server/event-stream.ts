// A live stream of server-sent events: what is waiting, a heartbeat, an end when the page is too far behind.
import type { Clock } from '../../platform/platform.ts';

/** Maximum number of waiting events. A page that is further behind is disconnected and reads everything again. */
export const MOST_WAITING = 2_000;
/** Heartbeat interval, so that both sides notice a dead connection. */
const HEARTBEAT_MS = 15_000;

export const eventOf = (name: string, data: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

export function eventQueue(clock: Clock, signal: AbortSignal) {
  const waiting: string[] = [];
  let isBehind = false;
  let wake = () => {};
  signal.addEventListener('abort', () => wake());
  return {
    /** Adds an event, made by `eventOf`. */
    push(event: string) {
      if (waiting.length >= MOST_WAITING) isBehind = true;
      else waiting.push(event);
      wake();
    },
    /** The events as they come. Ends when the signal aborts, or when the page is too far behind. */
    async *stream(): AsyncGenerator<string> {
      while (!signal.aborted && !isBehind) {
        if (waiting.length > 0) {
          yield waiting.splice(0).join('');
          continue;
        }
        const timer = new AbortController();
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([woken, clock.sleep(HEARTBEAT_MS, timer.signal)]);
        timer.abort();
        if (waiting.length === 0 && !signal.aborted) yield ': here\n\n';
      }
    },
  };
}
