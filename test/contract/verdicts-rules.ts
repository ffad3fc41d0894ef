// Verdict table for an order's status, amounts and quantities. Checked as given.
import type { Verdict } from './verdicts.ts';

/** The second line without shipped units, with the resulting sums. */
const UNSHIPPED = {
  status: 'Created',
  'items[1].quantity_shipped': 0,
  'items[1].product_amount_cents': 0,
  'items[1].tax_amount_cents': 0,
  'items[1].tracking_number': undefined,
  'items[1].shipped_date': undefined,
  product_amount_cents: 6000,
  tax_amount_cents: 480,
  total_amount_cents: 6480,
};

const NOTHING_SHIPPED = {
  ...UNSHIPPED,
  'items[0].quantity_shipped': 0,
  'items[0].product_amount_cents': 0,
  'items[0].tax_amount_cents': 0,
  'items[0].tracking_number': undefined,
  'items[0].shipped_date': undefined,
  product_amount_cents: 0,
  tax_amount_cents: 0,
  total_amount_cents: 0,
};

export const STATUS_VERDICTS: readonly Verdict[] = [
  { name: 'Created with an unshipped line', change: UNSHIPPED, expect: [] },
  {
    name: 'Shipped with an unshipped line',
    change: { ...UNSHIPPED, status: 'Shipped' },
    expect: ['error order.status.shipped_early status'],
  },
  {
    name: 'Shipped with a partly shipped line',
    change: { 'items[0].quantity': 3 },
    expect: ['error order.status.shipped_early status'],
  },
  {
    name: 'Shipped with the rest cancelled',
    change: { 'items[0].quantity': 3, 'items[0].quantity_canceled': 1 },
    expect: [],
  },
  {
    name: 'Shipped with the unshipped line cancelled',
    change: { ...UNSHIPPED, status: 'Shipped', 'items[1].quantity_canceled': 1 },
    expect: [],
  },
  {
    name: 'Created though all has shipped',
    change: { status: 'Created' },
    expect: ['error order.status.created_late status'],
  },
  {
    name: 'Created though the rest is cancelled',
    change: { status: 'Created', 'items[0].quantity': 3, 'items[0].quantity_canceled': 1 },
    expect: ['warning order.status.created_canceled status'],
  },
  { name: 'Cancelled', change: { status: 'Cancelled' }, expect: [] },
  {
    name: 'Created with nothing shipped',
    change: NOTHING_SHIPPED,
    expect: ['warning order.unshipped '],
  },
  {
    name: 'Cancelled with nothing shipped',
    change: { ...NOTHING_SHIPPED, status: 'Cancelled' },
    expect: [],
  },
  {
    name: 'Canceled with one l',
    change: { status: 'Canceled' },
    expect: ['error order.status.unknown status'],
  },
  {
    name: 'a status in capitals',
    change: { status: 'SHIPPED' },
    expect: ['error order.status.unknown status'],
  },
  {
    name: 'a status of the shop',
    change: { status: 'partially_fulfilled' },
    expect: ['error order.status.unknown status'],
  },
  { name: 'an empty status', change: { status: '' }, expect: ['error order.status.unknown status'] },
];

