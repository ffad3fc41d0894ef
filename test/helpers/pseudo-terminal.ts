// The tool on a real pseudo-terminal (util-linux `script`): everything that the terminal is sent.
import { spawn, spawnSync } from 'node:child_process';
import { BIN } from './cli.ts';

/** Whether this machine can give us one. */
export const hasPseudoTerminal =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

const quoted = (word: string) => `'${word.replace(/'/g, `'\\''`)}'`;

/** Runs `returns ARGS` on a terminal; stdout and stderr are one there, as for a person. */
export function onTerminal(args: readonly string[], env: Record<string, string>): Promise<string> {
  const line = [process.execPath, BIN, ...args].map(quoted).join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

/** Without what colours a text, and with the terminal's line ends as they are written. */
export const withoutColour = (text: string): string =>
  text.replace(/\u001b\[[\d;]*m/g, '').replace(/\r\n/g, '\n');
