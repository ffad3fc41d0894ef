// Plays one scenario against the endpoints of a retailer, on the manual clock of a sandbox; in the step `restart` the
// retailer's side is restarted. What its failures mean is decided when all have been played.
import { formatCents, formatDuration } from '../../basics/units.ts';
import { formatInstant } from '../../contract/time.ts';
import { DELIVERY_DEFAULTS } from '../deliveries/delivery-options.ts';
import { variantsRequest } from '../life-cycle/messages.ts';
import { deliveriesEvidence, wireOf } from './evidence.ts';
import { checkExpectation, lastVariantsRequest } from './expectations.ts';
import { type Deed, isRestarting, type Scenario, type ScenarioStep } from './format.ts';
import { type Obstacle, playDeed } from './play-step.ts';
import { checkQuiet, earlyRefund, isOver } from './refund-checks.ts';
import {
  type Amount,
  amountOf,
  isAll,
  rangeText,
  reasonsOf,
  sumOf,
  type Units,
  unitsOf,
} from './refund-range.ts';
import { asking, type Found, type Why } from './result.ts';
import { checkSnapshots } from './snapshot-checks.ts';
import type { Stage } from './stage.ts';
import {
  type Known,
  Play,
  type PlayedRma,
  type PlayOptions,
  type RunParts,
  refundsText,
  refundText,
  unitCount,
  unitsText,
} from './state.ts';

/** Share of the time for each thing in which a message must be answered: else its time-out comes after the check. */
const ANSWERED_WITHIN = 0.8;

/** A scenario whose steps were played. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly checks: readonly Found[];
  readonly leftOut: readonly string[];
  /** Why it was not tried. */
  readonly notTried?: string;
  /** Real time that its steps took, ms. */
  readonly ms: number;
  /** Looks at what is only known when nothing more may come; again, at what came after that. @returns whether it changed anything */
  look(): boolean;
}

export const notPlayed = (scenario: Scenario, notTried: string, ms = 0): PlayedScenario => ({
  scenario,
  checks: [],
  leftOut: [],
  notTried,
  ms,
  look: () => false,
});

