// Files of ASNs on their way in, for check and create alike.
import path from 'node:path';
import type { AsnVersion } from '../contract/asn.ts';
import type { GivenLevels } from '../contract/levels.ts';
import { checkMappedLevels } from '../input/mapped-levels.ts';
import { loadMapping } from '../input/mapping/load.ts';
import type { Platform } from '../platform/platform.ts';
import { type Interruption, interruptedFailure } from '../runs/interruption.ts';
import type { Folders } from '../storage/folders.ts';
import { openAsns } from './input/read.ts';
import type { AsnInput, AsnIntakeOptions } from './input/types.ts';

export interface AsnSource {
  /** As given; `-` is stdin. */
  readonly path: string;
  /** Without the mapping itself. */
  readonly intake: Omit<AsnIntakeOptions, 'map'>;
  /** Path of the mapping. */
  readonly map?: string | undefined;
  /** Version of the interface asked for, whatever the ASNs hold. */
  readonly version: AsnVersion | undefined;
  /** Warnings refuse an ASN, too. */
  readonly strict: boolean;
  /** How findings count; a mapping may say more. */
  readonly levels?: GivenLevels | undefined;
}

/** @throws Failure exit 6, or 130 and 143 when it was interrupted */
export async function openAsnSource(
  platform: Platform,
  folders: Folders,
  source: Pick<AsnSource, 'path' | 'intake' | 'map'>,
  stop?: Interruption,
): Promise<AsnInput> {
  try {
    const map = source.map === undefined ? undefined : loadMapping(platform, source.map, 'asn');
    if (map) await checkMappedLevels(map);
    const spool = path.join(folders.state, 'spool');
    return await openAsns(platform, source.path, { ...source.intake, map }, spool, stop?.signal);
  } catch (error) {
    // Whatever the reading broke off with: the signal is the reason.
    if (stop?.signal.aborted) throw interruptedFailure(stop.exitCode());
    throw error;
  }
}
