// What checking and creating ASNs have alike: the input with its mapping and levels, and a run from the plan to its stop.
// The steps that all runs share are in src/runs/carry-out.ts.
import path from 'node:path';
import { checkMappedLevels, levelsIn } from '../account/level-flags.ts';
import { EXIT } from '../basics/exit.ts';
import type { Failure } from '../basics/failure.ts';
import type { AsnVersion } from '../contract/asn-words.ts';
import type { GivenLevels } from '../contract/levels.ts';
import { bySeverity } from '../contract/report.ts';
import { findMapping } from '../input/mapping/language/load.ts';
import type { Platform } from '../platform/platform.ts';
import { type Job, type Stop, type Unsent, wouldStop } from '../runs/carry-out.ts';
import { fileRows, mappingRow } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import { rowsRead, summaryParts } from '../runs/summarise.ts';
import type { WouldStop } from '../runs/summary.ts';
import { type MaxRejects, rejectBudget } from '../sending/run-end.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';
import type { AsnCheckContext, AsnVerdict } from './check-asn.ts';
import { openAsns } from './input/read.ts';
import type { AsnInput, AsnIntakeOptions, ReadAsn } from './input/types.ts';
import { InputIndex } from './input-index.ts';
import { type AsnPlan, type AsnPlanContext, type EmitAsn, planAsns } from './plan.ts';
import { codeRows } from './problems.ts';

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

/** The input of a session, and what its ASNs are checked with. */
export async function openInput(session: Session, source: AsnSource) {
  const { platform, folders, signal } = session;
  const input = session.use(await openAsnSource(platform, folders, source, signal));
  const { version, strict } = source;
  const levels = await levelsIn(source.levels, input.mapping);
  const { crypto } = platform;
  const checksWith = <R extends AsnRecords | undefined>(records: R) => ({
    ...{ crypto, index: new InputIndex(crypto), records, version, strict, levels },
  });
  return { input, levels, checksWith };
}

/** When refusals of our own check stop a run, and whether they are a failure. */
export interface RefusalLimits {
  /** Number of refused ASNs that stops the run. Default: 1 % of the ASNs to send, at least 100. */
  readonly maxRejects?: MaxRejects | undefined;
  readonly failOn: 'any' | 'none';
}

export interface AsnRunParts {
  readonly platform: Platform;
  readonly input: AsnInput;
  readonly checks: AsnCheckContext;
  readonly plan: AsnPlanContext;
  readonly run: string;
  readonly emit: EmitAsn;
  readonly signal: AbortSignal;
}

export const asnExitForRefusals = (failOn: RefusalLimits['failOn'], refused: number) =>
  failOn === 'any' && refused > 0 ? EXIT.refused : EXIT.done;

export const asnRejectBudget = ({ toSend, refused }: AsnPlan, { maxRejects }: RefusalLimits): number =>
  rejectBudget(maxRejects, toSend, refused);

function stopOf(plan: AsnPlan, limits: RefusalLimits): Stop | undefined {
  const budget = asnRejectBudget(plan, limits);
  if (plan.refused <= budget) return undefined;
  return {
    code: 'asns.max_rejects',
    message: `Our own check refuses ${plan.refused} ASNs, more than --max-rejects ${budget}`,
    hint: 'Look at all findings with returns asns check FILE, correct the input, or raise --max-rejects.',
  };
}

export const jobOf = <Summary>(
  { input, checks, plan, emit, signal }: AsnRunParts,
  limits: RefusalLimits,
  unsent: Job<AsnPlan, Stop, Summary>['unsent'],
  onVerdict?: (read: ReadAsn, verdict: AsnVerdict) => void,
): Job<AsnPlan, Stop, Summary> => ({
  analyse: () => planAsns(input, checks, plan, emit, signal, onVerdict),
  stopOf: (made) => stopOf(made, limits),
  exitForRefusals: ({ refused }) => asnExitForRefusals(limits.failOn, refused),
  unsent,
});

/** Whether every row of the input belongs to an ASN, or was left out by the mapping. */
export function balanceOf({ input }: AsnRunParts, plan: AsnPlan, { state, exitCode }: Unsent<Stop>) {
  const decided = plan.toSend + plan.alreadyQueued + plan.refused;
  const balanced = state === 'interrupted' || (decided === plan.asns && rowsRead(input.files) === plan.rows);
  return { balanced, exit_code: balanced ? exitCode : EXIT.defect };
}

export const wouldStopOf = ({ state, stop }: Unsent<Stop>): WouldStop | null =>
  stop && state === 'checked' ? wouldStop(stop) : null;

export function commonOf(
  parts: AsnRunParts,
  { mapping, rows, asns, warnings }: AsnPlan,
  started: number,
  failure: Failure | undefined,
) {
  const found = bySeverity(warnings);
  return {
    ...summaryParts(parts, started, failure),
    /**
     * Null without a mapping. Rows that it leaves out belong to ASNs, or are counted with ASNs of which no row is left.
     */
    mapping: mapping
      ? {
          ...mappingRow(mapping)!,
          unmapped: mapping.unmapped,
          /** Paths of the mapping that no JSON record has. */
          absent: mapping.absent,
          skipped: mapping.skipped,
        }
      : null,
    input: { files: fileRows(parts.input.files), rows, asns },
    warnings: codeRows(found.warnings),
    notes: codeRows(found.notes),
  };
}
