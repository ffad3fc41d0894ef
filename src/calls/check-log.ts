// Messages of a log file judged in their order as a receiver judges what arrives, each as the call it would have been.
import { bodyBroken, noticed, verdictOf } from '../contract/call-rules.ts';
import { applyLevels } from '../contract/levels.ts';
import { type CallKind, type CallRecord, NO_ANSWER } from '../storage/calls.ts';
import { bodyValue, recordedBody } from './call-body.ts';
import { checkAnswer } from './check-answer.ts';
import { type CheckedCall, type CheckParts, checkCall, kindOfMessage } from './check-call.ts';
import type { LoggedCall } from './message-file.ts';
import { DEFAULT_PATHS } from './options.ts';

/** What the texts of a file are, by the names of `returns schema`: messages of the service, or answers to them. */
export const CHECKED_AS = ['rma', 'exchange-order', 'variants', 'exchange-answer'] as const;
export type CheckedAs = (typeof CHECKED_AS)[number];

export interface LogParts extends CheckParts {
  /** ms since the epoch, for messages that tell no time. */
  readonly now: number;
  readonly newId: (at: number) => string;
  /** As given on the command line. */
  readonly file: string;
  /** What every message is, whatever it looks like. */
  readonly as: CheckedAs | undefined;
}

/** The call that a message of a log was, with its verdict. What it was answered a log does not tell. */
export function checkLogged(parts: LogParts, logged: LoggedCall): CallRecord {
  const kept = recordedBody(logged.body);
  const kind = parts.as === undefined ? kindOf(logged, kept) : KINDS[parts.as];
  const at = logged.at ?? parts.now;
  const checked = judgedAs(parts, kind, logged.body);
  return {
    id: parts.newId(at),
    at,
    kind,
    method: logged.method ?? 'POST',
    target: logged.target ?? (kind === 'exchange_order' ? DEFAULT_PATHS.exchangeOrders : DEFAULT_PATHS.rmas),
    headers: logged.headers,
    remote: logged.remote ?? '',
    ...kept,
    bytes: logged.body.length,
    truncated: false,
    verdict: checked.verdict,
    findings: checked.findings,
    rma: checked.rma,
    orders: checked.orders,
    status: checked.status,
    anomaly: checked.anomaly,
    changes: checked.changes,
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

function judgedAs(parts: LogParts, kind: CallKind, body: Uint8Array): Omit<CheckedCall, 'value'> {
  if (parts.as === 'variants') return judgedAnswer(parts, 'variants', body);
  if (parts.as === 'exchange-answer') return judgedAnswer(parts, 'exchange_order', body);
  return kind === 'rma' || kind === 'exchange_order' ? checkCall(parts, kind, body) : NOT_JUDGED;
}

function judgedAnswer(
  { levels }: LogParts,
  to: 'variants' | 'exchange_order',
  body: Uint8Array,
): Omit<CheckedCall, 'value'> {
  const { broken, findings: all } = checkAnswer(to, body);
  const findings = applyLevels(all, levels);
  if (!broken) return { ...NOT_JUDGED, findings, verdict: verdictOf(findings) };
  const { line, column } = broken.position;
  const why = noticed(bodyBroken, { what: broken.message, line, column });
  return { ...NOT_JUDGED, isBroken: true, verdict: 'error', findings: [why] };
}

/** A question about variants has no message that could be judged. */
const NOT_JUDGED: Omit<CheckedCall, 'value'> = {
  isBroken: false,
  verdict: 'ok',
  findings: [],
  rma: null,
  orders: [],
  status: null,
  anomaly: null,
  changes: [],
};

/** By the path where it is one of ours, else by the message; what nothing tells is taken for an RMA message. */
function kindOf({ method, target }: LoggedCall, body: Parameters<typeof bodyValue>[0]): CallKind {
  const path = target?.split(/[?#]/)[0] ?? '';
  if (/\/sku\/[^/]+\/[^/]+$/.test(path) && (method === undefined || method === 'GET')) return 'variants';
  if (path.endsWith(DEFAULT_PATHS.rmas)) return 'rma';
  if (path.endsWith(DEFAULT_PATHS.exchangeOrders)) return 'exchange_order';
  return kindOfMessage(bodyValue(body)) ?? (method === 'GET' ? 'unknown' : 'rma');
}
