// Locks between processes. Each lock is a file on which its holder has SQLite's own exclusive lock: it ends with the process,
// however that ends, also across containers of one machine. A row beside it names the holder, its start and its purpose.
import path from 'node:path';
import { defectFailure, Failure, stateFailure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';

export interface Lock {
  release(): void;
}

/** A lock on a part: one shard of a count (`2/8`), or `all`. */
export interface ShardLock {
  readonly of: string;
  readonly shard: string;
}

export interface LockOptions {
  /** What the lock guards, for the message: `uploads to production as shop-1`. */
  readonly purpose: string;
  /** The command that takes it, shown to other processes that wait. */
  readonly command?: string;
  /** How long to wait for a live holder, ms; 0 fails at once. */
  readonly waitMs: number;
  /** False when the command has no flag --lock-wait that a message could suggest. */
  readonly hasFlag?: boolean;
  /** Ends the waiting: the reason of the abort is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Called once when the lock is not free and waiting begins. */
  readonly onWait?: (holder: { pid: number; since: number }) => void;
}

/** The process that holds a part of a lock. */
interface Holder {
  readonly shard: string;
  readonly pid: number;
  readonly host: string;
  readonly since: number;
  readonly command: string;
}

/**
 * Held by who sends orders to a target, or changes what is known of them: an upload of all orders (no shard) or of one
 * shard, a refund, forgetting a run. An upload gives it away between two batches (src/runs/session.ts).
 */
export const uploadLock = (target: { readonly key: string }, shard: string | null): ShardLock => ({
  of: `upload/${target.key}`,
  shard: shard ?? 'all',
});

/**
 * Whether two locks exclude each other. Shards of the same count have no order in common; `all`, and shards of another
 * count, may have any order in common.
 */
export function exclude(one: string, other: string): boolean {
  const count = (shard: string) => /^\d+\/(\d+)$/.exec(shard)?.[1];
  return one === other || count(one) === undefined || count(one) !== count(other);
}

/**
 * `store` has the rows (table `locks`); the lock files lie beside it.
 * @throws Failure exit 7 `state.locked` when a live process holds the lock for longer than `waitMs`.
 */
export async function takeLock(
  platform: Platform,
  store: Database,
  lock: string | ShardLock,
  options: LockOptions,
): Promise<Lock> {
  const part = partOf(lock);
  const start = platform.clock.monotonic();
  let isReported = false;
  for (let round = 0; ; round++) {
    const taken = tryTake(platform, store, part, options.command ?? '');
    if ('release' in taken) return taken;
    options.signal?.throwIfAborted();
    if (platform.clock.monotonic() - start >= options.waitMs)
      throw locked(
        taken,
        typeof lock === 'string' ? undefined : part.shard,
        options,
        platform.system.hostname,
      );
    if (!isReported) options.onWait?.(taken);
    isReported = true;
    await platform.clock.sleep(
      Math.min(20 + round * 10, 250) * (0.5 + platform.random.unit()),
      options.signal,
    );
  }
}

const NOT_DURABLE = { durable: false };

const partOf = (lock: string | ShardLock) =>
  typeof lock === 'string' ? { name: lock, shard: 'all' } : { name: lock.of, shard: lock.shard };

/**
 * Runs in one transaction: meanwhile no other process takes, looks up or releases any lock of this store. No lock outlives the
 * machine, so nobody waits for the disk.
 */
function tryTake(
  platform: Platform,
  store: Database,
  { name, shard }: ReturnType<typeof partOf>,
  command: string,
): Lock | Holder {
  let own: Lock | undefined;
  try {
    return store.transaction(() => {
      for (const holder of holdersOf(store, name)) {
        if (holder.shard === shard || !exclude(shard, holder.shard)) continue;
        if (isHeld(platform, fileOf(platform, store, name, holder.shard))) return holder;
        // The holder ended without removing its row.
        removeHolder(store, name, holder.shard);
      }
      own = platform.databases.tryLock(fileOf(platform, store, name, shard));
      if (!own)
        return holdersOf(store, name).find((one) => one.shard === shard) ?? unknownHolder(platform, shard);
      const { hostname, identity } = platform.system;
      store.run(
        'INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?, ?, ?)',
        ...[name, shard, identity.pid, hostname, platform.clock.now(), command],
      );
      return lockOf(store, name, shard, own);
    }, NOT_DURABLE);
  } catch (error) {
    // Also when writing the row failed: a process that continues must not hold a lock that it does not know of.
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
        }, NOT_DURABLE);
      } catch (error) {
        // The work is done and on disk; without the lock, the row has no meaning.
        if (!(error instanceof Failure)) throw error;
      } finally {
        own.release();
      }
    },
  };
}

