// Verdict table for an order's status, amounts and quantities. Checked as given.
import { at, found, row, type Verdict } from './verdicts.ts';

/** The second line without shipped units, with the resulting sums. */
const unshipped = (n: number) => ({
  [`items[${n}].quantity_shipped`]: 0,
  [`items[${n}].product_amount_cents`]: 0,
  [`items[${n}].tax_amount_cents`]: 0,
  [`items[${n}].tracking_number`]: undefined,
  [`items[${n}].shipped_date`]: undefined,
});
const sums = (product: number, tax: number, total = product + tax) =>
  ({ product_amount_cents: product, tax_amount_cents: tax, total_amount_cents: total }) as const;
const UNSHIPPED = { status: 'Created', ...unshipped(1), ...sums(6000, 480) };
const NOTHING_SHIPPED = { ...UNSHIPPED, ...unshipped(0), ...sums(0, 0) };

export const STATUS_VERDICTS: readonly Verdict[] = [
  row('Created with an unshipped line', UNSHIPPED),
  ...found('error order.status.shipped_early status', {
    'Shipped with an unshipped line': { ...UNSHIPPED, status: 'Shipped' },
    'Shipped with a partly shipped line': { 'items[0].quantity': 3 },
  }),
  row('Shipped with the rest cancelled', { 'items[0].quantity': 3, 'items[0].quantity_canceled': 1 }),
  row('Shipped with the other cancelled', {
    ...UNSHIPPED,
    status: 'Shipped',
    'items[1].quantity_canceled': 1,
  }),
  at('Created though all has shipped', 'status', 'Created', 'error order.status.created_late'),
  row(
    'Created though the rest is cancelled',
    { status: 'Created', 'items[0].quantity': 3, 'items[0].quantity_canceled': 1 },
    'warning order.status.created_canceled status',
  ),
  at('Cancelled', 'status', 'Cancelled'),
  row('Created with nothing shipped', NOTHING_SHIPPED, 'warning order.unshipped '),
  row('Cancelled with nothing shipped', { ...NOTHING_SHIPPED, status: 'Cancelled' }),
  at('Canceled with one l', 'status', 'Canceled', 'error order.status.unknown'),
  at('a status in capitals', 'status', 'SHIPPED', 'error order.status.unknown'),
  at('a status of the shop', 'status', 'partially_fulfilled', 'error order.status.unknown'),
  at('an empty status', 'status', '', 'error order.status.unknown'),
];

export const AMOUNT_VERDICTS: readonly Verdict[] = [
  at('a total that is not product + tax', 'total_amount_cents', 8101, 'error order.total.unexplained'),
  at('a total with the tax inside', 'total_amount_cents', 7500, 'note order.total.basis'),
  row(
    'a product amount that is not the sum',
    sums(7400, 600),
    'error order.product.mismatch product_amount_cents',
  ),
  row('a tax that is not the sum of the lines', sums(7500, 601), 'error order.tax.mismatch tax_amount_cents'),
  row(
    'a line amount that is not unit price x shipped',
    { 'items[0].product_amount_cents': 6100, ...sums(7600, 600) },
    'error item.product.mismatch items[0].product_amount_cents',
  ),
  row(
    'a line amount of the ordered units on an unshipped line',
    { ...UNSHIPPED, 'items[1].product_amount_cents': 1500, ...sums(7500, 480) },
    'error item.product.mismatch items[1].product_amount_cents',
  ),
  row(
    'tax on an unshipped line',
    { ...UNSHIPPED, 'items[1].tax_amount_cents': 120, ...sums(6000, 600) },
    'error item.tax.unshipped items[1].tax_amount_cents',
  ),
  row(
    'discount on an unshipped line',
    { ...UNSHIPPED, 'items[1].discount_amount_cents': 200 },
    'error item.discount.unshipped items[1].discount_amount_cents',
  ),
  // Every sum that may explain a total is a row of order-findings.test.ts.
  row(
    'the discount of the shipped units of a line',
    {
      ...{ status: 'Created', 'items[0].quantity': 4, 'items[0].discount_amount_cents': 1200 },
      ...{ discount_amount_cents: 1200, total_amount_cents: 6900 },
    },
    'note order.total.basis total_amount_cents',
  ),
  // 4 x 30.00 + 15.00 + 6.00 tax - 24.00 is the total of the ordered units, and 24.00 is the discount of all four.
  row(
    'the discount of the ordered units of a line, by the total',
    {
      ...{ status: 'Created', 'items[0].quantity': 4, 'items[0].discount_amount_cents': 2400 },
      ...{ discount_amount_cents: 2400, total_amount_cents: 11700 },
    },
    'note order.total.basis total_amount_cents',
    'warning item.discount.share items[0].discount_amount_cents',
  ),
  row(
    'a discount that is more than the price of the shipped units',
    { status: 'Created', 'items[0].quantity': 4, 'items[0].discount_amount_cents': 6001 },
    'warning item.discount.share items[0].discount_amount_cents',
  ),
  row(
    'a total of ordered units beyond any tax',
    { ...UNSHIPPED, total_amount_cents: 8386 },
    'error order.total.unexplained total_amount_cents',
  ),
  at('a negative discount', 'discount_amount_cents', -300, 'error order.amount.negative'),
  at('a negative unit price', 'items[0].unit_price_amount_cents', -3000, 'error order.amount.negative'),
];

export const QUANTITY_VERDICTS: readonly Verdict[] = [
  row('1000 units', { status: 'Created', 'items[0].quantity': 1000 }),
  row(
    '1001 units',
    { status: 'Created', 'items[0].quantity': 1001 },
    'error item.quantity.limit items[0].quantity',
  ),
  at('more shipped than ordered', 'items[0].quantity', 1, 'error item.quantity.exceeded'),
  row(
    'shipped and cancelled above the quantity',
    { 'items[1].quantity_canceled': 1 },
    'error item.quantity.exceeded items[1].quantity',
  ),
  at('a negative cancelled quantity', 'items[0].quantity_canceled', -1, 'error order.quantity.negative'),
  at('units without a refund', 'items[0].quantity_refunded', 2, 'warning item.quantity_refunded.alone'),
  at('no refunded units and no refund', 'items[0].quantity_refunded', 0),
  row(
    'refunded units above the shipped ones',
    { 'items[0].quantity_refunded': 3 },
    'error item.quantity.refunded items[0].quantity_refunded',
    'warning item.quantity_refunded.alone items[0].quantity_refunded',
  ),
  row(
    'a line of no units',
    { ...UNSHIPPED, 'items[1].quantity': 0, status: 'Shipped' },
    'warning item.quantity.zero items[1].quantity',
  ),
  at('a line identifier twice', 'items[1].identifier', '1', 'error item.identifier.duplicate'),
  at('the same sku on two lines', 'items[1].sku', 'HAT-BLK'),
  at('shipped without number', 'items[0].tracking_number', undefined, 'warning item.shipment.missing'),
  at('no ship date on a shipped line', 'items[1].shipped_date', undefined, 'warning item.shipment.missing'),
  row(
    'a tracking number and a ship date on an unshipped line',
    { ...UNSHIPPED, 'items[1].tracking_number': '1Z7', 'items[1].shipped_date': '2026-11-04T08:00:00Z' },
    'warning item.shipment.early items[1].tracking_number',
    'warning item.shipment.early items[1].shipped_date',
  ),
];
