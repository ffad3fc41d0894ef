// What can happen next to an RMA: each act that the tables of carrier, warehouse and cancel allow now.
import { cancelRefusal } from './cancel.ts';
import { CARRIER_STEPS, canTake } from './carrier.ts';
import { isClosed } from './parts.ts';
import type { Assumed, CarrierStep, Rma } from './types.ts';
import { canReceive, WAREHOUSE_STEPS } from './warehouse.ts';

/** `carrier scan`, `warehouse receive`, `cancel` ...; none for a closed RMA. */
export function nextSteps(rma: Rma, assume: Assumed): string[] {
  if (isClosed(rma)) return [];
  const carrier = Object.keys(CARRIER_STEPS) as CarrierStep[];
  return [
    ...carrier
      .filter((step) => rma.units.some((unit) => canTake(rma, unit, step)))
      .map((step) => `carrier ${step}`),
    ...WAREHOUSE_STEPS.filter((step) => rma.units.some((unit) => canReceive(rma, unit, step, assume))).map(
      (step) => `warehouse ${step}`,
    ),
    ...(cancelRefusal(rma, assume) ? [] : ['cancel']),
  ];
}
