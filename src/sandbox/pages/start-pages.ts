// Starts the two pages of the sandbox on a loopback port of their own: the operator's view and the shopper's portal.
import { type PagePlatform, type Served, servePage } from '../../page/server/serve-page.ts';
import type { ServerHandler } from '../../platform/platform.ts';

const PAGES = {
  '': { folder: 'operator', title: 'returns sandbox', command: 'returns sandbox' },
  '/portal': { folder: 'portal', title: 'Returns', command: 'returns sandbox return' },
};

/** Everything that the pages send is a short JSON text. */
const MOST_BODY = 100_000;

interface PagesOptions extends Pick<Parameters<typeof servePage>[1], 'port' | 'isFixed'> {
  /** What answers `/_sandbox/*`: the pages ask it in this process, so that both doors give the same documents. */
  readonly inside: ServerHandler;
}

export type Pages = Awaited<ReturnType<typeof startPages>>;

/** @throws Failure exit 2 when a fixed port is taken */
export async function startPages(platform: PagePlatform, { inside, ...at }: PagesOptions) {
  const door: Served = { methods: ['GET', 'POST'], open: false, act: inside };
  const server = await servePage(platform, {
    ...at,
    pages: PAGES,
    // A new key is in no earlier address, so no port is known to it.
    key: { key: platform.random.hex(16), note() {}, wasServedOn: () => false },
    routeOf: (path) => (path.startsWith('/_sandbox/') ? door : undefined),
    printedBy: 'returns sandbox start',
    maxBody: MOST_BODY,
  });
  return {
    /** The operator's view, with the key in the fragment: to be shown to the user, not to be logged. */
    url: `${server.origin}/${server.session}`,
    /** The shopper's portal, likewise. */
    portalUrl: `${server.origin}/portal${server.session}`,
    close: server.close,
  };
}
