// Keeps what a page shows up to date: it looks again every second.
import { type PageSession, Unknown } from './session.ts';

/** Whether a page is up to date; `unknown`: the server does not accept it. */
export type LiveState = 'connecting' | 'live' | 'broken' | 'unknown';

/** How often a page that can be seen looks, ms. */
const EVERY_MS = 1_000;

/**
 * Looks every second, one look at a time, until the page is closed or the server does not accept it.
 * @returns looks now; what is asked for during a look is looked at next
 */
export function keepFresh(
  page: Window & typeof globalThis,
  session: PageSession,
  look: () => Promise<void>,
  show: (state: LiveState) => void,
): () => Promise<void> {
  let [isLooking, isAsked, isOver] = [false, false, false];
  const refresh = async () => {
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked && !isOver) {
      isAsked = false;
      try {
        await look();
        show('live');
      } catch (error) {
        isOver = error instanceof Unknown;
        session.again();
        show(isOver ? 'unknown' : 'broken');
      }
    }
    isLooking = false;
  };
  page.setInterval(() => !page.document.hidden && void refresh(), EVERY_MS);
  return refresh;
}
