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
      ...shareLines(unit, amount),
      `    estimated     ${amount(unit.estimated_cents)}  ${conclusion(unit, cents, paint)}`,
    );
  for (const order of money.orders) lines.push(...orderLines(order, cents, money.fees));
  const isLess = money.to_refund_cents !== money.by_order_cents;
  const open = money.to_refund_cents === null ? null : money.to_refund_cents - money.refunded_cents;
  lines.push(
    `  to refund       ${amount(money.to_refund_cents)}  by the order${isLess ? ', less what is agreed' : ''}`,
    `  estimated       ${amount(money.estimated_cents)}  by the service; decides even exchanges only`,
    `  refunded        ${amount(money.refunded_cents)}  by refunds sent from here; open: ${cents(open)}`,
  );
  if (money.gift_refund_only)
    lines.push('  gift            the money belongs on a gift card, not on the original payment method');
  return lines.join('\n');
}

type Cents = (value: number | null) => string;

const typeText = ({ refund_type: type }: UnitMoney): string =>
  type === 'REFUND' ? '' : `, ${type === null ? 'no refund_type' : clean(type)}: not refunded`;

function shareLines(unit: UnitMoney, amount: Cents): string[] {
  if (unit.goods_cents === null) return [];
  return [
    `    price         ${amount(unit.price_cents)}`,
    `    + tax         ${amount(unit.tax_cents)}`,
    `    - discount    ${amount(unit.discount_cents)}`,
    `    = goods       ${amount(unit.goods_cents)}`,
    `    return cost   ${amount(unit.return_shipping_cents)}  its part of the return shipping`,
  ];
}

function conclusion({ follows, difference_cents: more }: UnitMoney, cents: Cents, paint: Paint): string {
  if (follows === 'goods') return paint.green('as the goods');
  if (follows === 'goods_less_shipping') return paint.green('goods - return cost');
  if (follows === 'neither') return paint.yellow(`differs from the goods by ${cents(more)}`);
  return paint.dim('the order line is not known here');
}

const HOW = {
  full: 'the total: every unit comes back',
  last_part: 'what is left of the total',
  part: 'price + tax - discount of its units',
};

function orderLines(order: OrderMoney, cents: Cents, fees: ReturnFees | undefined): string[] {
  const amount: Cents = (value) => cents(value).padStart(10);
  const name = clean(order.order);
  if (!order.known)
    return [`  order ${name} is not in the ledger: upload it from here, or name its --profile`];
  const withheld = {
    restocking: order.restocking_fee_cents ?? 0,
    shipping: order.return_shipping_withheld_cents ?? 0,
  };
  const otherwise = order.units_refunded_otherwise;
  return [
    `  order ${name}, total ${cents(order.total_cents)}`,
    `    by the order  ${amount(order.by_order_cents)}${order.by_order ? `  ${HOW[order.by_order]}` : ''}`,
    ...withheldText(withheld, fees, amount).map((text) => `    kept back     ${text}`),
    ...(otherwise > 0
      ? [`    without ${plural(otherwise, 'unit')} that other refunds of the order hold`]
      : []),
    ...order.refunds.map(
      ({ identifier, amount_cents: of, rma_identifier: rma }) =>
        `    refund ${clean(identifier)}  ${amount(of)}${rma === null ? ', names no RMA' : ''}`,
    ),
  ];
}

/** Anybody can post anything, so nothing is computed from a message that was not let in. */
export const refusedMoneyText = ({ response }: Pick<CallRecord, 'response'>, paint: Paint): string =>
  `${paint.bold('Money')}\n  refused (${response.status}): the message does not count, so nothing is to be refunded by it`;
