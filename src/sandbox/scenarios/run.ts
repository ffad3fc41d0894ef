// One run of scenarios against a retailer's side: is anybody there, one scenario after the other, and when nothing more can be seen.
import { unavailableFailure } from '../../basics/failure.ts';
import { maskedAddress } from '../../basics/text.ts';
import { endpointUrl } from '../../contract/customer-endpoints.ts';
import type { Net } from '../../platform/platform.ts';
import { variantsRequest } from '../returns/outbound.ts';
import { type Cause, causesOf, type Failure } from './causes.ts';
import { exchangeText, type RetailerResult, resultsOf } from './check-results.ts';
import { wireOf } from './evidence.ts';
import type { Scenario } from './format.ts';
import type { Known, PlayOptions } from './play.ts';
import type { ScenarioCause, ScenarioEvent, ScenarioExchange, ScenarioOutcome } from './result.ts';
import type { RetailerCheckId } from './retailer-checks.ts';
import { type PlayedScenario, playScenario, type RunWorld } from './run-scenario.ts';
import type { OpenedStage } from './stage.ts';
import { tokenCheck } from './token-check.ts';
import { watchExchanges } from './watch-exchanges.ts';

export interface Verdict {
  readonly causes: readonly ScenarioCause[];
  readonly scenarios: readonly ScenarioOutcome[];
  /** One for each check, in their order. */
  readonly checks: readonly RetailerResult[];
  /** Whether any request got an answer; null when the run was interrupted before. */
  readonly answered: boolean | null;
  /** Flags with which more could be tried. */
  readonly lacks: readonly string[];
}

/** Real time for an endpoint to answer its first request, ms; half of it for each of two. */
const PATIENCE_MS = 20_000;
/** An endpoint that is late is not missing: how many times `--wait` each of the two has at most. */
const PATIENT_WAITS = 4;
/** Scenarios in a row without any answer, after which nothing else would be seen. */
const MOST_SILENT = 2;
/** How many times `--wait` the last refund is waited for, so that a late one is told from none. */
const LATE_WAITS = 3;

export class Run {
  private readonly played: PlayedScenario[] = [];
  private readonly known: Known = {
    refunds: [],
    exchanges: new Map(),
    newest: new Map(),
    resentInVain: false,
  };
  private readonly failures: Failure[] = [];
  private readonly exchanges: ScenarioExchange[] = [];
  private isReused = false;
  private silent = 0;
  /** Why nothing more is played. */
  private ended: RetailerCheckId | undefined;

  constructor(
    private readonly world: RunWorld & { readonly net: Pick<Net, 'client'> },
    private readonly stage: OpenedStage,
    private readonly options: PlayOptions,
    private readonly emit: (event: ScenarioEvent) => void,
    private readonly signal: AbortSignal,
  ) {}

  private get answered(): number {
    return this.exchanges.filter(({ status }) => status !== null).length;
  }

  /**
   * Is anybody there? Any answer will do: a variants request, because it changes nothing; then a message without items.
   * @throws Failure exit 75 when nobody listens, unless `isPatient`
   */
  async reach(isPatient: boolean): Promise<void> {
    const { stage, options, world } = this;
    const { customer, waitMs } = options;
    const watched = watchExchanges(stage, world.clock, { sentAt: new Map(), known: this.known });
    stage.deliveries.setOptions({ timeoutMs: Math.min(PATIENCE_MS / 2, PATIENT_WAITS * waitMs) });
    stage.deliveries.customer = customer;
    const { paths } = customer;
    const message = { rma_identifier: 'RMA-CERTIFY', status: 'CREATED', items: [] };
    await stage.deliveries.askOnce(variantsRequest('NO-SUCH-VARIANT-OF-RETURNS-CERTIFY', paths));
    const isAnswered = () => this.exchanges.push(...watched.take()) > 0 && this.answered > 0;
    if (!isAnswered() && !this.signal.aborted)
      await stage.deliveries.askOnce({
        kind: 'rma',
        key: '',
        rma: 'RMA-CERTIFY',
        method: 'POST',
        path: paths.rmas,
        body: JSON.stringify(message),
      });
    this.exchanges.push(...watched.take());
    watched.stop();
    if (this.signal.aborted) return;
    const [last] = this.exchanges.slice(-1);
    const [delivery] = stage.deliveries.list({ limit: 1 });
    if (!last || !delivery) return;
    if (this.answered === 0) {
      const { fault = 'unknown' } = last;
      if (!isPatient && ['refused', 'dns', 'tls'].includes(fault!))
        throw unavailableFailure('customer.unreachable', `Nobody answers at ${customer.url} (${fault})`, {
          hint: 'Start your side first, for example: returns listen --auto-refund TRANSIT --orders orders.ndjson --profile local. Then give its address to --customer-url.',
        });
      this.end({ what: 'the endpoint answers', ...wireOf(delivery) });
    } else if (last.ms > waitMs)
      this.end({ what: 'the endpoint answers in time', symptom: 'slow', id: 'messages.answered-in-time' });
  }

