// Orders of samples/exports/amazon-actionable-orders.tsv with the prices of amazon-all-orders.tsv, worked out from the
// two files by plain arithmetic.
import { address, customer, money, ON_TOP } from './amazon-all-orders-expected.ts';
import { ordersIn, type Row, sample, sum } from './export-rows.ts';
import { type Expected, message, plainRows } from './second-path.ts';

const REFUSED: Record<string, string> = {
  '900-1000037-4000629': 'amazon-all-orders.tsv has this order on line',
  '900-1000043-4000731': 'currency is missing',
  '900-1000045-4000765': 'no whole number of cents',
  '900-1000046-4000782': 'email is missing',
};

export function expected(): Expected {
  const rows = plainRows(sample('exports/amazon-actionable-orders.tsv'), '\t');
  const prices = ordersIn(plainRows(sample('exports/amazon-all-orders.tsv'), '\t'), 'amazon-order-id');
  const orders = new Map<string, Record<string, unknown>>();
  for (const [id, own] of ordersIn(rows, 'order-id')) {
    if (id in REFUSED) continue;
    const buyer = own[0]!;
    // One row of an item stands for each: they are equal in what counts.
    const price = prices.get(id)![0]!;
    const isOnTop = ON_TOP.includes(price['sales-channel']!);
    const each = (column: string) => own.length * money(price[column]!);
    const discount = each('item-promotion-discount');
    const shipping = each('shipping-price') - each('ship-promotion-discount');
    const shippingTax = isOnTop ? each('shipping-tax') : 0;
    const units = (row: Row) => Number(row['quantity-purchased']);
    orders.set(
      id,
      message({
        identifier: id,
        raw_status: price['order-status']!,
        status: 'Created',
        currency: price['currency']!,
        created_at: buyer['purchase-date']!,
        updated_at: price['last-updated-date']!,
        total: sum([each('item-price'), isOnTop ? each('item-tax') : 0, shipping, shippingTax, -discount]),
        discount,
        shipping,
        shippingTax,
        customer: customer(buyer),
        shipTo: address(buyer),
        billTo: address(buyer),
        lines: own.map((row) => ({
          identifier: row['order-item-id']!,
          sku: row['sku']!,
          title: row['product-name']!,
          quantity: units(row),
          shipped: Number(row['quantity-shipped']),
          unit: money(price['item-price']!) / units(row),
          tax: isOnTop ? money(price['item-tax']!) : 0,
          discount: money(price['item-promotion-discount']!),
        })),
      }),
    );
  }
  return { orders, refused: REFUSED, skipped: [], rows: rows.length };
}
