// Keeps the list of calls up to date: reads the listing once, then events.
import { type LiveState, runLive } from '../../../page/live.ts';
import type { PageSession } from '../../../page/session.ts';
import type { CallSummary, Hello } from '../types.ts';

export interface LiveCallsOptions {
  readonly page: Window & typeof globalThis;
  readonly session: PageSession;
  hello(hello: Hello): void;
  calls(calls: readonly CallSummary[]): void;
  /** All known calls may be outdated: the listing is sent again. */
  reset(): void;
  listed(): void;
  state(connection: LiveState): void;
}

/** Runs until the page is closed. */
export function runLiveCalls(options: LiveCallsOptions): Promise<void> {
  const { page, session, state } = options;
  let isListed = false;
  const begin = () => {
    if (isListed) return;
    isListed = true;
    void list(options).catch(() => {
      isListed = false;
    });
  };
  return runLive({
    page,
    session,
    path: '/api/events',
    state,
    events(events) {
      const arrived: CallSummary[] = [];
      for (const { name, data } of events) {
        if (name === 'hello') {
          options.hello(JSON.parse(data) as Hello);
          begin();
        } else if (name === 'reset') {
          options.reset();
          void list(options).catch(() => {});
        } else if (name === 'call') arrived.push(JSON.parse(data) as CallSummary);
      }
      if (arrived.length > 0) options.calls(arrived);
    },
  });
}

/** Reads the newest calls of the record and shows them while they arrive. */
async function list({ page, session, calls, listed }: LiveCallsOptions): Promise<void> {
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
