// The judge of a retailer's side: plays scenarios against its endpoints, and says of each check whether it passed,
// failed or was not tried, and of all that failed what is wrong, each mistake once. `scenario run`, `certify` and the
// library ask here, and nowhere else.

import { unavailableFailure } from '../basics/failure.ts';
import { maskedAddress } from '../basics/text.ts';
import { DEFAULT_PATHS, endpointAddress, endpointUrl } from '../contract/customer-endpoints.ts';
import type { AgreedOptions } from './agreed.ts';
import type { Customer } from './deliveries/types.ts';
import { variantsRequest } from './life-cycle/messages.ts';
import { durationOf } from './routes/read-request.ts';
import { USUAL_ABILITIES } from './scenarios/abilities.ts';
import { type Cause, causesOf, type Failure } from './scenarios/causes.ts';
import { type Check, GIFT, resultsOf } from './scenarios/check-results.ts';
import { exchangeText, wireOf } from './scenarios/evidence.ts';
import { isRestarting, type Scenario } from './scenarios/format.ts';
import { findScenarios } from './scenarios/load-scenarios.ts';
import type { RetailerCheckId } from './scenarios/questions.ts';
import {
  asking,
  type ScenarioCause,
  type ScenarioExchange,
  type ScenarioOptions,
  type ScenarioOutcome,
  type ScenarioResult,
  type Why,
} from './scenarios/result.ts';
import { isSending, notPlayed, type PlayedScenario, playScenario } from './scenarios/run-scenario.ts';
import { tokenCheck } from './scenarios/snapshot-checks.ts';
import { openStage } from './scenarios/stage.ts';
import { Known, type PlayOptions, type RunParts } from './scenarios/state.ts';
import type { SandboxPlatform } from './start.ts';

export type { Check } from './scenarios/check-results.ts';
export { QUESTIONS, type Question, questionsOf, type RetailerCheckId } from './scenarios/questions.ts';
export type { ScenarioCause, ScenarioOptions } from './scenarios/result.ts';

export const DEFAULT_WAIT_MS = 10_000;
export const DEFAULT_SETTLE_MS = 1000;
export const DEFAULT_ANSWER_MS = 5000;

export type JudgeWorld = SandboxPlatform & { readonly packageFolder: string };

/** The document of `scenario run --json`. */
export const resultOf = ({ causes, scenarios }: Verdict): ScenarioResult => ({
  schema: 'scenario-result/1',
  causes,
  scenarios,
  ...(scenarios.some(({ name }) => name === 'gift-order') && { unseen: [GIFT] }),
});

/** `Add the tax: ... (refunds.amount: partial-return, also in 12 others)`. */
export function causeLine({ id, hint, scenario, others }: ScenarioCause): string {
  const also = others === 0 ? '' : `, also in ${others} ${others === 1 ? 'other' : 'others'}`;
  const where = [id, scenario && `${scenario}${also}`].filter(Boolean).join(': ');
  return where === '' ? hint : `${hint} (${where})`;
}

/**
 * @param asked names, files, `all`, or scenarios
 * @throws Failure exit 2 for an unknown name or a taken port, 6 for a wrong file, 75 when nobody listens at `customerUrl`
 */
export async function judge(
  world: JudgeWorld,
  asked: readonly (string | Scenario)[],
  options: ScenarioOptions,
  own: {
    readonly onDefect?: ((error: unknown) => void) | undefined;
    readonly agreed?: AgreedOptions | undefined;
    /** Say that nobody listens as a cause instead of a failure. */
    readonly isPatient?: boolean;
  } = {},
): Promise<Verdict> {
  const scenarios = asked.flatMap((one) => (typeof one === 'string' ? findScenarios(world, one) : [one]));
  const customer: Customer = {
    url: endpointAddress(options.customerUrl),
    paths: { ...DEFAULT_PATHS, ...options.customerPaths },
    auth: options.customerAuth ?? (() => ({ kind: 'none' })),
    agent: 'returns-scenario',
  };
  const { onDefect, agreed, isPatient = false } = own;
  const stage = await openStage(world, {
    agreed,
    port: options.port ?? 0,
    customerPaths: customer.paths,
    ...(onDefect && { onDefect }),
  });
  const signal = options.signal ?? new AbortController().signal;
  // A request that hangs would keep an interrupted run for its whole time.
  const stop = () => {
    stage.deliveries.customer = undefined;
    stage.deliveries.clear();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await options.onReady?.(stage.sandbox);
    const play: PlayOptions = {
      customer,
      abilities: new Set(options.retailerCan ?? USUAL_ABILITIES),
      waitMs: durationOf(options.wait ?? DEFAULT_WAIT_MS, 'wait'),
      settleMs: durationOf(options.settle ?? DEFAULT_SETTLE_MS, 'settle'),
      answerMs: durationOf(options.answer ?? DEFAULT_ANSWER_MS, 'answer'),
      seed: options.seed ?? 1,
      startedAt: world.clock.now(),
      fees: agreed?.fees,
      restart: options.restart,
    };
    const run = new Run({ world, stage, options: play, emit: options.onEvent ?? (() => {}), signal });
    // What sends nothing needs nobody.
    if (!signal.aborted && scenarios.some((one) => isSending(one, play))) await run.reach(isPatient);
    await run.play(scenarios);
    return run.verdict();
  } finally {
    signal.removeEventListener('abort', stop);
    await stage.sandbox.close();
  }
}

