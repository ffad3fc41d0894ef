// Converts a call and its result to one line of the record.
import { Buffer } from 'node:buffer';
import type { CallFinding } from '../../contract/call-finding.ts';
import { callVerdictOf } from '../../contract/call-rules.ts';
import type { ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { CallRecord, Forwarded } from '../../storage/calls.ts';
import { type CheckedCall, NOTHING, type RefusedMessage } from '../messages/check-message.ts';
import { recordedBody, sizeOf } from '../record/call-body.ts';
import { REPLAY_HEADER } from '../record/call-headers.ts';

/** The answer to a call, and what is recorded of it. */
export interface CallDecision {
  readonly answer: ServerAnswer;
  readonly by: CallRecord['response']['by'];
  /** Whether to record the answer's body: true when the service uses it. */
  readonly recordBody?: boolean;
  readonly findings: readonly CallFinding[];
  readonly checked?: CheckedCall;
  /** What a call is about that was refused before its check. */
  readonly about?: RefusedMessage;
  readonly forwarded?: Forwarded;
}

/** A call that has a kind and an id, and is not decided yet. */
export interface ArrivedCall extends Pick<CallRecord, 'id' | 'at' | 'kind'> {
  readonly request: ServerRequest;
}

export function callRecordOf(call: ArrivedCall, ms: number, last: CallDecision): CallRecord {
  const { id, at, request } = call;
  const { checked, about, answer, forwarded } = last;
  const kind = about?.kind ?? call.kind;
  const { rma, orders, status, anomaly, changes } = checked ?? about ?? NOTHING;
  const findings = checked ? [...checked.findings, ...last.findings] : last.findings;
  const replayOf = replayedId(request);
  return {
    id,
    at,
    kind,
    method: request.method,
    target: request.target,
    headers: pairsOf(request.rawHeaders),
    remote: request.remoteAddress,
    ...recordedBody(request.body),
    bytes: sizeOf(request, request.truncated),
    truncated: request.truncated,
    verdict: callVerdictOf([...findings, ...(forwarded?.findings ?? [])]),
    findings,
    ...{ rma, orders, status, anomaly, changes },
    response: {
      status: answer.status,
      by: last.by,
      ...(last.recordBody && answer.body !== undefined && { body: textOf(answer.body) }),
      ...(answer.drop && { dropped: true }),
    },
    ...(forwarded && { forwarded }),
    ms,
    ...(replayOf !== undefined && { replayOf }),
  };
}

/** The id of the call that a replay request repeats. */
export function replayedId({ headers }: ServerRequest): string | undefined {
  const given = headers[REPLAY_HEADER];
  return given !== undefined && /^\d{8}-\d{6}-[\da-f]{6}$/.test(given) ? given : undefined;
}

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.push([raw[i]!, raw[i + 1]!]);
  return pairs;
}

const textOf = (body: Uint8Array | string): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
