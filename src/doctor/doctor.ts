// The work of `returns doctor`: asks every area in order, and counts. Its checks of settings, ledger and disks.
import path from 'node:path';
import type { TargetFlags } from '../account/resolve.ts';
import {
  missingOf,
  missingText,
  type Resolved,
  readSecret,
  readSettings,
  rootsOf,
  type Target,
  targetOf,
} from '../account/settings.ts';
import { Failure } from '../basics/failure.ts';
import { didYouMean, quote, redact } from '../basics/text.ts';
import { formatBytes, formatDuration, plural } from '../basics/units.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { diskFailure, type Folders } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { checkHead, LEDGER_MIGRATIONS } from '../storage/ledger-migrations.ts';
import { heldSince } from '../storage/locks.ts';
import { type ProfileStore, profileStore } from '../storage/profiles.ts';
import { checkConnection, checkReceiving } from './connection-checks.ts';
import {
  bad,
  checksOf,
  type DoctorCheck,
  doubtful,
  type Finding,
  failed,
  good,
  hiddenIn,
} from './findings.ts';

export interface DoctorRequest {
  readonly flags: TargetFlags;
  /** The names of the environment that the tool reads. */
  readonly variables: readonly string[];
  /** Read every page and index of the ledger. */
  readonly integrity: boolean;
  /** Leave out what needs the network. */
  readonly offline: boolean;
  /** The public address that is to lead to this machine. */
  readonly probeUrl: string | undefined;
  /** Another port of the receiver than the default. */
  readonly port?: number;
}

export type DoctorReport = Awaited<ReturnType<typeof examine>>;

export async function examine(platform: Platform, folders: Folders, request: DoctorRequest) {
  const settings = await checkSettings(platform, folders, request.flags, request.variables);
  const checks = [...settings.checks, ...(await checkDisk(platform, folders))];
  checks.push(...checkLedger(platform, folders, request.integrity));
  if (!request.offline) {
    checks.push(...(await connectionOf(platform, folders, settings)));
  }
  const { target } = settings;
  const { port, probeUrl, offline } = request;
  const ca = await target?.ca();
  checks.push(...(await checkReceiving(platform, { port, probeUrl, ca })));
  const shown = hiddenIn(checks, redact);
  const counts = { ok: 0, warning: 0, failure: 0 };
  for (const { result } of shown) counts[result]++;
  return {
    /** Null when the settings cannot be read. */
    profile: settings.profile ?? null,
    environment: target?.environment ?? null,
    ...{ offline, counts, checks: shown },
  };
}

async function connectionOf(
  platform: Platform,
  folders: Folders,
  { target }: SettingsSeen,
): Promise<readonly DoctorCheck[]> {
  if (!target)
    return checksOf({
      'connection.sign-in': [
        doubtful(
          'not signed in, or the settings are not in order: the way to the service was not looked at',
          'Mend what is wrong with the settings, else run: returns login. With --profile local it is the sandbox on this machine (returns sandbox start).',
        ),
      ],
    });
  try {
    return await checkConnection(platform, folders, target);
  } catch (error) {
    // The cache folder holds the shared pace: one that is damaged, or on a network file system, ends every command that sends.
    if (!(error instanceof Failure)) throw error;
    return checksOf({ 'connection.sign-in': [doubtful(`not looked at: ${error.message}`, error.hint)] });
  }
}

// Checks the settings: are they readable and right, which hides another one, what is missing.

interface SettingsSeen {
  readonly checks: readonly DoctorCheck[];
  /** Undefined when the settings cannot be read. */
  readonly profile?: string;
  /** The service, when everything about it is known and in order. */
  readonly target?: Target;
}

/** `variables`: the names of the environment that the tool reads. Needs no network. */
async function checkSettings(
  platform: Platform,
  folders: Folders,
  flags: TargetFlags,
  variables: readonly string[],
): Promise<SettingsSeen> {
  const found: Record<string, readonly Finding[]> = {
    'settings.variables': variableFindings(platform.env, variables),
  };
  const done = (more: Partial<SettingsSeen> = {}): SettingsSeen => ({
    checks: checksOf(found),
    ...more,
  });
  const store = profileStore(platform, folders);
  const profiles = await tried(() => store.read());
  if (profiles instanceof Failure) {
    found['settings.profiles'] = [failed(profiles)];
    return done();
  }
  const count = profiles.named.size;
  found['settings.profiles'] = [
    good(
      count === 0 ? `no profile yet in ${folders.config}` : `${plural(count, 'profile')} in ${store.file}`,
    ),
  ];
  const resolved = await tried(() => readSettings(platform, folders, flags));
  if (resolved instanceof Failure) {
    found['settings.values'] = [failed(resolved)];
    return done();
  }
  found['settings.values'] = [good('every setting is understood')];
  found['settings.shadowed'] = resolved.notes.map((note) =>
    doubtful(
      note,
      'Unset the one that is not meant; a flag beats the environment, the environment the profile in use: `returns whoami`.',
    ),
  );
  const ca = await rootsFinding(platform, resolved);
  const secret = await secretFindings(store, resolved);
  found['settings.ca'] = [ca];
  found['settings.secret'] = secret;
  const seen = { profile: resolved.profile.value };
  const missing = missingOf(resolved, ['orders']);
  if (missing.length > 0) {
    const isBlank = Object.keys(resolved.addresses).length === 0 && !resolved.clientId && !resolved.secret;
    const mend = 'Run `returns login`, or set those environment variables.';
    if (!isBlank) found['settings.missing'] = [bad(`missing ${missingText(missing, false)}`, mend)];
    return done(seen);
  }
  const target = await tried(() => targetOf(store, resolved));
  if (target instanceof Failure) {
    found[target.code === 'usage.rate' ? 'settings.rate' : 'settings.conflict'] = [failed(target)];
    return done(seen);
  }
  const isUsable = [ca, ...secret].every(({ result }) => result === 'ok');
  return done({ ...seen, ...(isUsable ? { target } : {}) });
}

