// Mappings that were made for a header, kept in the config folder by the fingerprint of that header: one file each, so
// that the next export with the same columns is read without questions.
import path from 'node:path';
import { Failure, stateFailure } from '../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonStrictly } from '../basics/json.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, guardDisk, readPrivate, writePrivate } from './folders.ts';
import { takeLock } from './locks.ts';
import { openMachine } from './machine.ts';
import { columnsCompared } from './match-columns.ts';
import { shippedNames } from './shipped-mappings.ts';

const SCHEMA = 'remembered-mapping/1';
/** A mapping file has at most 1 MiB; here it stands with its columns, and indented. */
const MAX_SIZE = 8 * 1024 * 1024;
const MAX_NAME = 64;
/** How long one process waits for another that remembers a mapping, ms. */
const LOCK_WAIT = 20_000;

export interface RememberedMapping {
  /** Letters, digits and hyphens; also the name of its file. */
  readonly name: string;
  /** SHA-256 of the columns, see `fingerprintOf`. */
  readonly fingerprint: string;
  /** The header that it was made for. */
  readonly columns: readonly string[];
  /** ms since the epoch. */
  readonly savedAt: number;
  /** JSON of the mapping; whether it is a valid mapping is checked by who uses it. */
  readonly mapping: Readonly<Record<string, unknown>>;
}

export interface RememberedMappings {
  /** By name. */
  readonly mappings: readonly RememberedMapping[];
  /** Files that cannot be read, each with its failure (exit 7). */
  readonly damaged: readonly { readonly name: string; readonly failure: Failure }[];
}

const folderOf = (folders: Folders): string => path.join(folders.config, 'mappings');
const fileOf = (folders: Folders, name: string): string => path.join(folderOf(folders), `${name}.json`);

/** Whether a text can be the name of a remembered mapping: it is also the name of a file. */
export const isMappingName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);

/**
 * SHA-256 of the columns of a header in any order. Columns whose name begins with `_` and those without a name do not
 * count: no mapping reads them.
 */
export const fingerprintOf = (platform: Platform, columns: readonly string[]): string =>
  platform.crypto.sha256(JSON.stringify(columnsCompared(columns)));

/**
 * Keeps the mapping for the header with these columns; one that was kept for the same columns is replaced, under its
 * name. Otherwise the name is made from `name` (of the mapping, or of the export's file); it is never that of a shipped
 * mapping, which would be hidden by it.
 * @returns the name
 * @throws Failure exit 7
 */
export async function rememberMapping(
  platform: Platform,
  folders: Folders,
  given: {
    readonly name: string;
    readonly columns: readonly string[];
    readonly mapping: Readonly<Record<string, unknown>>;
  },
): Promise<string> {
  const { columns, mapping } = given;
  const machine = openMachine(platform, folders);
  try {
    const lock = `mappings/${platform.crypto.sha256(folders.config).slice(0, 32)}`;
    const held = await takeLock(platform, machine, lock, {
      purpose: `the mappings in ${folders.config}`,
      waitMs: LOCK_WAIT,
      hasFlag: false,
    });
    try {
      const fingerprint = fingerprintOf(platform, columns);
      const { mappings, damaged } = rememberedMappings(platform, folders);
      const same = mappings.find((one) => one.fingerprint === fingerprint);
      const taken = [...[...mappings, ...damaged].map((one) => one.name), ...shippedNames(platform)];
      const name = same?.name ?? freeName(given.name, taken);
      const saved_at = new Date(platform.clock.now()).toISOString();
      const kept = { schema: SCHEMA, name, fingerprint, columns, saved_at, mapping };
      writePrivate(platform, fileOf(folders, name), `${JSON.stringify(kept, null, 2)}\n`);
      return name;
    } finally {
      held.release();
    }
  } finally {
    machine.close();
  }
}

/** The names of the remembered mappings, also of damaged ones. */
export const rememberedNames = ({ files }: Pick<Platform, 'files'>, folders: Folders): string[] =>
  files
    .list(folderOf(folders))
    .map((entry) => (entry.endsWith('.json') ? entry.slice(0, -'.json'.length) : ''))
    .filter(isMappingName);

/** Every remembered mapping; a damaged file does not hide the others. @throws Failure exit 7 for the folder itself */
export function rememberedMappings(platform: Platform, folders: Folders): RememberedMappings {
  const folder = folderOf(folders);
  const mappings: RememberedMapping[] = [];
  const damaged: { name: string; failure: Failure }[] = [];
  for (const name of guardDisk(folder, () => rememberedNames(platform, folders))) {
    try {
      const found = rememberedMapping(platform, folders, name);
      if (found) mappings.push(found);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      damaged.push({ name, failure });
    }
  }
  return { mappings, damaged };
}

/** The remembered mapping of that name. @throws Failure exit 7 when its file is damaged */
export function rememberedMapping(
  platform: Platform,
  folders: Folders,
  name: string,
): RememberedMapping | undefined {
  if (!isMappingName(name)) return undefined;
  const file = fileOf(folders, name);
  const stat = guardDisk(file, () => platform.files.stat(file));
  if (stat === undefined) return undefined;
  if (stat.kind !== 'file') throw damage(file, name, 'it is not a file');
  if (stat.size > MAX_SIZE) throw damage(file, name, 'it is too large');
  const text = readPrivate(platform, file);
  return text === undefined ? undefined : parsed(platform, file, name, text);
}

/** Removes it, damaged or not. @returns false when there is none of that name @throws Failure exit 7 */
export function removeMapping(platform: Platform, folders: Folders, name: string): boolean {
  if (!isMappingName(name)) return false;
  const file = fileOf(folders, name);
  return guardDisk(file, () => {
    if (!platform.files.stat(file)) return false;
    platform.files.remove(file);
    return true;
  });
}

/** `Exports (Mai).csv` becomes `exports-mai`; with a number when that is taken. */
function freeName(given: string, taken: readonly string[]): string {
  const plain = given
    .replace(/(?:\.(?:csv|tsv|txt|json|ndjson|jsonl|gz))+$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  // Room for a number behind it.
  const base = plain.slice(0, MAX_NAME - 8).replace(/^-+|-+$/g, '') || 'mapping';
  const used = new Set(taken);
  let name = base;
  for (let n = 2; used.has(name); n++) name = `${base}-${n}`;
  return name;
}

/** @throws Failure exit 7 */
function parsed(platform: Platform, file: string, name: string, text: string): RememberedMapping {
  const json = parseJsonStrictly(text);
  if (json.fault) throw damage(file, name, json.fault.message, lineAndColumn(text, json.fault.offset));
  const { value } = json;
  if (!isObject(value) || value['schema'] !== SCHEMA)
    throw damage(file, name, 'it is not a mapping that this version of the tool keeps');
  const { columns, mapping, fingerprint } = value;
  const savedAt = typeof value['saved_at'] === 'string' ? Date.parse(value['saved_at']) : Number.NaN;
  if (value['name'] !== name) throw damage(file, name, `"name" is not ${JSON.stringify(name)}`);
  if (!isTexts(columns)) throw damage(file, name, '"columns" is not a list of texts');
  if (!isObject(mapping)) throw damage(file, name, '"mapping" is not an object');
  if (Number.isNaN(savedAt)) throw damage(file, name, '"saved_at" is not a time');
  // A changed list of columns must not make the mapping apply to another export.
  if (fingerprint !== fingerprintOf(platform, columns))
    throw damage(file, name, '"fingerprint" does not belong to "columns"');
  return { name, fingerprint, columns, savedAt, mapping };
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
