// The judge of a retailer's side: plays scenarios against its endpoints, and says of each check whether it passed, failed or was not
// tried, and of all that failed what is wrong, each mistake once. `scenario run`, `certify` and the library ask here, and nowhere else.
import { unavailableFailure } from '../basics/failure.ts';
import { maskedAddress } from '../basics/text.ts';
import { DEFAULT_PATHS, endpointAddress, endpointUrl } from '../contract/customer-endpoints.ts';
import { durationOf } from './acts/clock-acts.ts';
import type { AgreedOptions } from './agreed.ts';
import type { Customer, CustomerAuth } from './deliveries/types.ts';
import { variantsRequest } from './outbound.ts';
import { type Ability, USUAL_ABILITIES } from './scenarios/abilities.ts';
import { type Cause, causesOf, type Failure } from './scenarios/causes.ts';
import { wireOf } from './scenarios/evidence.ts';
import type { Scenario } from './scenarios/format.ts';
import { findScenarios } from './scenarios/load-scenarios.ts';
import type { Known, PlayOptions } from './scenarios/play.ts';
import type {
  Restart,
  ScenarioCause,
  ScenarioEvent,
  ScenarioExchange,
  ScenarioOutcome,
  ScenarioResult,
} from './scenarios/result.ts';
import { RETAILER_CHECK_IDS, RETAILER_CHECKS, type RetailerCheckId } from './scenarios/retailer-checks.ts';
import { type PlayedScenario, playScenario } from './scenarios/run-scenario.ts';
import { type OpenedStage, openStage } from './scenarios/stage.ts';
import { tokenCheck } from './scenarios/token-check.ts';
import { watchExchanges } from './scenarios/watch-exchanges.ts';
import type { Sandbox, SandboxPlatform } from './start.ts';

export type { ScenarioCause, ScenarioExchange } from './scenarios/result.ts';
export { RETAILER_CHECKS, type RetailerCheckId } from './scenarios/retailer-checks.ts';

export interface ScenarioOptions {
  /** The address of the retailer's endpoints. */
  readonly customerUrl: string;
  /** How the sandbox signs in there; asked again after a 401. Default: not at all. */
  readonly customerAuth?: (() => CustomerAuth) | undefined;
  /** Default: those of `returns listen`. */
  readonly customerPaths?: Partial<Customer['paths']> | undefined;
  /** What the retailer can do: what needs more is not tried. Default: what most can. */
  readonly retailerCan?: Iterable<Ability>;
  /** Port of the sandbox; 0, the default, picks a free one. */
  readonly port?: number;
  /** Real time that the retailer has for each thing, ms or a text such as `10s`, the default. */
  readonly wait?: number | string;
  /** Real time in which nothing more may come where nothing is expected, ms or a text such as `1s`, the default. */
  readonly settle?: number | string;
  /** Most real time of an answer, ms or a text such as `5s`, the default. */
  readonly answer?: number | string;
  /** Another number gives other order identifiers; default 1. */
  readonly seed?: number;
  /** Called before the first scenario: the retailer posts its refunds to this sandbox. */
  readonly onReady?: (sandbox: Sandbox) => void | Promise<void>;
  readonly onEvent?: (event: ScenarioEvent) => void;
  /** Restarts the retailer's side, for the scenario `restart`: without it, that is not tried. A text it resolves with says why it failed. */
  readonly restart?: Restart | undefined;
  /** Ends the run early. */
  readonly signal?: AbortSignal | undefined;
}

export const DEFAULT_WAIT_MS = 10_000;
export const DEFAULT_SETTLE_MS = 1000;
export const DEFAULT_ANSWER_MS = 5000;

export type JudgeWorld = SandboxPlatform & { readonly packageFolder: string };

/** What one check of `certify` came to. */
export interface RetailerResult {
  readonly id: RetailerCheckId;
  readonly result: 'passed' | 'failed' | 'not_tried';
  /** What was seen, or why it was not tried. */
  readonly evidence: string;
  /** Of a failed one: what to change; of a passed one: what to know. */
  readonly hint?: string | undefined;
  readonly exchanges: readonly ScenarioExchange[];
}

