// A retailer's endpoint and its certification: real sockets, short waits.
import { onTestFinished } from 'vitest';
import type { EndpointOutcome, EndpointRequest } from '../../src/certify/endpoint.ts';
import { checkEndpoint } from '../../src/certify/endpoint.ts';
import type { CertifyEvent } from '../../src/certify/types.ts';
import { ABILITIES } from '../../src/sandbox/scenarios/abilities.ts';
import { ordersOfRetailer, variantsOfRetailer } from '../../src/sandbox/scenarios/given-orders.ts';
import { loadScenario, SCENARIO_NAMES } from '../../src/sandbox/scenarios/load-scenarios.ts';
import { type Retailer, type RetailerOptions, startRetailer } from '../helpers/retailer.ts';
import { platform } from '../sandbox/scenarios/stage-support.ts';

const KEY = 'the-right-key';

export interface EndpointDesk {
  readonly retailer: Retailer;
  readonly events: CertifyEvent[];
  certify(changes?: Partial<EndpointRequest>, signal?: AbortSignal): Promise<EndpointOutcome>;
}

/**
 * A retailer that knows all given orders, unless it is given others. Closed after the test.
 * @param atEnd the one of the test's own context, where several tests run at once
 */
export async function endpointDesk(
  changes: Partial<RetailerOptions> = {},
  atEnd = onTestFinished,
): Promise<EndpointDesk> {
  const scenarios = SCENARIO_NAMES.map((name) => loadScenario(platform, name));
  const day = { seed: 1, now: platform.clock.now() };
  const retailer = await startRetailer(
    {
      orders: scenarios.flatMap((scenario) => ordersOfRetailer(scenario, day)),
      variants: variantsOfRetailer(scenarios),
      key: KEY,
      ...changes,
    },
    atEnd,
  );
  const events: CertifyEvent[] = [];
  return {
    retailer,
    events,
    certify: (asked = {}, signal = undefined) =>
      checkEndpoint(
        platform,
        {
          customerUrl: retailer.url,
          customerAuth: () => ({ kind: 'header', name: 'X-Api-Key', value: KEY }),
          retailerCan: ABILITIES,
          ...{ port: 0, waitMs: 3000, settleMs: 30, answerMs: 5000, seed: 1 },
          restart: () => retailer.restart(),
          onReady: (sandbox) => {
            retailer.service = () => sandbox;
          },
          ...asked,
        },
        (event) => events.push(event),
        signal,
      ),
  };
}

/** Ids of the checks with this result. */
export const idsOf = ({ checks }: EndpointOutcome, wanted: string): string[] =>
  checks.filter(({ result }) => result === wanted).map(({ id }) => id);

/** The checks with these results, as text. */
export const resultsOf = ({ checks }: EndpointOutcome, ...wanted: readonly string[]): string[] =>
  checks
    .filter(({ result }) => wanted.includes(result))
    .map(({ id, result, evidence }) => `${id} ${result}: ${evidence}`);