  /** Nothing else can be seen after this. */
  private end(why: Pick<Failure['found'], 'what' | 'symptom' | 'id' | 'hint'>): void {
    const evidence = this.exchanges.slice(-2).map(exchangeText).join('; ');
    const found = { kind: 'answered' as const, passed: false, evidence, ...why };
    this.failures.push({ scenario: '', about: [], found });
    this.ended = why.id;
  }

  async play(scenarios: readonly Scenario[]): Promise<void> {
    const { world, stage, options, known, emit, signal } = this;
    /** Those that wait for the time in which nothing more may come. */
    const open: { readonly played: PlayedScenario; readonly due: number }[] = [];
    const finish = async (isLast: boolean) => {
      for (let next = open[0]; next; next = open[0]) {
        const left = next.due - world.clock.monotonic();
        if (left > 0 && !isLast) return;
        if (left > 0 && next.played.checks.length > 0) await world.clock.sleep(left, signal);
        open.shift();
        next.played.finish();
        emit({ type: 'end', outcome: this.outcomeOf(next.played), ms: next.played.ms });
      }
    };
    for (const scenario of scenarios) {
      if (signal.aborted) break;
      const { name, title } = scenario;
      emit({ type: 'begin', name, title });
      const before = this.answered;
      const played = this.ended
        ? notPlayed(scenario, `because ${this.ended} failed`)
        : await playScenario(world, stage, scenario, { ...options, known }, emit, signal);
      if (signal.aborted) break;
      this.played.push(played);
      const exchanges = played.checks.flatMap((check) => check.exchanges ?? []);
      this.exchanges.push(...exchanges);
      await this.lookAtSilence(played, exchanges, before);
      open.push({ played, due: world.clock.monotonic() + options.settleMs });
      await finish(false);
    }
    await this.waitForLate();
    await finish(true);
  }

  /** An endpoint that was there and is not any more, or that resets what it has kept open. */
  private async lookAtSilence(
    played: PlayedScenario,
    exchanges: readonly ScenarioExchange[],
    before: number,
  ): Promise<void> {
    const failed = played.checks.find(({ passed }) => !passed);
    if (failed?.symptom === 'reset' && !this.isReused) this.isReused = await this.isReset();
    if (this.isReused && failed?.symptom === 'reset') this.ended = 'messages.answered';
    if (exchanges.length === 0) return;
    const isSilent = this.answered === before && failed?.symptom !== undefined;
    this.silent = isSilent ? this.silent + 1 : 0;
    if (this.silent >= MOST_SILENT) this.ended = failed?.id ?? 'messages.reachable';
  }

  /** A connection of its own answers, and is reset when it is used again. */
  private async isReset(): Promise<boolean> {
    const { url, paths } = this.options.customer;
    const { path } = variantsRequest('NO-SUCH-VARIANT-OF-RETURNS-CERTIFY', paths);
    const client = await this.world.net.client({ connections: 1 });
    const ask = () =>
      client
        .request({
          method: 'GET',
          url: endpointUrl(url, 'variants', path, paths),
          headers: {},
          timeoutMs: this.options.answerMs,
        })
        .then(
          () => 'answered',
          (error: { readonly kind?: string }) => error.kind,
        );
    const asked = [await ask(), await ask()];
    await client.close();
    return asked[0] === 'answered' && asked[1] === 'dropped';
  }

