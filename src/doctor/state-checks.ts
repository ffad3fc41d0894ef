// Checks what is kept on this machine: the ledger (does it open, is it whole, who holds a lock), which is not changed, and the disks.
import { Failure } from '../basics/failure.ts';
import { formatBytes, formatDuration, plural } from '../basics/units.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { diskFailure, type Folders } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { LEDGER_MIGRATIONS } from '../storage/ledger-migrations.ts';
import { heldSince } from '../storage/locks.ts';
import { bad, checksOf, type DoctorCheck, doubtful, type Finding, failed, good } from './findings.ts';

/** Faults that are read, at most. */
const MOST_FAULTS = 20;
const RESTORE =
  'Restore it from a backup, or move it away: the next upload then sends every order again, which the service accepts.';
/** By the code of what ends the look; `ledger.file` for the others. */
const CHECK_OF: Readonly<Record<string, string>> = {
  'state.damaged': 'ledger.integrity',
  'state.locked': 'ledger.lock',
};

/** `integrity`: read every page and every index (minutes for a large ledger), instead of the quick form. */
export function checkLedger(
  platform: Platform,
  folders: Folders,
  integrity: boolean,
): readonly DoctorCheck[] {
  const file = ledgerPath(folders);
  let store: Database | undefined;
  try {
    const size = platform.files.stat(file)?.size;
    if (size === undefined)
      return checksOf({ 'ledger.file': [good(`no ledger yet: the first upload makes ${file}`)] });
    store = platform.databases.open(file, { durable: true });
    const version = versionFinding(store, file, size);
    if (version.result === 'failure') return checksOf({ 'ledger.file': [version] });
    return checksOf({
      'ledger.file': [version],
      'ledger.integrity': [integrityFinding(store, integrity)],
      'ledger.lock': lockFindings(platform, store),
    });
  } catch (error) {
    const failure = error instanceof Failure ? error : diskFailure(file, error);
    if (!(failure instanceof Failure)) throw error;
    return checksOf({ [CHECK_OF[failure.code] ?? 'ledger.file']: [failed(failure)] });
  } finally {
    store?.close();
  }
}

function versionFinding(store: Database, file: string, size: number): Finding {
  const version = Number(store.get('PRAGMA user_version')?.[0] ?? 0);
  const newest = LEDGER_MIGRATIONS.length;
  if (version > newest)
    return bad(
      `${file} was made by a newer version of this tool (version ${version} of the file, this one knows ${newest})`,
      'Install the newest version of returns-cli, or name another folder with --state-dir DIR.',
    );
  return good(`${file}, ${formatBytes(size)}`);
}

function integrityFinding(store: Database, integrity: boolean): Finding {
  const name = integrity ? 'integrity_check' : 'quick_check';
  const said = store.all(`PRAGMA ${name}(${MOST_FAULTS})`).map(([text]) => String(text));
  if (said.length === 1 && said[0] === 'ok')
    return good(`it is whole (${name}${integrity ? '' : '; --integrity also compares the indexes'})`);
  return bad(
    `the ledger is damaged: ${plural(said.length, 'fault')}${said.length === MOST_FAULTS ? ' or more' : ''}, first ${said[0]?.slice(0, 120)}`,
    RESTORE,
  );
}

function lockFindings(platform: Platform, store: Database): Finding[] {
  const hasTable = store.get("SELECT 1 FROM sqlite_schema WHERE name = 'locks'") !== undefined;
  const rows = hasTable
    ? store.all(
        "SELECT name, part, pid, host, since, command FROM locks WHERE name NOT LIKE 'run/%' AND name NOT LIKE 'asks/%'",
      )
    : [];
  const held = rows.flatMap(([of, shard, pid, host, , command]) => {
    const since = heldSince(platform, store, { of: String(of), shard: String(shard) });
    if (since === undefined) return [];
    const elsewhere = host === platform.system.hostname ? '' : ` on ${host}`;
    const age = formatDuration(Math.max(0, platform.clock.now() - since));
    return doubtful(
      `process ${pid}${elsewhere} has held the lock of ${String(of).split('/')[0]} for ${age}${command ? ` (${command})` : ''}`,
      `Other runs to that target end with exit 7 meanwhile. Wait for it, or add --lock-wait 20m; if it hangs, end it${elsewhere ? ' there' : ` with: kill ${pid}`}`,
    );
  });
  return [...held, good('no process holds a lock')];
}

// Checks the file systems under the folders of the tool: room, and the right to write.

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
