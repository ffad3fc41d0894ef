// The receiver of `returns listen` as an object of a program: options in, a handler out. It opens no port.
import { Buffer } from 'node:buffer';
import path from 'node:path';
import { usageFailure } from '../basics/failure.ts';
import type { Json } from '../basics/json.ts';
import { readSecret, type SecretSource } from '../basics/secret.ts';
import {
  type CheckedCall,
  checkAnswer,
  makeRecent,
  makeRmaMemories,
  NOTHING as NOTHING_KNOWN,
} from '../calls/messages/check-message.ts';
import { makeGuard } from '../calls/receive/caller-guard.ts';
import { Mocks } from '../calls/receive/exchange-answers.ts';
import type { Forwarder } from '../calls/receive/forward.ts';
import { Receiver } from '../calls/receive/receiver.ts';
import { NO_VARIANTS, variantsBody } from '../calls/receive/receiver-options.ts';
import type { AnsweredCall } from '../calls/receive/record-before-answer.ts';
import { restoreMemories } from '../calls/receive/restore-memories.ts';
import { makeCallRouter, type Routed } from '../calls/receive/routes.ts';
import { wasRefusedUnchecked } from '../calls/record/call-state.ts';
import { headerObject, recordedAnswer } from '../calls/record/recorded-call.ts';
import { callFindingOfRule, handlerFailed } from '../contract/call-rules.ts';
import { DEFAULT_PATHS, type EndpointKind, type EndpointPaths } from '../contract/customer-endpoints.ts';
import { hasMessageShape, levelsOf, readGiven } from '../contract/library/judge.ts';
import type { ExchangeOrder, Rma } from '../contract/message-types.ts';
import { jsonAnswer } from '../contract/router.ts';
import type { Clock, Crypto, Platform, ServerAnswer, ServerRequest } from '../platform/platform.ts';
import { callReader, openCallLog } from '../storage/call-log.ts';
import { type CallLog, type CallRecord, callsFolder } from '../storage/calls.ts';
import { diskFailure, type Folders } from '../storage/folders.ts';
import type { AnswerToSend, GivenRequest, MessageReceiver, Received, ReceiverSettings } from './types.ts';

/** What the receiver uses of a machine. */
type ReceiverWorld = Pick<Platform, 'clock' | 'random' | 'crypto' | 'files'>;

/** Bytes of the largest body that `returns listen` takes by default. */
const MAX_BODY = 5_000_000;

/** Keeps nothing. */
const NO_LOG: CallLog = {
  append: async () => {},
  settle: async () => {},
  flush: async () => {},
  close() {},
};

/**
 * Opens a receiver. With a record it first reads what is known of the newest RMAs.
 * @throws Failure exit 2 for options that cannot be, exit 7 when the record cannot be read
 */
export async function openReceiver(
  world: ReceiverWorld,
  settings: ReceiverSettings,
): Promise<MessageReceiver> {
  const { clock, crypto } = world;
  const sha256 = (content: string | Uint8Array) => crypto.sha256(content);
  const paths = pathsOf(settings.paths);
  const maxBody = settings.maxBody ?? MAX_BODY;
  if (!Number.isSafeInteger(maxBody) || maxBody < 1)
    throw usageFailure('usage.value', 'maxBody is not a number of bytes', {
      ...{ expected: 'a whole number from 1', found: String(maxBody), hint: 'Leave it out for 5,000,000.' },
    });
  const route = makeCallRouter(paths);
  const guard = makeGuard(sha256, demandsOf(settings.guard));
  const levels = levelsOf(settings.levels);
  const functions = makeOwnFunctions(clock, crypto, route, settings);
  const memories = makeRmaMemories();
  const ending = new AbortController();
  let log = NO_LOG;
  if (settings.record) {
    const folders = foldersAt(settings.record.stateDir);
    try {
      await restoreMemories(callReader(world, folders), { sha256, memories });
    } catch (error) {
      throw diskFailure(callsFolder(folders), error);
    }
    log = openCallLog(world, folders);
  }
  const receiver = new Receiver({
    ...{ ...world, log, memories, guard, levels, forwarder: functions },
    mocks: new Mocks(sha256),
    variants: NO_VARIANTS,
    options: {
      ...{ paths, maxBody, refuseInvalid: settings.refuseInvalid ?? false, mocks: false },
      ...{ respond: {}, delayMs: 0, variantsShape: settings.variantsShape ?? 'array' },
    },
    emit: (event) => {
      if (event.type === 'notice') settings.onNotice?.(event.text);
    },
    signal: ending.signal,
  });
  const working = new Set<Promise<unknown>>();

  const answer = async (request: ServerRequest): Promise<Received> => {
    let answered: AnsweredCall;
    try {
      answered = await receiver.receive(request);
    } catch (error) {
      answered = { answer: jsonAnswer(500, { message: 'Internal Server Error' }), record: undefined, error };
    }
    const { record } = answered;
    const isRecorded = log !== NO_LOG && record !== undefined && answered.error === undefined;
    const error = answered.error ?? functions.errorOf(request);
    const common = { ...factsOf(record), isRecorded, answer: answerToSend(answered.answer), error };
    const routed = route(request);
    if (routed.kind === 'variants') return { ...common, kind: 'variants', variantIdentifier: routed.variant };
    if (routed.kind === 'health' || routed.kind === 'unknown') return { ...common, kind: routed.kind };
    const wasRead = record !== undefined && ![401, 413, 415].includes(record.response.status);
    const message = wasRead ? messageOf(routed.kind, request.body) : undefined;
    if (routed.kind === 'rma') return { ...common, kind: 'rma', message: message as Rma | undefined };
    return { ...common, kind: 'exchange_order', message: message as ExchangeOrder | undefined };
  };

  return {
    async handle(given) {
      const request = readRequest(given, maxBody);
      if (ending.signal.aborted) return closed();
      const work = answer(request);
      working.add(work);
      try {
        return await work;
      } finally {
        working.delete(work);
      }
    },
    async close() {
      if (ending.signal.aborted) return;
      ending.abort();
      await Promise.allSettled(working);
      await log.flush();
      log.close();
    },
  };
}

