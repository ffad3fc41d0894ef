// Exports of shop platforms with one order for each state of a discounted line: two units at 48.00, of which 19.20 are taken
// off, so 38.40 were paid for each. People and addresses are those of the samples.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { csvText, type Row, sample } from '../input/sample-mappings/export-rows.ts';

/** What became of the second unit; the first has shipped. */
export type State = 'shipped' | 'open' | 'off';

export interface DiscountExport {
  readonly map: string;
  readonly states: readonly State[];
  readonly files: Readonly<Record<string, string>>;
  /** Flags besides --map; names of `files` stand for their paths. */
  readonly flags?: readonly string[];
  /** Of the order in a state, as it is sent. */
  id(state: State): string;
}

const ALL: readonly State[] = ['shipped', 'open', 'off'];
const number = (state: State) => ALL.indexOf(state) + 1;
const shippedOf = (state: State) => (state === 'shipped' ? 2 : 1);
const canceledOf = (state: State) => (state === 'off' ? 1 : 0);

const samplesOf = (name: string, delimiter = ',', encoding: BufferEncoding = 'utf8'): Row[] =>
  parse(readFileSync(sample(`exports/${name}`), encoding), {
    ...{ bom: true, columns: true, delimiter, relax_column_count: true },
    quote: delimiter === '\t' ? null : '"',
  }) as Row[];
const jsonOf = (name: string) => JSON.parse(readFileSync(sample(`exports/${name}`), 'utf8'));
const linesOf = (name: string) =>
  readFileSync(sample(`exports/${name}`), 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const tabbed = (rows: readonly Row[]) =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((row) => `${row.join('\t')}\n`)
    .join('');

/** Two lines of one unit each, in exports that only know whole lines. */
const twoLines = (line: (unit: 1 | 2) => Row): Row[] => [line(1), line(2)];

function shopifyRest(): DiscountExport {
  const [first] = jsonOf('shopify-rest.json').orders;
  const orders = ALL.map((state) => {
    const line = { ...first.line_items[0], id: number(state), price: '48.00', quantity: 2, tax_lines: [] };
    return {
      ...first,
      ...{ id: number(state), name: `#${number(state)}`, refunds: [], tax_lines: [], shipping_lines: [] },
      ...{ financial_status: 'paid', fulfillment_status: state === 'open' ? 'partial' : 'fulfilled' },
      ...{ subtotal_price: '76.80', total_discounts: '19.20', total_tax: '0.00', total_price: '76.80' },
      line_items: [
        {
          ...line,
          current_quantity: 2 - canceledOf(state),
          fulfillable_quantity: state === 'open' ? 1 : 0,
          discount_allocations: [{ amount: '19.20' }],
        },
      ],
      fulfillments: [
        { ...first.fulfillments[0], line_items: [{ id: number(state), quantity: shippedOf(state) }] },
      ],
    };
  });
  const files = { 'orders.json': JSON.stringify({ orders }) };
  return { map: 'shopify-rest', states: ALL, files, id: (state) => String(number(state)) };
}

function shopifyBulk(): DiscountExport {
  const records = linesOf('shopify-bulk.ndjson');
  const first = records.find(({ name, email }) => name && email);
  const line = records.find(({ __parentId }) => __parentId === first.id);
  const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } });
  const rows = ALL.flatMap((state) => [
    {
      ...first,
      ...{ id: `gid://shopify/Order/${number(state)}`, name: `#${number(state)}`, cancelledAt: null },
      displayFulfillmentStatus: state === 'open' ? 'PARTIALLY_FULFILLED' : 'FULFILLED',
      ...{ subtotalPriceSet: money('76.80'), totalPriceSet: money('76.80'), totalTaxSet: money('0') },
      ...{ totalDiscountsSet: money('19.20'), totalShippingPriceSet: money('0'), shippingLine: null },
      ...{ totalTipReceivedSet: money('0'), totalRefundedSet: money('0') },
    },
    {
      ...line,
      ...{
        id: `gid://shopify/LineItem/${number(state)}`,
        quantity: 2,
        currentQuantity: 2 - canceledOf(state),
      },
      ...{ unfulfilledQuantity: state === 'open' ? 1 : 0, originalUnitPriceSet: money('48.00') },
      ...{ taxLines: [], discountAllocations: [{ allocatedAmountSet: money('19.20') }] },
      __parentId: `gid://shopify/Order/${number(state)}`,
    },
  ]);
  const files = { 'orders.ndjson': rows.map((row) => `${JSON.stringify(row)}\n`).join('') };
  return { map: 'shopify-bulk', states: ALL, files, id: (state) => String(number(state)) };
}