/** The document of `scenario run --json`. */
export const resultOf = ({ causes, scenarios }: Verdict): ScenarioResult => ({
  schema: 'scenario-result/1',
  causes,
  scenarios,
  ...(scenarios.some(({ name }) => name === 'gift-order') && { unseen: [GIFT] }),
});

const GIFT =
  'gift_refund_only cannot be seen from here: a refund of the interface does not say who gets the money';

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

/** `Add the tax: ... (refunds.amount: partial-return, also in 12 others)`. */
export function causeLine({ id, hint, scenario, others }: ScenarioCause): string {
  const also = others === 0 ? '' : `, also in ${others} ${others === 1 ? 'other' : 'others'}`;
  const where = [id, scenario === null ? '' : `${scenario}${also}`].filter((part) => part !== '').join(': ');
  return where === '' ? hint : `${hint} (${where})`;
}

/** The endpoints that are played against. */
const customerFor = ({ customerUrl, customerPaths, customerAuth }: ScenarioOptions): Customer => ({
  url: endpointAddress(customerUrl),
  paths: { ...DEFAULT_PATHS, ...customerPaths },
  auth: customerAuth ?? (() => ({ kind: 'none' })),
  agent: 'returns-scenario',
});

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
  const customer = customerFor(options);
  const { onDefect, agreed, isPatient } = own;
  const stage = await openStage(world, {
    ...{ agreed, port: options.port ?? 0, customerPaths: customer.paths },
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
    const run = new Run(world, stage, play, options.onEvent ?? (() => {}), signal);
    if (!signal.aborted) await run.reach(isPatient === true);
    await run.play(scenarios);
    return run.verdict();
  } finally {
    signal.removeEventListener('abort', stop);
    await stage.close();
  }
}

/** Real time for an endpoint to answer its first request, ms; half of it for each of two. */
const PATIENCE_MS = 20_000;
/** An endpoint that is late is not missing: how many times `--wait` each of the two has at most. */
const PATIENT_WAITS = 4;
/** Scenarios in a row without any answer, after which nothing else would be seen. */
const MOST_SILENT = 2;
/** How many times `--wait` the last refund is waited for, so that a late one is told from none. */
const LATE_WAITS = 3;

class Run {
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
    private readonly world: JudgeWorld,
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
        ...{ kind: 'rma', key: '', rma: 'RMA-CERTIFY', method: 'POST', path: paths.rmas },
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
          timeoutMs: DEFAULT_ANSWER_MS,
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
          id !== undefined && /^exchanges\.|^refunds\.(?:at-scan|on-receipt|keep|closed|amount)$/.test(id),
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
  ...{ scenario, checks: [], leftOut: [], notTried, ms: 0, finish: () => {} },
});

/** Flags with which more could be tried. */
function lacksOf(scenarios: readonly ScenarioOutcome[]): string[] {
  const reasons = scenarios.flatMap(({ not_tried: why, left_out: out = [] }) =>
    why === undefined ? out : [why],
  );
  const flags = ['--retailer-can all', "--restart 'COMMAND'", '--customer-auth header:FILE'];
  return flags.filter((flag) => reasons.some((reason) => reason.includes(flag.split(' ')[0]!)));
}

/** Passed checks of a kind show these as well. */
const SHOWN: Readonly<Record<string, readonly RetailerCheckId[]>> = {
  answered: ['messages.reachable', 'messages.answered-in-time'],
  'refund-arrives': ['refunds.snapshot', 'messages.kept', 'refunds.line', 'messages.orders-known'],
  'refund-once': ['refunds.newer', 'refunds.currency', 'refunds.times', 'refunds.ahead'],
  'exchange-order': ['messages.orders-known'],
};

const MOST_EXCHANGES = 12;

