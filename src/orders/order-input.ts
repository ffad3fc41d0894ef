// Order files on their way in, for check and upload alike: the options of reading, the inputs, the judge's context.
import path from 'node:path';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import { levelsIn } from '../input/mapped-levels.ts';
import { openRejects, type Rejects } from '../input/rejects.ts';
import type { Inputs, IntakeOptions } from '../input/types.ts';
import { windowOf } from '../input/window.ts';
import type { Platform } from '../platform/platform.ts';
import { type Interruption, interruptedFailure } from '../runs/interruption.ts';
import type { Folders } from '../storage/folders.ts';
import type { CheckContext } from './check-snapshot.ts';
import { openInputs } from './input/open.ts';
import type { ReadingOptions } from './parts.ts';

export interface OrderInput {
  /** As given; `-` is stdin. */
  readonly paths: readonly string[];
  /** Without the mapping itself. */
  readonly intake: Omit<IntakeOptions, 'map'>;
  /** Path of the mapping. */
  readonly map?: string | undefined;
  readonly reading: ReadingOptions;
  /** Where refused orders go; a folder for several inputs. */
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
    return await openInputs(platform, input.paths, intake, path.join(folders.state, 'spool'), stop?.signal);
  } catch (error) {
    // Whatever the reading broke off with: the signal is the reason.
    if (stop?.signal.aborted) throw interruptedFailure(stop.exitCode());
    throw error;
  }
}

/** `mapping` is that of the inputs: it may say how findings count. */
export async function checkContext(
  platform: Platform,
  reading: ReadingOptions,
  statusSpelling: StatusSpelling,
  mapping: Inputs['mapping'],
): Promise<CheckContext> {
  const now = platform.clock.now();
  return {
    now,
    statusSpelling,
    strict: reading.strict,
    skipUnshipped: reading.skipUnshipped,
    currency: reading.currency,
    window: windowOf({ since: reading.since, until: reading.until, field: reading.sinceField }, now),
    shard: reading.shard,
    levels: await levelsIn(reading.levels, mapping),
  };
}

/** Every file that is read or written for the input, as given. */
export const filesOf = ({ paths, map, rejects, intake }: OrderInput): string[] =>
  [...paths, map, rejects, ...(intake.joins ?? []).map((join) => join.path)].filter(
    (name) => name !== undefined && name !== '-',
  ) as string[];

/** Bytes that what pass 1 made of the input may take until pass 2, packed: 16 MB as a rule, some 80,000 orders. */
export const keepOf = ({ intake }: OrderInput): number => intake.memory / 16;

/** The rejects of a run: where asked for, else in the state dir under the run's id. */
export function rejectsOf(
  platform: Platform,
  folders: Folders,
  inputs: Inputs,
  input: OrderInput,
  run: string,
): Rejects {
  return openRejects(platform, inputs, input.rejects ?? path.join(folders.state, 'rejects', run, '/'));
}
