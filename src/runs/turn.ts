// Who sends orders to a target now. Several runs may be at work; only the one that has the turn has requests open. Who wants
// the turn asks for it, and whoever has it gives it away as soon as none of its requests is open: a refund or an hourly delta
// goes in between the batches of a long backfill. What has become old meanwhile is not sent: each batch is compared with the
// ledger again before each attempt (design, section 4, promise 3).
import { Failure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { LOOK_MS } from '../sending/types.ts';
import { holderOf, type Lock, type LockOptions, type ShardLock, takeLock } from '../storage/locks.ts';
import { isSameCommand } from './find-run.ts';

/** How long a run waits for its first turn, ms: the holder needs this to finish its open requests. */
const PATIENCE_MS = 10_000;

export type TurnWait = Pick<LockOptions, 'onWait' | 'hasFlag'> & {
  /** How long the first turn is waited for, ms; at least PATIENCE_MS, unless the same command has the turn. */
  readonly waitMs: number;
};

interface TurnOptions extends TurnWait {
  readonly purpose: string;
  readonly command: string;
  readonly signal: AbortSignal;
}

export class Turn {
  private held: Lock | undefined;
  private isSending = false;
  private isWanted = false;
  private nextLook = Number.NEGATIVE_INFINITY;

  private constructor(
    private readonly platform: Platform,
    private readonly store: Database,
    private readonly lock: ShardLock,
    private readonly options: TurnOptions,
  ) {}

  /** Takes the first turn. @throws Failure exit 7 `state.locked` */
  static async begin(platform: Platform, store: Database, lock: ShardLock, options: TurnOptions) {
    const turn = new Turn(platform, store, lock, options);
    const holder = holderOf(platform, store, lock);
    // The same command twice: the second has nothing to add, so it does not ask.
    if (holder && isSameCommand(holder.command, options.command))
      turn.held = await takeLock(platform, store, lock, options);
    else await turn.take(Math.max(options.waitMs, PATIENCE_MS));
    return turn;
  }

  /** The run begins to send: it has the turn now, and gives it away only by `pass`. @throws Failure exit 7 */
  async hold(): Promise<void> {
    this.isSending = true;
    await this.take(Number.POSITIVE_INFINITY);
  }

  /** Whether another run asks for the turn. */
  isAsked(): boolean {
    const { clock } = this.platform;
    const now = clock.monotonic();
    if (this.isWanted || !this.held || now < this.nextLook) return this.isWanted;
    try {
      this.isWanted = holderOf(this.platform, this.store, askingFor(this.lock)) !== undefined;
    } catch (error) {
      // The store is busy, or the disk is full: what follows says so, or the next look tells.
      if (!(error instanceof Failure)) throw error;
    }
    // A look may wait 20 s for a store that another process locks: then the work goes on for longer than that.
    this.nextLook = now + Math.max(LOOK_MS, 10 * (clock.monotonic() - now));
    return this.isWanted;
  }

  /** Gives the turn to the run that asks, and waits for the next one. No request is open. @throws Failure exit 7 */
  async pass(waitMs: number): Promise<void> {
    this.give();
    await this.take(waitMs);
  }

  /** Nothing is sent yet: gives the turn to a run that asks. Called again and again while the run reads its input. */
  giveIfAsked(): void {
    if (!this.isSending && this.isAsked()) this.give();
  }

  /** Gives the turn to a run that asks while a person is asked. */
  async idle<T>(asking: Promise<T>): Promise<T> {
    const answered = new AbortController();
    const look = async () => {
      while (!answered.signal.aborted) {
        await this.platform.clock.sleep(LOOK_MS, answered.signal);
        if (!answered.signal.aborted) this.giveIfAsked();
      }
    };
    try {
      return await Promise.race([asking, look().then(() => asking)]);
    } finally {
      answered.abort();
    }
  }

  close(): void {
    this.give();
  }

  private give(): void {
    this.held?.release();
    this.held = undefined;
    this.isWanted = false;
  }

  /** Asks, then waits: those who ask stand in a line, so that who has just given the turn away is not first again. */
  private async take(waitMs: number): Promise<void> {
    if (this.held) return;
    const { platform, store, lock, options } = this;
    const end = platform.clock.monotonic() + waitMs;
    const asking = await takeLock(platform, store, askingFor(lock), { ...options, waitMs });
    try {
      const left = Math.max(0, end - platform.clock.monotonic());
      this.held = await takeLock(platform, store, lock, { ...options, waitMs: left });
    } finally {
      asking.release();
    }
  }
}

const askingFor = ({ of, shard }: ShardLock): ShardLock => ({ of: `asks/${of}`, shard });
