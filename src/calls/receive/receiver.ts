// The receiver as a function from request to answer: route, decision or your own endpoint, record, answer.
import { applyLevels, type Levels } from '../../contract/levels.ts';
import { jsonAnswer, pathOfTarget } from '../../contract/router.ts';
import type { Crypto, Random, ServerAnswer, ServerHandler, ServerRequest } from '../../platform/platform.ts';
import { makeCallIds } from '../../storage/calls.ts';
import { type DecideParts, decide, decision, type PassedOn } from './decide-answer.ts';
import {
  type AnsweredCall,
  type CallDecision,
  CallRecorder,
  callRecordOf,
  type RecorderParts,
} from './record-before-answer.ts';
import { makeCallRouter } from './routes.ts';

export interface ReceiverParts extends RecorderParts, Omit<DecideParts, 'sha256'> {
  readonly random: Random;
  readonly crypto: Crypto;
  /** Called with the nonce of every health request. */
  readonly onHealth?: ((nonce: string) => void) | undefined;
}

export class Receiver {
  private readonly parts: ReceiverParts & DecideParts;
  private readonly route: ReturnType<typeof makeCallRouter>;
  private readonly nextId: (at: number) => string;
  private readonly recorder: CallRecorder;
  /** The last work of each RMA: what is passed on of one RMA goes one after the other. */
  private readonly last = new Map<string, Promise<unknown>>();

  /** @throws Failure exit 2 when two endpoints have the same path */
  constructor(parts: ReceiverParts) {
    this.parts = { ...parts, sha256: (content) => parts.crypto.sha256(content) };
    this.route = makeCallRouter(parts.options.paths);
    this.nextId = makeCallIds(parts.random);
    this.recorder = new CallRecorder(parts, parts.options.delayMs);
  }

  handle: ServerHandler = async (request) => (await this.receive(request)).answer;

  counts = () => this.recorder.counts();

  /** The answer, with what was recorded of the call. */
  async receive(request: ServerRequest): Promise<AnsweredCall> {
    const routed = this.route(request);
    if (routed.kind === 'health') return { answer: this.healthAnswer(request), record: undefined };
    const { clock, levels } = this.parts;
    const at = clock.now();
    const started = clock.monotonic();
    const call = { id: this.nextId(at), at, kind: routed.kind, request };
    const answered = (decided: CallDecision) => {
      const ms = Math.round(clock.monotonic() - started);
      const record = callRecordOf(call, ms, withLevels(decided, levels), this.parts.guard?.ours);
      return this.recorder.record(record, decided.answer);
    };
    const first = decide(this.parts, request, routed);
    if (!('pass' in first)) return answered(first);
    const whole = async () => await answered(await this.passOn(first, request));
    const rma = first.checked?.rma;
    return rma ? await this.inTurn(rma, whole) : await whole();
  }

  /** Runs the work when all earlier work of the key has ended, with or without an error. */
  private inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const mine = before === undefined ? work() : before.then(work, work);
    this.last.set(key, mine);
    const leave = () => {
      if (this.last.get(key) === mine) this.last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  }

  private async passOn({ pass, checked }: PassedOn, request: ServerRequest): Promise<CallDecision> {
    const path = pathOfTarget(request.target) + queryOf(request.target);
    const { answer, forwarded } = await this.parts.forwarder!.pass(pass, request, path, checked);
    return { ...decision(answer, 'forwarded', [], checked), forwarded };
  }

  private healthAnswer({ target }: ServerRequest): ServerAnswer {
    const nonce = new URLSearchParams(queryOf(target)).get('nonce') ?? '';
    if (nonce !== '') this.parts.onHealth?.(nonce);
    return jsonAnswer(200, { status: 'ok', ...(nonce !== '' && { nonce: nonce.slice(0, 100) }) });
  }
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
