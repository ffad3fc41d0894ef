// How the refund estimates of an RMA follow from price, tax, discount and return shipping, beside the refunds sent.
import { formatCents, plural } from '../base/units.ts';
import type { RmaMoney, UnitMoney } from '../contract/rma-money.ts';
import type { Paint } from './paint.ts';
import { clean } from './presenter.ts';

/** Alike units are told once. */
export function callMoneyText(money: RmaMoney, paint: Paint): string {
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
      `  ${plural(count, 'unit')} of ${clean(unit.line)} (${clean(unit.sku)}), order ${clean(unit.order)}`,
      `    estimated     ${amount(unit.amounts.estimated)}  ${conclusion(unit, paint)}`,
      ...shareLines(unit),
    );
  lines.push(`  return shipping ${amount(money.returnShippingCents)}`);
  lines.push(`  goods           ${amount(money.goodsCents)}`);
  lines.push(`  estimated       ${amount(money.estimatedCents)}`);
  lines.push(`  refunded        ${amount(money.refundedCents)}  ${refundedText(money)}`.trimEnd());
  for (const { order, known, refunds } of money.orders) {
    if (!known)
      lines.push(`  order ${clean(order)} is not in the ledger: upload it from here, or name its --profile`);
    for (const { identifier, amountCents, rma, lines: its } of refunds)
      lines.push(
        `    refund ${clean(identifier)}  ${amount(amountCents)}  ${its.map(({ line, units }) => `${plural(units, 'unit')} of ${clean(line)}`).join(', ')}${rma === null ? ', names no RMA' : ''}`,
      );
  }
  return lines.join('\n');
}

const amount = (cents: number | null): string =>
  (cents === null ? 'unknown' : formatCents(cents)).padStart(10);

function shareLines({ share }: UnitMoney): string[] {
  if (!share) return [];
  return [
    `    price         ${amount(share.price)}`,
    `    + tax         ${amount(share.tax)}`,
    `    - discount    ${amount(share.discount)}`,
    `    = goods       ${amount(share.goods)}`,
    `    return cost   ${amount(share.returnShipping)}  its part of the return shipping`,
  ];
}

function conclusion({ follows, difference }: UnitMoney, paint: Paint): string {
  if (follows === 'goods') return paint.green('price + tax - discount');
  if (follows === 'goods_less_shipping') return paint.green('price + tax - discount - return cost');
  if (follows === 'neither')
    return paint.yellow(`${formatCents(difference ?? 0)} apart from price + tax - discount`);
  return paint.dim('the order line is not known here');
}

function refundedText({ refundedCents, estimatedCents }: RmaMoney): string {
  if (refundedCents === 0) return 'no refund of this RMA was sent from here';
  if (estimatedCents === null) return '';
  const difference = refundedCents - estimatedCents;
  if (difference === 0) return 'as estimated';
  return `${formatCents(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than estimated`;
}
