// Mappings that were made for a header, so that the next export with the same columns is read without questions. A mapping
// is one file: mappings/NAME.json in the config folder, or a file of the user's. mappings/NAME.columns.json says which file
// it is, and for which columns.
import path from 'node:path';
import { Failure, inputFailure, stateFailure } from '../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonStrictly } from '../basics/json.ts';
import { freeName } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, guardDisk, readPrivate, writePrivate } from './folders.ts';
import { withConfigLock } from './machine.ts';
import { columnsCompared } from './match-columns.ts';

const MAX_NAME = 64;

export type RememberedMappings = ReturnType<typeof rememberedMappings>;

/**
 * Remembers the mapping for the header with these columns: in `file`, where it was written already, else `text` in a file in
 * the config folder. What was remembered for the same columns is replaced, under its name. Otherwise the name
 * is made from `name` (of the mapping, or of the export's file); it is never that of a shipped mapping, which would be hidden
 * by it.
 * @returns the name, the file, and the file that was used for these columns before when it was another one and stays
 * @throws Failure exit 7
 */
export async function rememberMapping(
  platform: Platform,
  folders: Folders,
  given: {
    readonly name: string;
    readonly columns: readonly string[];
    readonly text: string;
    readonly file?: string | undefined;
  },
) {
  const { columns, text } = given;
  return await withConfigLock(platform, folders, 'mappings', () => {
    const fingerprint = fingerprintOf(platform, columns);
    const { mappings, damaged } = rememberedMappings(platform, folders);
    const same = [...mappings, ...damaged].find((one) => one.fingerprint === fingerprint);
    const taken = [...[...mappings, ...damaged].map((one) => one.name), ...shippedNames(platform)];
    const name = same?.name ?? nameFrom(given.name, taken);
    const own = fileOf(folders, name);
    const file = given.file ?? own;
    const saved_at = new Date(platform.clock.now()).toISOString();
    // A config folder that is moved as a whole takes its mappings along.
    const kept = { schema: SCHEMA, name, fingerprint, file: file === own ? `${name}.json` : file };
    if (given.file === undefined) writePrivate(platform, own, text);
    writePrivate(
      platform,
      noteOf(folders, name),
      `${JSON.stringify({ ...kept, saved_at, columns }, null, 2)}\n`,
    );
    if (file !== own) guardDisk(own, () => platform.files.remove(own));
    const used = same && 'file' in same ? same.file : undefined;
    return { name, file, before: used === file || used === own ? undefined : used };
  });
}

/** The names of the remembered mappings, also of damaged ones. */
const rememberedNames = ({ files }: Pick<Platform, 'files'>, folders: Folders): string[] => {
  const names = files
    .list(folderOf(folders))
    .filter((entry) => entry.endsWith('.json'))
    .map((entry) => entry.replace(/(?:\.columns)?\.json$/, ''));
  return [...new Set(names)].filter(isMappingName);
};

/** Every remembered mapping; a damaged file does not hide the others. @throws Failure exit 7 for the folder itself */
export function rememberedMappings(platform: Platform, folders: Folders) {
  const folder = folderOf(folders);
  const mappings: RememberedMapping[] = [];
  /**
   * Those that cannot be read: with exit 7, or with 6 when the file of the mapping is gone. `fingerprint` where it is known for
   * which columns.
   */
  const damaged: { name: string; failure: Failure; fingerprint: string | undefined }[] = [];
  for (const name of guardDisk(folder, () => rememberedNames(platform, folders))) {
    let kept: Kept | undefined;
    try {
      kept = keptAs(platform, folders, name);
      if (kept) mappings.push(withText(platform, kept));
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      damaged.push({ name, failure, fingerprint: kept?.fingerprint });
    }
  }
  return { mappings, damaged };
}

