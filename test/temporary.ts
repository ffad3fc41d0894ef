// Runs once, before all test files: one temporary folder for the whole run, in which every test has its own. It goes away
// however the run ends, also by kill -9, and two runs at once know nothing of each other.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Waits for the end of its stdin, which is the end of this process; what dies with it may still write for a moment. */
const REMOVE = `process.on('SIGINT', () => {}).on('SIGTERM', () => {}).on('SIGHUP', () => {});
  process.stdin.resume().on('end', () =>
    require('node:fs').rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 40, retryDelay: 250 }));`;

export default function setup(): () => void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'returns-tests-'));
  // Another user's child finds its own folder in it.
  fs.chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  const remover = spawn(process.execPath, ['-e', REMOVE, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: path.parse(folder).root,
  });
  remover.unref();
  (remover.stdin as Socket).unref();
  return () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
