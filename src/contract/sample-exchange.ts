// A valid exchange order, its answer and variants; callers change single fields. All data is invented.
import { type Changes, sample } from './sample.ts';

export const sampleExchangeItem = sample(() => ({
  sku: 'TEE-GRN-L',
  quantity: 1,
  title: 'T-shirt',
  unit_price_amount_cents: 2500,
  product_amount_cents: 2500,
  discount_amount_cents: 0,
  tax_amount_cents: 200,
  original_sku: 'TEE-GRN-M',
  original_item_identifier: 'L1',
}));

export const sampleExchangeAddress = sample(() => ({
  name: 'A. Shopper',
  street1: '1 Main Street',
  city: 'Springfield',
  province: 'IL',
  postal_code: '62701',
  country_code: 'US',
}));

/** One t-shirt in exchange for another size. */
export const sampleExchange = sample(() => ({
  original_order_id: 'SO-1001',
  rma_identifier: 'RMA-1',
  currency: 'USD',
  is_gift: false,
  items: [sampleExchangeItem()],
  customer: { identifier: 'C-1', email: 'shopper@shop.example' },
  shipping_address: sampleExchangeAddress(),
  billing_address: sampleExchangeAddress(),
  payment: { transaction_id: 'T-1' },
}));

export const withExchangeItem = (item: Changes) => sampleExchange({ items: [sampleExchangeItem(item)] });

export const sampleExchangeAnswer = sample(() => ({
  order_identifier: 'EX-1',
  total_amount_cents: 2700,
  product_amount_cents: 2500,
  tax_amount_cents: 200,
}));

export const sampleVariant = sample(() => ({
  sku: 'TEE-GRN-L',
  title: 'T-shirt, green, L',
  unit_price_amount_cents: 2500,
  quantity_in_stock: 12,
  attributes: [
    { name: 'Color', value: 'Green' },
    { name: 'Size', value: 'L' },
  ],
  image_url: 'https://shop.example/tee.jpg',
}));
