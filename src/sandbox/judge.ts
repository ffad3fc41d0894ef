// The judge of a retailer's side: plays scenarios against its endpoints, and says of each check whether it passed, failed or was not
// tried, and of all that failed what is wrong, each mistake once. `scenario run`, `certify` and the library ask here, and nowhere else.
import { DEFAULT_PATHS, endpointAddress } from '../contract/customer-endpoints.ts';
import type { AgreedOptions } from './agreed.ts';
import type { Customer, CustomerAuth } from './deliveries/types.ts';
import { durationOf } from './routes/read-time.ts';
import { type Ability, USUAL_ABILITIES } from './scenarios/abilities.ts';
import { GIFT } from './scenarios/check-results.ts';
import type { Scenario } from './scenarios/format.ts';
import { findScenarios } from './scenarios/load-scenarios.ts';
import type { PlayOptions } from './scenarios/play.ts';
import type { Restart, ScenarioCause, ScenarioEvent, ScenarioResult } from './scenarios/result.ts';
import { Run, type Verdict } from './scenarios/run.ts';
import { whyNotTried } from './scenarios/run-scenario.ts';
import { openStage } from './scenarios/stage.ts';
import type { Sandbox, SandboxPlatform } from './start.ts';

export type { Check, Exchange } from './scenarios/check-results.ts';
export { QUESTIONS, type Question, questionsOf, type RetailerCheckId } from './scenarios/questions.ts';
export type { ScenarioCause } from './scenarios/result.ts';
export type { Verdict } from './scenarios/run.ts';

export const DEFAULT_WAIT_MS = 10_000;
export const DEFAULT_SETTLE_MS = 1000;
export const DEFAULT_ANSWER_MS = 5000;

export type JudgeWorld = SandboxPlatform & { readonly packageFolder: string };

/** What a run of scenarios can be told: for the commands and for tests of a retailer. */
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
    const run = new Run(world, stage, play, options.onEvent ?? (() => {}), signal);
    const isTried = (one: Scenario) => whyNotTried(one, play) === undefined;
    if (!signal.aborted && scenarios.some(isTried)) await run.reach(isPatient);
    await run.play(scenarios);
    return run.verdict();
  } finally {
    signal.removeEventListener('abort', stop);
    await stage.close();
  }
}
