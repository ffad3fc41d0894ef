// The areas messages, variants, exchanges and refunds of a certification: plays scenarios and probes at the retailer's endpoint.

import { maskedAddress } from '../basics/text.ts';
import { endpointUrl } from '../contract/customer-endpoints.ts';
import type { AgreedOptions } from '../sandbox/agreed.ts';
import { DELIVERY_DEFAULTS } from '../sandbox/deliveries/delivery-options.ts';
import type { Customer } from '../sandbox/deliveries/types.ts';
import { type Ability, USUAL_ABILITIES } from '../sandbox/scenarios/abilities.ts';
import { loadScenario, type ScenarioFiles } from '../sandbox/scenarios/load-scenarios.ts';
import type { Stage } from '../sandbox/scenarios/play.ts';
import { customerFor, type ScenarioOptions } from '../sandbox/scenarios/play-scenarios.ts';
import type { RetailerCheckId } from '../sandbox/scenarios/retailer-checks.ts';
import { runOnStage } from '../sandbox/scenarios/run-scenario.ts';
import { openStage } from '../sandbox/scenarios/stage.ts';
import type { SandboxPlatform } from '../sandbox/start.ts';
import { Findings } from './endpoint-findings.ts';
import { judgeOutcome, saysOfAnswers } from './endpoint-outcome.ts';
import { type OwnOrder, returnOwnOrder } from './endpoint-own-order.ts';
import { BASICS, ENDPOINT_PLAN } from './endpoint-plan.ts';
import { type Prober, probeReach, probeVariants } from './endpoint-probes.ts';
import { areOrdersUnseen, judgeWhole } from './endpoint-whole.ts';
import type { CertifyEvent, Check } from './types.ts';

export interface EndpointRequest
  extends Required<Pick<ScenarioOptions, 'customerUrl' | 'port' | 'seed'>>,
    Pick<ScenarioOptions, 'customerPaths' | 'customerAuth' | 'retailerCan' | 'onReady' | 'restart'> {
  /** Real time that the retailer has for each thing, and in which nothing more may come, ms. */
  readonly waitMs: number;
  readonly settleMs: number;
  /** Most time of an answer, ms. */
  readonly answerMs: number;
  /** Only these scenarios of the plan; default: all of it. */
  readonly scenarios?: readonly string[] | undefined;
  readonly onDefect?: ((error: unknown) => void) | undefined;
  /** What the sandbox plays of the agreements. */
  readonly agreed?: AgreedOptions | undefined;
}

export interface EndpointOutcome {
  /** False: no request got any answer; all checks but the first are not tried. */
  readonly answered: boolean;
  /** One for each of ENDPOINT_SUBJECTS, in their order. */
  readonly checks: readonly Check[];
}

type World = SandboxPlatform & ScenarioFiles;

