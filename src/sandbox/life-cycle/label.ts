// The label of a mail-back return comes by itself (interface: within a few seconds of creation).
import { assumedMs } from './assumptions.ts';
import type { Assumed, Effect, Rma } from './types.ts';

/** The label as a thing to come; nothing when the method has none, it is there, or labels come by hand only. */
export function labelLater(rma: Rma, assume: Assumed): Effect[] {
  const ms = assumedMs(assume, 'label_delay');
  const isMissing =
    rma.method === 'mail-back' && rma.units.some(({ packageStatus }) => packageStatus === null);
  if (ms === undefined || !isMissing) return [];
  return [{ kind: 'later', ms, command: { kind: 'carrier', rma: rma.identifier, step: 'label' } }];
}
