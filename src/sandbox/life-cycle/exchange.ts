// What the retailer's answers to an exchange order (or gift-card order) make of the RMA (field notes).
import { cancelRefusal } from './cancel.ts';
import { changed, labelLater, logged, named, outcome, refuse } from './parts.ts';
import { settleOthers } from './settle.ts';
import type { Circumstances, Decision, ReturnUnit, Rma } from './types.ts';

export function placeExchange(rma: Rma, exchangeOrder: string, { now, assume }: Circumstances): Decision {
  if (rma.exchange !== 'asked') return unexpected(rma, 'placed');
  const placed = changed(rma, { status: afterPending(rma), exchange: 'placed', exchangeOrder }, now);
  const { states, log } = settleOthers(placed, assume, now);
  const text = `The retailer placed the exchange order ${named(exchangeOrder)}: the RMA is ${placed.status}.`;
  return outcome(
    [...states],
    [logged(rma, text, ['exchange_status']), ...log],
    labelLater(states.at(-1)!, assume),
  );
}

export function fulfilExchange(rma: Rma, { now, assume }: Circumstances): Decision {
  if (rma.exchange !== 'placed') return unexpected(rma, 'fulfilled');
  const before: Rma = { ...rma, exchange: 'fulfilled' };
  const { states, log } = settleOthers(before, assume, now);
  const line = logged(rma, 'The retailer fulfilled the exchange order.', ['exchange_settled_by']);
  // Nothing that the message shows has changed unless the RMA is closed by it.
  const [open, end] = states;
  return end ? outcome([end], [line, ...log]) : { rmas: [open!], effects: [], log: [line] };
}

/** Not placed, or placed and never fulfilled: the units turn into REFUND. */
export function failExchange(rma: Rma, reason: string | undefined, { now, assume }: Circumstances): Decision {
  if (rma.exchange !== 'asked' && rma.exchange !== 'placed') return unexpected(rma, 'failed');
  const isOpen = ({ refundType, settled }: ReturnUnit) => refundType !== 'REFUND' && !settled;
  if (!rma.units.some(isOpen))
    return refuse('exchange.settled', `The exchange of ${rma.identifier} is settled already.`);
  const units = rma.units.map(
    (unit): ReturnUnit => (isOpen(unit) ? { ...unit, refundType: 'REFUND', exchangeSku: null } : unit),
  );
  const failed = changed(rma, { status: afterPending(rma), exchange: 'failed', units }, now);
  const why = reason === undefined ? '' : ` (${reason})`;
  const isCancelled = assume.failed_exchange === 'cancel' && cancelRefusal(failed, assume) === null;
  if (isCancelled) {
    const text = `The exchange order was not placed or fulfilled${why}: the return is CANCELED.`;
    return outcome([{ ...failed, status: 'CANCELED' }], [logged(rma, text, ['failed_exchange'])]);
  }
  const text = `The exchange order was not placed or fulfilled${why}: its units are to be refunded (REFUND).`;
  return outcome([failed], [logged(rma, text, ['failed_exchange'])], labelLater(failed, assume));
}

const afterPending = ({ status }: Rma) => (status === 'PENDING_EXCHANGE' ? 'CREATED' : status);

const unexpected = ({ identifier, exchange }: Rma, wanted: string): Decision =>
  refuse(
    'exchange.order',
    `The exchange order of ${identifier} cannot be ${wanted}: ${exchange === 'none' ? 'it has none' : `it is ${exchange}`}.`,
  );
