// A disk in memory for models: a key-value store whose commits are whole or not at all, and that can run out of room.
import { stateFailure } from '../../src/base/failure.ts';
import type { KeyValue } from '../../src/base/host.ts';
import type { Life } from './mortal.ts';

/** From which commit on there is no room, for how many commits, and whether a failed one is there all the same. */
export interface DiskTrouble {
  readonly from: number;
  readonly commits: number;
  /** As after an fsync that failed: the writer is told no, and later finds everything. */
  readonly kept: boolean;
}

/** Nobody's process: a look at the disk from outside. */
const outside: Life = { check() {}, tick() {} };

export class MemoryDisk {
  private readonly entries = new Map<string, string>();
  private commits = 0;
  private trouble: DiskTrouble | undefined;
  /** Commits that failed. */
  failed = 0;

  /** Counted from the next commit, as 0. */
  break(trouble: DiskTrouble): void {
    this.trouble = { ...trouble, from: this.commits + trouble.from };
  }

  mend(): void {
    this.trouble = undefined;
  }

  /** The store as one process sees it: it can die before every write, and before and after every commit. */
  open(life: Life = outside): KeyValue {
    let changes: Map<string, string | undefined> | undefined;
    const get = (key: string) => (changes?.has(key) ? changes.get(key) : this.entries.get(key));
    const transaction = <T>(work: () => T): T => {
      if (changes) return work();
      life.tick();
      changes = new Map();
      try {
        const result = work();
        life.tick();
        this.commit(changes);
        life.tick();
        return result;
      } finally {
        changes = undefined;
      }
    };
    const put = (key: string, value: string | undefined) =>
      transaction(() => {
        life.tick();
        changes!.set(key, value);
      });
    return {
      folder: '/memory',
      get(key) {
        life.check();
        return get(key);
      },
      put,
      remove: (key) => put(key, undefined),
      range() {
        throw new Error('no part of the model walks over the store');
      },
      transaction,
      close() {},
    };
  }

  private commit(changes: ReadonlyMap<string, string | undefined>): void {
    const at = this.commits++;
    const { trouble } = this;
    const isFull = trouble && at >= trouble.from && at < trouble.from + trouble.commits;
    if (!isFull || trouble.kept)
      for (const [key, value] of changes)
        if (value === undefined) this.entries.delete(key);
        else this.entries.set(key, value);
    if (!isFull) return;
    this.failed++;
    throw stateFailure('state.full', 'No space left on the disk', { hint: 'Make room.' });
  }
}
