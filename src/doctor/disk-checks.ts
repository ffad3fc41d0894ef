// Checks the file systems under the folders of the tool: room, rights, network disks, and files from the future.
import path from 'node:path';
import { formatBytes, formatDuration } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import { dayFile, dayOf } from '../storage/call-files.ts';
import { type Folders, OTHER_FOLDER } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { bad, checksOf, type DoctorCheck, doubtful, type Finding, good, lookedInto } from './findings.ts';

interface Place {
  readonly name: 'state' | 'config' | 'cache' | 'temporary';
  readonly folder: string;
  /** The flag or variable that names another folder. */
  readonly other: string;
}

const MB = 1e6;
/** Bytes. A backfill of a million orders takes about 1 GB of ledger; a profile a few kB. */
const LITTLE = { state: 256 * MB, config: 4 * MB, cache: 16 * MB, temporary: 16 * MB };
const NONE = { state: 16 * MB, config: MB, cache: MB, temporary: MB };
/** A file may be this far ahead: clocks of containers and hosts differ a little. */
const SLACK_MS = 300_000;

/** The folders need not exist yet: then the one above is looked at. */
export async function checkDisk(platform: Platform, folders: Folders): Promise<readonly DoctorCheck[]> {
  const probes = await platform.probes();
  const places: readonly Place[] = [
    { name: 'state', folder: folders.state, other: OTHER_FOLDER.state[1] },
    { name: 'config', folder: folders.config, other: OTHER_FOLDER.config[1] },
    { name: 'cache', folder: folders.machine, other: OTHER_FOLDER.machine[1] },
    { name: 'temporary', folder: platform.env['TMPDIR'] || '/tmp', other: 'TMPDIR' },
  ];
  const space: Finding[] = [];
  let least = Number.POSITIVE_INFINITY;
  const writable: Finding[] = [];
  const network: Finding[] = [];
  for (const place of places) {
    const { free, isReadOnly } = probes.disk(place.folder);
    space.push(...spaceFindings(place, free));
    least = Math.min(least, free ?? least);
    if (isReadOnly) writable.push(readOnlyFinding(place));
    const kind =
      place.name === 'temporary' || place.name === 'config'
        ? undefined
        : platform.files.networkFileSystem(place.folder);
    if (kind !== undefined)
      network.push(
        bad(
          `${place.folder} lies on a network file system (${kind})`,
          `Locks and the ledger need a local disk: name one with ${place.other}.`,
        ),
      );
  }
  return checksOf({
    'disk.space': [...space, good(roomText(least))],
    'disk.writable': [...writable, good('the folders can be written')],
    'disk.network': [...network, good('state and cache lie on local disks')],
    'disk.clock': lookedInto(folders.state, () => clockFindings(platform, folders)),
  });
}

const roomText = (least: number): string =>
  Number.isFinite(least)
    ? `${formatBytes(least)} or more free for state, config, cache and temporary files`
    : 'the file systems do not say how much is free';

function spaceFindings({ name, folder, other }: Place, free: number | null): Finding[] {
  if (free === null) return [];
  const text = `${formatBytes(free)} free for ${name} (${folder})`;
  const mend = `Free some disk space, or name another folder with ${other}${name === 'state' ? '; old runs and calls go with `returns runs purge` and `returns calls purge`' : ''}.`;
  if (free < NONE[name]) return [bad(`only ${text}`, mend)];
  return free < LITTLE[name] ? [doubtful(`only ${text}`, mend)] : [];
}

function readOnlyFinding({ name, folder, other }: Place): Finding {
  const text = `the folder for ${name} cannot be written (${folder})`;
  const mend = `Mount it so that it can be written, see who owns it, or name another one with ${other}.`;
  // With settings from the environment everything works without a folder for settings, or for temporary files.
  return name === 'config' || name === 'temporary' ? doubtful(text, mend) : bad(text, mend);
}

/** A file that was written later than now: this clock, or the one that it was written with, is wrong. */
function clockFindings(platform: Platform, folders: Folders): Finding[] {
  const now = platform.clock.now();
  const kept = [
    ledgerPath(folders),
    `${ledgerPath(folders)}-wal`,
    path.join(folders.config, 'profiles.json'),
    dayFile(folders, dayOf(now)),
  ];
  const ahead = kept.flatMap((file) => {
    const modified = platform.files.stat(file)?.modified ?? 0;
    return modified > now + SLACK_MS ? [{ file, by: modified - now }] : [];
  });
  const [first] = ahead;
  if (!first) return [good('no file was written in the future')];
  return [
    doubtful(
      `${first.file} was written ${formatDuration(first.by)} in the future by this machine's clock`,
      "See whether this machine's clock is right (date); a token may count as expired, or an order as newer than it is.",
    ),
  ];
}
