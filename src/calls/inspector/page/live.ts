// Keeps the page up to date: reads the listing once, then events. After a lost connection it continues after the last
// event.
import type { CallSummary, Hello } from '../types.ts';
import { type PageSession, Unknown } from './session.ts';
import { readEvents } from './sse.ts';

export type LiveState = 'connecting' | 'live' | 'broken' | 'unknown';

export interface LiveOptions {
  readonly page: Window & typeof globalThis;
  readonly session: PageSession;
  hello(hello: Hello): void;
  calls(calls: readonly CallSummary[]): void;
  /** All known calls may be outdated: the listing is sent again. */
  reset(): void;
  listed(): void;
  state(connection: LiveState): void;
}

/** Longer than the server's heartbeat: longer silence means a dead connection. */
const SILENCE_MS = 40_000;
const RETRY_MS = [200, 500, 1_000, 2_000, 5_000];

/** Runs until the page is closed. */
export async function runLive(options: LiveOptions): Promise<void> {
  const { page, state } = options;
  let lastId: string | undefined;
  let isListed = false;
  let failures = 0;
  for (;;) {
    // A hidden tab holds no connection, because browsers allow only six to one server.
    if (page.document.hidden) await becomesVisible(page);
    try {
      const goOn = await connection(options, lastId, {
        begun() {
          failures = 0;
          if (!isListed) {
            isListed = true;
            void list(options).catch(() => {
              isListed = false;
            });
          }
        },
        seen(id) {
          lastId = id;
        },
        reset() {
          lastId = undefined;
          options.reset();
          void list(options).catch(() => {});
        },
      });
      if (!goOn) continue;
    } catch (error) {
      if (error instanceof Unknown) return state('unknown');
    }
    state('broken');
    options.session.again();
    await wait(page, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!);
  }
}

/** Runs one connection until it ends. */
async function connection(
  { page, session, hello, calls, state }: LiveOptions,
  lastId: string | undefined,
  on: { begun(): void; seen(id: string): void; reset(): void },
): Promise<boolean> {
  const stop = new page.AbortController();
  const hide = () => page.document.hidden && stop.abort();
  page.document.addEventListener('visibilitychange', hide);
  let timer = 0;
  const alive = () => {
    page.clearTimeout(timer);
    timer = page.setTimeout(() => stop.abort(), SILENCE_MS);
  };
  try {
    alive();
    const headers: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
    const answer = await session.ask('/api/events', { headers, signal: stop.signal });
    if (!answer.ok || !answer.body) return true;
    const reader = answer.body.pipeThrough(new page.TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      alive();
      const { events, rest } = readEvents(text + value);
      text = rest;
      const arrived: CallSummary[] = [];
      for (const { name, data, id } of events) {
        if (name === 'hello') {
          hello(JSON.parse(data) as Hello);
          state('live');
          on.begun();
        } else if (name === 'reset') on.reset();
        else if (name === 'call') arrived.push(JSON.parse(data) as CallSummary);
        if (id !== null) on.seen(id);
      }
      if (arrived.length > 0) calls(arrived);
    }
  } catch (error) {
    // The connection was closed because the tab is hidden: this is not a failure.
    if (stop.signal.aborted && page.document.hidden) return false;
    throw error;
  } finally {
    page.clearTimeout(timer);
    page.document.removeEventListener('visibilitychange', hide);
    stop.abort();
  }
}

/** Reads the newest calls of the record and shows them while they arrive. */
async function list({ page, session, calls, listed }: LiveOptions): Promise<void> {
  const answer = await session.ask('/api/calls');
  if (!answer.ok || !answer.body) throw new Error('no listing');
  const reader = answer.body.pipeThrough(new page.TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (text + (value ?? '')).split('\n');
    text = lines.pop()!;
    if (lines.length > 0)
      calls(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CallSummary));
    if (done) return listed();
  }
}

const wait = (page: Window, ms: number): Promise<void> =>
  new Promise((resolve) => void page.setTimeout(resolve, ms));

const becomesVisible = (page: Window): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (page.document.hidden) return;
      page.document.removeEventListener('visibilitychange', look);
      resolve();
    };
    page.document.addEventListener('visibilitychange', look);
    look();
  });
