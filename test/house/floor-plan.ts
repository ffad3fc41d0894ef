// The floor plan of design section 9 as a checker over sources in memory: one rule, one sentence.
import path from 'node:path';
import { type Import, importsOf, readSource, type SourceText } from './source-text.ts';

/** The one table: which rooms stand on which floor. README's table is held against it. */
export const FLOORS: readonly { readonly floor: number | 'door'; readonly rooms: readonly string[] }[] = [
  { floor: 7, rooms: ['src/main.ts'] },
  { floor: 6, rooms: ['src/commands/'] },
  { floor: 5, rooms: ['src/terminal/', 'src/inspector/', 'src/journeys/'] },
  { floor: 4, rooms: ['src/upload/', 'src/asns/', 'src/receiver/', 'src/sandbox/', 'src/account/'] },
  { floor: 3, rooms: ['src/client/', 'src/intake/'] },
  { floor: 2, rooms: ['src/wire/', 'src/store/'] },
  { floor: 1, rooms: ['src/contract/'] },
  { floor: 0, rooms: ['src/base/', 'src/version.ts'] },
  { floor: 'door', rooms: ['src/host/', 'src/entry/'] },
];

export interface Room {
  readonly name: string;
  readonly floor: number | 'door';
}

const ROOMS: readonly Room[] = FLOORS.flatMap(({ floor, rooms }) => rooms.map((name) => ({ name, floor })));

export const roomOf = (file: string): Room | undefined =>
  ROOMS.find(({ name }) => (name.endsWith('/') ? file.startsWith(name) : file === name));

/** A file with all that the rules ask about it. */
export interface House {
  readonly files: ReadonlyMap<string, HouseFile>;
}
export interface HouseFile {
  readonly path: string;
  readonly source: string;
  readonly text: SourceText;
  /** Files of the house that it imports, by path. */
  readonly inside: readonly { readonly path: string; readonly typeOnly: boolean }[];
  /** Packages and modules of Node. */
  readonly outside: readonly Import[];
}

export function houseOf(sources: Readonly<Record<string, string>>): House {
  const files = new Map<string, HouseFile>();
  for (const [file, source] of Object.entries(sources)) {
    const text = readSource(source);
    const imports = importsOf(text);
    const isInside = (i: Import) => i.specifier.startsWith('.');
    files.set(file, {
      path: file,
      source,
      text,
      inside: imports.filter(isInside).map(({ specifier, typeOnly }) => ({
        path: path.posix.join(path.posix.dirname(file), specifier),
        typeOnly,
      })),
      outside: imports.filter((i) => !isInside(i)),
    });
  }
  return { files };
}

export interface Rule {
  /** What holds, as one sentence: the name of its test. */
  readonly sentence: string;
  readonly check: (house: House) => string[];
}

type FileCheck = (file: HouseFile, room: Room | undefined) => Iterable<string | undefined | false>;

/** A rule that looks at one file at a time. Complaints begin with the file. */
const each =
  (check: FileCheck) =>
  (house: House): string[] =>
    [...house.files.values()].flatMap((file) =>
      [...check(file, roomOf(file.path))].filter(Boolean).map((complaint) => `${file.path}: ${complaint}`),
    );

/** Every pair of rooms that an import joins. */
const eachImport = (complain: (from: Room, to: Room) => boolean) =>
  each((file, from) =>
    file.inside.map((target) => {
      const to = roomOf(target.path);
      return from && to && from.name !== to.name && complain(from, to) && `imports ${target.path}`;
    }),
  );

const onlyIn = (packages: readonly string[], places: readonly string[]) =>
  each((file) =>
    file.outside.map(
      ({ specifier }) =>
        packages.some((name) => specifier === name || specifier.startsWith(`${name}/`)) &&
        !places.some((place) => (place.endsWith('/') ? file.path.startsWith(place) : file.path === place)) &&
        `imports ${specifier}`,
    ),
  );

/** Modules of Node that only compute. */
const PURE = new Set(['node:path', 'node:buffer', 'node:util', 'node:string_decoder']);

const WORLD: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['process', /(?<![.\w$])process\s*[.[]/],
  ['Date.now', /\bDate\s*\.\s*now\b/],
  ['new Date() without an argument', /\bnew\s+Date\s*(?:\(\s*\)|(?![\s(\w]))/],
  ['performance.now', /\bperformance\s*\.\s*now\b/],
  ['Math.random', /\bMath\s*\.\s*random\b/],
  ['a random of node', /\bcrypto\s*\.\s*(?:random\w*|getRandomValues)\b/],
  ['a timer', /(?<![.\w$])(?:setTimeout|setInterval|setImmediate)\b/],
  ['console', /(?<![.\w$])console\s*\./],
  ['fetch', /(?<![.\w$])(?:fetch|WebSocket)\s*\(/],
];

const FORBIDDEN: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['any', /(?::|<|[|&]|\b(?:as|extends|satisfies))\s*any\b|\bany\s*(?:>|\[\])|=\s*any\s*;/],
  ['process.exit', /\bprocess\s*\.\s*exit\b(?!Code)/],
];
const SILENCED = /@ts-(?:ignore|nocheck|expect-error)|biome-ignore|eslint-disable/;

export const MOST_LINES = 350;

function circles({ files }: House): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at !== -1) found.push([...trail.slice(at), file].join(' -> '));
    if (at !== -1 || done.has(file)) return;
    for (const { path: next } of files.get(file)?.inside ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of files.keys()) visit(file, []);
  return found;
}