/** Forgets it, damaged or not; a file outside of the config folder stays. @returns false when there is none @throws Failure exit 7 */
export function removeMapping(platform: Platform, folders: Folders, name: string): boolean {
  if (!isMappingName(name)) return false;
  const files = [noteOf(folders, name), fileOf(folders, name)].filter((file) =>
    guardDisk(file, () => platform.files.stat(file) !== undefined),
  );
  for (const file of files) guardDisk(file, () => platform.files.remove(file));
  return files.length > 0;
}

/** `Exports (Mai).csv` becomes `exports-mai`; with a number when that is taken. */
function nameFrom(given: string, taken: readonly string[]): string {
  const plain = given
    .replace(/(?:\.(?:csv|tsv|txt|json|ndjson|jsonl|gz))+$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  // Room for a number behind it.
  const base = plain.slice(0, MAX_NAME - 8).replace(/^-+|-+$/g, '') || 'mapping';
  const used = new Set(taken);
  return used.has(base) ? freeName(base, used) : base;
}

// One remembered mapping on the disk: what is kept about it, and its text.

const SCHEMA = 'remembered-mapping/2';
/** Older programs kept a mapping with its columns in one file, mappings/NAME.json. */
const OLD_SCHEMA = 'remembered-mapping/1';
/** A mapping file has at most 1 MiB; an old one stands with its columns, and indented. */
const MAX_SIZE = 8 * 1024 * 1024;

/** What is kept about a mapping beside its text. */
interface Note {
  /** Letters, digits and hyphens; also the name of its files. */
  readonly name: string;
  /** SHA-256 of the columns, see `fingerprintOf`. */
  readonly fingerprint: string;
  /** The header that it was made for. */
  readonly columns: readonly string[];
  /** ms since the epoch. */
  readonly savedAt: number;
}

export interface RememberedMapping extends Note {
  /** The file of the mapping; undefined when an older program kept it in one file with its columns. */
  readonly file: string | undefined;
  readonly text: string;
  /** JSON of the text, empty when it is none; whether it is a valid mapping is checked by who uses it. */
  readonly mapping: Readonly<Record<string, unknown>>;
}

const folderOf = (folders: Folders): string => path.join(folders.config, 'mappings');
const fileOf = (folders: Folders, name: string): string => path.join(folderOf(folders), `${name}.json`);
const NOTE_END = '.columns.json';
const noteOf = (folders: Folders, name: string): string => path.join(folderOf(folders), name + NOTE_END);

/** Whether a text can be the name of a remembered mapping: it is also the name of a file. */
const isMappingName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);

/**
 * SHA-256 of the columns of a header in any order. Columns whose name begins with `_` and those without a name do not
 * count: no mapping reads them.
 */
export const fingerprintOf = (platform: Platform, columns: readonly string[]): string =>
  platform.crypto.sha256(JSON.stringify(columnsCompared(columns)));

/**
 * The remembered mapping of that name. @throws Failure exit 7 when what is kept about it is damaged, exit 6 when its file is gone
 */
export function rememberedMapping(
  platform: Platform,
  folders: Folders,
  name: string,
): RememberedMapping | undefined {
  const kept = keptAs(platform, folders, name);
  return kept && withText(platform, kept);
}

/** A note with its file, or with the mapping that an older program kept in it. */
interface Kept extends Note {
  readonly source: string | Readonly<Record<string, unknown>>;
}

/** @throws Failure exit 7 */
function keptAs(platform: Platform, folders: Folders, name: string): Kept | undefined {
  if (!isMappingName(name)) return undefined;
  for (const [file, schema] of [
    [noteOf(folders, name), SCHEMA],
    [fileOf(folders, name), OLD_SCHEMA],
  ] as const) {
    const stat = guardDisk(file, () => platform.files.stat(file));
    if (stat === undefined) continue;
    if (stat.kind !== 'file') throw damage(file, name, 'it is not a file');
    if (stat.size > MAX_SIZE) throw damage(file, name, 'it is too large');
    const text = readPrivate(platform, file);
    if (text !== undefined) return parsed(platform, file, name, text, schema);
  }
  return undefined;
}

