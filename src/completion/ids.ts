// The ids of this machine that a word may go on with: profiles, runs, calls, ASNs, orders, remembered mappings. Whatever is
// missing, damaged or in use has no ids: completion never fails, never waits and never writes.
import type { LookInto, Platform, SqlValue } from '../platform/platform.ts';
import { callsFolder, dayFile, dayOfFile } from '../storage/call-files.ts';
import { type Folders, foldersOf } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { rememberedNames } from '../storage/mappings.ts';
import { BUILT_IN, readProfiles } from '../storage/profiles.ts';
import type { FindIds } from './answer.ts';
import type { IdKind, Offered } from './types.ts';

/** What completion needs of the machine. */
export interface Machine extends Pick<Platform, 'env' | 'cwd' | 'files'> {
  readonly system: { readonly home: string };
  readonly lookInto: LookInto;
}

/** How many ids are offered: more do not help. */
const MOST = 100;
/** Longer ids would fill the screen. */
const LONGEST = 200;
/** Bytes of the newest calls that are read. */
const MOST_BYTES = 1024 * 1024;

export const idsOf =
  (machine: Machine): FindIds =>
  (kind, beginning, { configDir, stateDir }) => {
    try {
      const flags = { configDir: atHome(machine, configDir), stateDir: atHome(machine, stateDir) };
      const found = FINDERS[kind](machine, foldersOf(machine, flags), beginning);
      // What begins with - would be read as a flag.
      return found.filter(([id]) => !id.startsWith('-') && id.length <= LONGEST);
    } catch {
      return [];
    }
  };

/** The shell has not replaced the ~ yet. */
const atHome = ({ system }: Machine, folder: string | undefined): string | undefined =>
  folder?.replace(/^~(?=$|\/)/, () => system.home);

type Find = (machine: Machine, folders: Folders, beginning: string) => readonly Offered[];

const FINDERS: Readonly<Record<IdKind, Find>> = {
  profiles(machine, folders) {
    const builtIn: Offered = [BUILT_IN, 'the sandbox on this machine'];
    try {
      const { named, inUse } = readProfiles(machine, folders);
      const text = (name: string, environment = '') => (name === inUse ? 'in use' : environment);
      return [
        builtIn,
        ...[...named].map(([name, { environment }]): Offered => [name, text(name, environment)]),
      ];
    } catch {
      return [builtIn];
    }
  },
  mappings: (machine, folders) => rememberedNames(machine, folders).map((name) => [name, 'remembered']),
  runs: (machine, folders, beginning) =>
    machine.lookInto(ledgerPath(folders), (all) =>
      ranged(all, beginning, {
        from: 'runs',
        column: 'id',
        text: "kind || ', ' || state",
        newestFirst: true,
      }),
    ),
  asns: (machine, folders, beginning) =>
    ofTargets(machine, folders, beginning, { from: 'asns', column: 'number', text: "'program ' || program" }),
  orders: (machine, folders, beginning) =>
    ofTargets(machine, folders, beginning, { from: 'orders', column: 'identifier', text: 'status' }),
  calls: newestCalls,
};

type All = Parameters<Parameters<LookInto>[1]>[0];

interface Search {
  readonly from: 'runs' | 'asns' | 'orders';
  /** The ids: an index begins with them, or with the target and them. */
  readonly column: string;
  /** SQL of what an id means. */
  readonly text: string;
  readonly newestFirst?: boolean;
}

/** The target in use is not looked for: that would need everything that a command knows. */
const MOST_TARGETS = 20;

/** In each target by its index, which is much faster than one search over all. */
const ofTargets = ({ lookInto }: Machine, folders: Folders, beginning: string, search: Search): Offered[] =>
  lookInto(ledgerPath(folders), (all) =>
    all('SELECT no FROM targets ORDER BY no DESC LIMIT ?', MOST_TARGETS).flatMap(([no]) =>
      ranged(all, beginning, search, no),
    ),
  );

/** Some ids of a range, and the last one, so that a shell does not take more for common to all than is. */
function ranged(
  all: All,
  beginning: string,
  { from, column, text, newestFirst = false }: Search,
  target?: SqlValue,
): Offered[] {
  const ofTarget = target === undefined ? '' : 'AND target = ?';
  const range = [beginning, `${beginning}${END}`, ...(target === undefined ? [] : [target])];
  const some = (isDown: boolean, most: number) =>
    all(
      `SELECT ${column}, ${text} FROM ${from} WHERE ${column} >= ? AND ${column} < ? ${ofTarget}
       ORDER BY ${column} ${isDown ? 'DESC' : 'ASC'} LIMIT ${most}`,
      ...range,
    );
  const found = some(newestFirst, MOST);
  const last = found.length < MOST ? [] : some(!newestFirst, 1);
  return [...found, ...last].map(([id, meaning]) => [String(id), String(meaning)]);
}

/** Sorts behind every text that goes on. */
const END = '\u{10ffff}';

/** The newest calls, from the ends of the newest files; with the first of the oldest file, for the same reason. */
function newestCalls({ files }: Machine, folders: Folders, beginning: string): Offered[] {
  const digits = beginning.slice(0, 8).replace(/-.*/, '');
  const days = files
    .list(callsFolder(folders))
    .flatMap((name) => dayOfFile(name) ?? [])
    .filter((day) => day.replaceAll('-', '').startsWith(digits));
  let left = MOST_BYTES;
  /** Lines from a place on. Their bytes as characters: only what is ASCII is looked at. */
  const lines = (day: string, most: number, isAtEnd: boolean): string[] => {
    const reader = files.open(dayFile(folders, day));
    try {
      const { size } = reader.stat;
      const start = isAtEnd ? Math.max(0, size - most) : 0;
      const text = Buffer.from(reader.read(start, Math.min(most, size))).toString('latin1');
      left -= text.length;
      // The first line there may be the rest of one.
      return text.split('\n').slice(start > 0 ? 1 : 0);
    } finally {
      reader.close();
    }
  };
  const found: Offered[] = [];
  for (const day of days.toReversed()) {
    if (left <= 0 || found.length >= MOST) break;
    found.push(
      ...lines(day, left, true)
        .reverse()
        .flatMap((line) => callOf(line, beginning)),
    );
  }
  const [oldest] = days;
  const last = oldest === undefined ? [] : callOf(lines(oldest, FIRST_BYTES, false)[0]!, beginning);
  const newest = found.slice(0, MOST);
  return newest.some(([id]) => id === last[0]?.[0]) ? newest : [...newest, ...last];
}

/** Bytes: the id and what follows it are at the beginning of a line. */
const FIRST_BYTES = 4096;

/** A call by the beginning of its line: a body of 5 MB need not be parsed. What settles a call has the same id. */
function callOf(line: string, beginning: string): Offered[] {
  const head = line.slice(0, 400);
  const id = /^\{"id":"([0-9a-f-]{1,64})",(?!"settled")/.exec(head)?.[1];
  return id?.startsWith(beginning) ? [[id, /"kind":"(\w+)"/.exec(head)?.[1] ?? '']] : [];
}
