// The sender: any stream of messages to one endpoint in batches, within the pace, in order per key, until each is
// accepted, refused, or left pending with a reason. It knows nothing of orders or ASNs.
import { authFailure, Failure, unavailableFailure } from '../base/failure.ts';
import { type Clock, type HttpAnswer, NetworkFault, type Random } from '../base/host.ts';
import { readErrorBody } from '../contract/error-body.ts';
import {
  type Batch,
  batchOf,
  composeBody,
  type Envelope,
  halves,
  isRamping,
  namedRefusals,
  type Parcel,
  type Refusal,
  rampSize,
} from './batch.ts';
import type { RequestCounts } from './counts.ts';
import type { Pacer } from './pacer.ts';
import { backoffMs, isLasting, MAX_RETRIES, meaningOf, probeMs, retryAfterMs } from './retry.ts';
import type { TokenSource } from './token.ts';

export interface SenderOptions {
  readonly envelope: Envelope;
  /** Messages a batch. */
  readonly batchSize: number;
  /** Bytes of a request body. */
  readonly batchBytes: number;
  /** Open requests; by latency between 4 and 64 when not given. */
  readonly concurrency?: number;
  /** How long nothing may succeed before the run ends as unavailable, ms. */
  readonly maxOutageMs: number;
  /** How many refused messages stop the run. */
  readonly maxRefused: number;
  /** How long open requests may finish after an interruption, ms. */
  readonly drainMs: number;
}

export interface SenderParts<T> {
  readonly clock: Clock;
  readonly random: Random;
  readonly pacer: Pacer;
  readonly tokens: TokenSource;
  readonly counts: RequestCounts;
  /** One HTTP exchange. @throws NetworkFault */
  post(body: string, token: string, signal: AbortSignal): Promise<HttpAnswer>;
  /** The last look before every attempt: false when the message need not be sent any more (the callee settles it). */
  admit(parcel: Parcel<T>): boolean;
  /** Accepted by the service; resolves when that is on disk. Until then the keys stay taken. */
  accepted(parcels: readonly Parcel<T>[]): Promise<void>;
  refused(parcel: Parcel<T>, refusals: readonly Refusal[]): Promise<void>;
  /** Something a person would want to know: an outage begins or ends, a pause. */
  notice(notice: SenderNotice): void;
}

export type SenderNotice =
  | { readonly kind: 'outage'; readonly reason: string; readonly giveUpInMs: number }
  | { readonly kind: 'recovered' }
  | { readonly kind: 'limited' };

export type SendEnd =
  | { readonly kind: 'done' | 'interrupted' }
  | { readonly kind: 'stopped' | 'failed'; readonly failure: Failure };

/** Eight different messages refused with one signature and none accepted: the mapping is wrong, not the data. */
const SAME_SIGNATURE = 8;

/** Sends everything that `source` yields. Resolves when nothing is open any more; never leaves a request behind. */
export async function send<T>(
  source: AsyncIterator<Parcel<T>>,
  options: SenderOptions,
  parts: SenderParts<T>,
  signal: AbortSignal,
): Promise<SendEnd> {
  return await new Sender(source, options, parts, signal).run();
}

class Sender<T> {
  private readonly waiting: Batch<T>[] = [];
  private readonly open = new Set<Promise<void>>();
  private readonly takenKeys = new Set<string>();
  /** Messages whose key is taken by an open one; they go first as soon as it is free. */
  private deferred: Parcel<T>[] = [];
  private readonly hardStop = new AbortController();
  private sourceDone = false;
  private leftover: Parcel<T> | undefined;
  private finishedBatches = 0;
  private acceptedCount = 0;
  private refusedCount = 0;
  private readonly signatures = new Map<string, number>();
  private maxBytes: number;
  private latencyMs = 100;
  private failingSince: number | undefined;
  private lastSuccess = Number.NEGATIVE_INFINITY;
  private probes = 0;
  private outage = false;
  private lastReason = '';
  private end: SendEnd | undefined;
  private wake: () => void = () => {};