export const AMOUNT_VERDICTS: readonly Verdict[] = [
  {
    name: 'a total that is not product + tax',
    change: { total_amount_cents: 8101 },
    expect: ['error order.total.unexplained total_amount_cents'],
  },
  {
    name: 'a total with the tax inside',
    change: { total_amount_cents: 7500 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'an order product amount that is not the sum of the lines',
    change: { product_amount_cents: 7400, total_amount_cents: 8000 },
    expect: ['error order.product.mismatch product_amount_cents'],
  },
  {
    name: 'an order tax that is not the sum of the lines',
    change: { tax_amount_cents: 601, total_amount_cents: 8101 },
    expect: ['error order.tax.mismatch tax_amount_cents'],
  },
  {
    name: 'a line amount that is not unit price x shipped',
    change: { 'items[0].product_amount_cents': 6100, product_amount_cents: 7600, total_amount_cents: 8200 },
    expect: ['error item.product.mismatch items[0].product_amount_cents'],
  },
  {
    name: 'a line amount of the ordered units on an unshipped line',
    change: {
      ...UNSHIPPED,
      'items[1].product_amount_cents': 1500,
      product_amount_cents: 7500,
      total_amount_cents: 7980,
    },
    expect: ['error item.product.mismatch items[1].product_amount_cents'],
  },
  {
    name: 'a changed line amount alone breaks two rules',
    change: { 'items[1].product_amount_cents': 1400 },
    expect: [
      'error item.product.mismatch items[1].product_amount_cents',
      'error order.product.mismatch product_amount_cents',
    ],
  },
  {
    name: 'tax on an unshipped line',
    change: {
      ...UNSHIPPED,
      'items[1].tax_amount_cents': 120,
      tax_amount_cents: 600,
      total_amount_cents: 6600,
    },
    expect: ['error item.tax.unshipped items[1].tax_amount_cents'],
  },
  {
    name: 'discount on an unshipped line',
    change: { ...UNSHIPPED, 'items[1].discount_amount_cents': 200 },
    expect: ['error item.discount.unshipped items[1].discount_amount_cents'],
  },
  {
    name: 'the discount of the shipped units of a line',
    change: {
      ...{ status: 'Created', 'items[0].quantity': 4, 'items[0].discount_amount_cents': 1200 },
      ...{ discount_amount_cents: 1200, total_amount_cents: 6900 },
    },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    // 4 x 30.00 + 15.00 + 6.00 tax - 24.00 is the total of the ordered units, and 24.00 is the discount of all four.
    name: 'the discount of the ordered units of a line, by the total',
    change: {
      ...{ status: 'Created', 'items[0].quantity': 4, 'items[0].discount_amount_cents': 2400 },
      ...{ discount_amount_cents: 2400, total_amount_cents: 11700 },
    },
    expect: [
      'note order.total.basis total_amount_cents',
      'warning item.discount.share items[0].discount_amount_cents',
    ],
  },
  {
    name: 'a discount that is more than the price of the shipped units',
    change: { status: 'Created', 'items[0].quantity': 4, 'items[0].discount_amount_cents': 6001 },
    expect: ['warning item.discount.share items[0].discount_amount_cents'],
  },
  {
    name: 'shipping inside the total',
    change: { shipping_amount_cents: 700, total_amount_cents: 8800 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'shipping outside the total',
    change: { shipping_amount_cents: 700 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'shipping, its tax and a discount',
    change: {
      shipping_amount_cents: 700,
      shipping_tax_amount_cents: 50,
      discount_amount_cents: 300,
      total_amount_cents: 8550,
    },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'a discount already in the lines',
    change: { discount_amount_cents: 300 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'a total that shipping does not explain',
    change: { shipping_amount_cents: 700, total_amount_cents: 8802 },
    expect: ['error order.total.unexplained total_amount_cents'],
  },
  {
    name: 'a cent that the price of two units loses, beside shipping',
    change: { shipping_amount_cents: 700, total_amount_cents: 8801 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'shipping on top and the tax inside',
    change: { shipping_amount_cents: 700, total_amount_cents: 8200 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'a total of ordered units, their tax stated for the shipped ones only',
    change: { ...UNSHIPPED, total_amount_cents: 7980 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'a total of ordered units with all their tax',
    change: { ...UNSHIPPED, total_amount_cents: 8100 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'a total of ordered units beyond any tax',
    change: { ...UNSHIPPED, total_amount_cents: 8386 },
    expect: ['error order.total.unexplained total_amount_cents'],
  },
  {
    name: 'a total after the discounts of the lines',
    change: { 'items[0].discount_amount_cents': 200, total_amount_cents: 7900 },
    expect: ['note order.total.basis total_amount_cents'],
  },
  {
    name: 'a discount added instead of taken off',
    change: { discount_amount_cents: 300, total_amount_cents: 8400 },
    expect: ['error order.total.unexplained total_amount_cents'],
  },
  {
    name: 'a negative discount',
    change: { discount_amount_cents: -300 },
    expect: ['error order.amount.negative discount_amount_cents'],
  },
  {
    name: 'a negative total',
    change: { total_amount_cents: -8100 },
    expect: ['error order.amount.negative total_amount_cents'],
  },
  {
    name: 'a negative shipping tax',
    change: { shipping_tax_amount_cents: -1 },
    expect: ['error order.amount.negative shipping_tax_amount_cents'],
  },
  {
    name: 'a negative line discount',
    change: { 'items[0].discount_amount_cents': -1 },
    expect: ['error order.amount.negative items[0].discount_amount_cents'],
  },
  {
    name: 'a negative unit price',
    change: { 'items[0].unit_price_amount_cents': -3000 },
    expect: ['error order.amount.negative items[0].unit_price_amount_cents'],
  },
];

export const QUANTITY_VERDICTS: readonly Verdict[] = [
  { name: 'a line of 1000 units', change: { status: 'Created', 'items[0].quantity': 1000 }, expect: [] },
  {
    name: 'a line of 1001 units',
    change: { status: 'Created', 'items[0].quantity': 1001 },
    expect: ['error item.quantity.limit items[0].quantity'],
  },
  {
    name: 'more shipped than ordered',
    change: { 'items[0].quantity': 1 },
    expect: ['error item.quantity.exceeded items[0].quantity'],
  },
  {
    name: 'shipped and cancelled above the quantity',
    change: { 'items[1].quantity_canceled': 1 },
    expect: ['error item.quantity.exceeded items[1].quantity'],
  },
  {
    name: 'a negative cancelled quantity',
    change: { 'items[0].quantity_canceled': -1 },
    expect: ['error order.quantity.negative items[0].quantity_canceled'],
  },
  {
    name: 'a negative quantity',
    change: { 'items[0].quantity': -2 },
    expect: ['error order.quantity.negative items[0].quantity'],
  },
  {
    name: 'a negative shipped quantity',
    change: { 'items[0].quantity_shipped': -2 },
    expect: ['error order.quantity.negative items[0].quantity_shipped'],
  },
  {
    name: 'refunded units without a refund',
    change: { 'items[0].quantity_refunded': 2 },
    expect: ['warning item.quantity_refunded.alone items[0].quantity_refunded'],
  },
  { name: 'no refunded units and no refund', change: { 'items[0].quantity_refunded': 0 }, expect: [] },
  {
    name: 'refunded units above the shipped ones',
    change: { 'items[0].quantity_refunded': 3 },
    expect: [
      'error item.quantity.refunded items[0].quantity_refunded',
      'warning item.quantity_refunded.alone items[0].quantity_refunded',
    ],
  },
  {
    name: 'a line of no units',
    change: { ...UNSHIPPED, 'items[1].quantity': 0, status: 'Shipped' },
    expect: ['warning item.quantity.zero items[1].quantity'],
  },
  {
    name: 'a line identifier twice',
    change: { 'items[1].identifier': '1' },
    expect: ['error item.identifier.duplicate items[1].identifier'],
  },
  { name: 'the same sku on two lines', change: { 'items[1].sku': 'HAT-BLK' }, expect: [] },
  {
    name: 'no tracking number on a shipped line',
    change: { 'items[0].tracking_number': undefined },
    expect: ['warning item.shipment.missing items[0].tracking_number'],
  },
  {
    name: 'no ship date on a shipped line',
    change: { 'items[1].shipped_date': undefined },
    expect: ['warning item.shipment.missing items[1].shipped_date'],
  },
  {
    name: 'a tracking number on an unshipped line',
    change: { ...UNSHIPPED, 'items[1].tracking_number': '1Z7' },
    expect: ['warning item.shipment.early items[1].tracking_number'],
  },
  {
    name: 'a ship date on an unshipped line',
    change: { ...UNSHIPPED, 'items[1].shipped_date': '2026-11-04T08:00:00Z' },
    expect: ['warning item.shipment.early items[1].shipped_date'],
  },
];
