// A replay: its plan as data (which calls in which order, when each is due, and its bytes), then each call is sent
// when it is due, one after the other, and with `--compare` each answer is held against the recorded one. An
// interruption lets the call in progress finish.
import { diffAsns as diffJson } from '../../asns/diff.ts';
import { parsedJson } from '../../basics/json.ts';
import { bodyCut, methodWrong, pathUnknown } from '../../contract/call-rules.ts';
import { DEFAULT_PATHS, endpointUrl } from '../../contract/customer-endpoints.ts';
import { type PathValue, withSettings } from '../../contract/set-path.ts';
import { type Clock, type HttpClient, NetworkFault, type NetworkFaultKind } from '../../platform/platform.ts';
import { DRAIN_MS } from '../../sending/types.ts';
import { type CallRecord, type EndpointAnswer, MAX_ANSWER_BYTES } from '../../storage/calls.ts';
import {
  bodyBytes,
  bodyText,
  CALL_HEADER,
  headerObject,
  headersToSend,
  REPLAY_HEADER,
  recordedAnswer,
} from '../record/recorded-call.ts';

/** The recorded pace, or one after the other without a pause. */
type Pace = 'original' | 'max';

export interface ReplayOptions {
  /** Address of the endpoints, or of one of them. */
  readonly base: string;
  readonly pace: Pace;
  readonly settings: readonly PathValue[];
  readonly withSecrets: boolean;
}

export type ReplayPlan = Readonly<ReturnType<typeof planReplay>>;
export type ReplayStep = ReplayPlan['steps'][number];

/** `records` in order of arrival. @throws Failure exit 2 when a path of --set does not exist in a message */
export function planReplay(records: readonly CallRecord[], options: ReplayOptions) {
  /** Calls that cannot be sent as recorded. */
  const skipped: { readonly id: string; readonly why: string }[] = [];
  const steps = records.flatMap((record) => {
    const why = unsendable(record, options.base);
    /** ms after the start. */
    const due = options.pace === 'max' ? 0 : record.at - records[0]!.at;
    if (why === undefined) return [{ ...stepOf(record, options), due }];
    skipped.push({ id: record.id, why });
    return [];
  });
  return { base: options.base, steps, skipped };
}

/** Why a call cannot be sent again. A hostile recorded path must not choose another host. */
function unsendable(record: CallRecord, base: string): string | undefined {
  const { truncated, findings } = record;
  const { method, target } = placeOf(record);
  if (truncated) return 'its body was cut off at the limit';
  if (findings.some(({ code }) => code === bodyCut.code)) return 'its body did not come as a whole';
  if (!/^[A-Z]+$/.test(method) || method === 'CONNECT') return 'its method cannot be sent';
  if (!target.startsWith('/')) return 'it names no path';
  try {
    if (new URL(urlOf(record, base)).host === new URL(base).host) return undefined;
  } catch {
    // An invalid address is reported below.
  }
  return 'its path cannot be sent';
}

/** Where a call goes: a message that came beside the path goes where its kind belongs, as it was then. */
function placeOf({ kind, method, target, findings }: CallRecord) {
  const wrong = findings.find(({ code }) => code === pathUnknown.code || code === methodWrong.code);
  if (!wrong || kind === 'unknown' || kind === 'variants') return { method, target };
  const takes = wrong.args?.['takes'];
  return { method: 'POST', target: typeof takes === 'string' ? takes : target };
}

const urlOf = (record: CallRecord, base: string): string =>
  endpointUrl(base, record.kind, placeOf(record).target, DEFAULT_PATHS);

function stepOf(record: CallRecord, { base, settings, withSecrets }: ReplayOptions) {
  const { id, kind, rma, status } = record;
  const named = { kind, named: `Call ${id}`, shownBy: `returns calls show ${id}` };
  const changed = settings.length > 0 ? withSettings(bodyText(record), settings, named) : undefined;
  /** The call that this one repeats: itself, or the original of a replay. */
  const original = record.replayOf ?? id;
  const { method } = placeOf(record);
  return {
    ...{ id, original, kind, rma, status },
    method,
    url: urlOf(record, base),
    headers: { ...headerObject(headersToSend(record, withSecrets)), [REPLAY_HEADER]: original },
    body: changed === undefined ? bodyBytes(record) : Buffer.from(changed),
  };
}

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
      differences.push({ path: `body${/^(?:\[|$)/.test(path) ? '' : '.'}${path}`, before: was, after });
  return differences.filter(({ path }) => !ignored.some((one) => isWithin(path, one)));
}

/** Undefined for a body that was cut. */
const textOf = ({ body, encoding, truncated }: EndpointAnswer): string | undefined =>
  truncated ? undefined : encoding === 'utf8' ? body : `base64 ${body}`;

function jsonIn(text: string): unknown {
  const value = parsedJson(text);
  return value === undefined ? text : value;
}

function isWithin(path: string, ignored: string): boolean {
  const at = ignored.includes('[]') ? path.replace(/\[\d+\]/g, '[]') : path;
  return at === ignored || at.startsWith(`${ignored}.`) || at.startsWith(`${ignored}[`);
}
