// The input of ASNs, for check and create alike.
import path from 'node:path';
import { checkMappedLevels } from '../account/level-flags.ts';
import type { AsnVersion } from '../contract/asn-words.ts';
import type { GivenLevels } from '../contract/levels.ts';
import { findMapping } from '../input/mapping/language/load.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { openAsns } from './input/read.ts';
import type { AsnInput, AsnIntakeOptions } from './input/types.ts';

export interface AsnSource {
  /** Path as the user typed it; `-` is stdin. */
  readonly path: string;
  /** Options without the loaded mapping. */
  readonly intake: Omit<AsnIntakeOptions, 'map'>;
  /** Path of the mapping. */
  readonly map?: string | undefined;
  /** The requested version of the interface; it applies to every ASN. */
  readonly version: AsnVersion | undefined;
  /** Warnings also refuse an ASN. */
  readonly strict: boolean;
  /** Levels of findings; a mapping may add more. */
  readonly levels?: GivenLevels | undefined;
}

/** @throws Failure exit 6, or 130 and 143 after an interruption */
export async function openAsnSource(
  platform: Platform,
  folders: Folders,
  source: Pick<AsnSource, 'path' | 'intake' | 'map'>,
  signal?: AbortSignal,
): Promise<AsnInput> {
  try {
    const map = source.map === undefined ? undefined : findMapping(platform, folders, source.map, 'asn');
    if (map) await checkMappedLevels(map);
    const spool = path.join(folders.state, 'spool');
    return await openAsns(platform, source.path, { ...source.intake, map }, spool, signal);
  } catch (error) {
    // After an abort, the signal is the reason, whatever error the reading ended with.
    signal?.throwIfAborted();
    throw error;
  }
}
