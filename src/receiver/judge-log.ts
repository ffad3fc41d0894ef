// Messages of a log file judged in their order as a receiver judges what arrives, each as the call it would have been.
import type { CallKind, CallRecord } from '../store/calls.ts';
import { bodyValue, recordedBody } from './call-body.ts';
import { type JudgedCall, type JudgeParts, judgeCall, kindOfMessage } from './judge-call.ts';
import type { LoggedCall } from './message-file.ts';
import { DEFAULT_PATHS } from './options.ts';

export interface LogParts extends JudgeParts {
  /** ms since the epoch, for messages that tell no time. */
  readonly now: number;
  readonly newId: (at: number) => string;
  /** As given on the command line. */
  readonly file: string;
  /** What every message is, whatever it looks like. */
  readonly kind: 'rma' | 'exchange_order' | undefined;
}

/** The call that a message of a log was, with its verdict. Its answer is the one that a receiver gives. */
export function judgeLogged(parts: LogParts, logged: LoggedCall): CallRecord {
  const kept = recordedBody(logged.body);
  const kind = parts.kind ?? kindOf(logged, kept);
  const at = logged.at ?? parts.now;
  const judged =
    kind === 'rma' || kind === 'exchange_order' ? judgeCall(parts, kind, logged.body) : NOT_JUDGED;
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
    verdict: judged.verdict,
    findings: judged.findings,
    rma: judged.rma,
    orders: judged.orders,
    status: judged.status,
    anomaly: judged.anomaly,
    changes: judged.changes,
    response: { status: judged.isBroken ? 400 : 200, by: 'receiver' },
    ms: 0,
    imported: { file: parts.file, line: logged.line },
  };
}

/** A question about variants has no message that could be judged. */
const NOT_JUDGED: Omit<JudgedCall, 'value'> = {
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
