// A return of an order that the retailer posted itself during the run: it knows that one. So a side that never refunds is told
// from one that does not know the given orders.

import { SCENARIO_NAMES } from '../sandbox/scenarios/load-scenarios.ts';
import { waitFor } from '../sandbox/scenarios/play.ts';
import type { Prober } from './endpoint-probes.ts';

export interface OwnOrder {
  readonly order: string;
  readonly rma: string;
  readonly isRefunded: boolean;
}

/** Time on the sandbox's clock in which the label is made, ms. */
const LABEL_MS = 10_000;

/** Undefined when it posted no order that can be returned. */
export async function returnOwnOrder(
  { stage: { requests, returns, timeline, order: storedOrder }, clock }: Prober,
  waitMs: number,
  signal: AbortSignal,
): Promise<OwnOrder | undefined> {
  const isGiven = (order: string) => SCENARIO_NAMES.some((name) => order.startsWith(`${name}-`));
  const posted = requests(0).flatMap(({ endpoint, orders }) => (endpoint === 'orders' ? orders : []));
  for (const order of new Set(posted.filter((one) => !isGiven(one)))) {
    const before = storedOrder(order)?.refunds?.length ?? 0;
    const started = await returns.start({ order });
    if (started.refused) continue;
    const { identifier } = started.rma;
    await timeline.advanceTo(timeline.clock.now() + LABEL_MS);
    if (returns.act({ kind: 'carrier', rma: identifier, step: 'scan' }).refused) continue;
    const isRefunded = () => (storedOrder(order)?.refunds?.length ?? 0) > before || undefined;
    const { value } = await waitFor({ wall: clock, signal }, waitMs, isRefunded);
    return { order, rma: identifier, isRefunded: value === true };
  }
  return undefined;
}
