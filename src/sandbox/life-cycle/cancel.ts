// The shopper cancels a return (interface: the cancel-return scenario is not shown). Its units can be returned again.
import type { AssumptionId } from './assumption-table.ts';
import { changed, logged, outcome, refusal } from './parts.ts';
import type { Assumed, Circumstances, Decision, PackageStatus, Refusal, Rma } from './types.ts';

/** Where the goods are with the shopper. */
const WITH_SHOPPER: readonly (PackageStatus | null)[] = [null, 'PRE_TRANSIT', 'NOT_DROPPED_OFF', 'RETURNED'];
const WITHOUT_LABEL: readonly (PackageStatus | null)[] = [null, 'NOT_DROPPED_OFF'];

/** Why the RMA cannot be cancelled; null when it can. */
export function cancelRefusal({ identifier, units, exchange }: Rma, assume: Assumed): Refusal | null {
  const late = (code: string, ...assumed: readonly AssumptionId[]) =>
    refusal(`cancel.${code}`, `${identifier} cannot be cancelled any more.`, assumed);
  if (units.some(({ settled }) => settled)) return late('settled');
  const isSent = exchange !== 'none' && exchange !== 'failed';
  if (isSent && assume.cancel_exchange === 'refused') return late('exchange', 'cancel_exchange');
  if (exchange === 'asked')
    return refusal('cancel.exchange', `${identifier} waits for the answer to its exchange order.`);
  const until = assume.cancel_until;
  const where = until === 'label' ? WITHOUT_LABEL : WITH_SHOPPER;
  const isLate =
    until === 'never' ||
    units.some(({ receiving }) => receiving === 'RECEIVED') ||
    (until !== 'received' && units.some(({ packageStatus }) => !where.includes(packageStatus)));
  return isLate ? late('parcel', 'cancel_until') : null;
}

export function cancelReturn(rma: Rma, { now, assume }: Circumstances): Decision {
  const refused = cancelRefusal(rma, assume);
  if (refused) return { refused };
  const text = 'The shopper cancelled the return: CANCELED; its units can be returned again.';
  return outcome([changed(rma, { status: 'CANCELED' }, now)], [logged(rma, text, ['cancel_until'])]);
}
