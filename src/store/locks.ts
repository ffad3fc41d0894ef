// Locks between processes, kept as records of a key-value store: taking one is a transaction, so two can never both win,
// and a holder that died (other boot, no such process, reused pid) is taken over; a suspended one is not.
import { Failure, stateFailure } from '../base/failure.ts';
import type { Host, KeyValue, ProcessIdentity } from '../base/host.ts';

interface Holder extends ProcessIdentity {
  readonly host: string;
  readonly since: number;
  /** Tells two locks of one process apart. */
  readonly nonce: string;
}

export interface Lock {
  release(): void;
}

export interface LockOptions {
  /** What the lock guards, for the message: `uploads to production as shop-1`. */
  readonly purpose: string;
  /** How long to wait for a live holder, ms; 0 fails at once. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
  /** Called once when there is something to wait for. */
  readonly onWait?: (holder: { pid: number; since: number }) => void;
}

/** @throws Failure exit 7 `state.locked` when a live process holds it for longer than `waitMs`. */
export async function takeLock(
  host: Host,
  store: KeyValue,
  name: string,
  options: LockOptions,
): Promise<Lock> {
  const key = `lock/${name}`;
  const mine: Holder = {
    ...host.system.identity,
    host: host.system.hostname,
    since: host.clock.now(),
    nonce: host.random.hex(8),
  };
  const start = host.clock.monotonic();
  for (let round = 0; ; round++) {
    const other = store.transaction(() => {
      const found = readHolder(store.get(key));
      if (found && host.system.isAlive(found)) return found;
      store.put(key, JSON.stringify(mine));
      return undefined;
    });
    if (!other) break;
    if (round === 0) options.onWait?.(other);
    const waited = host.clock.monotonic() - start;
    if (waited >= options.waitMs || options.signal?.aborted)
      throw stateFailure(
        'state.locked',
        `Another process (pid ${other.pid}, since ${new Date(other.since).toISOString()}) holds the lock for ${options.purpose}`,
        {
          hint: `Wait for it, or add --lock-wait 20m to wait here; if it hangs, end it with: kill ${other.pid}`,
        },
      );
    await host.clock.sleep(Math.min(20 + round * 10, 250) * (0.5 + host.random.unit()), options.signal);
  }
  return {
    release() {
      try {
        store.transaction(() => {
          if (readHolder(store.get(key))?.nonce === mine.nonce) store.remove(key);
        });
      } catch (error) {
        // The work is done, and on disk: a lock that stays is taken over as soon as this process has ended.
        if (!(error instanceof Failure)) throw error;
      }
    },
  };
}

function readHolder(text: string | undefined): Holder | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}
