// Where ASNs come from: a file with the mapping that reads it, and what its ASNs are checked with.
import path from 'node:path';
import { checkMappedLevels, levelsIn } from '../../account/level-flags.ts';
import type { AsnVersion } from '../../contract/asn-words.ts';
import type { GivenLevels } from '../../contract/levels.ts';
import { findMapping } from '../../input/mapping/language/load.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../runs/session.ts';
import type { AsnRecords } from '../../storage/asn-records.ts';
import type { Folders } from '../../storage/folders.ts';
import { InputIndex } from './input-index.ts';
import type { AsnInput, AsnIntakeOptions } from './read.ts';
import { openAsns } from './read.ts';

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

/** The input of a session, and what its ASNs are checked with. An input that cannot be opened needs no ledger. */
export async function openInput<R extends AsnRecords | undefined>(
  session: Session,
  source: AsnSource,
  records: () => R,
) {
  const { platform, folders, signal } = session;
  const { crypto } = platform;
  const input = session.use(await openAsnSource(platform, folders, source, signal));
  const { version, strict } = source;
  const levels = await levelsIn(source.levels, input.mapping);
  const index = new InputIndex(crypto);
  return { input, checks: { crypto, index, records: records(), version, strict, levels } };
}
