// Runs `orders check` with a proposed mapping. What the check cannot decide, and what it refuses, becomes a question.

import { Failure } from '../../basics/failure.ts';
import type { MinorUnits } from '../../basics/units.ts';
import { parseMapping } from '../../input/mapping/language/load.ts';
import type { IntakeOptions } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UploadSummary } from '../../runs/summary.ts';
import type { ReadingProgress } from '../../sending/events.ts';
import type { Folders } from '../../storage/folders.ts';
import { runCheck } from '../check.ts';
import type { Plan } from '../plan.ts';
import { FieldExamples } from './ask/field-choices.ts';
import { commonFormats } from './look/cell-kinds.ts';
import type { MappingJson } from './proposal.ts';

export type TrialInput = Pick<IntakeOptions, 'delimiter' | 'encoding' | 'memory' | 'joins'> & {
  readonly path: string;
};

/** What is assumed about the whole file while nobody has said it; options of reading. */
export interface Assumed {
  readonly timezone?: string;
  readonly decimal?: '.' | ',';
  readonly minorUnits?: MinorUnits;
}

export interface Trial {
  readonly plan: Plan;
  readonly summary: UploadSummary;
  /** With which it was tried. */
  readonly assumed: Assumed;
  /** The mapping that was tried. */
  readonly mapping: MappingJson;
  readonly examples: FieldExamples['found'];
}

/** How far the reading is; with `isTrial` while a mapping is tried, before that while the file is surveyed. */
export type EmitReading = (progress: ReadingProgress) => void;

/** What the check could not decide: the code of its failure, and where the value stands that is undecided. */
export interface Undecided {
  readonly code: string;
  readonly column: string | undefined;
  readonly found: string | undefined;
}

/** Failures of the check that are questions here, with what is assumed until they are answered. */
const UNDECIDED: Readonly<Record<string, Assumed>> = {
  'input.timezone.missing': { timezone: 'UTC' },
  'input.decimal.undecidable': { decimal: '.' },
  'input.decimal.mixed': { decimal: '.' },
  'input.minor_units': { minorUnits: 'iso' },
};
const DATE_ORDER = 'input.dates.undecidable';

export async function tryMapping(
  platform: Platform,
  folders: Folders,
  input: TrialInput,
  mapping: MappingJson,
  emit: EmitReading,
): Promise<{ readonly trial: Trial; readonly undecided: readonly Undecided[] }> {
  const undecided: Undecided[] = [];
  let assumed: Assumed = {};
  let tried = mapping;
  for (;;) {
    try {
      return { trial: await check(platform, folders, input, tried, assumed, emit), undecided };
    } catch (error) {
      if (!(error instanceof Failure) || undecided.some(({ code }) => code === error.code)) throw error;
      const assume = UNDECIDED[error.code];
      if (!assume && error.code !== DATE_ORDER) throw error;
      undecided.push({ code: error.code, column: columnIn(error.message), found: error.found });
      if (assume) assumed = { ...assumed, ...assume };
      else
        tried = {
          ...tried,
          dates: { ...(tried['dates'] as object | undefined), formats: commonFormats('day first') },
        };
    }
  }
}

/** The column that the message of a failure names in quotes. */
const columnIn = (message: string): string | undefined => /"((?:[^"\\]|\\.)+)"/.exec(message)?.[1];

async function check(
  platform: Platform,
  folders: Folders,
  { path, ...intake }: TrialInput,
  mapping: MappingJson,
  assumed: Assumed,
  emit: EmitReading,
): Promise<Trial> {
  // A mapping that is none is a defect of the proposal.
  const map = parseMapping(JSON.stringify(mapping), 'the proposed mapping', 'order');
  let plan: Plan | undefined;
  let examples: FieldExamples | undefined;
  const { summary } = await runCheck(
    platform,
    folders,
    {
      input: {
        paths: [path],
        map,
        intake: { format: 'auto', ...intake, ...assumed },
        reading: { strict: false },
      },
      target: undefined,
      batchSize: 50,
      maxRejects: { share: 1 },
      failOn: 'none',
      watch(checks) {
        examples = new FieldExamples(checks);
        return examples;
      },
    },
    (event) => {
      if (event.type === 'plan') plan = event.plan;
      else if (event.type === 'reading') emit({ ...event, isTrial: true });
    },
  );
  return { plan: plan!, summary, assumed, mapping, examples: examples!.found };
}
