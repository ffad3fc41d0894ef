// How long something may take before a test takes it for hanging. It is no judgement about speed: it grows with the time that
// a child process needs to start on this machine, and is far above what anything takes.
import { spawnSync } from 'node:child_process';

/** Measured once for all processes of a run. */
function measured(): number {
  const from = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - from;
}

/** ms */
export const HANGING = Math.round(Number(process.env['HANGING'] ?? Math.max(120_000, 1500 * measured())));
process.env['HANGING'] = `${HANGING}`;
