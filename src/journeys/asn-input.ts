// Files of ASNs on their way in, for check and create alike.
import path from 'node:path';
import type { Host } from '../base/host.ts';
import type { AsnVersion } from '../contract/asn.ts';
import { openAsns } from '../intake/asns/read.ts';
import type { AsnInput, AsnIntakeOptions } from '../intake/asns/types.ts';
import type { Folders } from '../store/folders.ts';
import { type Interruption, interruptedFailure } from './order-input.ts';

export interface AsnSource {
  /** As given; `-` is stdin. */
  readonly path: string;
  readonly intake: AsnIntakeOptions;
  /** Version of the interface asked for, whatever the ASNs hold. */
  readonly version: AsnVersion | undefined;
  /** Warnings refuse an ASN, too. */
  readonly strict: boolean;
}

/** @throws Failure exit 6, or 130 and 143 when it was interrupted */
export async function openAsnSource(
  host: Host,
  folders: Folders,
  source: AsnSource,
  stop: Interruption,
): Promise<AsnInput> {
  try {
    return await openAsns(host, source.path, source.intake, path.join(folders.state, 'spool'), stop.signal);
  } catch (error) {
    // Whatever the reading broke off with: the signal is the reason.
    if (stop.signal.aborted) throw interruptedFailure(stop.exitCode());
    throw error;
  }
}