/** @throws Failure exit 2 when the port is taken or a scenario is unknown; the reason of `signal` before anybody answered */
export async function checkEndpoint(
  platform: World,
  request: EndpointRequest,
  emit: (event: CertifyEvent) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<EndpointOutcome> {
  const { onDefect } = request;
  // A misspelt name would leave everything out.
  for (const name of request.scenarios ?? []) loadScenario(platform, name);
  const customer = customerFor(request);
  const stage = await openStage(platform, {
    port: request.port,
    agreed: request.agreed,
    customerPaths: customer.paths,
    ...(onDefect && { onDefect }),
  });
  const findings = new Findings();
  const prober = { stage, clock: platform.clock, customer, findings, exchanges: [] };
  let answered = false;
  let own: OwnOrder | undefined;
  // A request that hangs would keep an interrupted run for its whole time.
  const stop = () => {
    stage.deliveries.customer = undefined;
    stage.deliveries.clear();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await request.onReady?.(stage.sandbox);
    stage.deliveries.setOptions({ timeoutMs: Math.min(request.waitMs, DELIVERY_DEFAULTS.timeoutMs) });
    stage.deliveries.customer = customer;
    emit({ type: 'progress', text: `Is anybody at ${maskedAddress(customer.url)}?` });
    answered = await probeReach(prober, Math.min(request.waitMs, DELIVERY_DEFAULTS.timeoutMs));
    // An interruption says nothing about whether anybody is there.
    if (!answered) signal.throwIfAborted();
    if (answered) await play(platform, request, prober, emit, signal);
    if (areOrdersUnseen(findings)) own = await returnOwnOrder(prober, request.waitMs, signal);
  } finally {
    signal.removeEventListener('abort', stop);
    await stage.close();
  }
  if (answered) {
    judgeWhole(prober.exchanges, request.answerMs, findings, own);
    explainAddress(customer, findings);
  }
  closeOpen(findings, answered, signal.aborted);
  const checks = findings.checks();
  let area: Check['area'] | undefined;
  for (const check of checks) {
    if (check.area !== area) emit({ type: 'area', area: check.area, text: check.area });
    area = check.area;
    emit({ type: 'check', check });
  }
  return { answered, checks };
}

/** An address with a path could be meant in two ways: what was called says which. */
function explainAddress({ url, paths }: Customer, findings: Findings): void {
  if (!findings.hasFailed('messages.answered')) return;
  const asked = maskedAddress(endpointUrl(url, 'rma', paths.rmas, paths));
  findings.failed('messages.answered', { evidence: `asked was ${asked}`, exchanges: [] });
}

/** What nothing was seen of says why. */
function closeOpen(findings: Findings, answered: boolean, isInterrupted: boolean): void {
  for (const { id, result } of findings.checks()) {
    if (result !== 'not_tried') continue;
    if (!answered) findings.open(id, 'messages.reachable');
    else if (isInterrupted) findings.open(id, { reason: 'because the run was interrupted' });
  }
}

async function play(
  platform: World,
  request: EndpointRequest,
  prober: Prober & { readonly stage: Stage },
  emit: (event: CertifyEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { findings, customer, stage } = prober;
  const { waitMs, settleMs, answerMs, seed, restart } = request;
  const known = { answers: false, refunds: false, resentInVain: false };
  const able = new Set(request.retailerCan ?? USUAL_ABILITIES);
  const startedAt = platform.clock.now();
  let isOffered = false;
  for (const planned of ENDPOINT_PLAN) {
    if (signal.aborted) return;
    if (!isOffered && planned.tells.some(([id]) => id.startsWith('exchanges.'))) {
      isOffered = true;
      await lookAtVariants(prober, able);
    }
    const { name, after, tells, without = [] } = planned;
    if (request.scenarios && !request.scenarios.includes(name)) {
      for (const [id] of tells) findings.lacks(id, `the scenario ${name} was not asked for`);
      continue;
    }
    const obstacles = after.filter(findings.hasFailed);
    const [obstacle] = obstacles;
    if (obstacle !== undefined && !saysOfAnswers(planned, obstacles)) {
      for (const [id] of tells) findings.open(id, obstacle);
      continue;
    }
    const scenario = loadScenario(platform, name);
    emit({ type: 'progress', text: `${name}: ${scenario.title}` });
    const abilities = new Set([...able].filter((ability) => !without.includes(ability)));
    const answersOnly = obstacle !== undefined;
    const options = {
      ...{ customer, abilities, waitMs, settleMs, answerMs, seed, startedAt, answersOnly, restart, known },
    };
    const { scenarios } = await runOnStage(platform, stage, [scenario], options, () => {}, signal);
    const [outcome] = scenarios;
    if (!outcome) return;
    prober.exchanges.push(...outcome.checks.flatMap(({ exchanges = [] }) => exchanges));
    const seen = { outcome, abilities, obstacle, isSignedIn: customer.auth().kind !== 'none' };
    judgeOutcome(planned, scenario, seen, findings);
  }
}

/** The variant of the order of exchange-even. */
const KNOWN_VARIANT = 'TEE-GRN';
const VARIANT_CHECKS: readonly RetailerCheckId[] = [
  'variants.answered',
  'variants.well-formed',
  'variants.offered',
  'variants.unknown',
];

async function lookAtVariants(prober: Prober, able: ReadonlySet<Ability>): Promise<void> {
  const { findings } = prober;
  const obstacle = BASICS.find(findings.hasFailed);
  if (!able.has('variants'))
    for (const id of VARIANT_CHECKS) findings.lacks(id, 'your side needs variants (--retailer-can)');
  else if (obstacle) for (const id of VARIANT_CHECKS) findings.open(id, obstacle);
  else await probeVariants(prober, KNOWN_VARIANT);
}