export async function playScenario(scenario: Scenario, known: Known, run: RunParts): Promise<PlayedScenario> {
  const { stage, options, emit } = run;
  const { clock } = run.world;
  const began = clock.monotonic();
  const why = whyNotTried(scenario, options);
  if (why !== undefined) return notPlayed(scenario, why);
  leave(stage, options);
  const play = new Play(scenario, known, run);
  const watched = stage.watch();
  const checks: Found[] = [];
  const leftOut: string[] = [];
  const add = (found: Found) => {
    const exchanges = watched.take();
    // Attempts have times of the sandbox's clock, which is turned: the retailer's logs have the real time.
    const seen = found.passed ? '' : `; seen at ${formatInstant(clock.now())} real time`;
    const evidence = `${found.evidence}${seen}`;
    const check = { ...found, evidence, ...(exchanges.length > 0 && { exchanges }) };
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
  const timed = () => Math.round(clock.monotonic() - began);
  let end: boolean | string = false;
  try {
    if (scenario.assume) assumptions.assume(scenario.assume);
    end = await playSteps(play, add, leaveOut);
    if (typeof end === 'string') {
      if (checks.every(({ passed }) => passed)) return notPlayed(scenario, end, timed());
      leaveOut(end);
    }
  } finally {
    watched.take();
    watched.stop();
    play.end();
    stage.serve();
    assumptions.assume(before);
    leave(stage, options);
  }
  const look = () => {
    // With refunds that are wrong already, more of them say nothing new.
    const ofRefunds = end === true ? checkRefunds(play) : [];
    const isTold = (check: Found) =>
      checks.some(({ what, passed }) => what === check.what && (check.passed || !passed));
    const found = [...ofRefunds, ...checkSnapshots(play)].filter((check) => !isTold(check));
    for (const check of found) {
      const before = checks.findIndex(({ what }) => what === check.what);
      if (before >= 0) checks.splice(before, 1);
      add(check);
    }
    return found.length > 0;
  };
  return { scenario, checks, leftOut, ms: timed(), look };
}

/** After these the next steps can be played all the same. */
const goesOn = ({ passed, kind, symptom }: Found): boolean =>
  passed || kind === 'refund-amount' || (kind === 'variants' && symptom === 'answer');

/** @returns whether all of it was played, or why it says nothing about the retailer's side */
async function playSteps(
  play: Play,
  add: (found: Found) => boolean,
  leaveOut: (text: string) => void,
): Promise<boolean | string> {
  const { steps } = play.scenario;
  for (const [i, step] of steps.entries()) {
    if (step.needs !== undefined && !play.options.abilities.has(step.needs)) {
      leaveOut(`${stepText(step, i)}: your side needs ${step.needs} (--retailer-can)`);
      continue;
    }
    const found = 'expect' in step ? await checkExpectation(play, step) : await done(play, step, i);
    if (typeof found === 'string') return found;
    for (const check of found)
      add('expect' in step ? { ...check, what: `step ${i + 1}: ${check.what}` } : check);
    if (found.every(goesOn)) continue;
    for (const [j, later] of steps.entries())
      if (j > i && 'expect' in later) leaveOut(`${stepText(later, j)}: what is wrong comes first`);
    return false;
  }
  return true;
}

/** Why a step could not be done; nothing where it was, and need not be told; a text ends the scenario. */
async function done(play: Play, step: Deed, i: number): Promise<readonly Found[] | string> {
  play.quiet.clear();
  const obstacle = step.do === 'restart' ? await restart(play) : await playDeed(play, step);
  if (typeof obstacle === 'object') return obstacle.notTried;
  if (step.do === 'restart') play.restartedAt = play.wall.now();
  const isRefused = step.do === 'return' && step.refused !== undefined;
  const { yes, no } = isRefused
    ? asking('not-offered', `step ${i + 1}: the portal does not offer the return`)
    : asking(step.do === 'advance' ? 'answered-in-time' : 'step', `${stepText(step, i)} can be done`);
  if (obstacle === undefined) return isRefused ? [yes(undefined, 'refused by the sandbox')] : [];
  const early = 'rma' in step ? earlyRefund(play, step.rma ?? '') : undefined;
  if (!early) return [no(obstacle, whyOf(play.stage, step, obstacle))];
  const { evidence, id } = early;
  return [asking('no-refund', `step ${i + 1}: no refund yet`).no(evidence, { symptom: 'early', id })];
}

/** Only the time of the answers can keep the clock from moving on; a return with an exchange begins with a variant. */
function whyOf(stage: Stage, deed: Deed, obstacle: string): Why {
  if (deed.do === 'advance') return { symptom: 'time-out', id: 'messages.answered-in-time' };
  if (deed.do !== 'return' || !/variants/.test(obstacle)) return {};
  const request = lastVariantsRequest(stage);
  const wire = request && wireOf(request);
  return wire ? { ...wire, group: 'variants.answered' } : { symptom: 'answer', id: 'variants.offered' };
}

const stepText = (step: ScenarioStep, i: number): string =>
  `step ${i + 1} (${'do' in step ? step.do : `expect ${step.expect}`})`;

/** Nothing of a scenario goes on in the next one. */
function leave({ deliveries }: Stage, { customer, waitMs }: PlayOptions): void {
  const timeoutMs = Math.min(waitMs * ANSWERED_WITHIN, DELIVERY_DEFAULTS.timeoutMs);
  deliveries.clear();
  deliveries.outage(0);
  deliveries.setOptions({ ...DELIVERY_DEFAULTS, timeoutMs });
  deliveries.customer = customer;
}

/** It is tried, and something of it goes to the retailer. */
export const isSending = (scenario: Scenario, options: PlayOptions): boolean =>
  whyNotTried(scenario, options) === undefined &&
  scenario.steps.some(
    (step) =>
      'do' in step &&
      (['message', 'variants'].includes(step.do) || (step.do === 'return' && step.refused === undefined)),
  );

/** What a scenario needs and the retailer cannot do. */
function whyNotTried(
  scenario: Scenario,
  { abilities, customer, restart: restartSide }: PlayOptions,
): string | undefined {
  const { needs = [], steps } = scenario;
  const missing = needs.filter((need) => !abilities.has(need));
  if (missing.length > 0) return `your side needs ${missing.join(', ')} (--retailer-can)`;
  if (!restartSide && isRestarting(scenario))
    return "your side has to be restarted in it: --restart 'COMMAND', or a terminal that asks you to";
  const isSigningIn = steps.some((step) => 'do' in step && step.do === 'credentials');
  if (customer.auth().kind === 'none' && isSigningIn) return 'it needs credentials (--customer-auth)';
  return undefined;
}

/** The step says nothing about the retailer's side, and nothing after it does. */
interface NotTried {
  readonly notTried: string;
}

/** Real time for a program to listen again, ms. */
const START_MS = 30_000;

/** Real time between two requests that see whether somebody answers, ms: a program needs longer for its start. */
const ASK_MS = 25;

/** What a proxy answers for a program that is away. */
const AWAY: readonly (number | null)[] = [null, 502, 503, 504];

/** Only who was away was restarted: a command that does nothing, or Enter alone, proves nothing. */
async function restart(play: Play): Promise<Obstacle | NotTried> {
  const { wall, signal, stage } = play;
  const { customer, restart: restartSide, waitMs, settleMs } = play.options;
  const request = variantsRequest('NO-SUCH-VARIANT-OF-RETURNS', customer.paths);
  let [asked, isAway, wasAway, isDone] = [0, false, false, false];
  // Messages may have been sent meanwhile.
  const lastAsked = () => lastVariantsRequest(stage);
  let usual: number | null | undefined;
  const ask = async () => {
    await stage.deliveries.askOnce(request);
    asked++;
    const status = lastAsked()?.attempts.at(-1)?.status ?? null;
    // One that never answers this, or always so, shows nothing by it.
    if (usual === undefined) usual = status;
    isAway = AWAY.includes(status) && status !== usual;
    wasAway ||= isAway;
  };
  const askUntil = async (isOver: () => boolean) => {
    for (await ask(); !isOver() && !signal.aborted; await ask()) await wall.sleep(ASK_MS, signal);
  };
  const began = wall.monotonic();
  await ask();
  const watched = askUntil(() => isDone);
  const failed = await restartSide?.().finally(() => {
    isDone = true;
  });
  await watched;
  if (typeof failed === 'string') return `your side could not be restarted: ${failed}`;
  // A command may return before the program has ended.
  const restarted = wall.monotonic();
  await askUntil(() => wasAway || wall.monotonic() > restarted + settleMs);
  // An attempt that comes too early would be made again much later, on the sandbox's clock.
  await askUntil(() => !isAway || wall.monotonic() > restarted + Math.max(START_MS, waitMs));
  if (isAway && !signal.aborted)
    return `your side does not answer after the restart: ${deliveriesEvidence([lastAsked()!])}`;
  if (wasAway) return undefined;
  const time = formatDuration(Math.round(wall.monotonic() - began));
  return {
    notTried: `nothing was restarted: your side answered all of ${asked} requests in ${time}. Stop its program and start it again, so that it is away for a moment`,
  };
}

// Checks of all refunds of a scenario, when nothing more may come, whatever its steps expected: no unit is paid that was not
// returned for a refund, none twice, and no order pays more than it is worth.

function checkRefunds(play: Play): Found[] {
  const found = [
    ...[...play.quiet].flatMap((order) => checkQuiet(play, order) ?? []),
    ...checkOnce(play),
    ...checkExchanges(play),
  ];
  // What is paid twice makes sums wrong, too.
  return found.every(({ passed }) => passed) ? [...found, ...checkSums(play)] : found;
}

/** What may be refunded of an RMA: what was expected, or all of it that a refund settles. */
const mostOf = (play: Play, name: string, { refundable }: PlayedRma): Units =>
  play.expected.get(name) ?? refundable;

/** No unit of an RMA was refunded that is not expected, and none twice. */
function checkOnce(play: Play): Found[] {
  return [...play.rmas].flatMap(([name, rma]): Found[] => {
    const refunds = play.refundsOf(rma);
    const isExpected = play.expected.has(name);
    const most = mostOf(play, name, rma);
    const id = play.aboutOr('refunds.restart', 'refunds.once');
    const { yes, no } = asking('refund-once', `each unit of ${name} is refunded once`);
    const evidence = refundsText(rma, refunds);
    if (!isOver(unitsOf(refunds), most)) return isExpected ? [yes(id, evidence)] : [];
    if (unitCount(most) === 0)
      return [no(`${evidence}; an exchange settles it`, { symptom: 'early', id: 'exchanges.not-refunded' })];
    return [no(`${evidence}; expected ${unitsText(most)}`, { symptom: 'twice', id })];
  });
}

/** Nothing of an exchange order came back. */
const checkExchanges = (play: Play): Found[] =>
  [...play.known.exchanges].flatMap(([order, identifier]): Found[] => {
    const [name] = [...play.rmas].find(([, rma]) => rma.identifier === identifier) ?? [];
    const refunds = play.allRefunds(order);
    if (name === undefined || refunds.length === 0) return [];
    const { no } = asking('no-refund', `no refund of the exchange order of ${name}`);
    return [no(refunds.map(refundText).join('; '), { symptom: 'early', id: 'exchanges.not-refunded' })];
  });

/** Of every order, whatever was expected: its refunds hold no more units and no more money than there are. */
function checkSums(play: Play): Found[] {
  const { fees } = play.options;
  return play.scenario.orders.flatMap(({ id: name }): Found[] => {
    const identifier = play.orderOf(name);
    const order = play.givenNow(name);
    const refunds = play.allRefunds(identifier);
    if (!order || refunds.length === 0 || play.wrongAmounts.has(identifier)) return [];
    const { yes, no } = asking('refund-amount', `the refunds of order ${name} together are what they may be`);
    const units = unitsOf(refunds);
    const evidence = refunds.map(refundText).join('; ');
    const rmas = [...play.rmas].filter(([, rma]) => rma.order === identifier);
    const returned = (line: string) =>
      rmas.reduce((sum, [of, rma]) => sum + (mostOf(play, of, rma)[line] ?? 0), 0);
    const isMore = order.items.some(
      ({ identifier: line, quantity_shipped: shipped, quantity_canceled: cancelled }) =>
        (units[line] ?? 0) > Math.min(shipped, returned(line)) + cancelled,
    );
    const isExchange = rmas.some(([, { refundable }]) => unitCount(refundable) === 0);
    const once = isExchange ? 'exchanges.not-refunded' : play.aboutOr('refunds.restart', 'refunds.once');
    if (isMore) return [no(evidence, { kind: 'refund-once', symptom: 'twice', id: once })];
    const whole = amountOf(order, refunds, refunds, fees);
    const cancelled = order.items.map(
      (item) => item.quantity_canceled * (item.unit_price_amount_cents + item.tax_amount_cents),
    );
    const most = cancelled.reduce((sum, cents) => sum + cents, order.total_amount_cents);
    const isClosed = isAll(order, refunds);
    const wanted: Amount = { ...whole, ...(!isClosed && { most }) };
    const isLess = isClosed && !fees?.shipping && !fees?.restocking && sumOf(refunds) < wanted.least;
    const right = isClosed ? rangeText(whole) : `at most ${formatCents(most)}`;
    if (sumOf(refunds) <= wanted.most && !isLess)
      return [yes('refunds.amount', `${evidence}; right is ${right}`)];
    const reasons = reasonsOf(order, refunds, isClosed ? whole : { least: 0, most }, undefined);
    const found = `${evidence}; together ${formatCents(sumOf(refunds))} instead of ${right}`;
    return [no(found, { symptom: 'amount', id: 'refunds.amount', reasons })];
  });
}
