// What a received call is answered: refused at the door, answered on purpose (--respond), with its errors, from the
// file of variants, by a mock, or 200; or whether an endpoint answers it. Nothing here waits, so messages are checked
// as they arrive.

import { Buffer } from 'node:buffer';
import { isObject } from '../../basics/json.ts';
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
import type { EndpointKind, EndpointPaths } from '../../contract/customer-endpoints.ts';
import type { CallFinding } from '../../contract/finding.ts';
import { readMessage } from '../../contract/read-message.ts';
import type { FactsOf } from '../../contract/rma-rules/known-orders.ts';
import { jsonAnswer, pathOfTarget } from '../../contract/router.ts';
import type { Clock, ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { CallRecord } from '../../storage/calls.ts';
import {
  aboutMessage,
  type CheckedCall,
  type CheckParts,
  checkCall,
  kindOfMessage,
  type RefusedMessage,
} from '../messages/check-message.ts';
import { LOOP_STATUS } from '../record/call-state.ts';
import { cameBack, OWN_AGENTS } from '../record/recorded-call.ts';
import type { Guard } from './caller-guard.ts';
import type { Mocks } from './exchange-answers.ts';
import type { Forwarder } from './forward.ts';
import { type KnownVariants, type ReceiverOptions, variantsBody } from './receiver-options.ts';
import type { CallDecision } from './record-before-answer.ts';
import type { Routed } from './routes.ts';

export interface DecideParts extends Omit<CheckParts, 'factsOf' | 'now'> {
  readonly clock: Clock;
  readonly options: ReceiverOptions;
  readonly mocks: Mocks;
  readonly variants: KnownVariants;
  readonly guard?: Guard | undefined;
  readonly forwarder?: Forwarder | undefined;
  /** What the ledger knows of orders, when there is a ledger. */
  readonly facts?: (() => FactsOf | undefined) | undefined;
  /** The id that the forwarder adds to what it passes on. */
  readonly id?: string | undefined;
}

/** A call that an endpoint answers, after its check. */
export interface PassedOn {
  readonly pass: EndpointKind;
  readonly checked: CheckedCall | undefined;
}

type RoutedCall = Exclude<Routed, { kind: 'health' }>;

export function decide(
  parts: DecideParts,
  request: ServerRequest,
  routed: RoutedCall,
): CallDecision | PassedOn {
  const { options, forwarder } = parts;
  const refused = refuse(parts, request, routed);
  if (refused) return withMessage(refused, request, routed.kind, options.paths);
  const kind = routed.kind as EndpointKind;
  const now = isPlayed(request) ? undefined : parts.clock.now();
  const checked =
    kind === 'variants'
      ? undefined
      : withType(request, checkCall({ ...parts, now, factsOf: parts.facts?.() }, kind, request.body));
  const forced = options.respond[kind];
  if (forced === 'drop') return decision({ status: 0, drop: true }, 'forced', [], checked);
  if (forced !== undefined)
    return decision(
      jsonAnswer(forced, { message: 'Answered on purpose (--respond)' }),
      'forced',
      [],
      checked,
    );
  if (checked?.isBroken) return invalid(checked, 400, 'Bad Request');
  if (checked?.verdict === 'error' && options.refuseInvalid) return invalid(checked);
  if (forwarder?.takes(kind))
    return checked && forwarder.refuses?.(kind, checked) ? invalid(checked) : { pass: kind, checked };
  if (kind === 'variants' && 'variant' in routed) return variantsAnswer(parts, routed.variant);
  if (kind === 'exchange_order') return exchangeAnswer(parts, checked);
  return decision(jsonAnswer(200, { received: true }), 'receiver', [], checked);
}

/** Our own sandbox sends it, or `trigger`: its clock may be another one. */
const isPlayed = ({ headers }: ServerRequest): boolean => OWN_AGENTS.test(headers['user-agent'] ?? '');

/** Refuses requests that do not reach an endpoint. */
function refuse(
  { guard, id, options }: DecideParts,
  request: ServerRequest,
  routed: RoutedCall,
): CallDecision | undefined {
  // First, because what a sender must present is not passed on.
  if (cameBack(request.headers, id))
    return refusal(LOOP_STATUS, 'Loop Detected', callFindingOfRule(forwardLoop));
  const missing = guard?.missing(request);
  if (missing !== undefined) {
    const finding = callFindingOfRule(senderUnknown, { expected: missing });
    return refusal(401, 'Unauthorized', finding, guard?.challenge);
  }
  if (routed.kind === 'unknown') {
    if (routed.status !== 405) return refusal(404, 'Not Found', callFindingOfRule(pathUnknown));
    const { allow } = routed;
    return refusal(405, 'Method Not Allowed', callFindingOfRule(methodWrong, { expected: allow }), { allow });
  }
  const unread = routed.kind === 'variants' ? undefined : unreadable(request);
  if (unread) return refusal(415, 'Unsupported Media Type', unread);
  if (request.cut) return refusal(0, '', callFindingOfRule(bodyCut, { bytes: request.body.length }));
  if (request.truncated)
    return refusal(413, 'Payload Too Large', callFindingOfRule(bodyLarge, { limit: options.maxBody }));
  if (routed.kind !== 'variants' && isBeside(request, routed.kind))
    return refusal(404, 'Not Found', callFindingOfRule(pathUnknown));
  return undefined;
}

/** Why the body of a message cannot be read, by its headers. */
function unreadable(request: ServerRequest): CallFinding | undefined {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    return callFindingOfRule(compressed, { found: encoding.slice(0, 40) });
  const fault = isTypeMissing(request) ? undefined : contentFault(request);
  return fault === undefined ? undefined : callFindingOfRule(mediaType, { found: fault });
}

function variantsAnswer({ variants, options }: DecideParts, identifier: string): CallDecision {
  const known = variants.of(identifier);
  const answer = jsonText(variantsBody(known ?? [], options.variantsShape));
  const findings = known ? [] : [callFindingOfRule(variantsUnknown)];
  return { ...decision(answer, known ? 'file' : 'receiver', findings), recordBody: true };
}

function exchangeAnswer({ mocks, options }: DecideParts, checked: CheckedCall | undefined): CallDecision {
  if (!options.mocks) {
    const answer = jsonAnswer(503, { message: 'Service Unavailable' });
    return decision(answer, 'receiver', [callFindingOfRule(mockOff)], checked);
  }
  const { body, findings } = mocks.answer(checked?.value);
  const answer = jsonText(body);
  const headers = { ...answer.headers, 'x-returns-mock': 'true' };
  return { ...decision({ ...answer, headers }, 'mock', findings, checked), recordBody: true };
}

const isTypeMissing = ({ headers }: ServerRequest): boolean => (headers['content-type'] ?? '').trim() === '';

/** A message without Content-Type is accepted when it parses, with a warning. */
function withType(request: ServerRequest, checked: CheckedCall): CheckedCall {
  if (!isTypeMissing(request)) return checked;
  const findings = [...checked.findings, callFindingOfRule(mediaMissing)];
  return { ...checked, findings, verdict: callVerdictOf(findings) };
}

export const decision = (
  answer: ServerAnswer,
  by: CallDecision['by'],
  findings: readonly CallFinding[],
  checked?: CheckedCall,
): CallDecision => ({ answer, by, findings, ...(checked && { checked }) });

/** The answer to a message with errors names them: 422, or 400 when it could not be read. */
function invalid(checked: CheckedCall, status = 422, message = 'Validation Failed'): CallDecision {
  // In the form of the interface's own 422, with the message of each finding.
  const errors = checked.findings
    .filter(({ severity }) => severity === 'error')
    .map((finding) => ({ field: finding.path, code: finding.code, message: finding.message }));
  const answer = jsonAnswer(status, { message, errors });
  return { ...decision(answer, 'receiver', [], checked), ...(status === 422 && { recordBody: true }) };
}

const refusal = (
  status: number,
  message: string,
  finding: CallFinding,
  headers?: Readonly<Record<string, string>>,
): CallDecision => decision(jsonAnswer(status, { message }, headers), 'receiver', [finding]);

const jsonText = (body: string): ServerAnswer => ({ ...jsonAnswer(200, null), body });

// What a call is about that was refused before its check: the RMA or order of its message, and the path that was meant.
// It is found by these and no more: nothing of it enters the memory of its RMA, because anybody can post anything.

/** The decision with what the message is about, and for another path with where it belongs. */
function withMessage(
  refused: CallDecision,
  request: ServerRequest,
  kind: CallRecord['kind'],
  paths: EndpointPaths,
): CallDecision {
  const isBesideIt = refused.findings.some(({ code }) => code === pathUnknown.code);
  const about = kind === 'variants' ? undefined : refusedMessage(request, isBesideIt ? 'unknown' : kind);
  const sent = { request, kind: about?.kind, isServed: kind !== 'unknown' };
  const findings = refused.findings.map((finding) => misplaced(finding, sent, paths));
  return { ...refused, ...(about && { about }), findings };
}

/** Whether the message of the other kind was posted to an endpoint. Only RMAs have a return_method: most calls are not read twice. */
function isBeside(request: ServerRequest, served: 'rma' | 'exchange_order'): boolean {
  const { buffer, byteOffset, length } = request.body;
  if (Buffer.from(buffer, byteOffset, length).includes('"return_method"') === (served === 'rma'))
    return false;
  return ![undefined, served].includes(refusedMessage(request, 'unknown')?.kind);
}

/** Of another path, only a message that shows what it is: other programs post to the same tunnel. */
function refusedMessage(
  { method, body, cut, truncated }: ServerRequest,
  served: 'rma' | 'exchange_order' | 'unknown',
): RefusedMessage | undefined {
  if ((method !== 'POST' && method !== 'PUT') || cut || truncated || body.length === 0) return undefined;
  const read = readMessage(body);
  if (read.kind === 'broken' || !isObject(read.value)) return undefined;
  const { value } = read;
  const kind = served === 'unknown' ? messageKind(value) : served;
  return kind && { kind, ...aboutMessage(kind, value) };
}

/** Fields of the message itself, beside the one by which a log is sorted. */
function messageKind(value: Readonly<Record<string, unknown>>): 'rma' | 'exchange_order' | undefined {
  const kind = kindOfMessage(value);
  if (!Array.isArray(value['items'])) return undefined;
  if (kind === 'rma') return typeof value['rma_identifier'] === 'string' ? kind : undefined;
  return 'original_order_id' in value || isObject(value['customer']) ? kind : undefined;
}

/** What was sent: the kind of its message, if any, and whether an endpoint has its path and method. */
interface Sent {
  readonly request: ServerRequest;
  readonly kind: RefusedMessage['kind'] | undefined;
  readonly isServed: boolean;
}

/** A message that is lost is an error; without one, something else knocked. */
function misplaced(
  finding: CallFinding,
  { request, kind, isServed }: Sent,
  paths: EndpointPaths,
): CallFinding {
  const own = kind === 'rma' ? paths.rmas : paths.exchangeOrders;
  const path = pathOfTarget(request.target);
  const isMethod = finding.code === methodWrong.code;
  if (isMethod && (!kind || bare(path) === bare(own)))
    return kind ? { ...finding, severity: 'error' } : finding;
  if (!isMethod && finding.code !== pathUnknown.code) return finding;
  const isVariants = request.method === 'GET' && /\/skus?\//i.test(path);
  const known = callFindingOfRule(pathUnknown, {
    ...(isVariants && { meant: `/sku/{variant_identifier}/${paths.variants}` }),
    ...(kind && { kind, takes: own, served: isServed || isMethod }),
  });
  return kind ? { ...known, severity: 'error' } : known;
}

const bare = (path: string): string => path.replace(/\/$/, '');
