// Plays one scenario against the endpoints of a retailer, on the manual clock of a sandbox. What its failures mean is decided when all
// have been played.

import { formatInstant } from '../../contract/time.ts';
import type { Clock, Random } from '../../platform/platform.ts';
import { DELIVERY_DEFAULTS } from '../deliveries/delivery-options.ts';
import type { Ability } from './abilities.ts';
import { playDeed } from './deeds.ts';
import { wireOf } from './evidence.ts';
import { checkExpectation } from './expectations.ts';
import type { Deed, Scenario, ScenarioStep } from './format.ts';
import type { Found } from './found.ts';
import { checkOnce, checkSums } from './money-checks.ts';
import type { Known, Play, PlayOptions, Stage } from './play.ts';
import { earlyRefund } from './refund-checks.ts';
import { restart } from './restart-step.ts';
import type { ScenarioEvent } from './result.ts';
import { checkSnapshots } from './snapshot-checks.ts';
import { watchExchanges } from './watch-exchanges.ts';

/** Share of the time for each thing in which a message must be answered: else its time-out comes after the check. */
const ANSWERED_WITHIN = 0.8;

export interface RunWorld {
  /** Real time: what a retailer gets to do its work. */
  readonly clock: Clock;
  readonly random: Random;
}

/** A scenario whose steps were played. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly checks: Found[];
  readonly leftOut: readonly string[];
  /** Why it was not tried. */
  readonly notTried?: string;
  /** Real time that its steps took, ms. */
  readonly ms: number;
  /** Looks at what is only known when nothing more may come. */
  finish(): void;
}

export async function playScenario(
  { clock, random }: RunWorld,
  stage: Stage,
  scenario: Scenario,
  { known, ...options }: PlayOptions & { readonly known: Known },
  emit: (event: ScenarioEvent) => void,
  signal: AbortSignal,
): Promise<PlayedScenario> {
  const began = clock.monotonic();
  const checks: Found[] = [];
  const leftOut: string[] = [];
  const why = whyNotTried(scenario, options);
  const timed = () => Math.round(clock.monotonic() - began);
  if (why !== undefined) return { scenario, checks, leftOut, notTried: why, ms: 0, finish: () => {} };
  leave(stage, options);
  const play: Play = {
    ...{ scenario, stage, options, known, signal },
    circumstances: { seed: options.seed, now: options.startedAt },
    wall: clock,
    run: random.hex(3),
    rmas: new Map(),
    checked: new Set(),
    refunds: new Set(),
    posted: new Map(),
    wrongAmounts: new Set(),
    sentAt: new Map(),
    firstRequest: stage.sequence(),
    lastRequest: Number.POSITIVE_INFINITY,
    expected: new Map(),
  };
  const watched = watchExchanges(stage, clock, play);
  const add = (found: Found) => {
    const exchanges = watched.take();
    // Attempts have times of the sandbox's clock, which is turned: the retailer's logs have the real time.
    const seen = `${found.evidence}; seen at ${formatInstant(clock.now())} real time`;
    const check = {
      ...found,
      ...(!found.passed && { evidence: seen }),
      ...(exchanges.length > 0 && { exchanges }),
    };
    checks.push(check);
    emit({ type: 'check', check });
    return check.passed;
  };
  const leaveOut = (text: string) => {
    leftOut.push(text);
    emit({ type: 'left-out', text });
  };
  const { assumptions } = stage.returns;
  const before = assumptions.values;
  let isWhole = false;
  try {
    if (scenario.assume) assumptions.assume(scenario.assume);
    const end = await playSteps(play, add, leaveOut);
    if (typeof end === 'string') {
      if (checks.every(({ passed }) => passed))
        return { scenario, checks: [], leftOut: [], notTried: end, ms: timed(), finish: () => {} };
      leaveOut(end);
    }
    isWhole = end === true;
  } finally {
    watched.take();
    watched.stop();
    play.lastRequest = stage.sequence();
    stage.slow(0);
    assumptions.assume(before);
    leave(stage, options);
  }
  const finish = () => {
    // With refunds that are wrong already, more of them say nothing new.
    if (isWhole) for (const check of [...checkOnce(play), ...checkSums(play)]) add(check);
    for (const check of checkSnapshots(play)) add(check);
  };
  return { scenario, checks, leftOut, ms: timed(), finish };
}