/** The state dir of the tool; the receiver uses no other folder. */
function foldersAt(stateDir: string): Folders {
  if (typeof stateDir !== 'string' || stateDir === '')
    throw usageFailure('usage.value', 'record names no folder', {
      expected: 'record: { stateDir: FOLDER }, or record: false',
      hint: 'Give the folder that `returns help files` shows for the state, or one of its own.',
    });
  const state = path.resolve(stateDir);
  return { state, config: state, machine: state };
}

function pathsOf(given: ReceiverSettings['paths'] = {}): EndpointPaths {
  const {
    rmas = DEFAULT_PATHS.rmas,
    variants = DEFAULT_PATHS.variants,
    exchangeOrders = DEFAULT_PATHS.exchangeOrders,
  } = given;
  const paths = { rmas, variants, exchangeOrders };
  const isPath = (text: string) => /^\/[^\s{}?#]*$/.test(text);
  if (isPath(paths.rmas) && isPath(paths.exchangeOrders) && /^[^/\s{}?#]+$/.test(paths.variants))
    return paths;
  throw usageFailure('usage.paths', 'A path of an endpoint is not a path', {
    expected: 'rmas and exchangeOrders that begin with /, variants without one',
    found: Object.values(paths).join(', '),
    hint: `Leave them out for ${Object.values(DEFAULT_PATHS).join(', ')}.`,
  });
}

/** An empty secret, such as a variable that is not set, would let in everybody who sends nothing. */
function demandsOf({ headers = {}, basic }: NonNullable<ReceiverSettings['guard']> = {}) {
  const names = Object.keys(headers);
  const isTwice = basic !== undefined && names.some((name) => name.toLowerCase() === 'authorization');
  const isNobody = basic !== undefined && /^\s*$|:/.test(basic.user ?? '');
  if (isTwice || isNobody || names.some((name) => name.trim() === ''))
    throw usageFailure('usage.secret.empty', 'The guard asks for nothing, or twice for the same header', {
      expected: 'headers with values, or basic with user and password',
      hint: 'Check that the environment variable or file with the secret was read.',
    });
  const read = (kind: SecretSource['kind'], text: string | undefined, from: string) =>
    readSecret(text ?? '', { kind, from, what: 'secret' });
  return {
    headers: Object.entries(headers).map(
      ([name, value]) => [name, read('header', value, `guard.headers (${name})`)] as const,
    ),
    basic: basic && { user: basic.user, password: read('password', basic.password, 'guard.basic.password') },
  };
}

const answerToSend = ({ status, headers = {}, body = '' }: ServerAnswer): AnswerToSend => ({
  status,
  headers,
  body: typeof body === 'string' ? body : new TextDecoder().decode(body),
});

function messageOf(kind: 'rma' | 'exchange_order', body: Uint8Array): unknown {
  const read = readGiven(body);
  return read.kind === 'ok' && hasMessageShape(kind, read.value) ? read.value : undefined;
}

type CallFacts = Omit<Received, 'kind' | 'answer' | 'isRecorded' | 'error'>;

const NOTHING: CallFacts = { id: null, verdict: 'ok', findings: [], ...NOTHING_KNOWN };

/**
 * Findings about the answer of a function count, too, as in the record. What a refused message names is for `calls list`, not for a
 * program, which would act on it.
 */
function factsOf(record: CallRecord | undefined): CallFacts {
  if (!record) return NOTHING;
  const { id, verdict, forwarded } = record;
  const findings = [...record.findings, ...(forwarded?.findings ?? [])];
  if (wasRefusedUnchecked(record)) return { ...NOTHING, id, verdict, findings };
  return { id, ...aboutOf(record), findings };
}

const aboutOf = ({ verdict, findings, rma, orders, status, anomaly, changes }: Omit<CallFacts, 'id'>) => ({
  ...{ verdict, findings, rma, orders, status, anomaly, changes },
});

const closed = (): Received => ({
  ...NOTHING,
  kind: 'unknown',
  isRecorded: false,
  answer: answerToSend(jsonAnswer(503, { message: 'Service Unavailable' })),
  error: undefined,
});

/** @throws TypeError when the body was parsed already, or a field has another type */
function readRequest(given: GivenRequest, maxBody: number): ServerRequest {
  const { method, url, remote } = given;
  if (typeof method !== 'string' || typeof url !== 'string')
    throw new TypeError('handle() takes a request with method and url, both texts.');
  const body = bytesOf(given.body);
  const pairs = pairsOf(given.headers);
  return {
    method: method.toUpperCase(),
    target: url,
    rawHeaders: pairs.flat(),
    headers: headerObject(pairs),
    body: body.subarray(0, maxBody),
    truncated: body.length > maxBody,
    remoteAddress: remote ?? '',
  };
}

function bytesOf(body: GivenRequest['body']): Uint8Array {
  if (body === undefined || body === null) return new Uint8Array(0);
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError(
    'handle() takes the raw body: bytes or text, not a parsed value. Read it before a parser does; docs/library.md shows how for each framework.',
  );
}

function pairsOf(headers: GivenRequest['headers']): [string, string][] {
  if (Symbol.iterator in headers)
    return [...(headers as Iterable<readonly [string, string]>)].map(([name, value]) => [name, value]);
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return (typeof value === 'string' ? [value] : value).map((one) => [name, one]);
  });
}

// The functions of a program that takes calls, in the place where `returns listen` forwards them to an endpoint.

/** How many messages are remembered as handled. */
const MOST_HANDLED = 10_000;

interface OwnFunctions extends Forwarder {
  /** The error that the function of a call threw. */
  errorOf(request: ServerRequest): unknown;
}

const NAMES = { rma: 'onRma', variants: 'onVariants', exchange_order: 'onExchangeOrder' } as const;

function makeOwnFunctions(
  clock: Clock,
  crypto: Crypto,
  route: (request: ServerRequest) => Routed,
  settings: ReceiverSettings,
): OwnFunctions {
  const { onRma, onVariants, onExchangeOrder, variantsShape = 'array' } = settings;
  const handled = makeRecent<true>(MOST_HANDLED);
  const errors = new WeakMap<ServerRequest, { readonly error: unknown }>();

  /** The text of the answer. */
  const call = async (
    kind: EndpointKind,
    request: ServerRequest,
    checked: CheckedCall | undefined,
  ): Promise<string> => {
    if (kind === 'variants') {
      const routed = route(request);
      const variants = await onVariants!('variant' in routed ? routed.variant : '');
      return variantsBody((variants ?? []) as unknown as Json[], variantsShape);
    }
    const key = crypto.sha256(request.body);
    const facts = { ...aboutOf(checked!), isHandled: handled.get(key) === true };
    if (kind === 'rma') {
      await onRma!(checked!.value as unknown as Rma, facts);
      handled.set(key, true);
      return JSON.stringify({ received: true });
    }
    const answer: unknown = await onExchangeOrder!(checked!.value as unknown as ExchangeOrder, facts);
    if (typeof answer !== 'object' || answer === null)
      throw new TypeError('onExchangeOrder must return the answer to the exchange order.');
    handled.set(key, true);
    return JSON.stringify(answer);
  };

  return {
    takes: (kind) => settings[NAMES[kind]] !== undefined,
    // A message that only lacks what is recommended is passed on: then its findings are warnings.
    refuses: (kind, { value, verdict }) =>
      kind !== 'variants' && verdict === 'error' && !hasMessageShape(kind, value),
    async pass(kind, request, _path, checked) {
      const started = clock.monotonic();
      const forwarded = { url: `function:${NAMES[kind]}` };
      const ms = () => Math.round(clock.monotonic() - started);
      try {
        const body = await call(kind, request, checked);
        const answer = { ...jsonAnswer(200, null), body };
        const bytes = Buffer.from(body);
        const findings = kind !== 'rma' ? checkAnswer(kind, bytes).findings : [];
        const recorded = recordedAnswer({ headers: answer.headers ?? {}, body: bytes });
        return {
          answer,
          forwarded: {
            ...{ ...forwarded, status: 200, ms: ms(), answer: recorded },
            ...(findings.length > 0 && { findings }),
          },
        };
      } catch (error) {
        errors.set(request, { error });
        // The error itself is not recorded: it may quote personal data.
        const findings = [callFindingOfRule(handlerFailed, { name: NAMES[kind] })];
        const answer = jsonAnswer(500, { message: 'Internal Server Error' });
        return { answer, forwarded: { ...forwarded, status: 0, ms: ms(), fault: 'failed', findings } };
      }
    },
    errorOf: (request) => errors.get(request)?.error,
  };
}
