// Measures one row within its share of the time: a short trial says how large the work may be, then the tool, the build
// before and the floors take turns.
import { formatCount } from '../../src/basics/units.ts';
import { Bench, type Build } from './measure.ts';

export type Unit = 'ms' | 's' | 'MB' | 'orders/s' | 'calls/s';

/**
 * What the tool is compared with, and how its figure must stand to it: figure / floor. `atLeast` or `atMost` is what was
 * reached on a quiet machine, with a tenth of room: a failure when most rounds miss it. `goal` is wished for, and never
 * a failure: figures of one round, and those that are no ratio to another program, have nothing else.
 */
export interface Floor {
  readonly name: string;
  readonly run: () => Promise<number>;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly goal?: number;
}

export interface Contest {
  readonly tool: (build: Build) => Promise<number>;
  readonly floors: readonly Floor[];
}

/** Rows of one subject: a line of the table in docs/performance.md. */
export interface Group {
  readonly work: string;
  /** The floor whose ratio that table shows, by its name. */
  readonly floor: string;
}

/** How large the work is: tried with `trial`, measured with `least` to `most`. */
export interface Sizes {
  readonly trial: number;
  readonly least: number;
  readonly most: number;
  readonly of: string;
}

export interface Row {
  readonly group: Group;
  /** `npm run bench -- NAME` runs the rows whose name contains it. */
  readonly name: string;
  /** Its share of the time, compared with the other rows. */
  readonly weight: number;
  readonly unit: Unit;
  /** Most rounds; the median counts. */
  readonly rounds: number;
  /** The build before has no such command: only this one is measured. */
  readonly isNew?: boolean;
  /** Left out when the work is one command. */
  readonly sizes?: Sizes;
  readonly contest: (bench: Bench, builds: readonly Build[]) => Promise<Contest>;
}

export interface MeasuredFloor extends Omit<Floor, 'run'> {
  readonly figure: number;
  /** Figure / floor of each round. */
  readonly ratios: readonly number[];
}

export interface Result {
  readonly row: Row;
  readonly size: number;
  readonly rounds: number;
  /** Left out when it could not be measured; then `note` says why. */
  readonly figures?: {
    readonly now: number;
    readonly before?: number;
    /** This build / the build before, of each round; empty without one. */
    readonly paired: readonly number[];
    readonly floors: readonly MeasuredFloor[];
  };
  readonly note: string;
  readonly isFailure: boolean;
}

/** Fewer rounds of a short command are chance. */
const FEWEST_COMMANDS = 3;

/** Of seven pairs all lie on one side of their true ratio in one of 64 runs. */
export const FEWEST_PAIRS = 7;

/** Builds to measure, a folder for all of it, and the seconds that a row may take. */
export interface Terms {
  readonly builds: readonly Build[];
  readonly root: string;
  readonly share: number;
}

export async function measureRow(row: Row, terms: Terms): Promise<Result> {
  const begun = performance.now();
  const left = () => Math.max(0, terms.share - (performance.now() - begun) / 1000);
  // A slow trial or a wrong guess may take half as long again; the rows after it then have less.
  const patience = terms.share * 1.5;
  const signal = AbortSignal.timeout(Math.ceil(patience * 1000) + 1);
  const builds = row.isNew ? terms.builds.filter(({ name }) => name === 'now') : terms.builds;
  const measure = (plan: Plan) => attempt(row, plan, { ...terms, builds }, signal, left);
  const workOf = (size: number) => (row.sizes ? `${formatCount(size)} ${row.sizes.of}` : 'a command');
  const rounds = builds.length > 1 ? Math.max(FEWEST_PAIRS, row.rounds) : row.rounds;
  let plan: Plan = { size: row.sizes?.trial ?? 1, rounds };
  const without = (note: string, isFailure = false): Result => ({ row, ...plan, note, isFailure });
  try {
    if (row.sizes) {
      const { trial, least } = row.sizes;
      const trials: Trial[] = [];
      for (const size of [trial / 5, trial]) {
        plan = { size, rounds: 1 };
        trials.push({ size, ...(await measure(plan)) });
      }
      plan = planOf({ ...row, rounds }, left(), trials);
      if (plan.size < least)
        return without(`not finished: ${workOf(plan.size)} would fit, ${workOf(least)} are needed`);
    }
    const done = await measure(plan);
    if (!row.sizes && done.rounds < FEWEST_COMMANDS)
      return without(`not finished: ${done.rounds} of at least ${FEWEST_COMMANDS} rounds`);
    return { row, size: plan.size, rounds: done.rounds, figures: done.figures, note: '', isFailure: false };
  } catch (error) {
    return signal.aborted
      ? without(`not finished: ${workOf(plan.size)} in ${patience.toFixed(0)} s`)
      : without(`failed: ${error}`.replace(/\s+/g, ' '), true);
  }
}

