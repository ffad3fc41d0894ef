// One history of the model, from its first step to the last upload, with the invariants after every step and
// at the end.

import { EXIT } from '../../src/basics/exit-codes.ts';
import { Failure } from '../../src/basics/failure.ts';
import type { UploadSummary } from '../../src/orders/upload/order-run.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { DOUBT_MS } from '../../src/storage/in-doubt.ts';
import { Ledger } from '../../src/storage/ledger.ts';
import { fakeClock } from '../helpers/clock.ts';
import { seeded } from '../helpers/random.ts';
import { ModelDisk, ModelMachine } from './model-disk.ts';
import { type Counts, countOf, Invariants } from './model-invariants.ts';
import { newestOf, type Shelf, stock } from './model-orders.ts';
import { refund, TARGET, type UploadStep, upload, type World } from './model-run.ts';
import { MOODS, type Scenario, type Step, type Weather } from './model-scenario.ts';
import { Mortal } from './mortal.ts';
import { type Caller, OrdersService } from './orders-service.ts';

/** So few that the upload is not suspected of another mapping. */
const MOST_REFUNDS = 4;
const FAIR: Weather = { weights: [1], dead: null };
const CALM = { weather: FAIR, disk: null };
/** Simulated time within which a history must end. */
const BOUND_MS = 30 * 24 * 3_600_000;

export class History {
  private readonly world: World;
  private readonly shelf: Shelf;
  private readonly invariants: Invariants;
  private readonly killed: Mortal[] = [];
  private runs = 0;
  private refunds = 0;

  constructor(
    private readonly scenario: Scenario,
    base: Platform,
    private readonly counts: Counts,
  ) {
    const random = seeded(scenario.seed);
    const clock = fakeClock();
    const disk = new ModelDisk(base);
    this.shelf = stock(scenario.shelf, random);
    const service = new OrdersService(
      new Ledger(base, disk.open(), TARGET),
      random,
      scenario.manner,
      clock,
      counts,
    );
    service.isStrict = scenario.shelf.forward;
    this.world = {
      base,
      clock,
      disk,
      machine: new ModelMachine(),
      service,
      random,
      sending: {
        batchSize: scenario.batchSize,
        concurrency: scenario.concurrency,
        limit: scenario.limit,
        maxOutageMs: 120_000,
        lockWaitMs: 0,
        failOn: 'any',
      },
      compare: { force: false, keepRefunds: scenario.keepRefunds, now: clock.now() },
    };
    this.invariants = new Invariants(this.world, counts);
  }

  /** Returns the violated invariants; empty when there are none. */
  async run(): Promise<readonly string[]> {
    const { clock, disk, service } = this.world;
    let ended: { error?: unknown } | undefined;
    void this.play().then(
      () => (ended = {}),
      (error) => (ended = { error }),
    );
    const isOver = await clock.until(() => ended !== undefined, BOUND_MS);
    disk.close();
    if (ended?.error) throw ended.error;
    if (!isOver) service.violations.push('the history hangs');
    return service.violations;
  }

  private async play(): Promise<void> {
    const { disk } = this.world;
    const { steps, shelf } = this.scenario;
    const last = this.shelf.exports.length - 1;
    const ids = this.shelf.orders.map(([first]) => first!.id);
    const numbers = steps.map((step) => step.export % (last + 1));
    if (shelf.forward) numbers.sort((a, b) => a - b);
    for (const [index, step] of steps.entries()) {
      const number = numbers[index]!;
      if (step.disk && (step.kind === 'upload' || !shelf.forward)) disk.break(step.disk);
      if (step.kind === 'refund') await this.refundOne(step, number, !shelf.forward);
      else await this.uploadOne(step, number);
      if (disk.failed > 0) this.count('disk full', disk.failed);
      disk.failed = 0;
      disk.mend();
      this.invariants.ledger(ids);
    }
    await this.finish();
  }