  /** The refunds of the last scenario get some more time: those of the others had it. */
  private async waitForLate(): Promise<void> {
    const { world, known, played, signal } = this;
    const last = played.findLast(({ notTried }) => notTried === undefined)?.scenario.name;
    const isMissed = known.refunds.some(
      ({ scenario, arrived }) => scenario === last && arrived() === undefined,
    );
    const missed = known.refunds.filter(({ arrived }) => arrived() === undefined);
    if (!isMissed) return;
    const until = Math.max(
      ...missed.map(
        ({ since, limit }) => since + LATE_WAITS * Math.max(limit, this.longest) + this.options.settleMs,
      ),
    );
    while (
      world.clock.now() < until &&
      !signal.aborted &&
      missed.some(({ arrived }) => arrived() === undefined)
    )
      await world.clock.sleep(20, signal);
  }

  /** Waits are shortened where they are in vain. */
  private get longest(): number {
    return Math.max(...this.known.refunds.map(({ limit }) => limit));
  }

  private outcomeOf(
    { scenario: { name }, checks, leftOut, notTried }: PlayedScenario,
    causes: readonly Cause[] = [],
  ): ScenarioOutcome {
    if (notTried !== undefined) return { name, passed: false, checks: [], not_tried: notTried };
    const shown = checks.map((found) => {
      const { id: _id, group: _group, reasons: _reasons, refund: _refund, hint: _hint, ...check } = found;
      const cause = causes.find(({ failures }) => failures.some((failure) => failure.found === found));
      return cause ? { ...check, ...(cause.id !== '' && { cause: cause.id }), hint: cause.hint } : check;
    });
    const passed = checks.every((check) => check.passed);
    return { name, passed, checks: shown, ...(leftOut.length > 0 && { left_out: leftOut }) };
  }

  verdict(): Verdict {
    const { played, options, stage, signal } = this;
    const failures = [
      ...this.failures,
      ...played.flatMap(({ scenario: { name, about = [] }, checks }) =>
        checks.filter(({ passed }) => !passed).map((found): Failure => ({ scenario: name, about, found })),
      ),
    ];
    const restarts = options.restart ? 1 : 0;
    const token = tokenCheck(stage.requests(0), restarts);
    if (token && !token.passed) failures.push({ scenario: '', about: [], found: token });
    const good = played.flatMap(({ checks }) => checks.filter(({ passed }) => passed));
    const causes = causesOf(failures, {
      refunds: this.known.refunds,
      isSignedIn: options.customer.auth().kind !== 'none',
      isReused: this.isReused,
      knowsOrders: good.some(
        ({ id }) =>
          id !== undefined &&
          /^exchanges\.shipped$|^refunds\.(?:at-scan|on-receipt|keep|closed|amount)$/.test(id),
      ),
      answered: this.answered,
    });
    const { customer } = options;
    // An address with a path could be meant in two ways: what was called says which.
    const asked = maskedAddress(endpointUrl(customer.url, 'rma', customer.paths.rmas, customer.paths));
    const told = causes.map((one) =>
      one.id === 'messages.answered' ? { ...one, evidence: `${one.evidence}; asked was ${asked}` } : one,
    );
    const scenarios = played.map((one) => this.outcomeOf(one, causes));
    return {
      causes: told.map(({ failures: _failures, ...cause }) => cause),
      scenarios,
      checks: resultsOf(told, played, this.exchanges, token?.passed ? [token] : [], signal.aborted),
      answered: this.answered > 0 ? true : signal.aborted ? null : false,
      lacks: lacksOf(scenarios),
    };
  }
}

const notPlayed = (scenario: Scenario, notTried: string): PlayedScenario => ({
  scenario,
  checks: [],
  leftOut: [],
  notTried,
  ms: 0,
  finish: () => {},
});

/** Flags with which more could be tried. */
function lacksOf(scenarios: readonly ScenarioOutcome[]): string[] {
  const reasons = scenarios.flatMap(({ not_tried: why, left_out: out = [] }) =>
    why === undefined ? out : [why],
  );
  const flags = ['--retailer-can all', "--restart 'COMMAND'", '--customer-auth header:FILE'];
  return flags.filter((flag) => reasons.some((reason) => reason.includes(flag.split(' ')[0]!)));
}
