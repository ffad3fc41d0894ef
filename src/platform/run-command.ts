// Runs a program of the user's and keeps what it prints, within limits of size and time.

import type { CommandEnd, CommandRun } from './programs.ts';

/** From SIGTERM to SIGKILL, ms. */
const GRACE_MS = 2000;
/** A program that the command left running in the background may hold stdout open: so long its output is waited for, ms. */
const DRAIN_MS = 1000;
/** Characters of stderr that are kept. */
const MOST_WORDS = 4096;

export function runCommand({ words, cwd, env, maxOutput, signal }: CommandRun): Promise<CommandEnd> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [program = '', ...args] = words;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...env },
      windowsHide: true,
      // A password manager asks on the terminal. Without one it must not read the orders that come on our stdin.
      stdio: [process.stdin.isTTY ? 'inherit' : 'ignore', 'pipe', process.stderr.isTTY ? 'inherit' : 'pipe'],
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
    let drain: NodeJS.Timeout | undefined;
    let kill: NodeJS.Timeout | undefined;
    const stop = () => {
      if (kill) return;
      child.kill('SIGTERM');
      kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) stop();
      else chunks.push(chunk);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MOST_WORDS);
    });
    const settle = (work: () => void) => {
      clearTimeout(drain);
      clearTimeout(kill);
      signal.removeEventListener('abort', stop);
      child.stdout?.destroy();
      child.stderr?.destroy();
      work();
    };
    const end = () =>
      settle(() =>
        resolve({
          code: child.exitCode ?? undefined,
          ...(child.signalCode === null ? {} : { endedBy: child.signalCode }),
          stdout: Buffer.concat(chunks),
          tooMuch: size > maxOutput,
          ...(child.stderr ? { stderr } : {}),
        }),
      );
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', end);
    child.on('exit', () => {
      drain = setTimeout(end, DRAIN_MS);
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
