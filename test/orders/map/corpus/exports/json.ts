// Exports as JSON: lists and single orders in several wrappings, names of the list of lines, nested prices, cents, refunds.
import { at, type Description, type Tree } from '../describe.ts';
import type { Fact } from '../facts.ts';
import { place, shop, WORDS, words } from './shops.ts';

const NUMBERS = { numbers: true } as const;
const price = (role: string): Tree => ({ amount: at(role), currency: at('currency') });
const one = (orders: readonly unknown[]): unknown => orders[0];

export const JSON_EXPORTS: readonly Description[] = [
  {
    name: 'json-array-items',
    shop: shop(81, 'US', { words: WORDS.en, tax: 'top', rate: 8 }),
    form: { date: 'utc' },
    json: {
      around: (orders) => orders,
      tree: {
        order_number: at('identifier'),
        created_at: at('created_at'),
        updated_at: at('updated_at'),
        status: at('status'),
        currency: at('currency'),
        email: at('customer.email'),
        billing_address: place('billing_address'),
        shipping_address: place('shipping_address'),
        items: {
          lines: {
            id: at('item.identifier'),
            sku: at('item.sku'),
            name: at('item.title'),
            quantity: at('item.quantity', NUMBERS),
            price: at('item.unit_price'),
          },
        },
        shipping_total: at('shipping'),
        tax_total: at('tax'),
        total: at('total'),
      },
    },
  },
  {
    name: 'json-orders-products-invoiced',
    shop: shop(82, 'NL', {
      words: [
        ['complete', 'Shipped', 12],
        ['processing', 'Created', 4],
        ['partially_shipped', 'partly', 3],
        ['canceled', 'Cancelled', 2],
      ],
      tax: 'inside',
    }),
    form: { date: 'iso', numbers: true },
    json: {
      around: (orders) => ({ orders, count: orders.length }),
      tree: {
        entity_id: at('internal_id'),
        increment_id: at('identifier'),
        created_at: at('created_at'),
        updated_at: at('updated_at'),
        state: at('status'),
        order_currency_code: at('currency'),
        base_currency_code: at('currency'),
        customer_email: at('customer.email'),
        billing: place('billing_address'),
        shipping: place('shipping_address'),
        products: {
          lines: {
            item_id: at('item.identifier'),
            sku: at('item.sku'),
            name: at('item.title'),
            qty_ordered: at('item.quantity'),
            qty_invoiced: at('item.quantity'),
            qty_shipped: at('item.quantity_shipped'),
            qty_refunded: 0,
            price: at('item.unit_price'),
          },
        },
        shipping_amount: at('shipping'),
        discount_amount: 0,
        tax_amount: 0,
        grand_total: at('total'),
      },
    },
  },
  {
    name: 'json-data-one-order',
    shop: shop(83, 'GB', {
      words: words('shipped', 'open', 'cancelled'),
      tax: 'inside',
      orders: 1,
      lines: 4,
    }),
    form: { date: 'offset' },
    json: {
      around: (orders) => ({ data: one(orders) }),
      tree: {
        id: at('identifier'),
        placed_at: at('created_at'),
        updated_at: at('updated_at'),
        status: at('status'),
        currency: at('currency'),
        customer: { email: at('customer.email') },
        shipping_address: place('shipping_address'),
        items: {
          lines: {
            sku: at('item.sku'),
            title: at('item.title'),
            quantity: at('item.quantity', NUMBERS),
            unit_price: at('item.unit_price'),
          },
        },
        shipping: at('shipping'),
        total: at('total'),
      },
    },
  },
  {
    name: 'json-order-one-order',
    shop: shop(84, 'US', {
      words: words('shipped', 'open', 'cancelled'),
      tax: 'top',
      rate: 8,
      orders: 1,
      lines: 4,
    }),
    form: { date: 'offset' },
    json: {
      around: (orders) => ({ order: one(orders) }),
      tree: {
        number: at('identifier'),
        created_at: at('created_at'),
        modified_at: at('updated_at'),
        state: at('status'),
        currency: at('currency'),
        contact: { email: at('customer.email'), phone: at('customer.phone') },
        delivery: place('shipping_address'),
        positions: {
          lines: {
            sku: at('item.sku'),
            description: at('item.title'),
            quantity: at('item.quantity', NUMBERS),
            price: at('item.unit_price', NUMBERS),
          },
        },
        delivery_cost: at('shipping', NUMBERS),
        tax: at('tax', NUMBERS),
        total: at('total', NUMBERS),
      },
    },
  },
  {
    name: 'json-lines-cart',
    shop: shop(85, 'IT', { words: WORDS.it, tax: 'inside', discount: 'order' }),
    form: { date: 'offset' },
    json: {
      tree: {
        order_id: at('identifier'),
        date: at('created_at'),
        changed: at('updated_at'),
        status: at('status'),
        currency: at('currency'),
        user: {
          mail: at('customer.email'),
          first_name: at('customer.first_name'),
          last_name: at('customer.last_name'),
        },
        address: place('address'),
        cart: {
          lines: {
            code: at('item.sku'),
            product: at('item.title'),
            qty: at('item.quantity', NUMBERS),
            unit_price: at('item.unit_price', NUMBERS),
          },
        },
        discount: at('discount', { ...NUMBERS, negative: true }),
        shipping: at('shipping', NUMBERS),
        total: at('total', NUMBERS),
      },
    },
  },
  {
    name: 'json-cent-amount-rows',
    shop: shop(86, 'DE', { words: words('Delivered', 'Confirmed', 'Cancelled'), tax: 'inside' }),
    form: { date: 'utc', minor: true, numbers: true },
    json: {
      around: (results) => results,
      tree: {
        orderNumber: at('identifier'),
        createdAt: at('created_at'),
        lastModifiedAt: at('updated_at'),
        orderState: at('status'),
        customerEmail: at('customer.email'),
        shippingAddress: place('shipping_address'),
        billingAddress: place('billing_address'),
        rows: {
          lines: {
            id: at('item.identifier'),
            sku: at('item.sku'),
            name: at('item.title'),
            quantity: at('item.quantity'),
            price: { centAmount: at('item.unit_price'), currencyCode: at('currency') },
          },
        },
        shippingPrice: { centAmount: at('shipping'), currencyCode: at('currency') },
        totalPrice: { centAmount: at('total'), currencyCode: at('currency') },
      },
    },
  },
  {
    name: 'json-nested-money-no-total',
    shop: shop(87, 'FR', { words: WORDS.fr, tax: 'inside', freight: [490, 690] }),
    form: { date: 'offset' },
    json: {
      around: (orders) => ({ orders }),
      tree: {
        reference: at('identifier'),
        createdAt: at('created_at'),
        updatedAt: at('updated_at'),
        status: at('status'),
        buyer: { email: at('customer.email') },
        delivery: { address: place('shipping_address'), cost: price('shipping') },
        items: {
          lines: {
            offer: { sku: at('item.sku'), name: at('item.title') },
            quantity: at('item.quantity', NUMBERS),
            price: price('item.unit_price'),
          },
        },
      },
    },
  },
  {
    name: 'json-doubled-key',
    shop: shop(88, 'GB', { words: WORDS.en, tax: 'inside' }),
    form: { date: 'offset' },
    spoil: (text) => text.replaceAll('"channel":', '"channel": "web",\n  "channel":'),
    json: {
      around: (orders) => orders,
      tree: {
        number: at('identifier'),
        channel: 'web',
        created: at('created_at'),
        updated: at('updated_at'),
        status: at('status'),
        currency: at('currency'),
        email: at('customer.email'),
        shipping_address: place('shipping_address'),
        items: {
          lines: {
            sku: at('item.sku'),
            title: at('item.title'),
            quantity: at('item.quantity', NUMBERS),
            price: at('item.unit_price'),
          },
        },
        shipping: at('shipping'),
        total: at('total'),
      },
    },
  },
  {
    name: 'json-refund-list',
    shop: shop(89, 'US', { words: WORDS.en, tax: 'top', rate: 8, refunds: 40 }),
    form: { date: 'utc' },
    json: {
      around: (orders) => orders,
      tree: {
        id: at('internal_id'),
        number: at('identifier'),
        order_key: at((o: Fact) => `wc_order_${o.internalId}`),
        date_created: at('created_at'),
        date_modified: at('updated_at'),
        status: at('status'),
        currency: at('currency'),
        billing: { ...(place('billing_address') as object), email: at('customer.email') },
        shipping: place('shipping_address'),
        items: {
          lines: {
            sku: at('item.sku'),
            name: at('item.title'),
            quantity: at('item.quantity', NUMBERS),
            price: at('item.unit_price'),
          },
        },
        shipping_total: at('shipping'),
        total_tax: at('tax'),
        total: at('total'),
        refunds: [{ reason: 'returned', total: at('refunded') }],
      },
    },
  },
  {
    name: 'json-epoch-ms-lines-of-one-unit',
    shop: shop(90, 'PT', { words: WORDS.pt, tax: 'inside' }),
    form: { date: 'epoch ms', numbers: true },
    json: {
      tree: {
        orderId: at('identifier'),
        sellerId: '4410',
        creationDate: at('created_at'),
        lastChange: at('updated_at'),
        statusDescription: at('status'),
        currencyCode: at('currency'),
        clientProfile: { email: at('customer.email'), phone: at('customer.phone') },
        shippingAddress: place('shipping_address', {
          name: 'receiverName',
          street: 'street',
          house: 'number',
          zip_code: 'postalCode',
          city: 'city',
          country_code: 'country',
        }),
        items: {
          lines: {
            refId: at('item.sku'),
            name: at('item.title'),
            quantity: at('item.quantity'),
            price: at('item.unit_price'),
          },
        },
        shippingValue: at('shipping'),
        value: at('total'),
      },
    },
  },
];
