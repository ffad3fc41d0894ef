// The amounts of an RMA's units by their orders, next to the estimates of the service and the refunds sent.
import { formatCents, type MinorUnits, plural } from '../../basics/units.ts';
import type { Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { type ReturnFees, withheldText } from '../../contract/return-fees.ts';
import type { OrderMoney, RmaMoney, UnitMoney } from '../../contract/rma-money.ts';
import type { CallRecord } from '../../storage/calls.ts';

/** Equal units are shown once. */
export function callMoneyText(money: RmaMoney, paint: Paint, units: MinorUnits | undefined): string {
  const cents: Cents = (value) => (value === null ? 'unknown' : formatCents(value, money.currency, units));
  const amount: Cents = (value) => cents(value).padStart(10);
  const lines = [paint.bold('Money')];
  const kinds = new Map<string, { unit: UnitMoney; count: number }>();
  for (const unit of money.units) {
    const { path: _, ...rest } = unit;
    const key = JSON.stringify(rest);
    const known = kinds.get(key);
    if (known) known.count++;
    else kinds.set(key, { unit, count: 1 });
  }
  for (const { unit, count } of kinds.values())
    lines.push(
      `  ${plural(count, 'unit')} of ${clean(unit.line)} (${clean(unit.sku)}), order ${clean(unit.order)}${typeText(unit)}`,
      ...shareLines(unit, amount, money.fees),
      `    estimated     ${amount(unit.amounts.estimated)}  ${conclusion(unit, cents, paint)}`,
      `    to shopper    ${amount(unit.amounts.shopper)}  as the service estimates`,
      `    to service    ${amount(unit.amounts.provider)}  what it is paid for instant exchanges`,
    );
  for (const order of money.orders) lines.push(...orderLines(order, cents, money.fees));
  const isLess = money.toRefundCents !== money.byOrderCents;
  lines.push(
    `  to refund       ${amount(money.toRefundCents)}  by the order${isLess ? ', less what is agreed' : ''}`,
  );
  lines.push(
    `  estimated       ${amount(money.estimatedCents)}  by the service; decides even exchanges only`,
  );
  lines.push(`  refunded        ${amount(money.refundedCents)}  ${refundedText(money, cents)}`.trimEnd());
  if (money.giftRefundOnly)
    lines.push('  gift            the money belongs on a gift card, not on the original payment method');
  return lines.join('\n');
}

type Cents = (value: number | null) => string;

const typeText = ({ refundType }: UnitMoney): string =>
  refundType === 'REFUND'
    ? ''
    : `, ${refundType === null ? 'no refund_type' : clean(refundType)}: not refunded`;

function shareLines({ share }: UnitMoney, amount: Cents, fees: ReturnFees | undefined): string[] {
  if (!share) return [];
  return [
    `    price         ${amount(share.price)}`,
    `    + tax         ${amount(share.tax)}`,
    `    - discount    ${amount(share.discount)}`,
    `    = goods       ${amount(share.goods)}`,
    `    return cost   ${amount(share.returnShipping)}  its part of the return shipping, ${fees?.shipping ? 'taken off below' : 'not deducted'}`,
  ];
}

function conclusion({ follows, difference }: UnitMoney, cents: Cents, paint: Paint): string {
  if (follows === 'goods') return paint.green('as the goods');
  if (follows === 'goods_less_shipping') return paint.green('goods - return cost');
  if (follows === 'neither')
    return paint.yellow(
      `${cents(Math.abs(difference ?? 0))} ${(difference ?? 0) > 0 ? 'more' : 'less'} than the goods`,
    );
  return paint.dim('the order line is not known here');
}

function orderLines(money: OrderMoney, cents: Cents, fees: ReturnFees | undefined): string[] {
  const amount: Cents = (value) => cents(value).padStart(10);
  const { order, known, totalCents, agreed, unitsRefundedOtherwise: otherwise, refunds } = money;
  const byOrder = agreed?.byOrder;
  if (!known)
    return [`  order ${clean(order)} is not in the ledger: upload it from here, or name its --profile`];
  const how = {
    full: 'the total: every unit comes back',
    last_part: 'what is left of the total',
    part: 'price + tax - discount of its units',
  };
  return [
    `  order ${clean(order)}, total ${cents(totalCents)}`,
    `    by the order  ${amount(byOrder?.cents ?? null)}${byOrder ? `  ${how[byOrder.kind]}` : ''}`,
    ...(agreed ? withheldText(agreed.withheld, fees, amount) : []).map((text) => `    kept back     ${text}`),
    ...(otherwise > 0
      ? [`    without ${plural(otherwise, 'unit')} that other refunds of the order hold`]
      : []),
    ...refunds.map(
      ({ identifier, amountCents, rma, lines: its }) =>
        `    refund ${clean(identifier)}  ${amount(amountCents)}  ${its.map(({ line, units }) => `${plural(units, 'unit')} of ${clean(line)}`).join(', ')}${rma === null ? ', names no RMA' : ''}`,
    ),
  ];
}

function refundedText({ refundedCents, toRefundCents }: RmaMoney, cents: Cents): string {
  if (refundedCents === 0) return 'no refund of this RMA was sent from here';
  if (toRefundCents === null) return '';
  const open = toRefundCents - refundedCents;
  return open < 0 ? `${cents(-open)} more than is to be refunded` : `${cents(open)} open`;
}

/** Anybody can post anything, so nothing is computed from a message that was not let in. */
export const refusedMoneyText = ({ response }: Pick<CallRecord, 'response'>, paint: Paint): string =>
  `${paint.bold('Money')}\n  refused (${response.status}): the message does not count, so nothing is to be refunded by it`;