  constructor(
    private readonly source: AsyncIterator<Parcel<T>>,
    private readonly options: SenderOptions,
    private readonly parts: SenderParts<T>,
    private readonly signal: AbortSignal,
  ) {
    this.maxBytes = options.batchBytes;
  }

  async run(): Promise<SendEnd> {
    const onAbort = () => this.wake();
    this.signal.addEventListener('abort', onAbort);
    try {
      while (!this.end && !this.signal.aborted) {
        this.giveUpAfterOutage();
        if (this.end) break;
        if (this.open.size >= this.capacity()) {
          await this.change();
          continue;
        }
        const batch = this.takeWaiting() ?? (this.outage ? undefined : await this.pull());
        if (batch) await this.launch(batch);
        else if (
          this.open.size === 0 &&
          this.waiting.length === 0 &&
          this.sourceDone &&
          this.deferred.length === 0
        )
          break;
        else await this.change(this.msUntilNext());
      }
    } catch (error) {
      this.fail(error);
    }
    await this.drain();
    this.signal.removeEventListener('abort', onAbort);
    return this.end ?? { kind: this.signal.aborted ? 'interrupted' : 'done' };
  }

  /** Open requests allowed now: one while ramping or probing, else what the rate needs at the latency seen. */
  private capacity(): number {
    if (this.outage || isRamping(this.finishedBatches)) return 1;
    if (this.options.concurrency !== undefined) return this.options.concurrency;
    const perMs = this.parts.pacer.limit / 60_000;
    const needed = Number.isFinite(perMs) ? Math.ceil(perMs * this.latencyMs * 1.5) : 32;
    return Math.min(64, Math.max(4, needed));
  }

