// Runs `orders check` with a proposed mapping. What the check cannot decide, and what it refuses, becomes a question.
import { Failure } from '../../basics/failure.ts';
import { mask } from '../../basics/text.ts';
import { parseMapping } from '../../input/mapping/language/load.ts';
import type { IntakeOptions, Snapshot } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReadingProgress } from '../../sending/types.ts';
import type { Folders } from '../../storage/folders.ts';
import { traceSnapshot } from '../look/trace.ts';
import type { CheckContext } from '../read/check-snapshot.ts';
import { runCheck } from '../upload/check.ts';
import type { Watch } from '../upload/first-pass.ts';
import { type KindId, withAnswers } from './ask/kinds.ts';
import type { MappingJson } from './types.ts';

type TrialInput = Pick<IntakeOptions, 'delimiter' | 'encoding' | 'memory' | 'joins'> & {
  readonly path: string;
};

export type Trial = Awaited<ReturnType<typeof check>>;

/** How far the reading is; with `isTrial` while a mapping is tried, before that while the file is surveyed. */
export type EmitReading = (progress: ReadingProgress) => void;

/** A question that the check could not decide, and where the value stands that is undecided. */
export interface Undecided {
  readonly id: KindId;
  readonly column: string | undefined;
  readonly found: string | undefined;
}

/** Failures of the check that are questions here, with what is assumed until they are answered. */
const UNDECIDED: Readonly<Record<string, readonly [id: KindId, assumed: string]>> = {
  'input.timezone.missing': ['timezone', 'UTC'],
  'input.decimal.undecidable': ['decimal', '.'],
  'input.decimal.mixed': ['decimal', '.'],
  'input.minor_units': ['minor_units', 'iso'],
  'input.dates.undecidable': ['date_order', 'day first'],
};

interface Tried {
  readonly platform: Platform;
  readonly folders: Folders;
  readonly input: TrialInput;
  readonly emit: EmitReading;
}

export async function tryMapping(
  tries: Tried,
  mapping: MappingJson,
): Promise<{ readonly trial: Trial; readonly undecided: readonly Undecided[] }> {
  const undecided: Undecided[] = [];
  for (let tried = mapping; ; ) {
    try {
      return { trial: await check(tries, tried), undecided };
    } catch (error) {
      const [id, assumed] = (error instanceof Failure && UNDECIDED[error.code]) || [];
      if (!(error instanceof Failure) || !id || undecided.some((one) => one.id === id)) throw error;
      undecided.push({ id, column: columnIn(error.message), found: error.found });
      tried = withAnswers(tried, { [id]: assumed! });
    }
  }
}

/** The column that the message of a failure names in quotes. */
const columnIn = (message: string): string | undefined => /"((?:[^"\\]|\\.)+)"/.exec(message)?.[1];

async function check({ platform, folders, input: { path, ...intake }, emit }: Tried, mapping: MappingJson) {
  // A mapping that is none is a defect of the proposal.
  const map = parseMapping(JSON.stringify(mapping), 'the proposed mapping', 'order');
  let examples: FieldExamples | undefined;
  const { plan, summary } = await runCheck(
    platform,
    folders,
    {
      input: { paths: [path], map, intake: { format: 'auto', ...intake }, reading: { strict: false } },
      target: undefined,
      batchSize: 50,
      maxRejects: { share: 1 },
      failOn: 'none',
      isProposed: true,
      watch: (checks) => (examples = new FieldExamples(checks)),
    },
    (event) => {
      if (event.type === 'reading') emit({ ...event, isTrial: true });
    },
  );
  // The mapping is the one that was tried.
  return { plan, summary, mapping, examples: examples!.found };
}

/** Orders that are looked at for examples. */
const MOST_ORDERS = 40;
const PERSONAL =
  /^(identifier|customer\.|(?:shipping|billing)_address\.(?!country_code|state)|(?:refund\.)?note$|item\.(?:identifier|tracking_number)$|refund(?:_line)?\.\w*identifier$)/;

/** Finds a value of each field in the first orders of a check. */
class FieldExamples implements Watch {
  /** By field: the text in the file, and what is sent. Personal values are masked. */
  readonly found = new Map<string, [string, string]>();
  private left = MOST_ORDERS;

  constructor(private readonly checks: CheckContext) {}

  begin(): void {
    this.left = MOST_ORDERS;
    this.found.clear();
  }

  see(snapshot: Snapshot): void {
    if (this.left-- <= 0 || snapshot.skip !== undefined) return;
    for (const { path, value, cell } of traceSnapshot(snapshot, this.checks).fields) {
      const name = path
        .replace(/^items\[\d+\]\./, 'item.')
        .replace(/^refunds\[\d+\]\.refund_line_items\[\d+\]\./, 'refund_line.')
        .replace(/^refunds\[\d+\]\./, 'refund.');
      if (this.found.has(name) || value === '' || typeof value === 'object') continue;
      const shown = (text: string) => (PERSONAL.test(name) ? mask(text) : text.slice(0, 40));
      this.found.set(name, [cell === null ? '' : shown(cell.text.trim()), shown(String(value))]);
    }
  }
}
