// Judges who may read what this tool keeps: folders 0700, secrets, tokens and everything with personal data 0600, one owner.
import path from 'node:path';
import { shellWord } from '../basics/text.ts';
import { plural } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { bad, doubtful, type Finding, good, lookedInto } from './findings.ts';

/** The rights of group and others. */
const OTHERS = 0o077;
const WRITABLE = 0o022;

export const modeText = (mode: number): string => mode.toString(8).padStart(4, '0');

/** Files that are looked at in each folder, at most: a record of years has one a day. */
const MOST_FILES = 400;

export async function permissionFindings(
  platform: Platform,
  folders: Folders,
): Promise<Record<string, Finding[]>> {
  const { files, system } = platform;
  if (system.platform === 'win32')
    return {
      'settings.permissions': [good('Windows decides by the folder of the user, which is not looked at')],
    };
  const inside = [...new Set([folders.config, folders.state, folders.machine])].filter((folder) =>
    files.stat(folder),
  );
  const privateFiles = [
    path.join(folders.config, 'profiles.json'),
    ledgerPath(folders),
    path.join(folders.state, 'inspector-key'),
  ];
  const inner = [
    ...['secrets', 'tokens'].map((name) => path.join(folders.config, name)),
    ...['calls', 'spool'].map((name) => path.join(folders.state, name)),
  ];
  const unreadable = inner.flatMap((folder) =>
    lookedInto(folder, () => {
      privateFiles.push(...within(platform, folder));
      return [];
    }),
  );
  return {
    'settings.permissions': [
      ...unreadable,
      ...lookedInto(folders.state, () => modeFindings(platform, inside, privateFiles)),
    ],
    'settings.owner': await ownerFindings(platform, [...inside, ...inner, ...privateFiles]),
  };
}

const within = ({ files }: Platform, folder: string): string[] =>
  files.stat(folder)?.kind === 'directory'
    ? files
        .list(folder)
        .slice(-MOST_FILES)
        .map((name) => path.join(folder, name))
    : [];

function modeFindings(
  { files }: Platform,
  inside: readonly string[],
  privateFiles: readonly string[],
): Finding[] {
  const open = (places: readonly string[], bits: number) =>
    places.flatMap((place) => {
      const mode = files.stat(place)?.mode;
      return mode !== undefined && (mode & bits) !== 0 ? [{ place, mode }] : [];
    });
  const found: Finding[] = [];
  const readable = open(privateFiles, OTHERS);
  const [first] = readable;
  if (first)
    found.push(
      bad(
        `others on this machine can read ${named(first)}${readable.length > 1 ? ` and ${plural(readable.length - 1, 'more file')}` : ''}: secrets, tokens or personal data`,
        `Run: chmod 600 ${readable
          .slice(0, 3)
          .map(({ place }) => shellWord(place))
          .join(
            ' ',
          )}${readable.length > 3 ? ' ...' : ''}. If others know the secret now, ask for a new one, then \`returns login --rotate\`.`,
      ),
    );
  for (const { place, mode } of open(inside, OTHERS)) {
    const [finding, what] = mode & WRITABLE ? [bad, 'replace files in'] : [doubtful, 'look into'];
    const text = `others on this machine can ${what} ${named({ place, mode })}`;
    found.push(finding(text, `Run: chmod 700 ${shellWord(place)}`));
  }
  return [...found, good('only this user can read what is kept')];
}

const named = ({ place, mode }: { place: string; mode: number }) => `${place} (mode ${modeText(mode)})`;

async function ownerFindings(platform: Platform, places: readonly string[]): Promise<Finding[]> {
  const probes = await platform.probes();
  const foreign = places.flatMap((place) => {
    const found = probes.owner(place);
    return found && found.uid !== found.own ? [{ place, ...found }] : [];
  });
  const [first] = foreign;
  if (!first) return [good('everything that is kept belongs to this user')];
  const text = `${first.place} belongs to user ${first.uid}, this process is user ${first.own}`;
  const chown = (uid: number) => `sudo chown -R ${uid} ${shellWord(path.dirname(first.place))}`;
  // Root can read everything, but what root writes the other user cannot use afterwards.
  if (first.own !== 0)
    return [bad(text, `A run with sudo leaves files of root behind. Run: ${chown(first.own)}`)];
  const hint = `Run the tool as that user, without sudo; mend what was made with: ${chown(first.uid)}`;
  return [doubtful(`${text}: files that this run makes are of root`, hint)];
}
