// The refunds of a played order: which belong to which return, and how they read.
import { formatCents, plural } from '../../basics/units.ts';
import type { OrderRefund } from '../../contract/order.ts';
import { type Units, unitsOf } from './amounts.ts';
import { type Play, type PlayedRma, unitCount } from './play.ts';
import type { RetailerCheckId } from './retailer-checks.ts';

export const keyOf = (order: string, { identifier }: OrderRefund): string =>
  JSON.stringify([order, identifier]);

export const allRefunds = ({ stage }: Play, order: string): readonly OrderRefund[] =>
  stage.order(order)?.refunds ?? [];

/**
 * Refunds of an RMA. rma_identifier is "optional but recommended" (interface, Refund object): without it a refund belongs to
 * the only RMA of its order.
 */
export function refundsOf(play: Play, { identifier, order }: PlayedRma): OrderRefund[] {
  const isOnly = [...play.rmas.values()].filter((rma) => rma.order === order).length === 1;
  return allRefunds(play, order).filter(({ rma_identifier: named }) =>
    (named ?? '') === '' ? isOnly : named === identifier,
  );
}

export const unitsText = (units: Units): string =>
  `${plural(unitCount(units), 'unit')} (${Object.entries(units)
    .map(([line, count]) => `${count} of line ${line}`)
    .join(', ')})`;

export const refundText = (refund: OrderRefund): string =>
  `refund ${refund.identifier} of ${formatCents(refund.total_refund_amount_cents)} for ${unitsText(unitsOf([refund]))}`;

export const refundsText = ({ order }: PlayedRma, refunds: readonly OrderRefund[]): string =>
  refunds.length === 0
    ? `the last snapshot of ${order} has no refund for it`
    : `the last snapshot of ${order} has ${refunds.map(refundText).join('; ')}`;

const isAbout = ({ scenario }: Play, id: RetailerCheckId): boolean => scenario.about?.includes(id) === true;
export const lineId = (play: Play): RetailerCheckId =>
  isAbout(play, 'refunds.orders') ? 'refunds.orders' : 'refunds.line';
export const onceId = (play: Play): RetailerCheckId =>
  isAbout(play, 'refunds.restart') ? 'refunds.restart' : 'refunds.once';
export const keptId = (play: Play): RetailerCheckId =>
  isAbout(play, 'refunds.restart') ? 'refunds.restart' : 'refunds.kept';