export const RULES: readonly Rule[] = [
  {
    sentence: 'every file stands in a room that the table of floors names',
    check: each((_file, room) => [!room && 'no room of the table']),
  },
  {
    sentence: 'every import of a file of the house names a file that is there, with its extension',
    check: (house) =>
      [...house.files.values()].flatMap((file) =>
        file.inside
          .filter((target) => !house.files.has(target.path))
          .map((target) => `${file.path}: imports ${target.path}`),
      ),
  },
  {
    sentence: 'a file imports only from lower floors or its own room',
    check: eachImport(
      (from, to) => typeof from.floor === 'number' && typeof to.floor === 'number' && to.floor > from.floor,
    ),
  },
  {
    sentence: 'rooms on one floor do not see each other',
    check: eachImport((from, to) => typeof from.floor === 'number' && to.floor === from.floor),
  },
  {
    sentence: 'src/host is imported only by the doors',
    check: eachImport((from, to) => from.floor !== 'door' && to.name === 'src/host/'),
  },
  {
    sentence: 'nobody imports a door but another door',
    check: eachImport((from, to) => from.floor !== 'door' && to.name === 'src/entry/'),
  },
  {
    sentence: 'src/host knows only src/base',
    check: eachImport((from, to) => from.name === 'src/host/' && to.name !== 'src/base/'),
  },
  {
    sentence: 'only src/host imports modules of Node that reach the machine',
    check: each((file, room) =>
      room?.name === 'src/host/'
        ? []
        : file.outside.map(
            ({ specifier }) =>
              (specifier.startsWith('node:') || NODE.has(specifier)) &&
              !PURE.has(specifier) &&
              `imports ${specifier}`,
          ),
    ),
  },
  {
    sentence: 'only src/host imports the database, undici and conf',
    check: onlyIn(['@photostructure/sqlite', 'undici', 'conf'], ['src/host/']),
  },
  {
    sentence:
      'only src/host touches the process, clocks, timers, chance, the network and the console (a door hands on its process)',
    check: each((file, room) =>
      room?.name === 'src/host/'
        ? []
        : WORLD.map(
            ([name, pattern]) =>
              !(name === 'process' && room?.name === 'src/entry/') &&
              pattern.test(file.text.words) &&
              `touches ${name}`,
          ),
    ),
  },
  {
    sentence: 'only src/terminal imports chalk, ora and inquirer',
    check: onlyIn(['chalk', 'ora', 'inquirer', '@inquirer'], ['src/terminal/']),
  },
  {
    sentence: 'only src/commands and src/main.ts import commander',
    check: onlyIn(['commander'], ['src/commands/', 'src/main.ts']),
  },
  {
    sentence: 'only src/contract and src/intake import zod, only src/intake csv-parse',
    check: (house) => [
      ...onlyIn(['zod'], ['src/contract/', 'src/intake/'])(house),
      ...onlyIn(['csv-parse', 'csv-parse/sync'], ['src/intake/'])(house),
    ],
  },
  {
    sentence: 'only src/inspector holds the code of a page',
    check: each((file, room) => [
      room?.name !== 'src/inspector/' &&
        (/\.(?:tsx|jsx|html|css)$/.test(file.path) ||
          /(?<![.\w$])document\s*\.|\binnerHTML\b/.test(file.text.words) ||
          /<!doctype html|<script\b/i.test(file.text.code)) &&
        'code of a page',
    ]),
  },
  {
    sentence: `no file is longer than ${MOST_LINES} lines`,
    check: each(({ source }) => {
      const lines = source.trimEnd().split('\n').length;
      return [lines > MOST_LINES && `${lines} lines`];
    }),
  },
  {
    sentence: 'every file opens with a comment that says what it is for',
    check: each(({ source }) => [
      !/^(?:#!.*\n)?(?:\/\/|\/\*|<!--) \S.{20,}/.test(source) &&
        `opens with ${JSON.stringify(source.slice(0, 40))}`,
    ]),
  },
  { sentence: 'there are no circles between files', check: circles },
  {
    sentence: 'nothing is waved through: no any, no silenced check, no process.exit',
    check: each((file) => [
      ...FORBIDDEN.map(([name, pattern]) => pattern.test(file.text.words) && `has ${name}`),
      SILENCED.test(file.source) && 'silences a check',
    ]),
  },
];

/** Modules of Node may also be written without `node:`. */
const NODE = new Set(['fs', 'os', 'net', 'tls', 'http', 'https', 'http2', 'child_process', 'worker_threads']);

/** Every complaint of every rule, by the rule's sentence; rules that hold are left out. */
export function complaints(house: House): Record<string, string[]> {
  return Object.fromEntries(
    RULES.map(({ sentence, check }) => [sentence, check(house)] as const).filter(
      ([, found]) => found.length > 0,
    ),
  );
}
