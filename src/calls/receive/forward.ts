// Forwards calls to the retailer's own endpoint, byte for byte, and returns its answer.
import { Buffer } from 'node:buffer';
import {
  callFindingOfRule,
  forwardBroken,
  forwardLoop,
  forwardNone,
  forwardStatus,
} from '../../contract/call-rules.ts';
import {
  type EndpointKind,
  type EndpointPaths,
  endpointUrl,
  withCallQuery,
} from '../../contract/customer-endpoints.ts';
import type { CallFinding } from '../../contract/finding.ts';
import { jsonAnswer } from '../../contract/router.ts';
import {
  type Clock,
  type HttpAnswer,
  type HttpClient,
  NetworkFault,
  type ServerAnswer,
  type ServerRequest,
} from '../../platform/platform.ts';
import type { Forwarded } from '../../storage/calls.ts';
import { type CheckedCall, checkAnswer } from '../messages/check-message.ts';
import { isSuccess, LOOP_STATUS } from '../record/call-state.ts';
import {
  CONNECTION_HEADERS,
  headersToSend,
  PASSED_HEADER,
  recordedAnswer,
  redirectOf,
} from '../record/recorded-call.ts';

export interface ForwardOptions {
  /** The address for each kind of call that is forwarded. */
  readonly urls: Readonly<Partial<Record<EndpointKind, ForwardUrl>>>;
  /** Paths of this receiver. */
  readonly paths: EndpointPaths;
  /** Headers added to every call. They replace headers of the sender with the same name. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly timeoutMs: number;
  /** Names of headers (lower case) that were only for this receiver. They are not forwarded. */
  readonly ours: ReadonlySet<string>;
  /** The id of this receiver: a call that comes back with it is not passed on again. */
  readonly id: string;
}

export interface ForwardUrl {
  readonly url: string;
  /** False when it was given for this kind and is the whole address. */
  readonly isBase: boolean;
}

interface Passed {
  readonly answer: ServerAnswer;
  readonly forwarded: Forwarded;
}

export interface Forwarder {
  /** Whether calls of this kind are forwarded. */
  takes(kind: EndpointKind): boolean;
  /** Whether a message that was read cannot be passed on: then it is answered 422 with its errors. */
  refuses?(kind: EndpointKind, checked: CheckedCall): boolean;
  /** Never rejects: without an answer it returns 502. `checked`: of a posted message. */
  pass(
    kind: EndpointKind,
    request: ServerRequest,
    path: string,
    checked: CheckedCall | undefined,
  ): Promise<Passed>;
}

/** Also without the headers that are only between this tool and itself: the endpoint gets what the service sent. */
const HOP: ReadonlySet<string> = new Set([...CONNECTION_HEADERS, 'http2-settings', 'accept-encoding']);
/** Maximum size of an answer that is returned, in bytes. */
const MOST_ANSWER = 5_000_000;

export function makeForwarder(
  client: HttpClient,
  clock: Clock,
  options: ForwardOptions,
  signal: AbortSignal,
): Forwarder {
  const own = options.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    takes: (kind) => options.urls[kind] !== undefined,
    async pass(kind, request, path) {
      const to = options.urls[kind]!;
      const url = forwardUrl(to, kind, path, options.paths);
      const started = clock.monotonic();
      const ms = () => Math.round(clock.monotonic() - started);
      let answer: HttpAnswer;
      try {
        answer = await client.request({
          method: request.method,
          url,
          headers: headersFor(request, options, own),
          ...(request.body.length > 0 || request.method === 'POST' ? { body: request.body } : {}),
          timeoutMs: options.timeoutMs,
          signal,
          maxBody: MOST_ANSWER + 1,
        });
        if (answer.body.length > MOST_ANSWER) throw new NetworkFault('other', 'the answer is too large');
      } catch (error) {
        if (!(error instanceof NetworkFault)) throw error;
        const findings = [callFindingOfRule(forwardNone, { fault: error.kind })];
        const body = jsonAnswer(502, { message: 'Bad Gateway' });
        return { answer: body, forwarded: { url, status: 0, ms: ms(), fault: error.kind, findings } };
      }
      const findings = findingsOf(kind, request.method, answer);
      return {
        answer: { status: answer.status, headers: relayed(answer.headers), body: answer.body },
        forwarded: {
          url,
          status: answer.status,
          ms: ms(),
          answer: recordedAnswer(answer),
          ...(findings.length > 0 && { findings }),
        },
      };
    },
  };
}

function headersFor(
  { headers }: ServerRequest,
  { ours, id }: ForwardOptions,
  own: readonly (readonly [string, string])[],
): Record<string, string> {
  const passed = headersToSend({ headers: Object.entries(headers) }, true).filter(
    ([name]) => !HOP.has(name) && !ours.has(name),
  );
  const before = headers[PASSED_HEADER];
  return {
    ...Object.fromEntries([...passed, ...own]),
    [PASSED_HEADER]: before === undefined ? id : `${before}, ${id}`,
  };
}

function relayed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const endToEnd = Object.entries(headers).filter(([name]) => !HOP.has(name) && name !== 'date');
  return Object.fromEntries(endToEnd);
}

export const forwardUrl = (to: ForwardUrl, kind: EndpointKind, path: string, paths: EndpointPaths): string =>
  to.isBase ? endpointUrl(to.url, kind, path, paths) : withCallQuery(to.url, path);

/** Findings about the answer. The service uses only the answers to variants requests and exchange orders, so only those bodies are checked. */
function findingsOf(kind: EndpointKind, method: string, answer: HttpAnswer): readonly CallFinding[] {
  const { status } = answer;
  if (status === LOOP_STATUS) return [callFindingOfRule(forwardLoop)];
  if (!isSuccess(status)) {
    const location = redirectOf(status, Object.entries(answer.headers));
    return [callFindingOfRule(forwardStatus, location === undefined ? { status } : { status, location })];
  }
  if (kind === 'rma' || method === 'HEAD') return [];
  const encoding = answer.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return [callFindingOfRule(forwardBroken, { what: 'the body is compressed' })];
  const bytes = Buffer.from(answer.body);
  const { broken, findings } = checkAnswer(kind, bytes);
  return broken === undefined ? findings : [callFindingOfRule(forwardBroken, { what: broken.message })];
}