function shopifyGraphql(): DiscountExport {
  const { edges } = jsonOf('shopify-graphql.json').data.orders;
  const { node: first } = edges.find((edge: { node: { name: string } }) => edge.node.name === '#3001');
  const [{ node: line }] = first.lineItems.edges;
  const money = (amount: string) => ({ shopMoney: { amount } });
  const nodes = ALL.map((state) => {
    const id = `gid://shopify/LineItem/${number(state)}`;
    const item = {
      ...{ ...line, id, quantity: 2, currentQuantity: 2 - canceledOf(state) },
      ...{ unfulfilledQuantity: state === 'open' ? 1 : 0, originalUnitPriceSet: money('48.00') },
      ...{ taxLines: [], discountAllocations: [{ allocatedAmountSet: money('19.20') }] },
    };
    const sent = { quantity: shippedOf(state), lineItem: { id } };
    return {
      ...{ ...first, id: `gid://shopify/Order/${number(state)}`, name: `#${number(state)}`, refunds: [] },
      displayFulfillmentStatus: state === 'open' ? 'PARTIALLY_FULFILLED' : 'FULFILLED',
      ...{ subtotalPriceSet: money('76.80'), totalPriceSet: money('76.80'), totalTaxSet: money('0') },
      ...{ totalDiscountsSet: money('19.20'), shippingLines: { edges: [] } },
      lineItems: { edges: [{ node: item }], pageInfo: { hasNextPage: false } },
      fulfillments: [{ ...first.fulfillments[0], fulfillmentLineItems: { edges: [{ node: sent }] } }],
    };
  });
  const files = {
    'orders.json': JSON.stringify({ data: { orders: { edges: nodes.map((node) => ({ node })) } } }),
  };
  return { map: 'shopify-graphql', states: ALL, files, id: (state) => String(number(state)) };
}

/** Shopify and Squarespace have the same columns. */
function byLine(map: 'shopify-orders' | 'squarespace-orders'): DiscountExport {
  const isShopify = map === 'shopify-orders';
  const key = isShopify ? 'Name' : 'Order ID';
  const [first] = samplesOf(`${map}.csv`);
  const rows = ALL.flatMap((state) =>
    twoLines((unit) => ({
      ...first,
      [key]: `100${number(state)}`,
      ...{ Subtotal: isShopify ? '76.80' : '96.00', Taxes: '0.00', Shipping: '0.00', Total: '76.80' },
      'Discount Amount': '19.20',
      'Fulfillment Status': state !== 'open' ? 'fulfilled' : isShopify ? 'partial' : 'pending',
      ...{ 'Lineitem quantity': '1', 'Lineitem price': '48.00' },
      'Lineitem fulfillment status':
        unit === 1 || state === 'shipped'
          ? 'fulfilled'
          : state === 'open'
            ? 'pending'
            : isShopify
              ? 'restocked'
              : 'canceled',
      ...(isShopify ? { 'Lineitem discount': '0.00' } : {}),
      // Squarespace knows no cancelled line of an order that goes on: the whole order is.
      ...(!isShopify && state === 'off' && { 'Cancelled at': first!['Created at']! }),
    })),
  );
  return { map, states: ALL, files: { 'orders.csv': csvText(rows) }, id: (state) => `100${number(state)}` };
}

