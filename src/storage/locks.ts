// Locks between processes. Each lock is a file on which its holder has SQLite's own exclusive lock: gone with the process,
// however that ends, also across containers of one machine. A row beside it says who holds it, since when, for what.
import path from 'node:path';
import { Failure, stateFailure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';

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
  /** The command that takes it, for those who wait. */
  readonly command?: string;
  /** How long to wait for a live holder, ms; 0 fails at once. */
  readonly waitMs: number;
  /** False where the command has no --lock-wait to advise. */
  readonly hasFlag?: boolean;
  /** Ends the waiting: what it was aborted with is thrown. */
  readonly signal?: AbortSignal;
  /** Called once when there is something to wait for. */
  readonly onWait?: (holder: { pid: number; since: number }) => void;
}

/** Who holds a part of a lock. */
interface Holder {
  readonly shard: string;
  readonly pid: number;
  readonly host: string;
  readonly since: number;
  readonly command: string;
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

/**
 * `store` holds the rows (table `locks`); the files lie beside it.
 * @throws Failure exit 7 `state.locked` when a live process holds it for longer than `waitMs`.
 */
export async function takeLock(
  platform: Platform,
  store: Database,
  lock: string | ShardLock,
  options: LockOptions,
): Promise<Lock> {
  const { name, shard } = partOf(lock);
  const start = platform.clock.monotonic();
  let isTold = false;
  for (let round = 0; ; round++) {
    const taken = tryTake(platform, store, name, shard, options.command ?? '');
    if ('release' in taken) return taken;
    if (!isTold) options.onWait?.(taken);
    isTold = true;
    options.signal?.throwIfAborted();
    if (platform.clock.monotonic() - start >= options.waitMs)
      throw locked(taken, typeof lock === 'string' ? undefined : shard, options, platform.system.hostname);
    await platform.clock.sleep(
      Math.min(20 + round * 10, 250) * (0.5 + platform.random.unit()),
      options.signal,
    );
  }
}

const partOf = (lock: string | ShardLock) =>
  typeof lock === 'string' ? { name: lock, shard: 'all' } : { name: lock.of, shard: lock.shard };

/** One transaction: while it runs nobody else takes, or looks for, or lets go of any lock of this store. */
function tryTake(
  platform: Platform,
  store: Database,
  name: string,
  shard: string,
  command: string,
): Lock | Holder {
  let own: Lock | undefined;
  try {
    return store.transaction(() => {
      for (const holder of holdersOf(store, name)) {
        if (holder.shard === shard || !exclude(shard, holder.shard)) continue;
        const free = platform.databases.tryLock(fileOf(platform, store, name, holder.shard));
        if (!free) return holder;
        // It ended without a word.
        free.release();
        removeHolder(store, name, holder.shard);
      }
      own = platform.databases.tryLock(fileOf(platform, store, name, shard));
      if (!own) return holdersOf(store, name).find((one) => one.shard === shard) ?? nobody(platform, shard);
      store.run(
        'INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?, ?, ?)',
        ...[
          name,
          shard,
          platform.system.identity.pid,
          platform.system.hostname,
          platform.clock.now(),
          command,
        ],
      );
      return lockOf(store, name, shard, own);
    });
  } catch (error) {
    // Also when the row came to nothing at the very end: a process that goes on must not hold what it does not know of.
    own?.release();
    throw error;
  }
}

function lockOf(store: Database, name: string, shard: string, own: Lock): Lock {
  let isHeld = true;
  return {
    release() {
      if (!isHeld) return;
      isHeld = false;
      try {
        store.transaction(() => {
          removeHolder(store, name, shard);
          own.release();
        });
      } catch (error) {
        // The work is done, and on disk; the row says nothing without the lock.
        if (!(error instanceof Failure)) throw error;
      } finally {
        own.release();
      }
    },
  };
}

/** Since when a live process holds this very lock, ms since the epoch; undefined when nobody does. */
export function heldSince(platform: Platform, store: Database, lock: string | ShardLock): number | undefined {
  const { name, shard } = partOf(lock);
  // In a transaction: who takes a lock at this moment must not find it held by this look.
  return store.transaction(() => {
    const holder = holdersOf(store, name).find((one) => one.shard === shard);
    if (!holder) return undefined;
    const free = platform.databases.tryLock(fileOf(platform, store, name, shard));
    free?.release();
    return free ? undefined : holder.since;
  });
}

/** Its row is gone, as with a ledger that was moved away under it. */
const nobody = (platform: Platform, shard: string): Holder => ({
  ...{ shard, pid: 0, host: platform.system.hostname, since: platform.clock.now(), command: '' },
});

function holdersOf(store: Database, name: string): Holder[] {
  return store
    .all('SELECT part, pid, host, since, command FROM locks WHERE name = ?', name)
    .map(([shard, pid, host, since, command]) => ({ shard, pid, host, since, command }) as Holder);
}

const removeHolder = (store: Database, name: string, shard: string): void =>
  void store.run('DELETE FROM locks WHERE name = ? AND part = ?', name, shard);

/** The file is never removed: between a look and the removal somebody could take it. */
function fileOf(platform: Platform, store: Database, name: string, shard: string): string {
  const file = platform.crypto.sha256(JSON.stringify([name, shard])).slice(0, 16);
  return path.join(path.dirname(store.file), 'locks', `${file}.lock`);
}

function locked(
  other: Holder,
  shard: string | undefined,
  { purpose, hasFlag = true }: LockOptions,
  hostname: string,
): Failure {
  const sameShard = shard === undefined || other.shard === shard;
  const what = sameShard && other.shard === 'all' ? purpose : `${purpose}${shardText(other.shard)}`;
  const isElsewhere = other.host !== hostname;
  const isKnown = other.pid !== 0;
  const hints = [
    hasFlag
      ? 'Wait for it, or add --lock-wait 20m to wait here'
      : 'Wait for it, then run the same command again',
    ...(sameShard ? [] : ['only shards of the same count (1/4, 2/4 ...) run side by side']),
    ...(isKnown
      ? [isElsewhere ? 'if it hangs, end it in its container' : `if it hangs, end it with: kill ${other.pid}`]
      : []),
  ];
  const since = new Date(other.since).toISOString();
  const command = other.command === '' ? '' : `, ${other.command}`;
  return stateFailure(
    'state.locked',
    `Another process${isKnown ? ` (pid ${other.pid}${isElsewhere ? ` on ${other.host}` : ''}, since ${since}${command})` : ''} holds the lock for ${what}`,
    { hint: hints.join('; ') },
  );
}

const shardText = (shard: string): string => (shard === 'all' ? ', all shards' : `, shard ${shard}`);

/** Creating and changing ASNs of a target hold the same lock. */
export const asnLock = (target: { readonly key: string }): string => `asns/${target.key}`;
