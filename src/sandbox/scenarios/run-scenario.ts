// Plays scenarios against the endpoint of a retailer, one after the other, on the manual clock of one sandbox.

import { unavailableFailure } from '../../basics/failure.ts';
import { formatInstant } from '../../contract/time.ts';
import type { Clock, Random } from '../../platform/platform.ts';
import { DELIVERY_DEFAULTS } from '../deliveries/delivery-options.ts';
import type { Ability } from './abilities.ts';
import { causeOf } from './blame.ts';
import { playDeed } from './deeds.ts';
import { canBeJudged, checkExpectation } from './expectations.ts';
import type { Deed, Scenario, ScenarioStep } from './format.ts';
import { type Known, lastRequest, type Play, type PlayOptions, type Stage } from './play.ts';
import { checkOnce, earlyRefund } from './refund-checks.ts';
import { type NotTried, restart } from './restart-step.ts';
import type { ScenarioCheck, ScenarioEvent, ScenarioOutcome, ScenarioResult } from './result.ts';
import { ASKING, remedyOf } from './retailer-checks.ts';
import { checkSnapshots } from './snapshot-checks.ts';
import { watchExchanges } from './watch-exchanges.ts';

/** Share of the time for each thing in which a message must be answered: else its time-out comes after the check. */
const ANSWERED_WITHIN = 0.8;

export interface RunWorld {
  /** Real time: what a retailer gets to do its work. */
  readonly clock: Clock;
  readonly random: Random;
}