function amazonAllOrders(): DiscountExport {
  const [buyer] = samplesOf('amazon-order-report.tsv', '\t');
  const first = samplesOf('amazon-all-orders.tsv', '\t').find((row) => row['order-status'] === 'Shipped')!;
  const id = (state: State) => `900-0000001-000000${number(state)}`;
  const rows = ALL.flatMap((state) =>
    twoLines((unit) => {
      const isOff = unit === 2 && state === 'off';
      return {
        ...first,
        ...{ 'amazon-order-id': id(state), 'sales-channel': 'Amazon.com', quantity: isOff ? '0' : '1' },
        'order-status': state === 'open' ? 'Partially Shipped' : 'Shipped',
        'item-status': isOff ? 'Cancelled' : unit === 2 && state === 'open' ? 'Unshipped' : 'Shipped',
        ...{ 'item-price': isOff ? '' : '48.00', 'item-promotion-discount': isOff ? '' : '9.60' },
        ...{ 'item-tax': '0.00', 'shipping-price': '', 'shipping-tax': '', 'ship-promotion-discount': '' },
        ...{ 'gift-wrap-price': '', 'gift-wrap-tax': '', sku: `SKU-${unit}` },
      };
    }),
  );
  const buyers = ALL.flatMap((state) =>
    twoLines((unit) => ({ ...buyer, 'order-id': id(state), 'order-item-id': `${unit}`, sku: `SKU-${unit}` })),
  );
  const files = { 'orders.tsv': tabbed(rows), 'buyers.tsv': tabbed(buyers) };
  return { map: 'amazon-all-orders', states: ALL, files, flags: ['--with', 'buyers=buyers.tsv'], id };
}

function amazonActionable(): DiscountExport {
  const [first] = samplesOf('amazon-actionable-orders.tsv', '\t');
  const [price] = samplesOf('amazon-all-orders.tsv', '\t');
  const id = '900-0000002-0000002';
  const row = {
    ...first,
    'order-id': id,
    'quantity-purchased': '2',
    'quantity-shipped': '1',
    'quantity-to-ship': '1',
  };
  const all = {
    ...price,
    ...{ 'amazon-order-id': id, sku: first!['sku']!, 'sales-channel': 'Amazon.com', quantity: '2' },
    ...{ 'item-price': '96.00', 'item-promotion-discount': '19.20', 'item-tax': '0.00' },
    ...{ 'shipping-price': '', 'shipping-tax': '', 'ship-promotion-discount': '' },
  };
  const files = { 'orders.tsv': tabbed([row]), 'all.tsv': tabbed([all]) };
  return {
    ...{ map: 'amazon-actionable-orders', states: ['open'], files, flags: ['--with', 'all=all.tsv'] },
    id: () => id,
  };
}

function amazonSpApi(): DiscountExport {
  const [answer] = linesOf('amazon-sp-api.ndjson');
  const [first] = jsonOf('amazon-sp-api-orders.json').payload.Orders;
  const id = (state: State) => `902-0000009-000000${number(state)}`;
  const usd = (Amount: string) => ({ CurrencyCode: 'USD', Amount });
  // An order is cancelled as a whole; of one of which a part has shipped, the rest counts as cancelled.
  const statuses = { shipped: 'Shipped', open: 'PartiallyShipped', off: 'Canceled' };
  const answers = ALL.map((state) => ({
    payload: {
      AmazonOrderId: id(state),
      OrderItems: [
        {
          ...answer.payload.OrderItems[0],
          ...{
            QuantityOrdered: 2,
            QuantityShipped: shippedOf(state),
            ItemPrice: usd('96.00'),
            ItemTax: usd('0.00'),
          },
          PromotionDiscount: usd('19.20'),
        },
      ],
    },
  }));
  const Orders = ALL.map((state) => ({
    ...first,
    ...{ AmazonOrderId: id(state), OrderStatus: statuses[state], OrderTotal: usd('76.80') },
  }));
  const files = {
    'answers.ndjson': answers.map((one) => `${JSON.stringify(one)}\n`).join(''),
    'orders.json': JSON.stringify({ payload: { Orders } }),
  };
  const states = ['shipped', 'open'] as const;
  return { map: 'amazon-sp-api', states, files, flags: ['--with', 'orders=orders.json'], id };
}

