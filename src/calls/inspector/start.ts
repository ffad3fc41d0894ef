// Starts the inspector on its own loopback server, so that a tunnel to the receiver never exposes it.
import { Failure } from '../../basics/failure.ts';
import { queryOfTarget } from '../../contract/router.ts';
import { pageJson, refusalOf, type Served, servePage } from '../../page/server/serve-page.ts';
import type { Platform, ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { curlCommand } from '../record/export-calls.ts';
import { answerLine, maskedCall } from '../record/recorded-call.ts';
import { planReplay, replay } from '../replay/send-replay.ts';
import { type CallSummary, detailOf, summaryOf } from './summary.ts';
import { type InspectorOptions, MOST_LISTED, type NewCalls, type PageReplay } from './types.ts';

const PAGES = { '': { folder: 'inspector', title: 'returns listen', command: 'returns calls list' } };

/** A message that was edited in the page. */
const MOST_BODY = 1_000_000;

/**
 * At its usual port or, unless the user chose it, at any other.
 * @throws Failure exit 2 when a chosen port is taken
 */
export async function startInspector(platform: Platform, options: InspectorOptions, isFixed: boolean) {
  const { port, key } = options;
  const served = {
    ...{ port, isFixed, key, pages: PAGES, routeOf: routes(platform, options) },
    printedBy: 'returns listen',
    maxBody: MOST_BODY,
  };
  const server = await servePage(platform, served).catch((error) => {
    if (!(error instanceof Failure) || error.code !== 'usage.port') throw error;
    throw new Failure(error.code, error.exitCode, error.message, {
      hint: 'Choose another port for the inspector page with --inspect-port (0 picks a free one), or --no-inspect.',
      cause: error.cause,
    });
  });
  /** With the key in the fragment: to be shown to the user, not to be logged. Unchanged after a restart. */
  return { url: `${server.origin}/${server.session}`, close: server.close };
}

function routes(platform: Platform, options: InspectorOptions): (path: string) => Served | undefined {
  const { reader, receiverUrl } = options;
  const list = served('GET', async ({ target }) =>
    pageJson(200, await callsAfter(platform, options, queryOfTarget(target).get('after'))),
  );
  const ofCall =
    (act: (record: CallRecord, request: ServerRequest) => ServerAnswer | Promise<ServerAnswer>) =>
    (id: string): Served['act'] =>
    async (request) => {
      const record = await reader.get(id);
      if (!record) return refusalOf({ status: 404, message: 'This call is not in the record (any more).' });
      return act(record, request);
    };
  const shown = ofCall((record) => pageJson(200, detailOf(maskedCall(record))));
  const curl = ofCall((record) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: curlCommand(record, receiverUrl, false),
  }));
  const replayed = ofCall(async (record, { body }) => {
    const edited = body.length === 0 ? undefined : new TextDecoder().decode(body);
    return pageJson(200, await replayCall(platform, options, record, edited));
  });
  return (path) => {
    const [, id = '', what = ''] = /^\/api\/calls\/([\w-]+)(\/\w+)?$/.exec(path) ?? [];
    if (id === '') return path === '/api/calls' ? list : undefined;
    if (what === '/replay') return served('POST', replayed(id));
    const act = { '': shown, '/curl': curl }[what];
    return act && served('GET', act(id));
  };
}

/** Number of records that are made ready in one turn of the event loop. */
const AT_ONCE = 100;

/** Those on record that are newer than the call with this id; without it, or when it was purged, all that the page lists. */
async function callsAfter(
  { clock }: Platform,
  { reader, receiverUrl }: InspectorOptions,
  after: string | null,
): Promise<NewCalls> {
  const calls: CallSummary[] = [];
  for await (const record of reader.read({ reverse: true })) {
    if (record.id === after || calls.length === MOST_LISTED) break;
    calls.push(summaryOf(maskedCall(record)));
    if (calls.length % AT_ONCE === 0) await clock.sleep(0);
  }
  return { receiver: receiverUrl, now: clock.now(), calls };
}

const served = (method: 'GET' | 'POST', act: Served['act']): Served => ({
  methods: [method],
  open: false,
  act,
});

/** Sends a call to the receiver again; `body`: the text to send in place of the recorded one. */
async function replayCall(
  platform: Platform,
  { receiverUrl, timeoutMs, ca }: InspectorOptions,
  record: CallRecord,
  body?: string,
): Promise<PageReplay> {
  const none = { url: receiverUrl, status: 0, ms: 0 };
  const sent = body === undefined ? record : { ...record, body, encoding: 'utf8' as const };
  // The call is replayed with its secrets, because the receiver may require them.
  const plan = planReplay([sent], { base: receiverUrl, pace: 'max', settings: [], withSecrets: true });
  const [step] = plan.steps;
  if (!step) return { ...none, fault: plan.skipped[0]?.why ?? 'it cannot be sent' };
  const client = await platform.net.client({ ca });
  try {
    const { signal } = new AbortController();
    const parts = { clock: platform.clock, client, timeoutMs, signal, onAnswer: () => {} };
    const { answer, ...rest } = (await replay(plan, parts)).answers[0]!;
    return { ...none, url: step.url, ...rest, ...(answer && { answer: answerLine(answer) }) };
  } finally {
    await client.close();
  }
}