  private caller(weather: Weather, ends: { kill?: number; interrupt?: number } = {}): Caller {
    const { clock, random } = this.world;
    const begun = clock.monotonic();
    const mortal = new Mortal(`run-${++this.runs}`, clock, ends);
    const total = weather.weights.reduce((a, b) => a + b, 0);
    const mood = () => {
      const at = clock.monotonic() - begun;
      if (weather.dead && at >= weather.dead.from && at < weather.dead.from + weather.dead.ms) return 503;
      let rest = random() * total - weather.weights[0]!;
      for (const [index, mood] of MOODS.entries()) {
        if (rest < 0) break;
        rest -= weather.weights[index + 1] ?? 0;
        if (rest < 0) return mood;
      }
      return 200;
    };
    return { mortal, mood, accepted: new Map(), refused: new Map() };
  }

  private async uploadOne(step: Step, number: number): Promise<void> {
    const { forward } = this.scenario.shelf;
    const { shards } = step;
    const works: Promise<unknown>[] = [];
    const isBetween = step.interferenceAt === 0;
    let posts = 0;
    /** Requests of this upload before the other process ended. */
    let before = 0;
    const interfere = async (ids?: readonly string[]) => {
      const isHarsh = !forward;
      if (step.interference === 'refund')
        await this.refundOne(step, forward ? number : step.order % this.shelf.exports.length, isHarsh, ids);
      if (step.interference === 'upload')
        await this.uploadBeside(
          step,
          forward ? Math.min(number + 1, this.shelf.exports.length - 1) : step.order,
        );
      if (step.interference !== 'none') before = posts;
    };
    for (let index = 1; index <= shards; index++) {
      const isFirst = index === 1;
      const ends = {
        ...(step.kill !== null && { kill: step.kill * index }),
        ...(step.interrupt !== null && { interrupt: step.interrupt }),
      };
      const caller = this.caller(step.weather, ends);
      let setbacks = 0;
      // Either at a certain request, or when one failed; then with the orders that wait for a retry.
      caller.onPost = () => {
        posts++;
        if (isFirst && !isBetween && step.interferenceAt % 2 === 0 && posts === step.interferenceAt)
          works.push(interfere());
      };
      caller.onSetback = (ids) => {
        if (isFirst && !isBetween && step.interferenceAt % 2 === 1 && ++setbacks === 1)
          works.push(interfere(ids));
      };
      works.push(
        this.follow(step, caller, {
          lines: this.shelf.exports[number]!,
          shard: shards === 1 ? undefined : { index, count: shards },
          canary: step.canary ?? undefined,
          maxRejects: step.maxRejects ?? undefined,
          confirm: async () => {
            if (!isFirst || !isBetween) return;
            // It goes on when the upload that waits for it is killed.
            works.push(interfere());
            await works.at(-1);
          },
        }),
      );
    }
    // The interfering process is added to the list while the others run.
    for (let at = 0; at < works.length; at++) await works[at];
    if (before > 0 && posts > before) this.count('went in between');
  }

  /** Another process uploads another export, without faults. */
  private async uploadBeside(step: Step, number: number): Promise<void> {
    this.count('uploads beside');
    const lines = this.shelf.exports[number % this.shelf.exports.length]!;
    const summary = await this.follow(step, this.caller(FAIR), { lines });
    if (summary?.state !== 'completed') this.world.service.isStrict = false;
  }