interface Plan {
  readonly size: number;
  readonly rounds: number;
}

/** What was tried; `setUp` and `round` are seconds. */
interface Trial {
  readonly size: number;
  readonly setUp: number;
  readonly round: number;
}

/** As many rounds as fit at the least size, then as much work as fits: by a line through two trials. */
export function planOf(
  { rounds: most, sizes }: Pick<Row, 'rounds' | 'sizes'>,
  left: number,
  trials: readonly Trial[],
): Plan {
  const [small, large] = trials as [Trial, Trial];
  const fits = (rounds: number): number => {
    const [less, more] = [small, large].map(({ setUp, round }) => setUp + rounds * round) as [number, number];
    // By chance the larger may have been as quick.
    const slope = Math.max((more - less) / (large.size - small.size), more / large.size / 4);
    return large.size + (left - more) / slope;
  };
  let rounds = most;
  while (rounds > 1 && fits(rounds) < sizes!.least) rounds--;
  return { size: Math.min(sizes!.most, roundDown(fits(rounds))), rounds };
}

/** To one digit and zeros. */
function roundDown(value: number): number {
  if (value < 1) return 0;
  const digit = 10 ** Math.floor(Math.log10(value));
  return Math.floor(value / digit) * digit;
}

/** Sets up and goes through the rounds while there is time. */
async function attempt(
  row: Row,
  plan: Plan,
  { builds, root }: Terms,
  signal: AbortSignal,
  left: () => number,
) {
  const bench = new Bench(plan.size, root, signal);
  try {
    const begun = performance.now();
    const { tool, floors } = await row.contest(bench, builds);
    const ready = performance.now();
    const runs = [...builds.map((build) => () => tool(build)), ...floors.map(({ run }) => run)];
    const rounds: number[][] = [];
    const round = () => (performance.now() - ready) / 1000 / rounds.length;
    while (rounds.length < plan.rounds && (rounds.length === 0 || left() > round())) {
      const figures: number[] = [];
      // Back and forth: with one order, a build was up to a tenth slower than itself.
      const order = [...runs.keys()];
      if (rounds.length % 2 === 1) order.reverse();
      try {
        for (const index of order) figures[index] = await runs[index]!();
      } catch (error) {
        // Out of time: the rounds before count.
        if (signal.aborted && rounds.length > 0) break;
        throw error;
      }
      rounds.push(figures);
    }
    const medians = runs.map((_, index) => median(rounds.map((figures) => figures[index]!)));
    const [now, before] = medians.slice(0, builds.length) as [number, number?];
    const measured = floors.map(({ run: _, ...floor }, index) => ({
      ...floor,
      figure: medians[builds.length + index]!,
      ratios: rounds.map((figures) => figures[0]! / figures[builds.length + index]!),
    }));
    const paired = before === undefined ? [] : rounds.map((figures) => figures[0]! / figures[1]!);
    return {
      figures: { now, paired, floors: measured, ...(before === undefined ? {} : { before }) },
      rounds: rounds.length,
      setUp: (ready - begun) / 1000,
      round: round(),
    };
  } finally {
    await bench.close();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