/** After these the next steps can be played all the same. */
const goesOn = ({ passed, kind, symptom }: Found): boolean =>
  passed || kind === 'refund-amount' || (kind === 'variants' && symptom === 'answer');

/** @returns whether all of it was played, or why it says nothing about the retailer's side */
async function playSteps(
  play: Play,
  add: (check: Found) => boolean,
  leaveOut: (text: string) => void,
): Promise<boolean | string> {
  const { stage } = play;
  const { steps } = play.scenario;
  const isAble = ({ needs }: ScenarioStep) => needs === undefined || play.options.abilities.has(needs);
  const stop = (i: number) => {
    for (const [j, step] of steps.entries())
      if (j > i && 'expect' in step) leaveOut(`${stepText(step, j)}: what is wrong comes first`);
    return false;
  };
  for (const [i, step] of steps.entries()) {
    if (!isAble(step)) {
      leaveOut(`${stepText(step, i)}: your side needs ${step.needs} (--retailer-can)`);
      continue;
    }
    if ('expect' in step) {
      const found = await checkExpectation(play, step);
      for (const check of found) add({ ...check, what: `step ${i + 1}: ${check.what}` });
      if (!found.every(goesOn)) return stop(i);
      continue;
    }
    const obstacle = step.do === 'restart' ? await restart(play) : await playDeed(play, step);
    if (typeof obstacle === 'object') return obstacle.notTried;
    if (step.do === 'restart') play.restartedAt = play.wall.now();
    const isChecked = step.do === 'return' && step.refused !== undefined;
    if (obstacle === undefined && !isChecked) continue;
    const what = isChecked
      ? `step ${i + 1}: the portal does not offer the return`
      : `${stepText(step, i)} can be done`;
    const early = obstacle !== undefined && 'rma' in step ? earlyRefund(play, step.rma ?? '') : undefined;
    const found: Found = early
      ? { kind: 'no-refund', what: `step ${i + 1}: no refund yet`, passed: false, symptom: 'early', ...early }
      : {
          ...{ kind: kindOf(step), what, passed: obstacle === undefined },
          evidence: obstacle ?? 'refused by the sandbox',
          ...obstacleOf(stage, step, obstacle),
        };
    if (!add(found)) return stop(i);
  }
  return true;
}

/** Only the time of the answers can keep the clock from moving on; a return with an exchange begins with a variant. */
function obstacleOf(
  { deliveries }: Stage,
  deed: Deed,
  obstacle: string | undefined,
): Pick<Found, 'symptom' | 'id' | 'hint' | 'group'> {
  if (obstacle === undefined) return {};
  if (deed.do === 'advance') return { symptom: 'time-out', id: 'messages.answered-in-time' };
  if (deed.do !== 'return' || !/variants/.test(obstacle)) return {};
  const request = deliveries.list({ limit: 50 }).find(({ message }) => message.kind === 'variants');
  const wire = request && wireOf(request);
  return wire ? { ...wire, group: 'variants.answered' } : { symptom: 'answer', id: 'variants.offered' };
}

const kindOf = (deed: Deed): Found['kind'] => {
  if (deed.do === 'return' && deed.refused !== undefined) return 'not-offered';
  return deed.do === 'advance' ? 'answered-in-time' : 'step';
};

const stepText = (step: ScenarioStep, i: number): string =>
  `step ${i + 1} (${'do' in step ? step.do : `expect ${step.expect}`})`;

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

/** It is tried, and something of it goes to the retailer. */
export const isSending = (scenario: Scenario, options: PlayOptions): boolean =>
  whyNotTried(scenario, options) === undefined &&
  scenario.steps.some(
    (step) =>
      'do' in step &&
      (step.do === 'message' ||
        step.do === 'variants' ||
        (step.do === 'return' && step.refused === undefined)),
  );

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