  /** Before it sent anything: it had no turn within 10 s, or the disk was full. */
  private turnedAway({ weather, disk }: Pick<Step, 'weather' | 'disk'>, error: unknown): void {
    if (!(error instanceof Failure)) throw error;
    if (error.exitCode === EXIT.interrupted) return;
    if (error.exitCode !== EXIT.state) throw error;
    this.count(error.code === 'state.locked' ? 'turned away' : 'disk full for the lock');
    const { manner, shelf, steps } = this.scenario;
    const hasCrashes = manner === 'crash' && shelf.bad > 0;
    // After a 429 the pace is slow for minutes, and a permit may take longer than a turn.
    const isPaced = steps.every(({ weather: { weights } }) =>
      MOODS.every((mood, i) => (mood !== 429 && mood !== 4290) || !weights[i + 1]),
    );
    const isCalm = weather.dead === null && weather.weights.slice(1).every((weight) => weight === 0);
    const isFair = isCalm && isPaced && !hasCrashes;
    if (error.code === 'state.locked' && isFair && !disk)
      this.world.service.violations.push(`turned away from a service without faults: ${error.message}`);
  }

  private async refundOne(
    step: Step,
    number: number,
    isHarsh: boolean,
    ids?: readonly string[],
  ): Promise<void> {
    if (++this.refunds > MOST_REFUNDS) return;
    const inExport = [...newestOf([this.shelf.exports[number]!]).values()];
    const wanted = inExport.filter(({ id }) => ids?.includes(id));
    const versions = wanted.length > 0 ? wanted : inExport;
    const ends = isHarsh && step.kill !== null ? { kill: step.kill >> 2 } : {};
    const caller = this.caller(isHarsh ? step.weather : FAIR, ends);
    try {
      const outcome = await refund(this.world, caller, versions[step.order % Math.min(3, versions.length)]!);
      const kind = typeof outcome === 'string' ? outcome : outcome.kind;
      this.count(`refund ${kind}`);
      if (kind === 'overtaken') this.world.service.violations.push('a refund was overtaken');
      if (outcome !== 'killed') this.invariants.acceptances(caller);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.count(`refund ${error.code}`);
      if (error.code === 'state.locked') return this.turnedAway(step, error);
      // It is unknown whether the service has it.
      if (error.exitCode === EXIT.state && error.code !== 'refund.in_doubt')
        this.world.service.isStrict = false;
    }
  }

  /** Runs one upload to its end, and checks the invariants for that end. */
  private async follow(
    around: Pick<Step, 'weather' | 'disk'>,
    caller: Caller,
    step: UploadStep,
  ): Promise<UploadSummary | undefined> {
    const { service } = this.world;
    let done: Awaited<ReturnType<typeof upload>>;
    try {
      done = await upload(this.world, caller, step);
    } catch (error) {
      this.turnedAway(around, error);
      return undefined;
    }
    if (!done) {
      this.killed.push(caller.mortal);
      this.count(
        service.asked.some(({ by }) => by === caller.mortal) ? 'killed while sending' : 'killed early',
      );
      return undefined;
    }
    this.invariants.run(caller, step, done);
    return done.summary;
  }

  /**
   * The last export holds the newest version of every order. The service has no more faults and accepts it.
   */
  private async finish(): Promise<void> {
    const { service, random, clock } = this.world;
    const { exports } = this.shelf;
    const newest = newestOf(exports);
    const lines = [...new Set(exports.flat())].filter(
      (version) => newest.get(version.id) === version || random() < 0.5,
    );
    service.isCalm = true;
    // Nothing arrives any more afterwards: the longest that a request may be under way.
    await clock.sleep(DOUBT_MS);
    let summary: UploadSummary | undefined;
    for (let run = 0; run < 6 && summary?.state !== 'completed'; run++)
      summary = await this.follow(CALM, this.caller(FAIR), { lines });
    if (summary?.state !== 'completed')
      service.violations.push(`the last upload does not complete: ${JSON.stringify(summary)}`);
    this.invariants.ledger(newest.keys());
    for (const version of newest.values()) this.invariants.end(version);
    for (const mortal of this.killed) this.invariants.repeats(mortal);
    this.count('histories');
    this.count('requests', service.asked.length);
    this.count('older arrivals that the ledger could not prevent', service.older);
    if (service.isStrict) this.count('histories without older exports');
  }

  private count(what: string, number?: number): void {
    countOf(this.counts, what, number);
  }
}
