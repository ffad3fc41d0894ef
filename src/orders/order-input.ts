// The input of orders, for check and upload alike: the options for reading, the inputs, and the context of
// the checks.
import path from 'node:path';
import { levelsIn } from '../account/level-flags.ts';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import { openRejects, type Rejects } from '../input/rejects.ts';
import type { Inputs, IntakeOptions } from '../input/types.ts';
import type { Platform } from '../platform/platform.ts';
import { type Interruption, interruptedFailure } from '../runs/interruption.ts';
import type { Folders } from '../storage/folders.ts';
import type { CheckContext } from './check-snapshot.ts';
import { openInputs } from './input/open.ts';
import type { ReadingOptions } from './parts.ts';

export interface OrderInput {
  /** Paths as the user typed them; `-` is stdin. */
  readonly paths: readonly string[];
  /** Options without the loaded mapping. */
  readonly intake: Omit<IntakeOptions, 'map'>;
  /** Path of the mapping. */
  readonly map?: string | undefined;
  readonly reading: ReadingOptions;
  /** Path of the rejects; a folder for several inputs. */
  readonly rejects?: string | undefined;
}

export async function openOrderInput(
  platform: Platform,
  folders: Folders,
  input: OrderInput,
  stop?: Interruption,
): Promise<Inputs> {
  try {
    const mapping = input.map === undefined ? undefined : await import('./input/mapping.ts');
    const map = await mapping?.loadOrderMapping(platform, input.map!);
    const intake = { ...input.intake, ...(map && { map }) };
    return await openInputs(platform, input.paths, intake, spoolFolder(folders), stop?.signal);
  } catch (error) {
    // After an abort, the signal is the reason, whatever error the reading ended with.
    if (stop?.signal.aborted) throw interruptedFailure(stop.exitCode());
    throw error;
  }
}

/** `mapping` is the mapping of the inputs: it may change levels. */
export async function checkContext(
  platform: Platform,
  reading: ReadingOptions,
  statusSpelling: StatusSpelling,
  mapping: Inputs['mapping'],
): Promise<CheckContext> {
  const now = platform.clock.now();
  return {
    now,
    crypto: platform.crypto,
    statusSpelling,
    strict: reading.strict,
    skipUnshipped: reading.skipUnshipped,
    currency: reading.currency,
    window: await windowIn(reading, now),
    shard: reading.shard,
    levels: await levelsIn(reading.levels, mapping),
  };
}

async function windowIn({ since, until, sinceField: field }: ReadingOptions, now: number) {
  if (since === undefined && until === undefined) return undefined;
  return (await import('../input/window.ts')).windowOf({ since, until, field }, now);
}

/** Every file that is read or written for the input, as the user typed it. */
export const filesOf = ({ paths, map, rejects, intake }: OrderInput): string[] =>
  [...paths, map, rejects, ...(intake.joins ?? []).map((join) => join.path)].filter(
    (name) => name !== undefined && name !== '-',
  ) as string[];

export const spoolFolder = (folders: Folders): string => path.join(folders.state, 'spool');

/** Bytes of the pass cache in memory, packed: 16 MB by default, enough for some 40,000 orders. */
export const passCacheBytes = ({ intake }: OrderInput): number => intake.memory / 16;

/**
 * The rejects of a run: at the path that the user gave, otherwise in the state folder under the id of the
 * run.
 */
export function rejectsOf(
  platform: Platform,
  folders: Folders,
  inputs: Inputs,
  input: OrderInput,
  run: string,
): Rejects {
  return openRejects(platform, inputs, input.rejects ?? path.join(folders.state, 'rejects', run, '/'));
}