function bigCommerceRest(): DiscountExport {
  const [line] = linesOf('bigcommerce-rest.ndjson');
  const [first] = jsonOf('bigcommerce-rest-orders.json');
  const [address] = jsonOf('bigcommerce-rest-addresses.json');
  const states = ['shipped', 'open'] as const;
  const lines = states.map((state) => ({
    ...line,
    ...{ order_id: number(state), quantity: 2, quantity_shipped: shippedOf(state) },
    ...{ price_ex_tax: '48.0000', price_inc_tax: '48.0000', price_tax: '0.0000', total_tax: '0.0000' },
    ...{ total_ex_tax: '96.0000', total_inc_tax: '96.0000' },
    applied_discounts: [{ id: 'coupon', amount: '19.2000', name: 'Coupon', code: 'X', target: 'order' }],
  }));
  const orders = states.map((state) => ({
    ...first,
    ...{ id: number(state), status_id: state === 'open' ? 3 : 2, coupon_discount: '19.2000' },
    ...{ subtotal_ex_tax: '96.0000', subtotal_inc_tax: '96.0000', total_tax: '0.0000' },
    ...{ shipping_cost_ex_tax: '0.0000', shipping_cost_inc_tax: '0.0000', total_inc_tax: '76.8000' },
  }));
  const addresses = states.map((state) => ({ ...address, order_id: number(state) }));
  const files = {
    'lines.ndjson': lines.map((one) => `${JSON.stringify(one)}\n`).join(''),
    'orders.json': JSON.stringify(orders),
    'addresses.json': JSON.stringify(addresses),
  };
  const flags = ['--with', 'orders=orders.json', '--with', 'addresses=addresses.json'];
  return { map: 'bigcommerce-rest', states, files, flags, id: (state) => String(number(state)) };
}

function magento(): DiscountExport {
  const [first] = samplesOf('magento-order-items.csv').filter((row) => row['product_type'] === 'simple');
  const [order] = samplesOf('magento-order-grid.csv');
  const id = (state: State) => `00000090${number(state)}`;
  const rows = ALL.map((state) => ({
    ...first,
    ...{
      increment_id: id(state),
      item_id: id(state),
      parent_item_id: '',
      price: '48.0000',
      row_total: '96.0000',
    },
    ...{
      qty_ordered: '2.0000',
      qty_shipped: `${shippedOf(state)}.0000`,
      qty_canceled: `${canceledOf(state)}.0000`,
    },
    ...{ discount_amount: '19.2000', discount_amount_order: '-19.2000', tax_amount: '0.0000' },
    ...{ tax_amount_order: '0.0000', shipping_amount: '0.0000' },
  }));
  const grid = ALL.map((state) => ({
    ...order,
    ...{ ID: id(state), Status: state === 'open' ? 'Processing' : 'Complete', Subtotal: '96.0000' },
    ...{
      'Shipping and Handling': '0.0000',
      'Grand Total (Purchased)': '76.8000',
      'Total Refunded': '0.0000',
    },
  }));
  const files = { 'items.csv': csvText(rows), 'grid.csv': csvText(grid) };
  return { map: 'magento-order-items', states: ALL, files, flags: ['--with', 'grid=grid.csv'], id };
}

function magentoRest(): DiscountExport {
  const [first] = linesOf('magento-rest.ndjson').filter(({ shipments }) => shipments.length > 0);
  const id = (state: State) => `00000090${number(state)}`;
  const orders = ALL.map((state) => ({
    ...{ ...first, increment_id: id(state), status: state === 'open' ? 'processing' : 'complete' },
    ...{ subtotal: 96, discount_amount: -19.2, tax_amount: 0, shipping_amount: 0, grand_total: 76.8 },
    items: [
      {
        ...{ ...first.items.at(-1), item_id: number(state), price: 48, tax_amount: 0, discount_amount: 19.2 },
        ...{ qty_ordered: 2, qty_shipped: shippedOf(state), qty_canceled: canceledOf(state) },
      },
    ],
  }));
  return {
    ...{ map: 'magento-rest', states: ALL, files: { 'orders.json': JSON.stringify({ items: orders }) } },
    id,
  };
}

export const DISCOUNT_EXPORTS: readonly DiscountExport[] = [
  shopifyRest(),
  shopifyBulk(),
  shopifyGraphql(),
  byLine('shopify-orders'),
  byLine('squarespace-orders'),
  amazonAllOrders(),
  amazonActionable(),
  amazonSpApi(),
  bigCommerceRest(),
  magento(),
  magentoRest(),
];

/** Mappings of exports without discounts, without orders, or whose orders ship as a whole: these are in the golden files. */
export const WITHOUT_DISCOUNTS = [
  ...['bigcommerce-orders', 'ebay-orders', 'temu-orders', 'uci-online-retail', 'wix-orders', 'wms-transfers'],
  ...['etsy-sold-items', 'nuvemshop-orders', 'tiendanube-orders'],
  ...['woocommerce-orders', 'woocommerce-rest', 'woocommerce-skyverge'],
];
