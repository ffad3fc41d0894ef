// Starts the inspector on its own loopback server, so that a tunnel to the receiver never exposes it.
import { pageJson, refusalOf, type Served, servePage } from '../../page/server/serve-page.ts';
import type { Platform, ServerAnswer } from '../../platform/platform.ts';
import { bodyBytes } from '../call-body.ts';
import { eventsFrom, isCallId, listing } from './events.ts';
import { detailOf } from './summary.ts';
import type { CallRecord, InspectorOptions, InspectorServer } from './types.ts';

const FILES = {
  '/': 'inspector/index.html',
  '/page.js': 'inspector/page.js',
  '/page.css': 'inspector/page.css',
  '/icon.svg': 'inspector/icon.svg',
};

/** @throws Failure exit 2 when the port is taken. */
export async function startInspector(
  platform: Platform,
  options: InspectorOptions,
): Promise<InspectorServer> {
  const { port, key } = options;
  const routeOf = routes(platform, options);
  const server = await servePage(platform, {
    ...{ port, key, files: FILES, routeOf },
    printedBy: 'returns listen',
    maxBody: 1024,
  });
  return { url: `${server.origin}/${server.session}`, close: server.close };
}

function routes(platform: Platform, options: InspectorOptions): (path: string) => Served | undefined {
  const { reader, masked, curlOf, replay } = options;
  const fixed = new Map<string, Served>([
    [
      '/api/calls',
      {
        methods: ['GET'],
        open: false,
        act: () => ({
          status: 200,
          headers: { 'content-type': 'application/x-ndjson' },
          stream: (signal) => listing(platform, options, signal),
        }),
      },
    ],
    [
      '/api/events',
      {
        methods: ['GET'],
        open: false,
        act: ({ headers }) => ({
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          stream: (signal) => eventsFrom(platform, options, headers['last-event-id'], signal),
        }),
      },
    ],
  ]);
  const ofCall =
    (act: (record: CallRecord) => ServerAnswer | Promise<ServerAnswer>, method: 'GET' | 'POST' = 'GET') =>
    (id: string): Served => ({
      methods: [method],
      open: false,
      act: async () => {
        const record = isCallId(id) ? await reader.get(id) : undefined;
        if (!record) return refusalOf({ status: 404, message: 'This call is not in the record (any more).' });
        return act(record);
      },
    });
  const byCall = new Map<string, (id: string) => Served>([
    ['', ofCall((record) => pageJson(200, detailOf(masked(record))))],
    ['/curl', ofCall((record) => text(curlOf(record)))],
    ['/raw', ofCall(attachment)],
  ]);
  if (replay)
    byCall.set(
      '/replay',
      ofCall(async ({ id }) => pageJson(200, await replay(id)), 'POST'),
    );
  return (path) => {
    const known = fixed.get(path);
    if (known) return known;
    const [, id, what] = /^\/api\/calls\/([\w-]+)(\/\w+)?$/.exec(path) ?? [];
    return id === undefined ? undefined : byCall.get(what ?? '')?.(id);
  };
}

const text = (body: string): ServerAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

/** Browsers must save these bytes, never display them. */
const attachment = (record: CallRecord): ServerAnswer => ({
  status: 200,
  headers: {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${record.id.replace(/[^\w-]/g, '')}.bin"`,
  },
  body: bodyBytes(record),
});