/** What each check came to: a check fails for the causes that it has, and for nothing else. */
function resultsOf(
  causes: readonly Cause[],
  played: readonly PlayedScenario[],
  exchanges: readonly ScenarioExchange[],
  others: readonly Failure['found'][],
  isInterrupted: boolean,
): RetailerResult[] {
  const shown = new Map<RetailerCheckId, { evidence: string; exchanges: readonly ScenarioExchange[] }>();
  const show = (id: RetailerCheckId | undefined, evidence: string, seen: readonly ScenarioExchange[]) => {
    if (id !== undefined && !shown.has(id)) shown.set(id, { evidence, exchanges: seen });
  };
  for (const { id, evidence } of others) show(id, evidence, []);
  for (const { scenario, checks, leftOut, notTried } of played) {
    const seen = checks.flatMap((check) => check.exchanges ?? []);
    for (const { kind, id, passed, evidence } of checks)
      if (passed)
        for (const one of [id, ...(SHOWN[kind] ?? [])]) show(one, `${scenario.name}: ${evidence}`, seen);
    const isGood = checks.length > 0 && checks.every(({ passed }) => passed) && leftOut.length === 0;
    if (isGood && notTried === undefined)
      for (const id of scenario.about ?? []) show(id, `${scenario.name}: ${checks.at(-1)!.evidence}`, seen);
  }
  const successes = exchanges.filter(({ status }) => status !== null && status < 300);
  const odd = successes.filter(({ status }) => status !== 200);
  if (successes.some((one) => one.rma_status !== null))
    show(
      'messages.status',
      odd.length === 0
        ? `all ${successes.length} successes are 200`
        : `the interface shows 200: ${odd.length} of ${successes.length} successes are not, ${exchangeText(odd[0]!)}`,
      odd.length === 0 ? successes.slice(0, 3) : odd.slice(0, 3),
    );
  const whyNot = (id: RetailerCheckId): string => {
    if (id === 'refunds.gift') return GIFT;
    if (isInterrupted) return 'because the run was interrupted';
    const about = played.filter(({ scenario }) => scenario.about?.includes(id));
    const reason = about
      .map(
        ({ notTried, leftOut }) =>
          notTried ?? leftOut.find((text) => /your side needs/.test(text))?.replace(/^[^:]*: /, ''),
      )
      .find((one) => one !== undefined);
    const [first] = causes;
    if (reason !== undefined) return reason;
    if (first !== undefined && first.id !== '') return `because ${first.id} failed`;
    return 'nothing that was played says anything about it';
  };
  return RETAILER_CHECK_IDS.map((id): RetailerResult => {
    const own = causes.filter((cause) => cause.id === id);
    const seen = shown.get(id);
    if (own.length > 0) {
      const requests = own.flatMap(({ failures }) => failures.flatMap(({ found }) => found.exchanges ?? []));
      return {
        ...{ id, result: 'failed' },
        evidence: own.map((cause) => `${cause.evidence}${alsoText(cause)}`).join('; '),
        hint: own.map(({ hint }) => hint).join(' '),
        exchanges: (requests.length > 0 ? requests : exchanges).slice(-MOST_EXCHANGES),
      };
    }
    if (!seen || id === 'refunds.gift')
      return { id, result: 'not_tried', evidence: whyNot(id), exchanges: [] };
    const hint = id === 'messages.status' && odd.length > 0 ? RETAILER_CHECKS[id][2] : undefined;
    return {
      id,
      result: 'passed',
      evidence: seen.evidence,
      hint,
      exchanges: seen.exchanges.slice(-MOST_EXCHANGES),
    };
  });
}

const alsoText = ({ others }: ScenarioCause): string =>
  others === 0 ? '' : `; also in ${others} other ${others === 1 ? 'scenario' : 'scenarios'}`;

const exchangeText = (one: ScenarioExchange): string => `${one.request}: ${answerText(one)}`;

const WHY: Readonly<Record<string, string>> = {
  timeout: 'the time was over',
  refused: 'the connection was refused',
  dropped: 'the connection was closed without an answer',
  dns: 'the name of the host is not known',
  tls: 'TLS failed',
  outage: 'the sandbox played an outage',
};

/** `200 in 12 ms`, or why no answer came. */
export const answerText = ({ status, fault, ms, answer: said }: ScenarioExchange): string =>
  status === null
    ? `no answer after ${ms} ms: ${WHY[fault ?? ''] ?? fault ?? 'unknown'}`
    : `${status} in ${ms} ms${said === undefined ? '' : `: ${said}`}`;