// One run of scenarios against a retailer's side: is anybody there, one scenario after the other, and when nothing
// more can be seen.

export interface Verdict {
  readonly causes: readonly ScenarioCause[];
  readonly scenarios: readonly ScenarioOutcome[];
  /** The answer to each question, in their order. */
  readonly checks: readonly Check<RetailerCheckId>[];
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
const NOBODY = 'NO-SUCH-VARIANT-OF-RETURNS-CERTIFY';

class Run {
  private readonly played: PlayedScenario[] = [];
  private readonly known = new Known();
  private readonly failures: Failure[] = [];
  private readonly exchanges: ScenarioExchange[] = [];
  private isReused = false;
  private silent = 0;
  /** Why nothing more is played. */
  private ended: RetailerCheckId | undefined;

  constructor(private readonly parts: RunParts) {}

  private get answered(): number {
    return this.exchanges.filter(({ status }) => status !== null).length;
  }

  /**
   * Is anybody there? Any answer will do: a variants request, because it changes nothing; then a message without items.
   * @throws Failure exit 75 when nobody listens, unless `isPatient`
   */
  async reach(isPatient: boolean): Promise<void> {
    const { stage, options, signal } = this.parts;
    const { deliveries } = stage;
    const { customer, waitMs } = options;
    const { paths } = customer;
    const rma = 'RMA-CERTIFY';
    const body = JSON.stringify({ rma_identifier: rma, status: 'CREATED', items: [] });
    const watched = stage.watch();
    deliveries.setOptions({ timeoutMs: Math.min(PATIENCE_MS / 2, PATIENT_WAITS * waitMs) });
    deliveries.customer = customer;
    await deliveries.askOnce(variantsRequest(NOBODY, paths));
    this.exchanges.push(...watched.take());
    if (this.answered === 0 && !signal.aborted)
      await deliveries.askOnce({ kind: 'rma', key: '', rma, method: 'POST', path: paths.rmas, body });
    this.exchanges.push(...watched.take());
    watched.stop();
    const last = this.exchanges.at(-1);
    const [delivery] = deliveries.list({ limit: 1 });
    if (signal.aborted || !last || !delivery) return;
    if (this.answered === 0) {
      const { fault = 'unknown' } = last;
      if (!isPatient && ['refused', 'dns', 'tls'].includes(fault!))
        throw unavailableFailure('customer.unreachable', `Nobody answers at ${customer.url} (${fault})`, {
          hint: 'Start your side first, for example: returns listen --auto-refund TRANSIT --orders orders.ndjson --profile local. Then give its address to --customer-url.',
        });
      this.end('the endpoint answers', wireOf(delivery) ?? {});
    } else if (last.ms > waitMs)
      this.end('the endpoint answers in time', { symptom: 'slow', id: 'messages.answered-in-time' });
  }

  /** Nothing else can be seen after this. */
  private end(what: string, why: Why): void {
    const found = asking('answered', what).no(this.exchanges.slice(-2).map(exchangeText).join('; '), why);
    this.failures.push({ scenario: '', about: [], found });
    this.ended = why.id;
  }

  async play(scenarios: readonly Scenario[]): Promise<void> {
    const { parts, known } = this;
    const { world, options, emit, signal } = parts;
    const ends: Promise<void>[] = [];
    const ended = new Set<PlayedScenario>();
    /** After the time in which nothing more may come. */
    const finish = async (played: PlayedScenario) => {
      if (played.checks.length > 0) await world.clock.sleep(options.settleMs, signal);
      played.look();
      ended.add(played);
      emit({ type: 'end', outcome: outcomeOf(played), ms: played.ms });
    };
    /** At what came after the time of each scenario. */
    const lookAgain = () => {
      for (const played of ended)
        if (played.look()) emit({ type: 'end', outcome: outcomeOf(played), ms: played.ms });
      ended.clear();
    };
    for (const scenario of scenarios) {
      if (signal.aborted) break;
      // Whoever forgets everything with a restart pays for the scenarios before once more.
      if (options.restart && isRestarting(scenario)) lookAgain();
      const { name, title } = scenario;
      emit({ type: 'begin', name, title });
      const before = this.answered;
      const played = this.ended
        ? notPlayed(scenario, `because ${this.ended} failed`)
        : await playScenario(scenario, known, parts);
      if (signal.aborted) break;
      this.played.push(played);
      await this.lookAtSilence(played, before);
      ends.push(finish(played));
    }
    await this.waitForLate();
    await Promise.all(ends);
    lookAgain();
  }

