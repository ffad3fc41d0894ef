// Checks the messages of a log file in order, as the receiver checks arriving messages, and makes a call record of each.
import { bodyBroken, callFindingOfRule, callVerdictOf } from '../../contract/call-rules.ts';
import { DEFAULT_PATHS } from '../../contract/customer-endpoints.ts';
import { applyLevels } from '../../contract/levels.ts';
import { type CallKind, type CallRecord, NO_ANSWER } from '../../storage/calls.ts';
import { bodyValue, recordedBody } from '../record/call-body.ts';
import {
  type CheckedCall,
  type CheckParts,
  checkAnswer,
  checkCall,
  kindOfMessage,
  NOTHING,
} from './check-message.ts';
import type { LoggedCall } from './message-file.ts';

/** What the file holds, by the names of `returns schema`: messages of the service, or answers to them. */
export const CHECKED_AS = ['rma', 'exchange-order', 'variants', 'exchange-answer'] as const;
export type CheckedAs = (typeof CHECKED_AS)[number];

export interface LogParts extends CheckParts {
  /** Time for messages without one, ms since the epoch. */
  readonly now: number;
  readonly newId: (at: number) => string;
  /** The path as given on the command line. */
  readonly file: string;
  /** The kind of every message; overrides path and content. */
  readonly as: CheckedAs | undefined;
}

/** The call record and verdict for one message of a log. The answer is unknown, because a log does not contain it. */
export function checkLogged(parts: LogParts, logged: LoggedCall): CallRecord {
  const recorded = recordedBody(logged.body);
  const kind = parts.as === undefined ? kindOf(logged, recorded) : KINDS[parts.as];
  const at = logged.at ?? parts.now;
  const { verdict, findings, rma, orders, status, anomaly, changes } = checkedAs(parts, kind, logged.body);
  return {
    id: parts.newId(at),
    at,
    kind,
    method: logged.method ?? 'POST',
    target: logged.target ?? (kind === 'exchange_order' ? DEFAULT_PATHS.exchangeOrders : DEFAULT_PATHS.rmas),
    headers: logged.headers,
    remote: logged.remote ?? '',
    ...recorded,
    bytes: logged.body.length,
    truncated: false,
    ...{ verdict, findings, rma, orders, status, anomaly, changes },
    response: NO_ANSWER,
    ms: 0,
    imported: { file: parts.file, line: logged.line },
  };
}

const KINDS = {
  rma: 'rma',
  'exchange-order': 'exchange_order',
  variants: 'variants',
  'exchange-answer': 'exchange_order',
} as const satisfies Record<CheckedAs, CallKind>;

function checkedAs(parts: LogParts, kind: CallKind, body: Uint8Array): CheckedCall {
  if (parts.as === 'variants') return checkedAnswer(parts, 'variants', body);
  if (parts.as === 'exchange-answer') return checkedAnswer(parts, 'exchange_order', body);
  return kind === 'rma' || kind === 'exchange_order' ? checkCall(parts, kind, body) : NOT_CHECKED;
}

function checkedAnswer(
  { levels }: LogParts,
  to: 'variants' | 'exchange_order',
  body: Uint8Array,
): CheckedCall {
  const { broken, findings: all } = checkAnswer(to, body);
  const findings = applyLevels(all, levels);
  if (!broken) return { ...NOT_CHECKED, findings, verdict: callVerdictOf(findings) };
  const { line, column } = broken.position;
  const why = callFindingOfRule(bodyBroken, { what: broken.message, line, column });
  return { ...NOT_CHECKED, isBroken: true, verdict: 'error', findings: [why] };
}

/** A variants request has no body, so there is no message to check. */
const NOT_CHECKED: CheckedCall = { ...NOTHING, isBroken: false, verdict: 'ok', findings: [] };

/**
 * Decides by the path when it is one of our endpoints, otherwise by the content. The default is an RMA message. A probe (HEAD,
 * OPTIONS) of a log is no message, whatever its path.
 */
function kindOf({ method, target }: LoggedCall, body: Parameters<typeof bodyValue>[0]): CallKind {
  const path = target?.split(/[?#]/)[0] ?? '';
  if (/\/sku\/[^/]+\/[^/]+$/.test(path) && (method === undefined || method === 'GET')) return 'variants';
  const isPosted = method === undefined || method === 'POST' || method === 'PUT';
  if (isPosted && path.endsWith(DEFAULT_PATHS.rmas)) return 'rma';
  if (isPosted && path.endsWith(DEFAULT_PATHS.exchangeOrders)) return 'exchange_order';
  return kindOfMessage(bodyValue(body)) ?? (isPosted ? 'rma' : 'unknown');
}
