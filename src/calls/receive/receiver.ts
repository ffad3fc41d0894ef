// The receiver as a function from request to answer: route, authentication, body, check, answer. The call is recorded
// before it is answered.
import type { AgreedMessages } from '../../contract/agreed-messages.ts';
import type { CallFinding, CallVerdict } from '../../contract/call-finding.ts';
import {
  bodyCut,
  bodyLarge,
  callFindingOfRule,
  callVerdictOf,
  compressed,
  forwardLoop,
  mediaMissing,
  mediaType,
  methodWrong,
  mockOff,
  pathUnknown,
  senderUnknown,
  variantsUnknown,
} from '../../contract/call-rules.ts';
import { contentFault } from '../../contract/content-type.ts';
import type { EndpointKind } from '../../contract/customer-endpoints.ts';
import { applyLevels, type Levels } from '../../contract/levels.ts';
import type { FactsOf } from '../../contract/rma-ledger.ts';
import { jsonAnswer, pathOfTarget } from '../../contract/serve.ts';
import type {
  Clock,
  Crypto,
  Random,
  ServerAnswer,
  ServerHandler,
  ServerRequest,
} from '../../platform/platform.ts';
import { makeCallIds } from '../../storage/call-files.ts';
import type { CallLog, CallRecord } from '../../storage/calls.ts';
import { type CheckedCall, checkCall } from '../messages/check-message.ts';
import type { RmaMemories } from '../messages/rma-memories.ts';
import { CALL_HEADER, cameBack } from '../record/call-headers.ts';
import { LOOP_STATUS } from '../record/what-counts.ts';
import type { Guard } from './caller-guard.ts';
import type { EmitReceived } from './events.ts';
import type { Mocks } from './exchange-answers.ts';
import type { Forwarder, Passed } from './forward.ts';
import { makeKeyedQueue } from './keyed-queue.ts';
import { type KnownVariants, variantsBody } from './known-variants.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import { type ArrivedCall, type CallDecision, callRecordOf } from './record-before-answer.ts';
import { isBeside, withMessage } from './refused-message.ts';
import { makeCallRouter, type Routed } from './routes.ts';

export interface ReceiverParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
  readonly log: CallLog;
  readonly memories: RmaMemories;
  readonly mocks: Mocks;
  readonly variants: KnownVariants;
  readonly guard?: Guard | undefined;
  readonly forwarder?: Forwarder | undefined;
  /** What the ledger knows of orders, when there is a ledger. */
  readonly facts?: (() => FactsOf | undefined) | undefined;
  readonly options: ReceiverOptions;
  /** The id that the forwarder adds to what it passes on. */
  readonly id?: string | undefined;
  /** Severity of findings, where the user changed it. */
  readonly levels?: Levels | undefined;
  readonly agreed?: AgreedMessages | undefined;
  readonly emit: EmitReceived;
  /** Called before a call is recorded; false: what follows from it could not be written yet, and the record says so. */
  readonly follow?: ((record: CallRecord) => Promise<boolean>) | undefined;
  /** Called with the nonce of every health request. */
  readonly onHealth?: (nonce: string) => void;
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

/** A call after its answer was decided. */
export interface AnsweredCall {
  readonly answer: ServerAnswer;
  /** Undefined for the health path, which is not recorded. */
  readonly record: CallRecord | undefined;
  /** What prevented the record from being written; the answer is 500 then. */
  readonly error?: unknown;
}

/** The result of the first step: a decision, or a call to forward after its check. */
type First = CallDecision | { readonly pass: EndpointKind; readonly checked: CheckedCall | undefined };

