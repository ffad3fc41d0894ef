// The program with real files and a real sandbox, in the test's own process, with the clock of the shop.
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../../src/main.ts';
import { realDatabases } from '../../../src/platform/database.ts';
import { sandboxEnvironment } from '../../helpers/cli.ts';
import { atEndOfFile } from '../../helpers/ends.ts';
import { temporaryFolder, testPlatform } from '../../helpers/platform.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import type { Held } from './compare.ts';

export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits before a request is tried again, while an answer is lost. */
const RETRY = 2000;

/** Shorter waits, such as that for others before a commit, are not waited for: their time has passed at once. */
const SHORT = 100;

/** The time of the shop: set by it, and moving on like the real one in between. */
function shopClock(start: number) {
  let skipped = 0;
  let short = SHORT;
  const monotonic = () => performance.now() + skipped;
  let [set, since] = [start, monotonic()];
  return {
    now: () => Math.floor(set + monotonic() - since),
    monotonic,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const isShort = ms > 0 && ms < short;
        if (isShort) skipped += ms;
        const timer = setTimeout(resolve, isShort ? 0 : ms);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    set(ms: number) {
      [set, since] = [ms, monotonic()];
    },
    skip(ms: number) {
      short = ms;
    },
  };
}

/** In memory where the machine has such a file system: half of a month would be waiting for the disk. */
function folder(): string {
  try {
    const root = fs.mkdtempSync('/dev/shm/returns-shop-');
    atEndOfFile(() => fs.rmSync(root, { recursive: true, force: true }));
    return root;
  } catch {
    return temporaryFolder('returns-shop-');
  }
}

export async function openTool(start: number) {
  const root = folder();
  const clock = shopClock(start);
  let isLate = false;
  // The service does its work, and the request has ended before its answer comes.
  const sandbox = await sandboxFor(
    { clock: 'manual', clockStart: start, seed: 1, history: 5 },
    async (_, answer) => {
      const done = await answer();
      if (!isLate) return done;
      isLate = false;
      return { status: 0, drop: true };
    },
  );
  const env = sandboxEnvironment(sandbox.url);
  const work = path.join(root, 'work');
  fs.mkdirSync(work, { recursive: true });
  return {
    root,
    work,
    sandbox,
    /** Both clocks, the tool's and the service's, go on to this time. */
    async at(ms: number) {
      clock.set(ms);
      await sandbox.clock.at(ms);
    },
    /** Both clocks go on by so many ms. */
    later(ms: number) {
      return this.at(clock.now() + ms);
    },
    file(name: string, content: string) {
      fs.writeFileSync(path.join(work, name), content);
    },
    async run(args: readonly string[]): Promise<Output> {
      const here = testPlatform({ root, env, clock });
      const code = await run([...args], here.platform);
      return { code, stdout: here.stdout(), stderr: here.stderr() };
    },
    /** The first orders that this command sends are stored, but no answer comes in time. Says whether that happened. */
    async runLate(args: readonly string[]): Promise<Output & { readonly wasLate: boolean }> {
      isLate = true;
      clock.skip(RETRY);
      const output = await this.run(args);
      const wasLate = !isLate;
      isLate = false;
      clock.skip(SHORT);
      return { ...output, wasLate };
    },
    /** The state folder becomes one of the build that named lines by their positions and kept no times of creation. */
    makeOld() {
      const ledger = realDatabases.open(path.join(root, 'state', 'ledger.db'), { durable: false });
      ledger.exec(
        'ALTER TABLE orders DROP COLUMN created_at; ALTER TABLE orders DROP COLUMN shipping_cents; ALTER TABLE orders DROP COLUMN is_restored; ALTER TABLE refunds DROP COLUMN run; ALTER TABLE order_lines DROP COLUMN title; PRAGMA user_version = 4',
      );
      ledger.close();
    },
    read: (name: string): string => fs.readFileSync(path.join(work, name), 'utf8'),
    held: (): Map<string, Held> =>
      new Map(sandbox.orders().map(({ identifier, order }) => [identifier, order as Held])),
    async close(keep: string | undefined) {
      await sandbox.close();
      if (keep !== undefined) {
        fs.rmSync(keep, { recursive: true, force: true });
        fs.cpSync(work, keep, { recursive: true });
      }
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

export type Tool = Awaited<ReturnType<typeof openTool>>;
