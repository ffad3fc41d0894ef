// The work of `returns mappings`: every mapping that `--map` takes by its name.
import { type Failure, usageFailure } from '../basics/failure.ts';
import { meantText, quote } from '../basics/text.ts';
import { mappingText } from '../input/mapping/language/find-mapping.ts';
import { messageOf, platformOf } from '../input/mapping/language/mapping-facts.ts';
import type { MappedMessage } from '../input/mapping/language/shape.ts';
import { shippedMappings } from '../input/mapping/language/shipped.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import {
  type RememberedMapping,
  rememberedMapping,
  rememberedMappings,
  removeMapping,
} from '../storage/mappings.ts';
import { shippedNames, shippedText } from '../storage/shipped-mappings.ts';

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
}

export interface KnownMappings {
  /** The remembered ones first, each kind by name. */
  readonly mappings: readonly KnownMapping[];
  /** Remembered ones whose files cannot be read. */
  readonly damaged: readonly { readonly name: string; readonly failure: Failure }[];
}

/** @throws Failure exit 7 when the folder of the remembered ones cannot be read */
export function listMappings(platform: Platform, folders: Folders): KnownMappings {
  const { mappings, damaged } = rememberedMappings(platform, folders);
  return { mappings: [...mappings.map(viewOf), ...shippedViews(platform)], damaged };
}

/**
 * The mapping that `--map NAME` takes, with its text. @throws Failure exit 2 when there is none of that name, exit 7 when
 * its file is damaged
 */
export function showMapping(
  platform: Platform,
  folders: Folders,
  name: string,
): KnownMapping & { readonly text: string } {
  const kept = rememberedMapping(platform, folders, name);
  if (kept) return { ...viewOf(kept), text: mappingText(kept.mapping) };
  const text = shippedText(platform, name);
  if (text === undefined) throw unknown(platform, folders, name);
  return { ...shippedViews(platform).find((one) => one.name === name)!, text };
}

/**
 * Removes a remembered mapping, once `confirm` agrees. @returns false when it did not @throws Failure exit 2 for any other
 * name, exit 7
 */
export async function forgetMapping(
  platform: Platform,
  folders: Folders,
  name: string,
  confirm: () => Promise<boolean>,
): Promise<boolean> {
  const { mappings, damaged } = rememberedMappings(platform, folders);
  const isKept = [...mappings, ...damaged].some((one) => one.name === name);
  if (!isKept && shippedNames(platform).includes(name))
    throw usageFailure('mapping.shipped', `The mapping ${name} comes with the program`, {
      found: name,
      hint: 'Only remembered mappings can be removed; `returns mappings list` shows which they are.',
    });
  if (!isKept) throw unknown(platform, folders, name);
  return (await confirm()) && removeMapping(platform, folders, name);
}

const viewOf = ({ name, columns, savedAt, mapping }: RememberedMapping): KnownMapping => ({
  ...{ name, kind: 'remembered', columns, savedAt },
  message: messageOf(mapping),
  platform: platformOf(mapping),
});

const shippedViews = (platform: Platform): KnownMapping[] =>
  shippedMappings(platform).map((one) => ({ ...one, kind: 'shipped', savedAt: undefined }));

function unknown(platform: Platform, folders: Folders, name: string): Failure {
  const { mappings, damaged } = rememberedMappings(platform, folders);
  const names = [...[...mappings, ...damaged].map((one) => one.name), ...shippedNames(platform)];
  return usageFailure('mapping.unknown', `There is no mapping ${quote(name)}.${meantText(name, names)}`, {
    found: name,
    hint: 'List the mappings with: returns mappings list',
  });
}
