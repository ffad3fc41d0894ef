// Real child processes of our own source: a TypeScript entry bundled once, run with node as often as wanted.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { temporaryFolder } from './platform.ts';

const repository = path.resolve(import.meta.dirname, '../..');

/** Bundles a file (given from the repository's root) for node and returns the path of the script. */
export async function bundle(entry: string): Promise<string> {
  const folder = temporaryFolder('returns-program-');
  // What stays outside the bundle is found through this link.
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  const outfile = path.join(folder, 'program.mjs');
  await build({
    entryPoints: [path.join(repository, entry)],
    outfile,
    bundle: true,
    mainFields: ['module', 'main'],
    // Everything in one file starts twice as fast; the database has native parts, and a CommonJS package wants `require`.
    external: ['@photostructure/sqlite'],
    banner: {
      js: "import { createRequire as _cr } from 'node:module'; const require = _cr(import.meta.url);",
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  return outfile;
}

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly done: Promise<Ran>;
  /** Resolves when stdout holds the text; rejects when the process ends before. */
  until(text: string): Promise<void>;
}

/** Starts `node script args` with exactly this environment (and PATH). `shell` runs it behind shell words, e.g. a ulimit. */
export function start(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  options: { stdin?: string; cwd?: string; before?: string } = {},
): Running {
  const [program, words] = options.before
    ? ['/bin/bash', ['-c', `${options.before}; exec "$0" "$@"`, process.execPath, script, ...args]]
    : [process.execPath, [script, ...args]];
  const child = spawn(program as string, words as string[], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  let check = () => {};
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    check();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.stdin ?? '');
  const done = new Promise<Ran>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return {
    child,
    done,
    until: (text) =>
      new Promise((resolve, reject) => {
        check = () => {
          if (stdout.includes(text)) resolve();
        };
        check();
        done.then(
          (ran) => reject(new Error(`it ended before it said ${text}: ${JSON.stringify(ran)}`)),
          reject,
        );
      }),
  };
}
