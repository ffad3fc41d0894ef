// Finds what killed processes left in the state dir: spools with personal data, and half a line of the calls record.
import path from 'node:path';
import { formatBytes, plural } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import { callsFolder, dayOfFile } from '../storage/call-files.ts';
import type { Folders } from '../storage/folders.ts';
import { doubtful, type Finding, good } from './findings.ts';

const SPOOL = /^spool-[0-9a-f]{32}$/;
/** Bytes of the calls record from which on a purge is suggested. */
const LARGE_RECORD = 2e9;

/** A spool whose process lives is in use: its lock is held. */
export function spoolFindings(platform: Platform, folders: Folders): Finding[] {
  const { files, databases } = platform;
  const folder = path.join(folders.state, 'spool');
  const stale = files.list(folder).filter((name) => {
    const lock = path.join(folder, `${name}.lock`);
    if (!SPOOL.test(name)) return false;
    // Without its lock file, no process can have it; asking for the lock would make one.
    if (!files.stat(lock)) return true;
    const free = databases.tryLock(lock);
    free?.release();
    return free !== undefined;
  });
  if (stale.length === 0) return [good('no run left anything behind')];
  return [
    doubtful(
      `a killed run left ${plural(stale.length, 'spool')} with personal data in ${folder}`,
      'The next upload removes it; `returns orders check FILE` does it as well.',
    ),
  ];
}

export function callFindings(platform: Platform, folders: Folders): Finding[] {
  const { files } = platform;
  const folder = callsFolder(folders);
  const days = files.list(folder).filter((name) => dayOfFile(name) !== undefined);
  if (days.length === 0) return [good('no calls are recorded')];
  const sizes = days.map((name) => files.stat(path.join(folder, name))?.size ?? 0);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  const text = `calls of ${plural(days.length, 'day')}, ${formatBytes(size)}`;
  const torn = days.filter(
    (name, i) => sizes[i]! > 0 && !endsLine(platform, path.join(folder, name), sizes[i]!),
  );
  const findings = torn.map((name) =>
    doubtful(
      `half a call stands at the end of ${path.join(folder, name)}: a receiver was killed, or the disk was full`,
      'Nothing is lost that was answered: the sender got no 2xx and tries again; the next call begins a new line. See `returns calls list`.',
    ),
  );
  if (size > LARGE_RECORD)
    findings.push(
      doubtful(text, 'They hold personal data: `returns calls purge --before 30d` removes old ones.'),
    );
  return [...findings, good(text)];
}

function endsLine({ files }: Platform, file: string, size: number): boolean {
  const reader = files.open(file);
  try {
    return reader.read(size - 1, 1)[0] === 0x0a;
  } finally {
    reader.close();
  }
}
