// Starts the inspector on its own loopback server, so that a tunnel to the receiver never exposes it.
import type { Platform, ServerAnswer, ServerHandler, ServerRequest } from '../../platform/platform.ts';
import { bodyBytes } from '../call-body.ts';
import { readAssets, SAFE_HEADERS } from './assets.ts';
import { eventsFrom, isCallId, listing } from './events.ts';
import { type PageRoute, type RequestRefusal, refusalOfRequest, safePathOf, tokenCheck } from './guard.ts';
import { detailOf } from './summary.ts';
import {
  type CallRecord,
  type InspectorOptions,
  type InspectorServer,
  SESSION_PATH,
  type SessionStart,
} from './types.ts';

type Act = (request: ServerRequest, id: string) => Promise<ServerAnswer> | ServerAnswer;
interface Served extends PageRoute {
  readonly act: Act;
}

/** @throws Failure exit 2 when the port is taken. */
export async function startInspector(
  platform: Platform,
  options: InspectorOptions,
): Promise<InspectorServer> {
  const nonce = platform.random.hex(16);
  // Before the port is known, no token is valid.
  let isToken: (token: string, place: string) => boolean = () => false;
  const listening = await platform.net.serve(
    { host: '127.0.0.1', port: options.port, maxBody: 1024 },
    inspectorHandler(platform, options, nonce, (token, place) => isToken(token, place)),
  );
  options.key.note(listening.port);
  isToken = tokenCheck(platform.crypto, options.key, nonce, listening.port);
  return { url: `${listening.url}/#session=${options.key.key}`, close: listening.close };
}

/** The server as a function from request to answer. */
function inspectorHandler(
  platform: Platform,
  options: InspectorOptions,
  nonce: string,
  isToken: (token: string, place: string) => boolean,
): ServerHandler {
  const routeOf = routes(platform, options, nonce);
  return async (request) => {
    const refused = refusalOfRequest(request, (path) => routeOf(path)?.served, isToken);
    if (refused) return refusal(refused);
    const { served, id } = routeOf(safePathOf(request.target)!)!;
    try {
      const answer = await served.act(request, id);
      return { ...answer, headers: { ...SAFE_HEADERS, ...answer.headers } };
    } catch {
      return refusal({ status: 500, message: 'The record could not be read.' });
    }
  };
}

function routes(platform: Platform, options: InspectorOptions, nonce: string) {
  const { reader, masked, curlOf, replay } = options;
  const fixed = new Map<string, Served>();
  for (const [path, { type, content }] of readAssets(platform))
    fixed.set(path, {
      method: 'GET',
      open: true,
      act: () => ({ status: 200, headers: { 'content-type': type }, body: content }),
    });
  const ofCall = (act: (record: CallRecord) => ServerAnswer): Served => ({
    method: 'GET',
    open: false,
    act: async (_request, id) => {
      const record = isCallId(id) ? await reader.get(id) : undefined;
      if (!record) return refusal({ status: 404, message: 'This call is not in the record (any more).' });
      return act(record);
    },
  });
  fixed.set(SESSION_PATH, {
    method: 'GET',
    open: true,
    act: () => json(200, { nonce } satisfies SessionStart),
  });
  fixed.set('/api/calls', {
    method: 'GET',
    open: false,
    act: () => ({
      status: 200,
      headers: { 'content-type': 'application/x-ndjson' },
      stream: (signal) => listing(platform, options, signal),
    }),
  });
  fixed.set('/api/events', {
    method: 'GET',
    open: false,
    act: ({ headers }) => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      stream: (signal) => eventsFrom(platform, options, headers['last-event-id'], signal),
    }),
  });
  const byCall = new Map<string, Served>([
    ['', ofCall((record) => json(200, detailOf(masked(record))))],
    ['/curl', ofCall((record) => text(curlOf(record)))],
    ['/raw', ofCall(attachment)],
  ]);
  if (replay)
    byCall.set('/replay', {
      method: 'POST',
      open: false,
      act: async (_request, id) => {
        if (!isCallId(id) || !(await reader.get(id)))
          return refusal({ status: 404, message: 'This call is not in the record (any more).' });
        return json(200, await replay(id));
      },
    });
  return (path: string): { served: Served; id: string } | undefined => {
    const known = fixed.get(path);
    if (known) return { served: known, id: '' };
    const [, id, what] = /^\/api\/calls\/([\w-]+)(\/\w+)?$/.exec(path) ?? [];
    const served = id === undefined ? undefined : byCall.get(what ?? '');
    return served && { served, id: id! };
  };
}

const json = (status: number, value: unknown): ServerAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

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

function refusal({
  status,
  message,
  allow,
}: Omit<RequestRefusal, 'status'> & { status: number }): ServerAnswer {
  const answer = json(status, { error: message });
  return { ...answer, headers: { ...SAFE_HEADERS, ...answer.headers, ...(allow ? { allow } : {}) } };
}
