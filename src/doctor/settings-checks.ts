// Checks the settings: are they readable and right, where each comes from, what it shadows, what is missing.
import type { Source, TargetFlags } from '../account/resolve.ts';
import {
  missingOf,
  missingText,
  type Resolved,
  readSettings,
  type Target,
  targetOf,
} from '../account/settings.ts';
import { shownSettings } from '../account/who-am-i.ts';
import { Failure, placeText } from '../basics/failure.ts';
import { didYouMean, quote } from '../basics/text.ts';
import { formatDuration, plural } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { profileStore } from '../storage/profiles.ts';
import { bad, checksOf, type DoctorCheck, doubtful, type Finding, good } from './findings.ts';
import { nodeFindings } from './node-findings.ts';
import { extraRootsFindings, rootsFindings, secretFindings } from './secret-findings.ts';

export interface SettingsSeen {
  readonly checks: readonly DoctorCheck[];
  /** Undefined when the settings cannot be read. */
  readonly profile?: string;
  /** The service, when everything about it is known and in order. */
  readonly target?: Target;
  /** Why there is no target: nothing was ever set, or a check above says what. */
  readonly isBlank: boolean;
}

/** `variables`: the names of the environment that the tool reads. Needs no network. */
export async function checkSettings(
  platform: Platform,
  folders: Folders,
  flags: TargetFlags,
  variables: readonly string[],
): Promise<SettingsSeen> {
  const found: Record<string, readonly Finding[]> = {
    'settings.variables': variableFindings(platform.env, variables),
    'settings.node': await nodeFindings(platform),
  };
  const done = (more: Partial<SettingsSeen> = {}): SettingsSeen => ({
    checks: checksOf(found),
    isBlank: false,
    ...more,
  });
  const store = profileStore(platform, folders);
  const profiles = tried(() => store.read());
  if (profiles instanceof Failure) {
    found['settings.profiles'] = [failed(profiles)];
    return done();
  }
  found['settings.profiles'] = [
    good(
      profiles.named.size === 0
        ? `no profile yet in ${folders.config}`
        : `${plural(profiles.named.size, 'profile')} in ${store.file}`,
    ),
  ];
  const resolved = tried(() => readSettings(platform, store, flags));
  if (resolved instanceof Failure) {
    found['settings.values'] = [failed(resolved)];
    return done();
  }
  const { understood, notes } = resolved;
  found['settings.values'] = [
    good(
      understood.length === 0
        ? `every setting is understood; ${sourceText(shownSettings(resolved))}`
        : understood.join('; '),
    ),
  ];
  found['settings.shadowed'] =
    notes.length === 0
      ? [good('no setting hides another one')]
      : notes.map((note) =>
          doubtful(
            note,
            'Unset the one that is not meant; a flag beats the environment, the environment the profile in use: `returns whoami`.',
          ),
        );
  found['settings.timeout'] = [timeoutFinding(resolved)];
  found['settings.ca'] = await rootsFindings(platform, resolved);
  found['settings.secret'] = secretFindings(platform, store, resolved);
  const seen = { profile: resolved.profile.value };
  const missing = missingOf(resolved, ['orders']);
  if (missing.length > 0) {
    const isBlank = Object.keys(resolved.addresses).length === 0 && !resolved.clientId && !resolved.secret;
    if (!isBlank)
      found['settings.missing'] = [
        bad(
          `missing ${missingText(missing, false)}`,
          'Run `returns login`, or set those environment variables.',
        ),
      ];
    return done({ ...seen, isBlank });
  }
  const target = tried(() => targetOf(platform, store, resolved));
  if (target instanceof Failure) {
    found[target.code === 'usage.rate' ? 'settings.rate' : 'settings.conflict'] = [failed(target)];
    return done(seen);
  }
  const isUsable = [
    ...found['settings.ca'],
    ...found['settings.secret'],
    ...(await extraRootsFindings(platform)),
  ].every(({ result }) => result !== 'failure');
  return done({ ...seen, ...(isUsable ? { target } : {}) });
}

const tried = <T>(work: () => T): T | Failure => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
};

const failed = (failure: Failure): Finding => {
  const place = placeText(failure.place);
  return bad(`${failure.message}${place === '' ? '' : ` (${place})`}`, failure.hint);
};

/** A misspelt variable has no effect, and nothing else says so. Only its name is shown. */
function variableFindings(env: Platform['env'], known: readonly string[]): Finding[] {
  const given = Object.keys(env).filter((name) => /^RETURNS_/i.test(name) && env[name]);
  // For tests: where the pace lies, and which digests a run writes.
  const unknown = given.filter(
    (name) => !known.includes(name) && !/^RETURNS_(?:PACE_DIR|DIGESTS)$/.test(name),
  );
  if (unknown.length === 0)
    return [good(given.length === 0 ? 'no RETURNS_* variable is set' : `every RETURNS_* variable is known`)];
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

function sourceText(settings: Readonly<Record<string, { readonly source: Source }>>): string {
  const from = (source: Source, text: string) => {
    const names = Object.entries(settings).flatMap(([name, one]) =>
      one.source === source && name !== 'profile' ? [name] : [],
    );
    return names.length === 0 ? [] : [`${text}: ${names.join(', ')}`];
  };
  return (
    [
      ...from('flag', 'from flags'),
      ...from('environment', 'from the environment'),
      ...from('profile', 'from the profile'),
    ].join('; ') || 'all by default'
  );
}

const SHORT_MS = 2_000;

function timeoutFinding({ timeoutMs: { value, source } }: Resolved): Finding {
  const text = `a request may take ${formatDuration(value)} (${source})`;
  if (value < SHORT_MS)
    return doubtful(
      text,
      'A batch of 50 orders takes longer than that at times, and is then sent again: --timeout 30s is the default.',
    );
  return good(text);
}
