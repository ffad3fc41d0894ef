// Executes a replay: sends each call when it is due, one at a time for each RMA. An interruption lets calls in progress
// finish.
import type { Clock, HttpClient } from '../platform/platform.ts';
import { NetworkFault, type NetworkFaultKind } from '../platform/platform.ts';
import { DRAIN_MS } from '../sending/sender-parts.ts';
import { type EndpointAnswer, MAX_ANSWER_BYTES } from '../storage/calls.ts';
import { recordedAnswer } from './call-body.ts';
import { CALL_HEADER } from './replay-headers.ts';
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
}

/** Limits memory: a replay of thousands of calls must not hold all answers. */
export const MAX_ANSWER_BODIES = 100;

export interface ReplayParts {
  readonly clock: Clock;
  readonly client: HttpClient;
  readonly timeoutMs: number;
  /** Maximum number of open requests. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onAnswer: (answer: ReplayAnswer) => void;
}

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
  const answers: (ReplayAnswer | undefined)[] = [];
  const inFlight = new Set<Promise<void>>();
  const queues = new Map<string, Promise<void>>();
  const cut = new AbortController();
  let answered = 0;
  let unanswered = 0;
  const isUnreachable = () => answered === 0 && unanswered >= PATIENCE;
  const send = async (step: ReplayStep, place: number): Promise<void> => {
    if (signal.aborted || isUnreachable()) return;
    const answer = await post(step, place < MAX_ANSWER_BODIES, parts, cut.signal);
    if (answer.status === 0) unanswered++;
    else answered++;
    answers[place] = answer;
    parts.onAnswer(answer);
  };
  const drained = new AbortController();
  const limit = () => void clock.sleep(DRAIN_MS, drained.signal).then(() => cut.abort());
  signal.addEventListener('abort', limit, { once: true });
  for (const [place, step] of plan.steps.entries()) {
    await clock.sleep(start + step.due - clock.monotonic(), signal);
    while (inFlight.size >= parts.concurrency) await Promise.race(inFlight);
    if (signal.aborted || isUnreachable()) break;
    const before = queues.get(step.queueKey);
    const work: Promise<void> = (before ? before.then(() => send(step, place)) : send(step, place)).finally(
      () => {
        inFlight.delete(work);
        if (queues.get(step.queueKey) === work) queues.delete(step.queueKey);
      },
    );
    inFlight.add(work);
    queues.set(step.queueKey, work);
    // With one request at a time the order is preserved: the next one starts only after the answer.
    if (parts.concurrency === 1) await work;
  }
  await Promise.all(inFlight);
  signal.removeEventListener('abort', limit);
  drained.abort();
  return {
    answers: answers.filter((answer) => answer !== undefined),
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
  const { clock, client, timeoutMs } = parts;
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
    return {
      ...{ id, status: answer.status, ms: took() },
      ...(isKept && { answer: recordedAnswer(answer) }),
      ...(recorded !== undefined && { recorded }),
    };
  } catch (error) {
    return { id, status: 0, ms: took(), fault: error instanceof NetworkFault ? error.kind : 'other' };
  }
}
