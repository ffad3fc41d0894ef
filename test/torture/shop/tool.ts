// The program with real files and a real sandbox, in the test's own process, with the clock of the shop.
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../../src/main.ts';
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

/** Shorter waits, such as that for others before a commit, are not waited for: their time has passed at once. */
const SHORT = 100;

/** The time of the shop: set by it, and moving on like the real one in between. */
function shopClock(start: number) {
  let skipped = 0;
  const monotonic = () => performance.now() + skipped;
  let [set, since] = [start, monotonic()];
  return {
    now: () => Math.floor(set + monotonic() - since),
    monotonic,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const isShort = ms > 0 && ms < SHORT;
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
  const sandbox = await sandboxFor({ clock: 'manual', clockStart: start, seed: 1, history: 5 });
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
    file(name: string, content: string) {
      fs.writeFileSync(path.join(work, name), content);
    },
    async run(args: readonly string[]): Promise<Output> {
      const here = testPlatform({ root, env, clock });
      const code = await run([...args], here.platform);
      return { code, stdout: here.stdout(), stderr: here.stderr() };
    },
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
