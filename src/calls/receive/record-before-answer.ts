// A call is on disk before its answer goes out: what follows from it is planned, then the call is written with the
// answer that it gets, then it is answered. A call that cannot be written is answered 500, so that the sender tries
// again.
import { Buffer } from 'node:buffer';
import { Failure, textOfError } from '../../basics/failure.ts';
import { callVerdictOf } from '../../contract/call-rules.ts';
import type { CallFinding, CallVerdict } from '../../contract/finding.ts';
import { jsonAnswer } from '../../contract/router.ts';
import type { Clock, ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { CallLog, CallRecord, Forwarded } from '../../storage/calls.ts';
import { type EmitReceived, warningOf } from '../events.ts';
import { type CheckedCall, NOTHING, type RefusedMessage } from '../messages/check-message.ts';
import { CALL_HEADER, isSecretHeader, REPLAY_HEADER, recordedBody, sizeOf } from '../record/recorded-call.ts';

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
interface ArrivedCall extends Pick<CallRecord, 'id' | 'at' | 'kind'> {
  readonly request: ServerRequest;
}

/** A call after its answer was decided. */
export interface AnsweredCall {
  readonly answer: ServerAnswer;
  /** Undefined for the health path, which is not recorded. */
  readonly record: CallRecord | undefined;
  /** What prevented the record from being written; the answer is 500 then. */
  readonly error?: unknown;
}

export interface RecorderParts {
  readonly clock: Clock;
  readonly log: CallLog;
  readonly emit: EmitReceived;
  /** Called before a call is recorded; false: what follows from it could not be written yet, and the record says so. */
  readonly follow?: ((record: CallRecord) => Promise<boolean>) | undefined;
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

export class CallRecorder {
  private readonly byVerdict: Record<CallVerdict, number> = { ok: 0, note: 0, warning: 0, error: 0 };
  private calls = 0;
  private isDiskBroken = false;

  /** @param delayMs how long every answer waits */
  constructor(
    private readonly parts: RecorderParts,
    private readonly delayMs: number,
  ) {}

  counts = () => ({ calls: this.calls, byVerdict: { ...this.byVerdict } });

  /** Waits for the disk with the record alone: what the call was decided from is free by then. */
  async record(decided: CallRecord, answer: ServerAnswer): Promise<AnsweredCall> {
    const { clock, log, signal } = this.parts;
    const record = (await this.isFollowed(decided)) ? decided : { ...decided, unfollowed: true as const };
    try {
      await log.append(record);
      this.isDiskBroken = false;
    } catch (error) {
      return { answer: this.notRecorded(error), record, error };
    }
    if (this.delayMs > 0) await clock.sleep(this.delayMs, signal);
    this.tell(record);
    if (record.replayOf === undefined) return { answer, record };
    return { answer: { ...answer, headers: { ...answer.headers, [CALL_HEADER]: record.id } }, record };
  }

  private async isFollowed(record: CallRecord): Promise<boolean> {
    try {
      return (await this.parts.follow?.(record)) ?? true;
    } catch (error) {
      const hint = error instanceof Failure ? `. ${error.hint}` : '';
      this.warn(`what follows from a call was not done: ${textOfError(error)}${hint}`);
      return false;
    }
  }

  /** The answer that is on disk goes out, whatever those do who are told of the call. */
  private tell(record: CallRecord): void {
    this.calls++;
    this.byVerdict[record.verdict]++;
    try {
      this.parts.emit({ type: 'call', record });
    } catch (error) {
      this.warn(`call ${record.id} was answered, and is not shown: ${textOfError(error)}`);
    }
  }

  private notRecorded(error: unknown): ServerAnswer {
    if (!this.isDiskBroken)
      this.warn(`calls are answered 500 because they cannot be recorded: ${textOfError(error)}`);
    this.isDiskBroken = true;
    return jsonAnswer(500, { message: 'Internal Server Error' });
  }

  private warn = (text: string): void => this.parts.emit(warningOf(text));
}

/** The line of a call, with its answer. `ours`: the headers in which this receiver demands a secret, in lower case. */
export function callRecordOf(
  call: ArrivedCall,
  ms: number,
  last: CallDecision,
  ours: ReadonlySet<string> = new Set(),
): CallRecord {
  const { id, at, request } = call;
  const { checked, about, answer, forwarded } = last;
  const { rma, orders, status, anomaly, changes } = checked ?? about ?? NOTHING;
  const findings = checked ? [...checked.findings, ...last.findings] : last.findings;
  const replayOf = replayedId(request);
  const secretHeaders = [...ours].filter((name) => name in request.headers && !isSecretHeader(name));
  return {
    id,
    at,
    kind: about?.kind ?? call.kind,
    method: request.method,
    target: request.target,
    headers: pairsOf(request.rawHeaders),
    ...(secretHeaders.length > 0 && { secretHeaders }),
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
      ...(last.recordBody &&
        answer.body !== undefined && { body: Buffer.from(answer.body).toString('utf8') }),
      ...(answer.drop && { dropped: true }),
    },
    ...(forwarded && { forwarded }),
    ms,
    ...(replayOf !== undefined && { replayOf }),
  };
}

/** The id of the call that a replay request repeats. */
function replayedId({ headers }: ServerRequest): string | undefined {
  const given = headers[REPLAY_HEADER];
  return given !== undefined && /^\d{8}-\d{6}-[\da-f]{6}$/.test(given) ? given : undefined;
}

const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, i): [string, string][] =>
    i % 2 === 0 && i + 1 < raw.length ? [[name, raw[i + 1]!]] : [],
  );