/** Held by a run from its beginning to its end, however it ends. */
export const runLock = (run: string): string => `run/${run}`;

/** @throws Failure exit 7 when the row cannot be written */
export function holdRun(platform: Platform, store: Database, run: string): Lock {
  const name = runLock(run);
  const lock = tryTake(platform, store, partOf(name), '');
  if (!('release' in lock))
    throw defectFailure('defect.run_lock', `Run ${run} has begun twice`, { hint: 'Please report this.' });
  return {
    release() {
      lock.release();
      // No other run has this name: its file is of no more use.
      platform.files.remove(fileOf(platform, store, name, 'all'));
    },
  };
}

/** Whether a run is at work on the ledger in this file, which may be another than that of this process. Nothing is written there. */
export function isAtWork(platform: Platform, ledger: string, run: string): boolean {
  const file = fileOf(platform, { file: ledger }, runLock(run), 'all');
  return platform.files.stat(file) !== undefined && isHeld(platform, file);
}

/** The live process that holds a lock which excludes this one. */
export const holderOf = (platform: Platform, store: Database, { of, shard }: ShardLock) =>
  liveHolder(platform, store, of, (other) => exclude(shard, other));

/** Since when a live process holds exactly this lock, ms since the epoch; undefined when no process holds it. */
export function heldSince(platform: Platform, store: Database, lock: string | ShardLock): number | undefined {
  const { name, shard } = partOf(lock);
  return liveHolder(platform, store, name, (other) => other === shard)?.since;
}

/** In a transaction: the short test of a lock must not make another process fail to take it. */
const liveHolder = (platform: Platform, store: Database, name: string, isMeant: (shard: string) => boolean) =>
  store.transaction(
    () =>
      holdersOf(store, name).find(
        ({ shard }) => isMeant(shard) && isHeld(platform, fileOf(platform, store, name, shard)),
      ),
    NOT_DURABLE,
  );

function isHeld(platform: Platform, file: string): boolean {
  const free = platform.databases.tryLock(file);
  free?.release();
  return !free;
}

/** The holder when its row is gone, for example after the ledger file was moved away while the lock was held. */
const unknownHolder = (platform: Platform, shard: string): Holder => ({
  ...{ shard, pid: 0, host: platform.system.hostname, since: platform.clock.now(), command: '' },
});

function holdersOf(store: Database, name: string) {
  return store
    .all('SELECT part, pid, host, since, command FROM locks WHERE name = ?', name)
    .map(([shard, pid, host, since, command]) => ({ shard, pid, host, since, command }) as Holder);
}

const removeHolder = (store: Database, name: string, shard: string): void =>
  void store.run('DELETE FROM locks WHERE name = ? AND part = ?', name, shard);

/** The file is never removed: another process could lock it between the check and the removal. */
function fileOf(platform: Platform, store: Pick<Database, 'file'>, name: string, shard: string): string {
  const file = platform.crypto.sha256(JSON.stringify([name, shard])).slice(0, 16);
  return path.join(path.dirname(store.file), 'locks', `${file}.lock`);
}

function locked(
  other: Holder,
  shard: string | undefined,
  { purpose, hasFlag = true }: LockOptions,
  hostname: string,
) {
  const sameShard = shard === undefined || other.shard === shard;
  const what = sameShard && other.shard === 'all' ? purpose : `${purpose}${shardText(other.shard)}`;
  const at = other.host === hostname ? '' : ` on ${other.host}`;
  const hints = [
    hasFlag
      ? 'Wait for it, or add --lock-wait 20m to wait here'
      : 'Wait for it, then run the same command again',
    ...(sameShard ? [] : ['only shards of the same count (1/4, 2/4 ...) run side by side']),
    ...(other.pid === 0 ? [] : [`if it hangs, end it${at} with: kill ${other.pid}`]),
  ];
  const since = new Date(other.since).toISOString();
  const command = other.command === '' ? '' : `, ${other.command}`;
  const who = other.pid === 0 ? '' : ` (pid ${other.pid}${at}, since ${since}${command})`;
  return stateFailure('state.locked', `Another process${who} holds the lock for ${what}`, {
    hint: hints.join('; '),
  });
}

const shardText = (shard: string): string => (shard === 'all' ? ', all shards' : `, shard ${shard}`);

/** Creating and changing ASNs of a target take the same lock. */
export const asnLock = (target: { readonly key: string }): string => `asns/${target.key}`;