/** Ends early, without the scenario under way, when the signal aborts. */
export async function runOnStage(
  world: RunWorld,
  stage: Stage,
  scenarios: readonly Scenario[],
  options: PlayOptions,
  emit: (event: ScenarioEvent) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<ScenarioResult> {
  const outcomes: ScenarioOutcome[] = [];
  const reach = watchReach(stage);
  const known = options.known ?? { answers: false, refunds: false, resentInVain: false };
  for (const scenario of scenarios) {
    const start = world.clock.monotonic();
    emit({ type: 'begin', name: scenario.name, title: scenario.title });
    const outcome = await runScenario(world, stage, scenario, { ...options, known }, emit, signal);
    if (signal.aborted) break;
    outcomes.push(outcome);
    emit({ type: 'end', outcome, ms: Math.round(world.clock.monotonic() - start) });
    reach.check(options.customer.url);
  }
  return { schema: 'scenario-result/1', scenarios: outcomes };
}

const UNREACHED: readonly (string | null)[] = ['refused', 'dns', 'tls'];

/** Every scenario would fail in the same way, and say nothing about the retailer's side. */
function watchReach({ deliveries }: Stage) {
  let last: string | null = null;
  let isReached = false;
  const stop = deliveries.subscribe(({ attempts }) => {
    for (const { status, fault } of attempts.slice(-1)) {
      if (status !== null) isReached = true;
      else last = fault;
    }
    if (isReached) stop();
  });
  return {
    /** @throws Failure exit 75 when no request has been answered, because nobody was reached */
    check(url: string) {
      if (isReached || !UNREACHED.includes(last)) return;
      stop();
      throw unavailableFailure('customer.unreachable', `Nobody answers at ${url} (${last})`, {
        hint: 'Start your side first, for example: returns listen --auto-refund TRANSIT --orders orders.ndjson --profile local. Then give its address to --customer-url.',
      });
    },
  };
}

async function runScenario(
  world: RunWorld,
  stage: Stage,
  scenario: Scenario,
  options: PlayOptions & { readonly known: Known },
  emit: (event: ScenarioEvent) => void,
  signal: AbortSignal,
): Promise<ScenarioOutcome> {
  const { name } = scenario;
  const { known } = options;
  const why = whyNotTried(scenario, options);
  if (why !== undefined) return { name, passed: false, checks: [], not_tried: why };
  const play = beginPlay(world, stage, scenario, options, signal);
  const checks: ScenarioCheck[] = [];
  const leftOut: string[] = [];
  const watched = watchExchanges(stage, world.clock);
  const add = (found: ScenarioCheck) => {
    const exchanges = watched.take();
    // Attempts have times of the sandbox's clock, which is turned: the retailer's logs have the real time.
    const seen = `${found.evidence}; seen at ${formatInstant(world.clock.now())} real time`;
    let check: ScenarioCheck = {
      ...found,
      ...(!found.passed && { evidence: seen }),
      ...(exchanges.length > 0 && { exchanges }),
    };
    known.answers ||= exchanges.some(
      (one) => one.rma_status !== null && one.status !== null && one.status < 300 && one.answer === undefined,
    );
    known.refunds ||= found.passed && found.kind === 'refund-arrives';
    const cause = found.passed ? undefined : causeOf(name, check, [...checks, check], known);
    const isAsking = cause === 'messages.credentials' && options.customer.auth().kind === 'none';
    if (cause !== undefined)
      check = { ...check, cause, hint: found.hint ?? (isAsking ? ASKING : remedyOf(cause)) };
    checks.push(check);
    emit({ type: 'check', check });
    return check.passed;
  };
  const { assumptions } = stage.returns;
  const before = assumptions.values;
  try {
    if (scenario.assume) assumptions.assume(scenario.assume);
    const isDone = await playSteps(play, add, (text) => {
      leftOut.push(text);
      emit({ type: 'left-out', text });
    });
    if (typeof isDone === 'object') {
      if (checks.every(({ passed }) => passed))
        return { name, passed: false, checks: [], not_tried: isDone.notTried };
      leftOut.push(isDone.notTried);
    }
    if (isDone === true) await checkEnd(play, add);
    else for (const check of checkSnapshots(play)) add(check);
  } finally {
    watched.stop();
    assumptions.assume(before);
    leave(stage, options);
  }
  const passed = checks.every((check) => check.passed);
  return { name, passed, checks, ...(leftOut.length > 0 && { left_out: leftOut }) };
}

/** A failed one says nothing about how the next messages are answered. */
const ABOUT_REFUNDS: readonly ScenarioCheck['kind'][] = [
  'no-refund',
  'refund-arrives',
  'refund-kept',
  'refund-named',
  'refund-once',
  'refund-units',
  'snapshots-accepted',
  'status',
];

/**
 * After a failed refund only answers are looked at: the next refunds would repeat the failure, each time after a wait.
 * @returns false when not all of it was looked at
 */
async function playSteps(
  play: Play,
  add: (check: ScenarioCheck) => boolean,
  leaveOut: (text: string) => void,
): Promise<boolean | NotTried> {
  for (const [i, step] of play.scenario.steps.entries()) {
    if (step.needs !== undefined && !play.options.abilities.has(step.needs)) {
      leaveOut(`${stepText(step, i)}: your side needs ${step.needs}`);
      continue;
    }
    if ('expect' in step) {
      if (!canBeJudged(play, step)) {
        leaveOut(`${stepText(step, i)}: what is wrong with the refunds comes first`);
        continue;
      }
      const found = await checkExpectation(play, step);
      for (const check of found) add({ ...check, what: `step ${i + 1}: ${check.what}` });
      const failed = found.filter(({ passed }) => !passed).map(({ kind }) => kind);
      // A wrong amount hides nothing.
      if (failed.every((kind) => kind === 'refund-amount')) continue;
      if (!failed.every((kind) => ABOUT_REFUNDS.includes(kind))) return false;
      play.answersOnly = true;
      continue;
    }
    const obstacle = step.do === 'restart' ? await restart(play) : await playDeed(play, step);
    if (typeof obstacle === 'object') return obstacle;
    // Without a refund, a later step may not be possible.
    if (obstacle !== undefined && play.answersOnly) return false;
    const isChecked = step.do === 'return' && step.refused !== undefined;
    if (obstacle !== undefined || isChecked) {
      const what = isChecked
        ? `step ${i + 1}: the portal does not offer the return`
        : `${stepText(step, i)} can be done`;
      const evidence = obstacle ?? 'refused by the sandbox';
      const early = obstacle !== undefined && 'rma' in step ? earlyRefund(play, step.rma ?? '') : undefined;
      const found: ScenarioCheck =
        early === undefined
          ? { kind: kindOf(step), what, passed: obstacle === undefined, evidence }
          : { kind: 'no-refund', what: `step ${i + 1}: no refund yet`, passed: false, evidence: early };
      if (!add(found)) return false;
    }
  }
  return !play.answersOnly;
}

/** Only the time of the answers can keep the clock from moving on. */
const kindOf = (deed: Deed): ScenarioCheck['kind'] => {
  if (deed.do === 'return' && deed.refused !== undefined) return 'not-offered';
  return deed.do === 'advance' ? 'answered-in-time' : 'step';
};

const stepText = (step: ScenarioStep, i: number): string =>
  `step ${i + 1} (${'do' in step ? step.do : `expect ${step.expect}`})`;

/** Waits for what must not come any more: the second refund of a unit. */
async function checkEnd(play: Play, add: (check: ScenarioCheck) => boolean): Promise<void> {
  if (play.expected.size > 0) await play.wall.sleep(play.options.settleMs, play.signal);
  for (const check of [...checkOnce(play), ...checkSnapshots(play)]) add(check);
}

/** Nothing has happened yet. */
function beginPlay(
  { clock, random }: RunWorld,
  stage: Stage,
  scenario: Scenario,
  options: PlayOptions,
  signal: AbortSignal,
): Play {
  leave(stage, options);
  return {
    ...{ scenario, stage, options },
    circumstances: { seed: options.seed, now: options.startedAt },
    ...{ wall: clock, signal },
    run: random.hex(3),
    rmas: new Map(),
    checked: new Set(),
    refunds: new Set(),
    posted: new Map(),
    own: new Set(),
    answersOnly: options.answersOnly ?? false,
    firstRequest: lastRequest(stage),
    expected: new Map(),
  };
}

/** Nothing of a scenario goes on in the next one. */
function leave({ deliveries }: Stage, { customer, waitMs }: PlayOptions): void {
  deliveries.clear();
  deliveries.outage(0);
  deliveries.setOptions({
    ...DELIVERY_DEFAULTS,
    timeoutMs: Math.min(waitMs * ANSWERED_WITHIN, DELIVERY_DEFAULTS.timeoutMs),
  });
  deliveries.customer = customer;
}

/** What a scenario needs and the retailer cannot do. */
function whyNotTried(
  { needs = [], steps }: Scenario,
  { abilities, customer, restart }: PlayOptions,
): string | undefined {
  const missing = needs.filter((need: Ability) => !abilities.has(need));
  if (missing.length > 0) return `your side needs ${missing.join(', ')} (--retailer-can)`;
  const signsIn = steps.some((step) => 'do' in step && step.do === 'credentials');
  if (!restart && steps.some((step) => 'do' in step && step.do === 'restart'))
    return "your side has to be restarted in it: --restart 'COMMAND', or a terminal that asks you to";
  if (signsIn && customer.auth().kind === 'none') return 'it needs credentials (--customer-auth)';
  return undefined;
}
