// The work of `returns doctor`: asks every area in order, and counts.
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
import { plural } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
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
import { checkDisk, checkLedger } from './state-checks.ts';

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
