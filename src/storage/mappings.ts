// Mappings that were made for a header, so that the next export with the same columns is read without questions. A mapping
// is one file: mappings/NAME.json in the config folder, or a file of the user's. mappings/NAME.columns.json says which file
// it is, and for which columns.
import { Failure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, guardDisk, writePrivate } from './folders.ts';
import { withConfigLock } from './machine.ts';
import {
  fileOf,
  fingerprintOf,
  folderOf,
  isMappingName,
  type Kept,
  keptAs,
  noteOf,
  type RememberedMapping,
  SCHEMA,
  withText,
} from './remembered-mapping.ts';
import { shippedNames } from './shipped-mappings.ts';

const MAX_NAME = 64;

export interface RememberedMappings {
  /** By name. */
  readonly mappings: readonly RememberedMapping[];
  /**
   * Those that cannot be read: with exit 7, or with 6 when the file of the mapping is gone. `fingerprint` where it is known for
   * which columns.
   */
  readonly damaged: readonly {
    readonly name: string;
    readonly failure: Failure;
    readonly fingerprint?: string | undefined;
  }[];
}

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
): Promise<{ readonly name: string; readonly file: string; readonly before: string | undefined }> {
  const { columns, text } = given;
  return await withConfigLock(platform, folders, 'mappings', () => {
    const fingerprint = fingerprintOf(platform, columns);
    const { mappings, damaged } = rememberedMappings(platform, folders);
    const same = [...mappings, ...damaged].find((one) => one.fingerprint === fingerprint);
    const taken = [...[...mappings, ...damaged].map((one) => one.name), ...shippedNames(platform)];
    const name = same?.name ?? freeName(given.name, taken);
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
export const rememberedNames = ({ files }: Pick<Platform, 'files'>, folders: Folders): string[] => {
  const names = files
    .list(folderOf(folders))
    .filter((entry) => entry.endsWith('.json'))
    .map((entry) => entry.replace(/(?:\.columns)?\.json$/, ''));
  return [...new Set(names)].filter(isMappingName);
};

/** Every remembered mapping; a damaged file does not hide the others. @throws Failure exit 7 for the folder itself */
export function rememberedMappings(platform: Platform, folders: Folders): RememberedMappings {
  const folder = folderOf(folders);
  const mappings: RememberedMapping[] = [];
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
