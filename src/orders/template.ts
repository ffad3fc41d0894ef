// The output of `returns orders template`: the columns with two orders that the service accepts.
import { ORDER_TABLE } from '../input/message-table.ts';
import { writeCsv } from '../input/write-csv.ts';

const address = {
  name: 'Ada Martin',
  street1: '12 Canal Street, Apt 4',
  city: 'New York',
  state: 'NY',
  zip_code: '10013',
  country_code: 'US',
  phone: '+12125550123',
};

const TEE = {
  identifier: 'SO-100001-1',
  sku: 'TEE-BLK-M',
  upc: '012345678905',
  quantity: 2,
  quantity_shipped: 2,
  quantity_canceled: 0,
  tracking_number: '1Z999AA10123456784',
  shipped_date: '2026-05-06T09:12:00Z',
  product_identifier: 'TEE-BLK-M',
  variant_identifier: 'TEE',
  title: 'Cotton T-shirt, black, M',
  tags: [],
  product_amount_cents: 5000,
  tax_amount_cents: 400,
  discount_amount_cents: 0,
  unit_price_amount_cents: 2500,
  image_url: 'https://shop.example.com/img/tee-blk.jpg',
  weight: 0.2,
};

const SHIPPED = {
  identifier: 'SO-100001',
  raw_status: 'FULFILLED',
  status: 'Shipped',
  total_amount_cents: 5400,
  product_amount_cents: 5000,
  tax_amount_cents: 400,
  discount_amount_cents: 0,
  shipping_amount_cents: 0,
  shipping_tax_amount_cents: 0,
  currency: 'USD',
  tags: [],
  created_at: '2026-05-04T14:03:22Z',
  updated_at: '2026-05-06T09:30:00Z',
  customer: {
    identifier: 'CU-5501',
    first_name: 'Ada',
    last_name: 'Martin',
    email: 'ada.martin@example.com',
    phone: '+12125550123',
  },
  shipping_address: address,
  billing_address: address,
  transactions: [],
  refunds: [],
  discounts: [],
  items: [TEE],
};

const otherAddress = {
  ...address,
  name: 'Benoît Okafor',
  street1: '880 Lake Drive',
  city: 'Chicago',
  state: 'IL',
  zip_code: '60601',
};

/** Two lines, of which one has not shipped yet. */
const PARTLY_SHIPPED = {
  ...SHIPPED,
  identifier: 'SO-100002',
  raw_status: 'PARTIALLY_FULFILLED',
  status: 'Created',
  total_amount_cents: 7343,
  product_amount_cents: 6800,
  tax_amount_cents: 543,
  created_at: '2026-05-07T08:15:00Z',
  updated_at: '2026-05-07T08:15:00Z',
  customer: {
    identifier: 'CU-5502',
    first_name: 'Benoît',
    last_name: 'Okafor',
    email: 'b.okafor@example.com',
    phone: '+13125550187',
  },
  shipping_address: otherAddress,
  billing_address: otherAddress,
  items: [
    {
      ...TEE,
      identifier: 'SO-100002-1',
      sku: 'JEAN-32-30',
      upc: '012345678912',
      quantity: 1,
      quantity_shipped: 1,
      tracking_number: '1Z999AA10123456791',
      shipped_date: '2026-05-07T08:05:00Z',
      product_identifier: 'JEAN-32-30',
      variant_identifier: 'JEAN',
      title: 'Straight jeans 32/30',
      tags: ['FinalSale'],
      product_amount_cents: 6800,
      tax_amount_cents: 543,
      unit_price_amount_cents: 6800,
      image_url: 'https://shop.example.com/img/jean.jpg',
      weight: 0.65,
    },
    {
      identifier: 'SO-100002-2',
      sku: 'MUG-01',
      upc: '012345678929',
      quantity: 1,
      quantity_shipped: 0,
      quantity_canceled: 0,
      product_identifier: 'MUG-01',
      variant_identifier: 'MUG',
      title: 'Stoneware mug',
      tags: [],
      product_amount_cents: 0,
      tax_amount_cents: 0,
      discount_amount_cents: 0,
      unit_price_amount_cents: 1800,
      image_url: 'https://shop.example.com/img/mug.jpg',
      weight: 0.4,
    },
  ],
};

const ORDERS = [SHIPPED, PARTLY_SHIPPED];

/** A header and three rows. */
export function templateCsv(): string {
  const rows = ORDERS.map(({ transactions: _t, discounts: _d, ...order }) => order);
  return writeCsv(ORDER_TABLE, rows);
}

/** One message, as JSON. */
export const templateMessage = () => ({ returns_portal_order: { orders: ORDERS } });
