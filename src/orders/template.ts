// The output of `returns orders template`: the columns with two orders that the service accepts.
import { sampleAddress, sampleCustomer, sampleLine, sampleOrder, unshippedLine } from '../contract/sample.ts';
import { ORDER_TABLE } from '../input/message-table.ts';
import { writeCsv } from '../input/write-csv.ts';

const address = sampleAddress({
  name: 'Ada Martin',
  street1: '12 Canal Street, Apt 4',
  city: 'New York',
  state: 'NY',
  zip_code: '10013',
  phone: '+12125550123',
});

const TEE = {
  sku: 'TEE-BLK-M',
  tracking_number: '1Z999AA10123456784',
  shipped_date: '2026-05-06T09:12:00Z',
  product_identifier: 'TEE-BLK-M',
  variant_identifier: 'TEE',
  title: 'Cotton T-shirt, black, M',
  image_url: 'https://shop.example.com/img/tee-blk.jpg',
};

const ORDER = {
  raw_status: 'FULFILLED',
  created_at: '2026-05-04T14:03:22Z',
  updated_at: '2026-05-06T09:30:00Z',
  customer: sampleCustomer({
    identifier: 'CU-5501',
    first_name: 'Ada',
    last_name: 'Martin',
    email: 'ada.martin@example.com',
    phone: '+12125550123',
  }),
  shipping_address: address,
  billing_address: address,
};

const MUG = unshippedLine({
  identifier: 'SO-100002-2',
  sku: 'MUG-01',
  upc: '012345678929',
  quantity: 1,
  product_identifier: 'MUG-01',
  variant_identifier: 'MUG',
  title: 'Stoneware mug',
  unit_price_amount_cents: 1800,
  image_url: 'https://shop.example.com/img/mug.jpg',
  weight: 0.4,
});

/** The second one has two lines, of which one has not shipped yet. */
const ORDERS = [
  sampleOrder({
    ...ORDER,
    identifier: 'SO-100001',
    items: [sampleLine({ ...TEE, identifier: 'SO-100001-1' })],
  }),
  sampleOrder({
    ...ORDER,
    identifier: 'SO-100002',
    raw_status: 'PARTIALLY_FULFILLED',
    status: 'Created',
    items: [sampleLine({ ...TEE, identifier: 'SO-100002-1', tags: ['FinalSale'] }), MUG],
  }),
];

/** A header and three rows. */
export function templateCsv(): string {
  const rows = ORDERS.map(({ transactions: _t, discounts: _d, ...order }) => order);
  return writeCsv(ORDER_TABLE, rows);
}

/** One message, as JSON. */
export const templateMessage = () => ({ returns_portal_order: { orders: ORDERS } });
