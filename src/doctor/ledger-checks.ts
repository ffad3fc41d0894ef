// Checks the ledger: does it open, is it whole, who holds a lock, what was left behind. Changes nothing in it.
import path from 'node:path';
import { Failure } from '../basics/failure.ts';
import { formatBytes, formatDuration, plural } from '../basics/units.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { callsFolder, dayOfFile } from '../storage/call-files.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { LEDGER_MIGRATIONS } from '../storage/ledger-migrations.ts';
import { heldSince } from '../storage/locks.ts';
import { bad, checksOf, type DoctorCheck, doubtful, type Finding, good, lookedInto } from './findings.ts';

/** Bytes. SQLite empties the log when the last process closes the ledger. */
const LARGE_LOG = 64e6;
const SPOOL = /^spool-[0-9a-f]{32}$/;
/** Bytes of the calls record from which on a purge is suggested. */
const LARGE_RECORD = 2e9;
/** Faults that are read, at most. */
const MOST_FAULTS = 20;
const RESTORE =
  'Restore it from a backup, or move it away: the next upload then sends every order again, which the service accepts.';

/** `integrity`: read every page and every index (minutes for a large ledger), instead of the quick form. */
export function checkLedger(
  platform: Platform,
  folders: Folders,
  integrity: boolean,
): readonly DoctorCheck[] {
  return checksOf({
    ...ledgerFindings(platform, folders, integrity),
    'ledger.spool': lookedInto(folders.state, () => spoolFindings(platform, folders)),
    'ledger.calls': lookedInto(callsFolder(folders), () => callFindings(platform, folders)),
  });
}

function ledgerFindings(
  platform: Platform,
  folders: Folders,
  integrity: boolean,
): Record<string, readonly Finding[]> {
  const file = ledgerPath(folders);
  let size: number | undefined;
  const unreadable = lookedInto(file, () => {
    size = platform.files.stat(file)?.size;
    return [];
  });
  if (unreadable.length > 0) return { 'ledger.file': unreadable };
  if (size === undefined) return { 'ledger.file': [good(`no ledger yet: the first upload makes ${file}`)] };
  const log = platform.files.stat(`${file}-wal`)?.size ?? 0;
  let store: Database | undefined;
  try {
    store = platform.databases.open(file, { durable: true });
    const version = versionFinding(store, file, size);
    if (version.result === 'failure') return { 'ledger.file': [version] };
    return {
      'ledger.file': [version],
      'ledger.integrity': [integrityFinding(store, integrity)],
      'ledger.log': [logFinding(log)],
      'ledger.lock': lockFindings(platform, store),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const id =
      error.code === 'state.damaged'
        ? 'ledger.integrity'
        : error.code === 'state.locked'
          ? 'ledger.lock'
          : 'ledger.file';
    return { [id]: [bad(error.message, error.hint)] };
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
  const later = version < newest ? `; the next upload brings it from version ${version} to ${newest}` : '';
  return good(`${file}, ${formatBytes(size)}${later}`);
}

function integrityFinding(store: Database, integrity: boolean): Finding {
  const name = integrity ? 'integrity_check' : 'quick_check';
  const said = store.all(`PRAGMA ${name}(${MOST_FAULTS})`).map(([text]) => String(text));
  if (said.length === 1 && said[0] === 'ok')
    return good(
      integrity
        ? 'every page and index is whole (integrity_check)'
        : 'every page is whole (quick_check; --integrity also compares the indexes)',
    );
  return bad(
    `the ledger is damaged: ${plural(said.length, 'fault')}${said.length === MOST_FAULTS ? ' or more' : ''}, first ${said[0]?.slice(0, 120)}`,
    RESTORE,
  );
}

function logFinding(size: number): Finding {
  if (size < LARGE_LOG) return good(size === 0 ? 'its log is empty' : `its log has ${formatBytes(size)}`);
  return doubtful(
    `its log (ledger.db-wal) has ${formatBytes(size)}: some process has been reading the ledger for long`,
    'End what reads it (an open sqlite3, a suspended run); the log shrinks when the last process closes the ledger. Never remove it: it belongs to the ledger.',
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

/** A spool whose process lives is in use: its lock is held. */
function spoolFindings(platform: Platform, folders: Folders): Finding[] {
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

function callFindings({ files }: Platform, folders: Folders): Finding[] {
  const folder = callsFolder(folders);
  const days = files.list(folder).filter((name) => dayOfFile(name) !== undefined);
  if (days.length === 0) return [good('no calls are recorded')];
  const size = days.reduce((sum, name) => sum + (files.stat(path.join(folder, name))?.size ?? 0), 0);
  const text = `calls of ${plural(days.length, 'day')}, ${formatBytes(size)}`;
  if (size <= LARGE_RECORD) return [good(text)];
  return [doubtful(text, 'They hold personal data: `returns calls purge --before 30d` removes old ones.')];
}
