// One remembered mapping on the disk: what is kept about it, and its text.
import path from 'node:path';
import { type Failure, inputFailure, stateFailure } from '../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonStrictly } from '../basics/json.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, guardDisk, readPrivate } from './folders.ts';
import { columnsCompared } from './match-columns.ts';

export const SCHEMA = 'remembered-mapping/2';
/** A mapping file has at most 1 MiB. */
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
  /** The file of the mapping. */
  readonly file: string;
  readonly text: string;
  /** JSON of the text, empty when it is none; whether it is a valid mapping is checked by who uses it. */
  readonly mapping: Readonly<Record<string, unknown>>;
}

export const folderOf = (folders: Folders): string => path.join(folders.config, 'mappings');
export const fileOf = (folders: Folders, name: string): string =>
  path.join(folderOf(folders), `${name}.json`);
const NOTE_END = '.columns.json';
export const noteOf = (folders: Folders, name: string): string =>
  path.join(folderOf(folders), name + NOTE_END);

/** Whether a text can be the name of a remembered mapping: it is also the name of a file. */
export const isMappingName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);

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

/** A note with the file of its mapping. */
export interface Kept extends Note {
  readonly file: string;
}

/** @throws Failure exit 7 */
export function keptAs(platform: Platform, folders: Folders, name: string): Kept | undefined {
  if (!isMappingName(name)) return undefined;
  const note = noteOf(folders, name);
  const stat = guardDisk(note, () => platform.files.stat(note));
  if (stat === undefined) return undefined;
  if (stat.kind !== 'file') throw damage(note, name, 'it is not a file');
  if (stat.size > MAX_SIZE) throw damage(note, name, 'it is too large');
  const text = readPrivate(platform, note);
  return text === undefined ? undefined : parsed(platform, note, name, text);
}

/** @throws Failure exit 7 */
function parsed(platform: Platform, place: string, name: string, text: string): Kept {
  const json = parseJsonStrictly(text);
  if (json.fault) throw damage(place, name, json.fault.message, lineAndColumn(text, json.fault.offset));
  const { value } = json;
  if (!isObject(value) || value['schema'] !== SCHEMA)
    throw damage(place, name, 'it is not a mapping that this version of the tool keeps');
  const { columns, file, fingerprint } = value;
  const savedAt = typeof value['saved_at'] === 'string' ? Date.parse(value['saved_at']) : Number.NaN;
  if (value['name'] !== name) throw damage(place, name, `"name" is not ${JSON.stringify(name)}`);
  if (!isTexts(columns)) throw damage(place, name, '"columns" is not a list of texts');
  if (typeof file !== 'string') throw damage(place, name, '"file" is not a text');
  if (Number.isNaN(savedAt)) throw damage(place, name, '"saved_at" is not a time');
  // A changed list of columns must not make the mapping apply to another export.
  if (fingerprint !== fingerprintOf(platform, columns))
    throw damage(place, name, '"fingerprint" does not belong to "columns"');
  return { name, fingerprint, columns, savedAt, file: path.resolve(path.dirname(place), file) };
}

/** @throws Failure exit 6 when its file is gone, exit 7 when it cannot be read */
export function withText(platform: Platform, note: Kept): RememberedMapping {
  const { file } = note;
  const stat = guardDisk(file, () => platform.files.stat(file));
  if (stat?.kind !== 'file')
    throw inputFailure(
      'input.map.missing',
      `The file of the remembered mapping ${note.name} is gone: ${file}`,
      {
        place: { file },
        hint: `Put it back, or make the mapping again: \`returns orders map FILE\`. \`returns mappings remove ${note.name}\` forgets it.`,
      },
    );
  if (stat.size > MAX_SIZE) throw damage(file, note.name, 'it is too large');
  const text = guardDisk(file, () => platform.files.readText(file));
  const json = parseJsonStrictly(text.replace(/^\ufeff/, ''));
  return { ...note, text, mapping: !json.fault && isObject(json.value) ? json.value : {} };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function damage(
  file: string,
  name: string,
  why: string,
  spot: { readonly line?: number; readonly column?: number } = {},
): Failure {
  return stateFailure('state.mapping', `The remembered mapping ${name} is damaged: ${why}`, {
    place: { file, ...spot },
    hint: `Remove it with \`returns mappings remove ${name}\` and make it again with \`returns orders map FILE\`, or name a mapping file with --map. Nothing else is affected.`,
  });
}
