// Keeps what a page shows up to date: it looks again when the server says that something changed, and by itself when it is silent.
import { type LiveState, runLive } from './live.ts';
import type { PageSession } from './session.ts';

/** How often the page looks while there is no live connection, ms. */
const FALL_BACK_MS = 3_000;

/** One look at a time: what is asked for meanwhile is looked at next. */
export function oneAtATime(look: () => Promise<void>): () => Promise<void> {
  let isLooking = false;
  let isAsked = false;
  return async () => {
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked) {
      isAsked = false;
      await look();
    }
    isLooking = false;
  };
}

/** Runs until the page is closed. `path`: of the events; each of them means that something changed. */
export function keepFresh(
  page: Window & typeof globalThis,
  session: PageSession,
  path: string,
  look: () => Promise<void>,
  show: (state: LiveState) => void,
): void {
  let isLive = false;
  page.setInterval(() => !isLive && !page.document.hidden && void look(), FALL_BACK_MS);
  void look();
  const state = (connection: LiveState) => {
    isLive = connection === 'live';
    show(connection);
  };
  void runLive({ page, session, path, events: () => void look(), state });
}
