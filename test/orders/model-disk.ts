// The disk of the model: the real ledger in a real file. Its processes can be killed before and after every
// write and commit, and the disk can be full.
import fs from 'node:fs';
import path from 'node:path';
import { stateFailure } from '../../src/basics/failure.ts';
import type { Database, Platform } from '../../src/platform/platform.ts';
import { LEDGER_MIGRATIONS, migrate } from '../../src/storage/ledger-migrations.ts';
import type { SharedStates } from '../../src/storage/machine.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import type { Life } from './mortal.ts';

/**
 * The first commit that fails because the disk is full, how many fail, and whether their data is stored
 * anyway.
 */
export interface DiskTrouble {
  readonly from: number;
  readonly commits: number;
  /** As after a failed fsync: the writer gets an error, but the data is there later. */
  readonly kept: boolean;
}

/** The disk seen from outside, not from a process of the model. */
const outside: Life = { check() {}, tick() {} };

export class ModelDisk {
  private readonly folder = temporaryFolder('returns-model-');
  private readonly database: Database;
  private commits = 0;
  private trouble: DiskTrouble | undefined;
  /** Number of commits that failed. */
  failed = 0;

  /** The model does not cover power cuts, so nothing waits for the disk. */
  constructor(platform: Pick<Platform, 'databases'>) {
    this.database = platform.databases.open(path.join(this.folder, 'ledger.db'), { durable: false });
    migrate(this.database, LEDGER_MIGRATIONS);
  }

  /** Counted from the next commit, which is 0. */
  break(trouble: DiskTrouble): void {
    this.trouble = { ...trouble, from: this.commits + trouble.from };
  }

  mend(): void {
    this.trouble = undefined;
  }

  /** The ledger, opened by one process. */
  open(life: Life = outside): Database {
    const { database } = this;
    let isInside = false;
    const transaction = <T>(work: () => T): T => {
      if (isInside) return work();
      life.tick();
      isInside = true;
      let fault: unknown;
      try {
        const result = database.transaction(() => {
          const done = work();
          life.tick();
          fault = this.commit();
          if (fault !== undefined && !this.trouble?.kept) throw fault;
          return done;
        });
        if (fault !== undefined) throw fault;
        life.tick();
        return result;
      } finally {
        isInside = false;
      }
    };
    return {
      ...database,
      get(sql, ...values) {
        life.check();
        return database.get(sql, ...values);
      },
      all(sql, ...values) {
        life.check();
        return database.all(sql, ...values);
      },
      run: (sql, ...values) =>
        transaction(() => {
          life.tick();
          return database.run(sql, ...values);
        }),
      insert: (sql, ...values) =>
        transaction(() => {
          life.tick();
          return database.insert(sql, ...values);
        }),
      transaction,
      close() {},
    };
  }

  /** The error of this commit when the disk is full. */
  private commit(): unknown {
    const at = this.commits++;
    const { trouble } = this;
    if (!trouble || at < trouble.from || at >= trouble.from + trouble.commits) return undefined;
    this.failed++;
    return stateFailure('state.full', 'No space left on the disk', { hint: 'Make room.' });
  }

  close(): void {
    this.database.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The pace of the model's machine, in memory: it is in another file, which never is full. */
export class ModelMachine {
  private readonly entries = new Map<string, string>();

  open(life: Life): SharedStates {
    return {
      get: (key) => {
        life.check();
        return this.entries.get(key);
      },
      put: (key, state) => {
        life.tick();
        this.entries.set(key, state);
      },
      transaction: (work) => {
        life.tick();
        const result = work();
        life.tick();
        return result;
      },
    };
  }
}