async function tried<T>(work: () => T | Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** A misspelt variable has no effect, and nothing else says so. Only its name is shown. */
function variableFindings(env: Platform['env'], known: readonly string[]): Finding[] {
  const given = Object.keys(env).filter((name) => /^RETURNS_/i.test(name) && env[name]);
  // For tests: where the pace lies.
  const unknown = given.filter((name) => !known.includes(name) && name !== 'RETURNS_PACE_DIR');
  if (unknown.length === 0)
    return [good(given.length === 0 ? 'no RETURNS_* variable is set' : 'every RETURNS_* variable is known')];
  return unknown.map((name) => {
    const meant = didYouMean(name, known);
    return doubtful(
      `${quote(name)} is no variable of this tool and has no effect`,
      meant === undefined
        ? 'Unset it; `returns help environment` lists those that there are.'
        : `Did you mean ${meant}? Rename it, or unset it.`,
    );
  });
}

/** The file of --ca. */
async function rootsFinding(platform: Platform, { ca }: Resolved): Promise<Finding> {
  const roots = await tried(() => rootsOf(platform, ca));
  if (roots instanceof Failure) return failed(roots);
  if (!roots) return good("Node's own root certificates, no file of your own (--ca)");
  return good(`${plural(roots.count, 'root certificate')} of your own, besides those of Node`);
}

async function secretFindings(store: ProfileStore, resolved: Resolved): Promise<Finding[]> {
  const { secret, profile } = resolved;
  if (!secret) return [];
  // Both may ask a person: they are read when a token is needed (connection.sign-in), not to look at them.
  const isAsked = secret.from === 'keychain' || secret.from === 'command';
  const read = isAsked ? undefined : await tried(() => readSecret(store, resolved));
  if (read instanceof Failure) return [failed(read)];
  return [good(`a client secret (${secret.from}), profile ${profile.value}`)];
}

// Checks what is kept on this machine: the ledger (does it open, is it whole, who holds a lock), which is not changed, and the disks.

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
function checkLedger(platform: Platform, folders: Folders, integrity: boolean): readonly DoctorCheck[] {
  const file = ledgerPath(folders);
  let store: Database | undefined;
  try {
    const size = platform.files.stat(file)?.size;
    if (size === undefined)
      return checksOf({ 'ledger.file': [good(`no ledger yet: the first upload makes ${file}`)] });
    checkHead(platform, file);
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
  const tables = store.all("SELECT 1 FROM sqlite_schema WHERE name IN ('orders', 'runs')");
  if (tables.length < 2) return bad('the ledger is damaged: it has not the tables of a ledger', RESTORE);
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

/** A command that needs one of these folders ends when it is none. */
const STATE = ['locks', 'spool', 'rejects', 'calls', 'drafts', 'answers'];
const INNER = { state: STATE, config: ['secrets', 'mappings', 'agreements'], cache: [] };

/** The folders need not exist yet: then the one above is looked at. */
async function checkDisk({ files, probes }: Platform, folders: Folders): Promise<readonly DoctorCheck[]> {
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
    const isFile = (place: string) => files.stat(place)?.kind === 'file';
    const mend = `see who owns it, or name another one with ${other}.`;
    if (isReadOnly || isFile(folder))
      writable.push(
        // With settings from the environment everything works without a folder for settings.
        (name === 'config' ? doubtful : bad)(
          isFile(folder)
            ? `${folder} is a file, not a folder for ${name}`
            : `the folder for ${name} cannot be written (${folder})`,
          `Mount it so that it can be written, ${mend}`,
        ),
      );
    else
      for (const place of INNER[name].map((inner) => path.join(folder, inner)))
        if (isFile(place))
          writable.push(
            bad(
              `${place} is a file, not a folder`,
              'Remove it or move it away: the next command that needs the folder makes it.',
            ),
          );
        else if (disk(place).isReadOnly)
          writable.push(bad(`${place} cannot be written`, `S${mend.slice(1)}`));
  }
  return checksOf({
    'disk.space': [...space, good('there is room for state, config and cache')],
    'disk.writable': [...writable, good('the folders can be written')],
  });
}
