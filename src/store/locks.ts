// Locks between processes, kept as records of a key-value store: taking one is a transaction, so two can never both win.
// A holder that ended (other boot, no such process, reused pid, of another container and its sign of life gone out) is
// taken over at once; a suspended one is not.
import { Failure, stateFailure } from '../base/failure.ts';
import type { Host, KeyValue, ProcessIdentity } from '../base/host.ts';
import { guardDisk } from './private-files.ts';

interface Holder extends ProcessIdentity {
  readonly host: string;
  readonly since: number;
  /** Tells two locks of one process apart. */
  readonly nonce: string;
}

export interface Lock {
  release(): void;
}

/** A lock on a part of something: one shard of how many (`2/8`), or `all` of it. */
export interface ShardLock {
  readonly of: string;
  readonly shard: string;
}

export interface LockOptions {
  /** What the lock guards, for the message: `uploads to production as shop-1`. */
  readonly purpose: string;
  /** How long to wait for a live holder, ms; 0 fails at once. */
  readonly waitMs: number;
  /** False where the command has no --lock-wait to advise. */
  readonly hasFlag?: boolean;
  /** Ends the waiting: what it was aborted with is thrown. */
  readonly signal?: AbortSignal;
  /** Called once when there is something to wait for. */
  readonly onWait?: (holder: { pid: number; since: number }) => void;
}

/** Everything that posts orders to a target: an upload of all (no shard) or of one shard, a refund, forgetting a run. */
export const uploadLock = (target: { readonly key: string }, shard: string | null): ShardLock => ({
  of: `upload/${target.key}`,
  shard: shard ?? 'all',
});

/** Shards of one count share no order; `all`, and shards of another count, may have any order in common. */
export function exclude(one: string, other: string): boolean {
  const count = (shard: string) => /^\d+\/(\d+)$/.exec(shard)?.[1];
  return one === other || count(one) === undefined || count(one) !== count(other);
}

/** @throws Failure exit 7 `state.locked` when a live process holds it for longer than `waitMs`. */
export async function takeLock(
  host: Host,
  store: KeyValue,
  lock: string | ShardLock,
  options: LockOptions,
): Promise<Lock> {
  const key = keyOf(lock);
  const mine: Holder = {
    ...host.system.identity,
    host: host.system.hostname,
    since: host.clock.now(),
    nonce: host.random.hex(8),
  };
  // Before the lock is there to be seen.
  guardDisk(store.folder, () => host.system.showLife(store.folder));
  const start = host.clock.monotonic();
  const ended = new Set<string>();
  let isTold = false;
  for (let round = 0; ; round++) {
    const other = store.transaction(() => {
      for (const [place, text] of inTheWay(store, key, lock)) {
        const found = readHolder(text);
        if (found && !ended.has(found.nonce) && host.system.isAlive(found))
          return { ...found, shard: shardAt(place, lock) };
        store.remove(place);
      }
      store.put(key, JSON.stringify(mine));
      return undefined;
    });
    if (!other) break;
    if (await host.system.hasEnded(other, store.folder)) {
      ended.add(other.nonce);
      continue;
    }
    if (!isTold) options.onWait?.(other);
    isTold = true;
    options.signal?.throwIfAborted();
    if (host.clock.monotonic() - start >= options.waitMs)
      throw locked(other, lock, options, host.system.lifeSign(other, store.folder));
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

/** Since when a live process of this machine holds this very lock, ms since the epoch; undefined when nobody does. */
export function heldSince(host: Host, store: KeyValue, lock: string | ShardLock): number | undefined {
  const holder = readHolder(store.get(keyOf(lock)));
  return holder && host.system.isAlive(holder) ? holder.since : undefined;
}

const keyOf = (lock: string | ShardLock): string =>
  typeof lock === 'string' ? `lock/${lock}` : `lock/${lock.of}/${lock.shard}`;

/** The records that exclude this lock: its own, and those of other shards that may have orders in common with it. */
function inTheWay(store: KeyValue, key: string, lock: string | ShardLock): [string, string][] {
  if (typeof lock === 'string') {
    const text = store.get(key);
    return text === undefined ? [] : [[key, text]];
  }
  // All of them before the first is removed: `0` comes behind `/`.
  return [...store.range(`lock/${lock.of}/`, `lock/${lock.of}0`)].filter(([place]) =>
    exclude(lock.shard, shardAt(place, lock) ?? 'all'),
  );
}

const shardAt = (place: string, lock: string | ShardLock): string | undefined =>
  typeof lock === 'string' ? undefined : place.slice(`lock/${lock.of}/`.length);

function locked(
  other: Holder & { readonly shard: string | undefined },
  lock: string | ShardLock,
  { purpose, hasFlag = true }: LockOptions,
  sign: string | undefined,
): Failure {
  const sameShard = typeof lock === 'string' || other.shard === lock.shard;
  const what = sameShard && other.shard === 'all' ? purpose : `${purpose}${shardText(other.shard)}`;
  const hints = [
    hasFlag
      ? 'Wait for it, or add --lock-wait 20m to wait here'
      : 'Wait for it, then run the same command again',
    ...(sameShard ? [] : ['only shards of the same count (1/4, 2/4 ...) run side by side']),
    sign === undefined
      ? `if it hangs, end it with: kill ${other.pid}`
      : `if it hangs, end it in its container; only when that is gone for certain, remove ${sign}`,
  ];
  return stateFailure(
    'state.locked',
    `Another process (pid ${other.pid}${sign === undefined ? '' : ` in container ${other.host}`}, since ${new Date(other.since).toISOString()}) holds the lock for ${what}`,
    { hint: hints.join('; ') },
  );
}

const shardText = (shard: string | undefined): string =>
  shard === undefined ? '' : shard === 'all' ? ', all shards' : `, shard ${shard}`;

function readHolder(text: string | undefined): Holder | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}