export function makeReceiver(parts: ReceiverParts) {
  const { clock, options, log, emit, guard, forwarder } = parts;
  const route = makeCallRouter(options.paths);
  const nextId = makeCallIds(parts.random);
  const queue = makeKeyedQueue();
  const checkParts = {
    sha256: (content: string | Uint8Array) => parts.crypto.sha256(content),
    memories: parts.memories,
    levels: parts.levels,
    agreed: parts.agreed,
  };
  const byVerdict: Record<CallVerdict, number> = { ok: 0, note: 0, warning: 0, error: 0 };
  let calls = 0;
  let isDiskBroken = false;

  /** Refuses requests that do not reach an endpoint. */
  const refuse = (
    request: ServerRequest,
    routed: Exclude<Routed, { kind: 'health' }>,
  ): CallDecision | undefined => {
    // First, because what a sender must present is not passed on.
    if (cameBack(request.headers, parts.id))
      return refusal(LOOP_STATUS, 'Loop Detected', callFindingOfRule(forwardLoop));
    const missing = guard?.missing(request);
    if (missing !== undefined) {
      const finding = callFindingOfRule(senderUnknown, { expected: missing });
      return refusal(401, 'Unauthorized', finding, guard?.challenge);
    }
    if (routed.kind === 'unknown') {
      if (routed.status !== 405) return refusal(404, 'Not Found', callFindingOfRule(pathUnknown));
      const { allow } = routed;
      return refusal(405, 'Method Not Allowed', callFindingOfRule(methodWrong, { expected: allow }), {
        allow,
      });
    }
    if (routed.kind !== 'variants') {
      const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
      const isCompressed = encoding !== '' && encoding !== 'identity';
      const fault = isTypeMissing(request) ? undefined : contentFault(request);
      if (isCompressed || fault) {
        const finding = isCompressed
          ? callFindingOfRule(compressed, { found: encoding.slice(0, 40) })
          : callFindingOfRule(mediaType, { ...fault });
        return refusal(415, 'Unsupported Media Type', finding);
      }
    }
    if (request.cut) return refusal(0, '', callFindingOfRule(bodyCut, { bytes: request.body.length }));
    if (request.truncated)
      return refusal(413, 'Payload Too Large', callFindingOfRule(bodyLarge, { limit: options.maxBody }));
    if (routed.kind !== 'variants' && isBeside(request, routed.kind))
      return refusal(404, 'Not Found', callFindingOfRule(pathUnknown));
    return undefined;
  };

  /** All steps without waiting, so that messages are checked in the order in which they arrive. */
  const decide = (request: ServerRequest, routed: Exclude<Routed, { kind: 'health' }>): First => {
    const refused = refuse(request, routed);
    if (refused) return withMessage(refused, request, routed.kind, options.paths);
    const kind = routed.kind as EndpointKind;
    const checked =
      kind === 'variants'
        ? undefined
        : withType(request, checkCall({ ...checkParts, factsOf: parts.facts?.() }, kind, request.body));
    const forced = options.respond[kind];
    if (forced !== undefined) {
      const answer: ServerAnswer =
        forced === 'drop'
          ? { status: 0, drop: true }
          : jsonAnswer(forced, { message: 'Answered on purpose (--respond)' });
      return decision(answer, 'forced', [], checked);
    }
    if (checked?.isBroken) return invalid(checked, 400, 'Bad Request');
    if (checked?.verdict === 'error' && options.refuseInvalid) return invalid(checked);
    if (checked && forwarder?.takes(kind) && forwarder.refuses?.(kind, checked)) return invalid(checked);
    if (forwarder?.takes(kind)) return { pass: kind, checked };
    if (kind === 'variants' && 'variant' in routed) return variantsAnswer(routed.variant);
    if (kind === 'exchange_order') return exchangeAnswer(checked);
    return decision(jsonAnswer(200, { received: true }), 'receiver', [], checked);
  };

  const variantsAnswer = (identifier: string): CallDecision => {
    const known = parts.variants.of(identifier);
    const body = variantsBody(known ?? [], options.variantsShape);
    const findings = known ? [] : [callFindingOfRule(variantsUnknown)];
    return { ...decision(jsonText(200, body), known ? 'file' : 'receiver', findings), recordBody: true };
  };

  const exchangeAnswer = (checked: CheckedCall | undefined): CallDecision => {
    if (!options.mocks) {
      const answer = jsonAnswer(503, { message: 'Service Unavailable' });
      return decision(answer, 'receiver', [callFindingOfRule(mockOff)], checked);
    }
    const { body, findings } = parts.mocks.answer(checked?.value);
    const answer = jsonText(200, body);
    const headers = { ...answer.headers, 'x-returns-mock': 'true' };
    return { ...decision({ ...answer, headers }, 'mock', findings, checked), recordBody: true };
  };

  /** The answer, with what was recorded of the call. */
  const receive = async (request: ServerRequest): Promise<AnsweredCall> => {
    const routed = route(request);
    if (routed.kind === 'health') return { answer: healthAnswer(request), record: undefined };
    const at = clock.now();
    const started = clock.monotonic();
    const call = { id: nextId(at), at, kind: routed.kind, request };
    const first = decide(request, routed);
    if (!('pass' in first)) return conclude(call, started, first);
    const whole = async () => await conclude(call, started, await passOn(first, request));
    const rma = first.checked?.rma;
    return rma ? await queue.run(rma, whole) : await whole();
  };

  const conclude = (call: ArrivedCall, started: number, decided: CallDecision) => {
    const last = withLevels(decided, parts.levels);
    const ms = Math.round(clock.monotonic() - started);
    return finish(callRecordOf(call, ms, last), last.answer);
  };

  const isFollowed = async (record: CallRecord): Promise<boolean> => {
    try {
      return (await parts.follow?.(record)) ?? true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      emit({ type: 'notice', severity: 'warning', text: `what follows from a call was not done: ${why}` });
      return false;
    }
  };

  /** Waits for the disk with the record alone: what the call was decided from is free by then. */
  const finish = async (decided: CallRecord, answer: ServerAnswer): Promise<AnsweredCall> => {
    const record = (await isFollowed(decided)) ? decided : { ...decided, unfollowed: true as const };
    try {
      await log.append(record);
      isDiskBroken = false;
    } catch (error) {
      return { answer: notRecorded(error), record, error };
    }
    if (options.delayMs > 0) await clock.sleep(options.delayMs, parts.signal);
    calls++;
    byVerdict[record.verdict]++;
    emit({ type: 'call', record });
    if (record.replayOf === undefined) return { answer, record };
    return { answer: { ...answer, headers: { ...answer.headers, [CALL_HEADER]: record.id } }, record };
  };

  const passOn = async (
    { pass, checked }: { pass: EndpointKind; checked: CheckedCall | undefined },
    request: ServerRequest,
  ): Promise<CallDecision> => {
    const path = pathOfTarget(request.target) + queryOf(request.target);
    const { answer, forwarded }: Passed = await forwarder!.pass(pass, request, path, checked);
    return { ...decision(answer, 'forwarded', [], checked), forwarded };
  };

  /** A call that cannot be recorded is answered 500, so that the sender tries again. */
  const notRecorded = (error: unknown): ServerAnswer => {
    if (!isDiskBroken)
      emit({
        type: 'notice',
        severity: 'warning',
        text: `calls are answered 500 because they cannot be recorded: ${error instanceof Error ? error.message : 'the disk fails'}`,
      });
    isDiskBroken = true;
    return jsonAnswer(500, { message: 'Internal Server Error' });
  };

  const healthAnswer = (request: ServerRequest): ServerAnswer => {
    const nonce = new URLSearchParams(queryOf(request.target)).get('nonce') ?? '';
    if (nonce !== '') parts.onHealth?.(nonce);
    return jsonAnswer(200, { status: 'ok', ...(nonce !== '' && { nonce: nonce.slice(0, 100) }) });
  };

  const handle: ServerHandler = async (request) => (await receive(request)).answer;

  return { handle, receive, counts: () => ({ calls, byVerdict: { ...byVerdict } }) };
}