  /** Resolves when a request ended, the run was interrupted, or the time has passed. */
  private change(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = new AbortController();
      this.wake = () => {
        this.wake = () => {};
        timer.abort();
        resolve();
      };
      if (this.signal.aborted) this.wake();
      else if (ms !== undefined)
        void this.parts.clock.sleep(Math.max(1, ms), timer.signal).then(() => this.wake());
    });
  }

  private msUntilNext(): number | undefined {
    const now = this.parts.clock.monotonic();
    const dues = this.waiting.map((batch) => batch.notBefore - now);
    if (this.failingSince !== undefined) dues.push(this.failingSince + this.options.maxOutageMs - now);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  private takeWaiting(): Batch<T> | undefined {
    const now = this.parts.clock.monotonic();
    const index = this.waiting.findIndex((batch) => batch.notBefore <= now);
    return index === -1 ? undefined : this.waiting.splice(index, 1)[0];
  }

  /** The next new batch: as many messages as the ramp, the bytes and the free keys allow. */
  private async pull(): Promise<Batch<T> | undefined> {
    const size = rampSize(this.finishedBatches, this.options.batchSize);
    const parcels: Parcel<T>[] = [];
    let bytes = this.options.envelope.before.length + this.options.envelope.after.length;
    while (parcels.length < size && !this.signal.aborted && !this.end) {
      const parcel = await this.nextParcel();
      if (!parcel) break;
      if (this.takenKeys.has(parcel.key)) {
        this.deferred.push(parcel);
        // Nothing new is read while many wait for their turn, so memory stays flat.
        if (this.deferred.length >= size) break;
        continue;
      }
      if (parcels.length > 0 && bytes + parcel.bytes + 1 > this.maxBytes) {
        this.leftover = parcel;
        break;
      }
      this.takenKeys.add(parcel.key);
      parcels.push(parcel);
      bytes += parcel.bytes + 1;
    }
    return parcels.length > 0 ? batchOf(parcels) : undefined;
  }

  private async nextParcel(): Promise<Parcel<T> | undefined> {
    const kept = this.leftover;
    this.leftover = undefined;
    if (kept) return kept;
    const free = this.deferred.findIndex((parcel) => !this.takenKeys.has(parcel.key));
    if (free !== -1) return this.deferred.splice(free, 1)[0];
    if (this.sourceDone) return undefined;
    const next = await this.source.next();
    if (next.done) this.sourceDone = true;
    return next.done ? undefined : next.value;
  }

  private async launch(batch: Batch<T>): Promise<void> {
    const wanted = batch.parcels.filter((parcel) => {
      if (this.parts.admit(parcel)) return true;
      this.takenKeys.delete(parcel.key);
      return false;
    });
    const current = wanted.length === batch.parcels.length ? batch : { ...batch, parcels: wanted };
    if (wanted.length === 0) return this.releaseHeld(batch, false);
    let token: string;
    try {
      token = await this.parts.tokens.get(this.signal);
    } catch (error) {
      this.waiting.unshift(current);
      if (this.signal.aborted) return;
      if (!(error instanceof Failure) || error.exitCode !== 75) throw error;
      this.waiting.shift();
      this.failed(current, error.message);
      return;
    }
    const leave = await this.parts.pacer.turn(this.signal);
    if (!leave) {
      this.waiting.unshift(current);
      return;
    }
    const work = this.attempt(current, token, leave)
      .catch((error) => this.fail(error))
      .finally(() => {
        this.open.delete(work);
        this.wake();
      });
    this.open.add(work);
  }

  private async attempt(
    batch: Batch<T>,
    token: string,
    leave: { startedAt: number; probe: boolean },
  ): Promise<void> {
    const { parts } = this;
    const { counts, pacer } = parts;
    counts.total++;
    if (batch.failures > 0 || batch.tokenRefusals > 0) counts.retried++;
    let answer: HttpAnswer;
    try {
      answer = await parts.post(
        composeBody(this.options.envelope, batch.parcels),
        token,
        this.hardStop.signal,
      );
    } catch (error) {
      pacer.answered(leave, { limited: false, accepted: false });
      if (!(error instanceof NetworkFault)) throw error;
      if (error.kind === 'aborted') {
        this.waiting.unshift(batch);
        return;
      }
      counts.network++;
      if (isLasting(error)) throw tlsFailure(error);
      this.failed(batch, error.message);
      return;
    }
    const meaning = meaningOf(answer.status);
    const accepted = meaning === 'accepted';
    pacer.answered(leave, {
      limited: meaning === 'limited',
      accepted,
      retryAfterMs: retryAfterMs(answer, parts.clock.now()),
    });
    if (meaning !== 'failed' && meaning !== 'limited') this.alive();
    const now = parts.clock.monotonic();
    if (accepted) {
      counts.ok++;
      this.latencyMs += (now - leave.startedAt - this.latencyMs) * 0.2;
      this.lastSuccess = now;
      this.acceptedCount += batch.parcels.length;
      await parts.accepted(batch.parcels);
      this.finish(batch, true);
    } else if (meaning === 'limited') {
      counts.s429++;
      this.failingSince ??= now;
      this.lastReason = 'it answers 429 (rate limited)';
      parts.notice({ kind: 'limited' });
      this.waiting.unshift(batch);
    } else if (meaning === 'failed') {
      counts.s5xx++;
      this.failed(batch, `it answers ${answer.status}`);
    } else if (meaning === 'unauthorized') await this.unauthorized(batch, token);
    else if (meaning === 'too_large') await this.tooLarge(batch);
    else if (meaning === 'invalid') await this.invalid(batch, answer);
    else throw refusedAddress(meaning, answer);
  }

  private alive(): void {
    this.failingSince = undefined;
    this.probes = 0;
    if (!this.outage) return;
    this.outage = false;
    for (const batch of this.waiting) batch.notBefore = 0;
    this.parts.notice({ kind: 'recovered' });
  }

  /** A 5xx, a time-out, a dropped connection: later again; when that is used up, an outage or a poisoned batch. */
  private failed(batch: Batch<T>, reason: string): void {
    const { clock, random } = this.parts;
    const now = clock.monotonic();
    this.failingSince ??= now;
    this.lastReason = reason;
    batch.failures++;
    if (batch.failures === 1) batch.firstFailureAt = now;
    if (batch.failures <= MAX_RETRIES) batch.notBefore = now + backoffMs(batch.failures, random.unit());
    else if (this.lastSuccess > batch.firstFailureAt) {
      this.poisoned(batch);
      return;
    } else {
      if (!this.outage) {
        this.outage = true;
        const giveUpInMs = this.failingSince + this.options.maxOutageMs - now;
        this.parts.notice({ kind: 'outage', reason, giveUpInMs });
      }
      const wait = probeMs(this.probes++, random.unit());
      // One probe: everything else waits until it has come back.
      for (const other of this.waiting) other.notBefore = Math.max(other.notBefore, now + wait + 1);
      batch.notBefore = now + wait;
    }
    this.waiting.unshift(batch);
  }

  /** It alone keeps failing while others succeed: cut it until the culprit stands alone. */
  private poisoned(batch: Batch<T>): void {
    if (batch.parcels.length > 1) {
      this.waiting.unshift(...halves(batch));
      this.releaseHeld(batch, false);
      return;
    }
    const refusal = {
      status: 500,
      code: 'server_error',
      field: '',
      message: `The service failed on this message ${batch.failures} times while it accepted others`,
    };
    const work = this.refuse(batch, [[batch.parcels[0]!, [refusal]]])
      .catch((error) => this.fail(error))
      .finally(() => {
        this.open.delete(work);
        this.wake();
      });
    this.open.add(work);
  }

  private giveUpAfterOutage(): void {
    if (this.failingSince === undefined) return;
    const waited = this.parts.clock.monotonic() - this.failingSince;
    if (waited < this.options.maxOutageMs || this.open.size > 0) return;
    this.end = {
      kind: 'failed',
      failure: unavailableFailure(
        'service.unavailable',
        `The service does not accept anything: ${this.lastReason}`,
        {
          hint: 'Run the same command again later: it goes on where this run ended.',
        },
      ),
    };
  }

  private async unauthorized(batch: Batch<T>, token: string): Promise<void> {
    this.parts.counts.s401++;
    batch.tokenRefusals++;
    if (batch.tokenRefusals > 1)
      throw authFailure(
        'auth.token.refused',
        'The service refuses a token that it has just issued (401 twice)',
        {
          hint: 'Check that the orders address belongs to the same environment as the token address: returns whoami',
        },
      );
    this.waiting.unshift(batch);
    await this.parts.tokens.refused(token);
  }

  private async tooLarge(batch: Batch<T>): Promise<void> {
    this.parts.counts.s413++;
    if (batch.parcels.length === 1) {
      const message = `The service finds this message alone too large (${batch.parcels[0]!.bytes} bytes)`;
      await this.refuse(batch, [
        [batch.parcels[0]!, [{ status: 413, code: 'too_large', field: '', message }]],
      ]);
      return;
    }
    const bytes = batch.parcels.reduce((sum, parcel) => sum + parcel.bytes + 1, 0);
    this.maxBytes = Math.min(this.maxBytes, Math.max(1, Math.floor(bytes / 2)));
    this.waiting.unshift(...halves(batch));
    this.releaseHeld(batch, false);
  }

  /** 400 or 422: take out what the errors name by index, else cut in two. */
  private async invalid(batch: Batch<T>, answer: HttpAnswer): Promise<void> {
    this.parts.counts.s422++;
    const body = readErrorBody(new TextDecoder().decode(answer.body));
    const message = body.message ?? `refused with ${answer.status}`;
    const { parcels } = batch;
    const named = namedRefusals(body.errors, this.options.envelope, parcels.length, answer.status, message);
    if (named.size > 0) {
      const rest = parcels.filter((_, index) => !named.has(index));
      if (rest.length > 0) this.waiting.unshift(batchOf(rest));
      const refusals = [...named].map(([index, list]) => [parcels[index]!, list] as const);
      await this.refuse(batch, refusals);
    } else if (parcels.length === 1) {
      const errors = body.errors.length > 0 ? body.errors : [{ field: '', code: 'invalid' }];
      const list = errors.map(({ field, code }) => ({
        status: answer.status,
        code: code || 'invalid',
        field,
        message,
      }));
      await this.refuse(batch, [[parcels[0]!, list]]);
    } else {
      this.releaseHeld(batch, false);
      this.bisect(batch);
    }
  }

  /** The left half goes first; the right half waits, for a clean left half proves it guilty without being asked. */
  private bisect(batch: Batch<T>): void {
    const [left, right] = halves(batch);
    left.held = right;
    this.waiting.unshift(left);
  }

  private async refuse(
    batch: Batch<T>,
    refusals: readonly (readonly [Parcel<T>, readonly Refusal[]])[],
  ): Promise<void> {
    for (const [parcel, list] of refusals) {
      await this.parts.refused(parcel, list);
      this.takenKeys.delete(parcel.key);
      this.refusedCount++;
      const signature = list
        .map((r) => `${r.status} ${r.code} ${r.field.replace(/\[\d+\]/g, '[]')}`)
        .sort()
        .join('\n');
      const same = (this.signatures.get(signature) ?? 0) + 1;
      if (same === 1 && this.signatures.size > 1000) this.signatures.clear();
      this.signatures.set(signature, same);
      if (same >= SAME_SIGNATURE && this.acceptedCount === 0) this.stop('same', list[0]!);
      else if (this.refusedCount > this.options.maxRefused) this.stop('many', list[0]!);
    }
    this.finish(batch, false);
  }

  private stop(why: 'same' | 'many', refusal: Refusal): void {
    const what = `${refusal.code}${refusal.field ? ` at ${refusal.field}` : ''} (${refusal.status})`;
    this.end ??= {
      kind: 'stopped',
      failure: new Failure(
        why === 'same' ? 'upload.same_refusal' : 'upload.max_rejects',
        5,
        why === 'same'
          ? `The first ${SAME_SIGNATURE} refused messages were all refused for the same reason and none was accepted: ${what}`
          : `More than ${this.options.maxRefused} messages were refused, the last for ${what}`,
        {
          hint: 'Look at the refused messages, correct the input or the mapping, and run the same command again.',
        },
      ),
    };
  }

  private finish(batch: Batch<T>, clean: boolean): void {
    this.finishedBatches++;
    if (clean) for (const parcel of batch.parcels) this.takenKeys.delete(parcel.key);
    this.releaseHeld(batch, clean);
  }

  private releaseHeld(batch: Batch<T>, leftWasClean: boolean): void {
    const right = batch.held;
    if (!right) return;
    batch.held = undefined;
    // A single guilty message is still sent alone once: a refusal carries the service's own words about it.
    if (leftWasClean && right.parcels.length > 1) this.bisect(right);
    else this.waiting.unshift(right);
  }

  private fail(error: unknown): void {
    const failure =
      error instanceof Failure
        ? error
        : new Failure('defect', 1, `Internal error: ${(error as Error)?.message ?? String(error)}`, {
            hint: 'This is a defect of the tool. Run the same command again with --verbose and report what it prints.',
            cause: error,
          });
    if (this.end?.kind !== 'failed') this.end = { kind: 'failed', failure };
  }

  /** Lets open requests finish, but not for longer than `drainMs` after an interruption or a fatal failure. */
  private async drain(): Promise<void> {
    if (this.open.size === 0) return;
    const timer = new AbortController();
    void this.parts.clock.sleep(this.options.drainMs, timer.signal).then(() => this.hardStop.abort());
    while (this.open.size > 0) await Promise.allSettled(this.open);
    timer.abort();
  }
}

function tlsFailure(fault: NetworkFault): Failure {
  return unavailableFailure('service.tls', `No trusted TLS 1.2 connection: ${fault.message}`, {
    hint: 'Check the address; if your network has its own certificate authority, name its PEM file with --ca FILE.',
    cause: fault,
  });
}

function refusedAddress(meaning: 'forbidden' | 'not_found', answer: HttpAnswer): Failure {
  return meaning === 'forbidden'
    ? authFailure('auth.forbidden', 'The service forbids this client to post here (403)', {
        hint: 'Ask the service to allow this client id, or sign in as another one: returns login',
      })
    : unavailableFailure('service.not_found', `Nothing takes messages at that address (${answer.status})`, {
        hint: 'Check the addresses with: returns whoami; change them with: returns profile set',
      });
}
