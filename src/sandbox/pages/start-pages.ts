// Starts the two pages of the sandbox on a loopback port of their own: the operator's view and the shopper's portal.
import { type PagePlatform, type Served, servePage } from '../../page/server/serve-page.ts';
import type { Pages, PagesOptions } from './types.ts';

const PAGES = {
  '': { folder: 'operator', title: 'returns sandbox', command: 'returns sandbox' },
  '/portal': { folder: 'portal', title: 'Returns', command: 'returns sandbox return' },
};

/** Everything that the pages send is a short JSON text. */
const MOST_BODY = 100_000;

/** @throws Failure exit 2 when a fixed port is taken */
export async function startPages(platform: PagePlatform, { inside, ...at }: PagesOptions): Promise<Pages> {
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
    url: `${server.origin}/${server.session}`,
    portalUrl: `${server.origin}/portal${server.session}`,
    close: server.close,
  };
}
