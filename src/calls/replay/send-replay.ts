// Executes a replay: sends each call when it is due, one after the other, and with `--compare` holds each answer
// against the recorded one. An interruption lets the call in progress finish.

import { diffAsns as diffJson } from '../../asns/diff.ts';
import { parsedJson } from '../../basics/json.ts';
import { type Clock, type HttpClient, NetworkFault, type NetworkFaultKind } from '../../platform/platform.ts';
import { DRAIN_MS } from '../../sending/sender-parts.ts';
import { type CallRecord, type EndpointAnswer, MAX_ANSWER_BYTES } from '../../storage/calls.ts';
import { CALL_HEADER, recordedAnswer } from '../record/call-body.ts';
import type { ReplayPlan, ReplayStep } from './replay-plan.ts';

export interface ReplayAnswer {
  readonly id: string;
  /** 0 when no answer was received. */
  readonly status: number;
  readonly ms: number;
  readonly fault?: NetworkFaultKind;
  /** The recorded part of the answer; only for the first MAX_ANSWER_BODIES answers. */
  readonly answer?: EndpointAnswer;
  /** Id under which a receiver of this tool recorded the replay. */
  readonly recorded?: string;
  /** Only with `compare`: how it differs from the recorded answer. */
  readonly differences?: readonly AnswerDifference[];
}

/** Limits memory: a replay of thousands of calls must not hold all answers. */
const MAX_ANSWER_BODIES = 100;

export interface ReplayParts {
  readonly clock: Clock;
  readonly client: HttpClient;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onAnswer: (answer: ReplayAnswer) => void;
  readonly compare?: CompareAnswer | undefined;
}

export type CompareAnswer = (step: ReplayStep, status: number, answer?: EndpointAnswer) => AnswerDifference[];

export interface Replayed {
  /** In the order in which they were sent. */
  readonly answers: readonly ReplayAnswer[];
  readonly state: 'completed' | 'interrupted' | 'unreachable';
  readonly ms: number;
}

/** After this number of calls without any answer, the replay stops. */
const PATIENCE = 3;

export async function replay(plan: ReplayPlan, parts: ReplayParts): Promise<Replayed> {
  const { clock, signal } = parts;
  const start = clock.monotonic();
  const answers: ReplayAnswer[] = [];
  const cut = new AbortController();
  const drained = new AbortController();
  const limit = () => void clock.sleep(DRAIN_MS, drained.signal).then(() => cut.abort());
  signal.addEventListener('abort', limit, { once: true });
  // Whoever answers nothing at first is not there.
  const isUnreachable = () => answers.length >= PATIENCE && answers.every(({ status }) => status === 0);
  for (const step of plan.steps) {
    await clock.sleep(start + step.due - clock.monotonic(), signal);
    if (signal.aborted || isUnreachable()) break;
    const answer = await post(step, answers.length < MAX_ANSWER_BODIES, parts, cut.signal);
    answers.push(answer);
    parts.onAnswer(answer);
  }
  signal.removeEventListener('abort', limit);
  drained.abort();
  return {
    answers,
    state: isUnreachable() ? 'unreachable' : signal.aborted ? 'interrupted' : 'completed',
    ms: clock.monotonic() - start,
  };
}

async function post(
  step: ReplayStep,
  isKept: boolean,
  parts: ReplayParts,
  signal: AbortSignal,
): Promise<ReplayAnswer> {
  const { clock, client, timeoutMs, compare } = parts;
  const { id, method, url, headers, body } = step;
  const start = clock.monotonic();
  const took = () => Math.round(clock.monotonic() - start);
  try {
    const maxBody = MAX_ANSWER_BYTES + 1;
    const request = {
      method,
      url,
      headers,
      timeoutMs,
      signal,
      maxBody,
      ...(body.length > 0 ? { body } : {}),
    };
    const answer = await client.request(request);
    const recorded = answer.headers[CALL_HEADER];
    const { status } = answer;
    const given = isKept || compare ? recordedAnswer(answer) : undefined;
    return {
      ...{ id, status, ms: took() },
      ...(isKept && given && { answer: given }),
      ...(compare && { differences: compare(step, status, given) }),
      ...(recorded !== undefined && { recorded }),
    };
  } catch (error) {
    const fault = error instanceof NetworkFault ? error.kind : 'other';
    return { id, status: 0, ms: took(), fault, ...(compare && { differences: compare(step, 0) }) };
  }
}

/** `path` is `status`, `body` for a text, or a path below it such as `body.items[0].sku`. */
export interface AnswerDifference {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** @param ignored paths as in the differences; what lies below one of them, too. `[]` stands for every index. */
export function compareAnswers(
  { response, forwarded }: CallRecord,
  status: number,
  answer: EndpointAnswer | undefined,
  ignored: readonly string[],
): AnswerDifference[] {
  const before = forwarded?.status || response.status;
  const differences: AnswerDifference[] =
    before === status ? [] : [{ path: 'status', before, after: status }];
  const recorded = forwarded?.answer ? textOf(forwarded.answer) : response.body;
  const given = answer && textOf(answer);
  if (recorded !== undefined && given !== undefined)
    for (const { path, before: was, after } of diffJson(jsonIn(recorded), jsonIn(given)))
      differences.push({ path: joined('body', path), before: was, after });
  return differences.filter(({ path }) => !ignored.some((one) => isWithin(path, one)));
}

/** Undefined for a body that was cut. */
const textOf = ({ body, encoding, truncated }: EndpointAnswer): string | undefined =>
  truncated ? undefined : encoding === 'utf8' ? body : `base64 ${body}`;

function jsonIn(text: string): unknown {
  const value = parsedJson(text);
  return value === undefined ? text : value;
}

const joined = (root: string, path: string): string =>
  path === '' ? root : path.startsWith('[') ? `${root}${path}` : `${root}.${path}`;

function isWithin(path: string, ignored: string): boolean {
  const at = ignored.includes('[]') ? path.replace(/\[\d+\]/g, '[]') : path;
  return at === ignored || at.startsWith(`${ignored}.`) || at.startsWith(`${ignored}[`);
}
