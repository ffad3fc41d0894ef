// The shopper cancels a return (interface: the cancel-return scenario is not shown). Its units can be returned again.
import { changed, logged, outcome } from './parts.ts';
import { refusal } from './refusals.ts';
import type { Assumed, Circumstances, Decision, PackageStatus, Refusal, Rma } from './types.ts';

/** Where the goods are with the shopper. */
const WITH_SHOPPER: readonly (PackageStatus | null)[] = [null, 'PRE_TRANSIT', 'NOT_DROPPED_OFF', 'RETURNED'];
const WITHOUT_LABEL: readonly (PackageStatus | null)[] = [null, 'NOT_DROPPED_OFF'];

/** Why the RMA cannot be cancelled; null when it can. */
export function cancelRefusal(rma: Rma, assume: Assumed): Refusal | null {
  const { identifier, units, exchange } = rma;
  if (units.some(({ settled }) => settled))
    return refusal('cancel.settled', `${identifier} has units that are settled already.`);
  const isSent = exchange !== 'none' && exchange !== 'failed';
  if (isSent && assume.cancel_exchange === 'refused')
    return refusal('cancel.exchange', `The exchange order of ${identifier} was sent to the retailer.`, [
      'cancel_exchange',
    ]);
  if (exchange === 'asked')
    return refusal(
      'cancel.exchange',
      `The retailer has not answered the exchange order of ${identifier} yet.`,
    );
  if (units.some(({ receiving }) => receiving === 'RECEIVED'))
    return refusal('cancel.received', `The warehouse has received units of ${identifier}.`, ['cancel_until']);
  const until = assume.cancel_until;
  if (until === 'never') return refusal('cancel.never', 'Returns cannot be cancelled.', ['cancel_until']);
  const where = until === 'label' ? WITHOUT_LABEL : WITH_SHOPPER;
  const gone = units.find(({ packageStatus }) => !where.includes(packageStatus));
  if (until === 'received' || !gone) return null;
  return refusal('cancel.parcel', `A parcel of ${identifier} is ${gone.packageStatus}: too late to cancel.`, [
    'cancel_until',
  ]);
}

export function cancelReturn(rma: Rma, { now, assume }: Circumstances): Decision {
  const refused = cancelRefusal(rma, assume);
  if (refused) return { refused };
  const text = 'The shopper cancelled the return: CANCELED; its units can be returned again.';
  return outcome([changed(rma, { status: 'CANCELED' }, now)], [logged(rma, text, ['cancel_until'])]);
}