/** @throws Failure exit 7 */
function parsed(platform: Platform, place: string, name: string, text: string, schema: string): Kept {
  const json = parseJsonStrictly(text);
  if (json.fault) throw damage(place, name, json.fault.message, lineAndColumn(text, json.fault.offset));
  const { value } = json;
  if (!isObject(value) || value.schema !== schema)
    throw damage(place, name, 'it is not a mapping that this version of the tool keeps');
  const { columns, file, mapping, fingerprint } = value;
  const savedAt = typeof value.saved_at === 'string' ? Date.parse(value.saved_at) : Number.NaN;
  if (value.name !== name) throw damage(place, name, `"name" is not ${JSON.stringify(name)}`);
  if (!isTexts(columns)) throw damage(place, name, '"columns" is not a list of texts');
  if (schema === SCHEMA && typeof file !== 'string') throw damage(place, name, '"file" is not a text');
  if (schema === OLD_SCHEMA && !isObject(mapping)) throw damage(place, name, '"mapping" is not an object');
  if (Number.isNaN(savedAt)) throw damage(place, name, '"saved_at" is not a time');
  // A changed list of columns must not make the mapping apply to another export.
  if (fingerprint !== fingerprintOf(platform, columns))
    throw damage(place, name, '"fingerprint" does not belong to "columns"');
  const source = isObject(mapping) ? mapping : path.resolve(path.dirname(place), String(file));
  return { name, fingerprint, columns, savedAt, source };
}

/** @throws Failure exit 6 when its file is gone, exit 7 when it cannot be read */
function withText(platform: Platform, { source, ...note }: Kept): RememberedMapping {
  if (typeof source !== 'string')
    return { ...note, file: undefined, text: `${JSON.stringify(source, null, 2)}\n`, mapping: source };
  const stat = guardDisk(source, () => platform.files.stat(source));
  if (stat?.kind !== 'file')
    throw inputFailure(
      'input.map.missing',
      `The file of the remembered mapping ${note.name} is gone: ${source}`,
      {
        place: { file: source },
        hint: `Put it back, or make the mapping again: \`returns orders map FILE\`. \`returns mappings remove ${note.name}\` forgets it.`,
      },
    );
  if (stat.size > MAX_SIZE) throw damage(source, note.name, 'it is too large');
  const text = guardDisk(source, () => platform.files.readText(source));
  const json = parseJsonStrictly(text.replace(/^\ufeff/, ''));
  return { ...note, file: source, text, mapping: !json.fault && isObject(json.value) ? json.value : {} };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function damage(
  file: string,
  name: string,
  why: string,
  spot: { readonly line?: number; readonly column?: number } = {},
) {
  return stateFailure('state.mapping', `The remembered mapping ${name} is damaged: ${why}`, {
    place: { file, ...spot },
    hint: `Remove it with \`returns mappings remove ${name}\` and make it again with \`returns orders map FILE\`, or name a mapping file with --map. Nothing else is affected.`,
  });
}

// The mappings that come with the package: the files of samples/mappings. Their names are those of the files.

type Place = Pick<Platform, 'files' | 'packageFolder'>;

const shippedFolder = (platform: Place): string => path.join(platform.packageFolder, 'samples', 'mappings');

/** The names, sorted: `shopify-orders` is samples/mappings/shopify-orders.json. */
export const shippedNames = (platform: Place): string[] =>
  platform.files
    .list(shippedFolder(platform))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));

/** The file of a shipped mapping; undefined when there is none of that name. */
export const shippedFile = (platform: Place, name: string): string | undefined =>
  shippedNames(platform).includes(name) ? path.join(shippedFolder(platform), `${name}.json`) : undefined;

export function shippedText(platform: Platform, name: string): string | undefined {
  const file = shippedFile(platform, name);
  return file === undefined ? undefined : platform.files.readText(file);
}
