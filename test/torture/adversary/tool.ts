// The program in this process, with files of its own and a configuration in which nothing was ever remembered.
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../../src/main.ts';
import { realClock } from '../../../src/platform/node-platform.ts';
import { atEndOfFile } from '../../helpers/ends.ts';
import { temporaryFolder, testPlatform } from '../../helpers/platform.ts';

/** Always the same day, some months after the orders. */
const clock = Object.assign({}, realClock, { now: () => Date.UTC(2026, 10, 2, 9) });

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** In memory where the machine has such a file system. */
function memoryFolder(): string {
  try {
    const root = fs.mkdtempSync('/dev/shm/returns-adversary-');
    atEndOfFile(() => fs.rmSync(root, { recursive: true, force: true }));
    return root;
  } catch {
    return temporaryFolder('returns-adversary-');
  }
}

export function freshTool(files: Readonly<Record<string, string>>, encoding: 'utf8' | 'latin1' = 'utf8') {
  const root = memoryFolder();
  const work = path.join(root, 'work');
  fs.mkdirSync(work, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(work, name), text, encoding);
  return {
    work,
    /** Every letter is a byte. */
    write: (name: string, text: string) => fs.writeFileSync(path.join(work, name), text, 'latin1'),
    read: (name: string) =>
      fs.existsSync(path.join(work, name)) ? fs.readFileSync(path.join(work, name), 'utf8') : '',
    async run(...args: string[]): Promise<Ran> {
      const here = testPlatform({ root, clock });
      const code = await run(args, here.platform);
      return { code, stdout: here.stdout(), stderr: here.stderr() };
    },
    close: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}