  /** An endpoint that was there and is not any more, or that resets what it has kept open. @param before answers before it */
  private async lookAtSilence({ checks }: PlayedScenario, before: number): Promise<void> {
    const exchanges = checks.flatMap((check) => check.exchanges ?? []);
    this.exchanges.push(...exchanges);
    const failed = checks.find(({ passed }) => !passed);
    const isReset = failed?.symptom === 'reset';
    this.isReused ||= isReset && (await this.resetsKept());
    if (this.isReused && isReset) this.ended = 'messages.answered';
    if (exchanges.length === 0) return;
    const isSilent = this.answered === before && failed?.symptom !== undefined;
    this.silent = isSilent ? this.silent + 1 : 0;
    if (this.silent >= MOST_SILENT) this.ended = failed?.id ?? 'messages.reachable';
  }

  /** A connection of its own answers, and is reset when it is used again. */
  private async resetsKept(): Promise<boolean> {
    const { world, options } = this.parts;
    const { customer, answerMs: timeoutMs } = options;
    const { path } = variantsRequest(NOBODY, customer.paths);
    const url = endpointUrl(customer.url, 'variants', path, customer.paths);
    const client = await world.net.client({ connections: 1 });
    const ask = () =>
      client.request({ method: 'GET', url, headers: {}, timeoutMs }).then(
        () => 'answered',
        (error: { readonly kind?: string }) => error.kind,
      );
    const asked = [await ask(), await ask()];
    await client.close();
    return asked[0] === 'answered' && asked[1] === 'dropped';
  }

  /** The refunds of the last scenario get some more time: those of the others had it. */
  private async waitForLate(): Promise<void> {
    const { known, played } = this;
    const { world, options, signal } = this.parts;
    const last = played.findLast(({ notTried }) => notTried === undefined)?.scenario.name;
    const missed = known.refunds.filter(({ arrived }) => arrived() === undefined);
    if (!missed.some(({ scenario }) => scenario === last)) return;
    // Waits are shortened where they are in vain.
    const longest = Math.max(...known.refunds.map(({ limit }) => limit));
    const until = Math.max(...missed.map(({ since }) => since)) + LATE_WAITS * longest + options.settleMs;
    const isMissing = () => missed.some(({ arrived }) => arrived() === undefined);
    while (world.clock.now() < until && !signal.aborted && isMissing()) await world.clock.sleep(20, signal);
  }

  verdict(): Verdict {
    const { played, known, isReused } = this;
    const { world, options, stage, signal } = this.parts;
    const { customer } = options;
    const token = tokenCheck(stage.sandbox.requests(0), options.restart ? 1 : 0);
    const failures = [
      ...this.failures,
      ...played.flatMap(({ scenario: { name, about = [] }, checks }) =>
        checks.map((found): Failure => ({ scenario: name, about, found })),
      ),
      ...(token ? [{ scenario: '', about: [], found: token }] : []),
    ].filter(({ found }) => !found.passed);
    // An address with a path could be meant in two ways: what was called says which.
    const asked = maskedAddress(endpointUrl(customer.url, 'rma', customer.paths.rmas, customer.paths));
    const causes = causesOf(failures, {
      refunds: known.refunds,
      isSignedIn: customer.auth().kind !== 'none',
      isReused,
      knowsOrders: played.some(({ checks }) =>
        checks.some(({ passed, id = '' }) => passed && NEEDS_ORDERS.test(id)),
      ),
      endedAt: world.clock.now(),
    }).map((one) =>
      one.id === 'messages.answered' ? { ...one, evidence: `${one.evidence}; asked was ${asked}` } : one,
    );
    const scenarios = played.map((one) => outcomeOf(one, causes));
    const reasons = scenarios.flatMap(({ not_tried: why, left_out: out = [] }) => why ?? out);
    const others = token?.passed ? [token] : [];
    return {
      causes: causes.map(({ failures: _failures, ...cause }) => cause),
      scenarios,
      checks: resultsOf(causes, played, this.exchanges, { others, isInterrupted: signal.aborted }),
      answered: this.answered > 0 || (signal.aborted ? null : false),
      lacks: MORE.filter((flag) => reasons.some((reason) => reason.includes(flag.split(' ')[0]!))),
    };
  }
}

/** Questions that only a side with the given orders can answer well. */
const NEEDS_ORDERS = /^exchanges\.shipped$|^refunds\.(?:at-scan|on-receipt|keep|closed|amount)$/;
/** Flags with which more could be tried. */
const MORE = ['--retailer-can all', "--restart 'COMMAND'", '--customer-auth header:FILE'];

/** @param causes known at the end only */
function outcomeOf(
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
