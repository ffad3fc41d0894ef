// Checks the file systems under the folders of the tool: room, and the right to write.
import { formatBytes } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { bad, checksOf, type DoctorCheck, doubtful, type Finding, good } from './findings.ts';

const MB = 1e6;
/** Bytes. A backfill of a million orders takes about 1 GB of ledger; a profile a few kB. */
const LITTLE = { state: 256 * MB, config: 4 * MB, cache: 16 * MB };
const NONE = { state: 16 * MB, config: MB, cache: MB };

/** The folders need not exist yet: then the one above is looked at. */
export async function checkDisk(
  { files, probes }: Platform,
  folders: Folders,
): Promise<readonly DoctorCheck[]> {
  const places = [
    { name: 'state', folder: folders.state, other: '--state-dir DIR or RETURNS_STATE_DIR' },
    { name: 'config', folder: folders.config, other: '--config-dir DIR or RETURNS_CONFIG_DIR' },
    { name: 'cache', folder: folders.machine, other: 'the variable XDG_CACHE_HOME' },
  ] as const;
  const space: Finding[] = [];
  const writable: Finding[] = [];
  const { disk } = await probes();
  for (const { name, folder, other } of places) {
    const { free, isReadOnly } = disk(folder);
    if (free !== null && free < LITTLE[name])
      space.push(
        (free < NONE[name] ? bad : doubtful)(
          `only ${formatBytes(free)} free for ${name} (${folder})`,
          `Free some disk space, or name another folder with ${other}${name === 'state' ? '; old runs and calls go with `returns runs purge` and `returns calls purge`' : ''}.`,
        ),
      );
    const isFile = files.stat(folder)?.kind === 'file';
    if (isReadOnly || isFile)
      writable.push(
        // With settings from the environment everything works without a folder for settings.
        (name === 'config' ? doubtful : bad)(
          isFile
            ? `${folder} is a file, not a folder for ${name}`
            : `the folder for ${name} cannot be written (${folder})`,
          `Mount it so that it can be written, see who owns it, or name another one with ${other}.`,
        ),
      );
  }
  return checksOf({
    'disk.space': [...space, good('there is room for state, config and cache')],
    'disk.writable': [...writable, good('the folders can be written')],
  });
}
