// The judge of a retailer's side: plays scenarios against its endpoints, and says of each check whether it passed,
// failed or was not tried, and of all that failed what is wrong, each mistake once. `scenario run`, `certify` and the
// library ask here, and nowhere else.
import { DEFAULT_PATHS, endpointAddress } from '../contract/customer-endpoints.ts';
import type { AgreedOptions } from './agreed.ts';
import type { Customer } from './deliveries/types.ts';
import { durationOf } from './routes/read-request.ts';
import { USUAL_ABILITIES } from './scenarios/abilities.ts';
import { GIFT } from './scenarios/check-results.ts';
import type { Scenario } from './scenarios/format.ts';
import { findScenarios } from './scenarios/load-scenarios.ts';
import type { ScenarioCause, ScenarioOptions, ScenarioResult } from './scenarios/result.ts';
import { Run, type Verdict } from './scenarios/run.ts';
import { isSending } from './scenarios/run-scenario.ts';
import { openStage } from './scenarios/stage.ts';
import type { PlayOptions } from './scenarios/state.ts';
import type { SandboxPlatform } from './start.ts';

export type { Check, Exchange } from './scenarios/check-results.ts';
export { QUESTIONS, type Question, questionsOf, type RetailerCheckId } from './scenarios/questions.ts';
export type { ScenarioCause, ScenarioOptions } from './scenarios/result.ts';
export type { Verdict } from './scenarios/run.ts';

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
