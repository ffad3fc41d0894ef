// The work of `returns mappings`: every mapping that `--map` takes by its name.
import { type Failure, usageFailure } from '../basics/failure.ts';
import { parseJsonStrictly } from '../basics/json.ts';
import { meantText, quote } from '../basics/text.ts';
import { loadMapping, shippedMappings } from '../input/mapping/language/load.ts';
import { messageOf, platformOf } from '../input/mapping/language/mapping.ts';
import type { MappedMessage } from '../input/mapping/language/shape.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import {
  type RememberedMapping,
  rememberedMapping,
  rememberedMappings,
  rememberMapping,
  removeMapping,
  shippedFile,
  shippedNames,
  shippedText,
} from '../storage/mappings.ts';

export interface KnownMapping {
  readonly name: string;
  readonly kind: 'remembered' | 'shipped';
  readonly message: MappedMessage;
  /** The platform whose export it reads, when the mapping says it. */
  readonly platform: string | undefined;
  /** Of a remembered one those of the header, of a shipped one those that it reads. */
  readonly columns: readonly string[];
  /** ms since the epoch; only of a remembered one. */
  readonly savedAt: number | undefined;
  /** Undefined for one that an older program kept in one file with its columns. */
  readonly file: string | undefined;
}

/**
 * The remembered ones first, each kind by name; `damaged`: remembered ones whose files cannot be read.
 * @throws Failure exit 7 when the folder of the remembered ones cannot be read
 */
export function listMappings(platform: Platform, folders: Folders) {
  const { mappings, damaged } = rememberedMappings(platform, folders);
  return { mappings: [...mappings.map(viewOf), ...shippedViews(platform)], damaged };
}

/**
 * The mapping that `--map NAME` takes, with its text. @throws Failure exit 2 when there is none of that name, exit 6 when its file
 * is gone, exit 7 when what is kept about it is damaged
 */
export function showMapping(
  platform: Platform,
  folders: Folders,
  name: string,
): KnownMapping & { readonly text: string } {
  const kept = rememberedMapping(platform, folders, name);
  if (kept) return { ...viewOf(kept), text: kept.text };
  const text = shippedText(platform, name);
  if (text === undefined) throw unknown(platform, folders, name);
  return { ...shippedViews(platform).find((one) => one.name === name)!, text };
}

/**
 * The file of that mapping, which counts in the next run. One that an older program kept gets a file of its own.
 * @throws as `showMapping`
 */
export async function mappingFile(platform: Platform, folders: Folders, name: string): Promise<string> {
  const { file, columns, text } = showMapping(platform, folders, name);
  return file ?? (await rememberMapping(platform, folders, { name, columns, text })).file;
}

/** The file of a remembered mapping, for an editor. @throws Failure exit 2 for a shipped one; else as `showMapping` */
export async function editableFile(platform: Platform, folders: Folders, name: string): Promise<string> {
  if (showMapping(platform, folders, name).kind === 'shipped')
    throw usageFailure('mapping.shipped', `The mapping ${name} comes with the program`, {
      found: name,
      hint: `Change a copy, and name it with --map: returns mappings show ${name} > my.json`,
    });
  return mappingFile(platform, folders, name);
}

/** @throws Failure exit 6 when the file is no mapping: what is wrong, and where */
export function checkMappingFile(platform: Platform, file: string): void {
  const json = parseJsonStrictly(platform.files.readText(file));
  loadMapping(platform, file, messageOf(json.fault ? {} : json.value));
}

/**
 * Forgets a remembered mapping, once `confirm` agrees. @returns `stays`: a file of the user's, which is not removed
 * @throws Failure exit 2 for any other name, exit 7
 */
export async function forgetMapping(
  platform: Platform,
  folders: Folders,
  name: string,
  confirm: () => Promise<boolean>,
): Promise<{ readonly removed: boolean; readonly stays?: string | undefined }> {
  const { mappings, damaged } = rememberedMappings(platform, folders);
  const isKept = [...mappings, ...damaged].some((one) => one.name === name);
  if (!isKept && shippedNames(platform).includes(name))
    throw usageFailure('mapping.shipped', `The mapping ${name} comes with the program`, {
      found: name,
      hint: 'Only remembered mappings can be removed; `returns mappings list` shows which they are.',
    });
  if (!isKept) throw unknown(platform, folders, name);
  const removed = (await confirm()) && removeMapping(platform, folders, name);
  const file = mappings.find((one) => one.name === name)?.file;
  return { removed, stays: file !== undefined && platform.files.stat(file) ? file : undefined };
}

const viewOf = ({ name, columns, savedAt, mapping, file }: RememberedMapping): KnownMapping => ({
  ...{ name, kind: 'remembered', columns, savedAt, file },
  message: messageOf(mapping),
  platform: platformOf(mapping),
});

const shippedViews = (platform: Platform): KnownMapping[] =>
  shippedMappings(platform).map((one) => ({
    ...{ ...one, kind: 'shipped', savedAt: undefined, file: shippedFile(platform, one.name) },
  }));

function unknown(platform: Platform, folders: Folders, name: string): Failure {
  const { mappings, damaged } = rememberedMappings(platform, folders);
  const names = [...[...mappings, ...damaged].map((one) => one.name), ...shippedNames(platform)];
  return usageFailure('mapping.unknown', `There is no mapping ${quote(name)}.${meantText(name, names)}`, {
    found: name,
    hint: 'List the mappings with: returns mappings list',
  });
}
