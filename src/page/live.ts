// Keeps a page up to date with server-sent events. After a lost connection it continues after the last event.
import { type PageSession, Unknown } from './session.ts';
import { readEvents, type ServerEvent } from './sse.ts';

export type LiveState = 'connecting' | 'live' | 'broken' | 'unknown';

export interface LiveOptions {
  readonly page: Window & typeof globalThis;
  readonly session: PageSession;
  /** The path of the stream. Its first event is `hello`; `reset` says that everything known may be outdated. */
  readonly path: string;
  /** Called with the events that arrived together. */
  events(events: readonly ServerEvent[]): void;
  state(connection: LiveState): void;
}

/** Longer than the server's heartbeat: longer silence means a dead connection. */
const SILENCE_MS = 40_000;
const RETRY_MS = [200, 500, 1_000, 2_000, 5_000];

/** Runs until the page is closed. */
export async function runLive(options: LiveOptions): Promise<void> {
  const { page, state } = options;
  let lastId: string | undefined;
  let failures = 0;
  const take = (events: readonly ServerEvent[]) => {
    for (const { name, id } of events) {
      if (name === 'hello') {
        failures = 0;
        state('live');
      } else if (name === 'reset') lastId = undefined;
      if (id !== null) lastId = id;
    }
    options.events(events);
  };
  for (;;) {
    // A hidden tab holds no connection, because browsers allow only six to one server.
    if (page.document.hidden) await becomesVisible(page);
    try {
      if (!(await connection(options, lastId, take))) continue;
    } catch (error) {
      if (error instanceof Unknown) return state('unknown');
    }
    state('broken');
    options.session.again();
    await wait(page, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!);
  }
}

/** Runs one connection until it ends. False: the tab was hidden, which is not a failure. */
async function connection(
  { page, session, path }: LiveOptions,
  lastId: string | undefined,
  take: (events: readonly ServerEvent[]) => void,
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
    const answer = await session.ask(path, { headers, signal: stop.signal });
    if (!answer.ok || !answer.body) return true;
    const reader = answer.body.pipeThrough(new page.TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      alive();
      const { events, rest } = readEvents(text + value);
      text = rest;
      if (events.length > 0) take(events);
    }
  } catch (error) {
    if (stop.signal.aborted && page.document.hidden) return false;
    throw error;
  } finally {
    page.clearTimeout(timer);
    page.document.removeEventListener('visibilitychange', hide);
    stop.abort();
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
