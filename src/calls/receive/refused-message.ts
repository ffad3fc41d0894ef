// What a call is about that was refused before its check: the RMA or order of its message, and the path that was meant. It is found by
// these and no more: nothing of it enters the memory of its RMA, because anybody can post anything.
import { Buffer } from 'node:buffer';
import { isObject } from '../../basics/json.ts';
import type { CallFinding } from '../../contract/call-finding.ts';
import { callFindingOfRule, methodWrong, pathUnknown } from '../../contract/call-rules.ts';
import type { EndpointPaths } from '../../contract/customer-endpoints.ts';
import { readMessage } from '../../contract/read-message.ts';
import { pathOfTarget } from '../../contract/serve.ts';
import type { ServerRequest } from '../../platform/platform.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { aboutMessage, kindOfMessage, type RefusedMessage } from '../messages/check-message.ts';
import type { CallDecision } from './record-before-answer.ts';

/** The decision with what the message is about, and for another path with where it belongs. */
export function withMessage(
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
export function isBeside(request: ServerRequest, served: 'rma' | 'exchange_order'): boolean {
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
