// Runs once, before all test files: one temporary folder for the whole run, in which every test has its own. It goes away
// however the run ends, also by kill -9, and two runs at once know nothing of each other.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Waits for the end of its stdin, which is the end of this process. What dies with it may still write for a moment, so it removes
 * the folder again and again, until it was away for two seconds. (`maxRetries` of Node would not look for new files.)
 */
const REMOVE = `process.on('SIGINT', () => {}).on('SIGTERM', () => {}).on('SIGHUP', () => {});
  const fs = require('node:fs');
  function remove(times, clean) {
    const isAway = !fs.existsSync(process.argv[1]);
    try { fs.rmSync(process.argv[1], { recursive: true, force: true }); } catch {}
    if (times > 0 && clean < 8) setTimeout(remove, 250, times - 1, isAway ? clean + 1 : 0);
  }
  process.stdin.resume().on('end', () => remove(240, 0));`;

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
