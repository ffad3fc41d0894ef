// Starts the two pages of the sandbox on a loopback port of their own: the operator's view and the shopper's portal.
import { eventOf, eventQueue } from '../../page/server/event-stream.ts';
import type { PageKey } from '../../page/server/guard.ts';
import { type PagePlatform, type Served, servePage } from '../../page/server/serve-page.ts';
import type { Clock } from '../../platform/platform.ts';
import { EVENTS_PATH, type Pages, type PagesOptions } from './types.ts';

const PAGES = {
  '': { folder: 'operator', title: 'returns sandbox', command: 'returns sandbox' },
  '/portal': { folder: 'portal', title: 'Returns', command: 'returns sandbox return' },
};

/** Everything that the pages send is a short JSON text. */
const MOST_BODY = 100_000;

/** Changes within this time are one event, ms: a thousand messages a second must not redraw a page as often. */
const TOGETHER_MS = 150;

export type PagesPlatform = PagePlatform & { readonly clock: Clock };

/** @throws Failure exit 2 when the port is taken */
export async function startPages(platform: PagesPlatform, options: PagesOptions): Promise<Pages> {
  const { port, inside } = options;
  const events = eventsRoute(platform.clock, options.subscribe);
  const door: Served = { methods: ['GET', 'POST'], open: false, act: inside };
  const server = await servePage(platform, {
    port,
    pages: PAGES,
    key: keyOfThisStart(platform.random.hex(16)),
    routeOf: (path) => (path === EVENTS_PATH ? events : path.startsWith('/_sandbox/') ? door : undefined),
    printedBy: 'returns sandbox start',
    maxBody: MOST_BODY,
  });
  return {
    url: `${server.origin}/${server.session}`,
    portalUrl: `${server.origin}/portal${server.session}`,
    close: server.close,
  };
}

/** A new key is in no earlier address, so no port is known to it. */
const keyOfThisStart = (key: string): PageKey => ({ key, note() {}, wasServedOn: () => false });

function eventsRoute(clock: Clock, subscribe: PagesOptions['subscribe']): Served {
  return {
    methods: ['GET'],
    open: false,
    act: () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      stream: (signal) => changes(clock, subscribe, signal),
    }),
  };
}

/** One event for everything that changed within a short time. */
async function* changes(
  clock: Clock,
  subscribe: PagesOptions['subscribe'],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const queue = eventQueue(clock, signal);
  let isWaiting = false;
  const unsubscribe = subscribe(() => {
    if (isWaiting) return;
    isWaiting = true;
    void clock.sleep(TOGETHER_MS, signal).then(() => {
      isWaiting = false;
      queue.push(eventOf('changed', {}));
    });
  });
  try {
    yield eventOf('hello', {});
    yield* queue.stream();
  } finally {
    unsubscribe();
  }
}