const isTypeMissing = ({ headers }: ServerRequest): boolean => (headers['content-type'] ?? '').trim() === '';

/** A message without Content-Type is accepted when it parses, with a warning. */
function withType(request: ServerRequest, checked: CheckedCall): CheckedCall {
  if (!isTypeMissing(request)) return checked;
  const findings = [...checked.findings, callFindingOfRule(mediaMissing)];
  return { ...checked, findings, verdict: callVerdictOf(findings) };
}

/** Applies levels to findings outside the message: of the call and of the endpoint's answer. */
function withLevels(last: CallDecision, levels: Levels | undefined): CallDecision {
  if (!levels) return last;
  const { forwarded } = last;
  return {
    ...last,
    findings: applyLevels(last.findings, levels),
    ...(forwarded?.findings && {
      forwarded: { ...forwarded, findings: applyLevels(forwarded.findings, levels) },
    }),
  };
}

const queryOf = (target: string): string => (target.includes('?') ? target.slice(target.indexOf('?')) : '');

const decision = (
  answer: ServerAnswer,
  by: CallDecision['by'] = 'receiver',
  findings: readonly CallFinding[] = [],
  checked?: CheckedCall,
): CallDecision => ({ answer, by, findings, ...(checked && { checked }) });

/** The answer to a message with errors names them: 422, or 400 when it could not be read. */
const invalid = (checked: CheckedCall, status = 422, message = 'Validation Failed'): CallDecision => ({
  ...decision(jsonAnswer(status, { message, errors: errorsOf(checked.findings) }), 'receiver', [], checked),
  ...(status === 422 && { recordBody: true }),
});

const refusal = (
  status: number,
  message: string,
  finding: CallFinding,
  headers?: Readonly<Record<string, string>>,
): CallDecision => decision(jsonAnswer(status, { message }, headers), 'receiver', [finding]);

const jsonText = (status: number, body: string): ServerAnswer => ({
  ...jsonAnswer(status, null),
  body,
});

/** `errors` in the form of the interface's own 422, with the message of each finding. */
const errorsOf = (findings: readonly CallFinding[]) =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ path, code, message }) => ({ field: path, code, message }));
