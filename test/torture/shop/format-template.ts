// The template's CSV and NDJSON: the shop itself computes every amount, as the interface says.
import { iso, person } from './cells.ts';
import type { Export } from './formats.ts';
import { type Article, amountsOf, type Refund, statusOf, type Version } from './orders.ts';

const refundOf = (refund: Refund, { articles }: Version) => ({
  identifier: refund.id,
  total_refund_amount_cents: refund.amount,
  refund_line_items: refund.lines.map(({ uid, units }) => ({
    identifier: `${refund.id}-${uid}`,
    quantity: units,
    order_item_identifier: articles.find((article) => article.uid === uid)!.line,
  })),
  created_at: iso(refund.createdAt),
  ...(refund.rma === null ? {} : { rma_identifier: refund.rma }),
});

function orderOf(version: Version) {
  const { email, first, last, phone, street, city, state, zip, country } = person(version.customer);
  const address = {
    name: `${first} ${last}`,
    street1: street,
    city,
    state,
    zip_code: zip,
    country_code: country,
    phone,
  };
  const { product, tax, discount, total } = amountsOf(version.articles);
  return {
    identifier: version.number,
    raw_status: `shop ${version.note}`.trim(),
    status: statusOf(version),
    currency: 'USD',
    created_at: iso(version.createdAt),
    updated_at: iso(version.changedAt),
    total_amount_cents: total,
    product_amount_cents: product,
    tax_amount_cents: tax,
    discount_amount_cents: discount,
    shipping_amount_cents: 0,
    shipping_tax_amount_cents: 0,
    customer: { identifier: email, first_name: first, last_name: last, email, phone },
    shipping_address: address,
    billing_address: address,
  };
}

function itemOf(article: Article, { sentAt }: Version) {
  const { line, sku, price, tax, discount, quantity, shipped, cancelled } = article;
  return {
    identifier: line,
    sku,
    quantity,
    quantity_shipped: shipped,
    quantity_canceled: cancelled,
    ...(shipped > 0 && sentAt !== null ? { tracking_number: `T${line}`, shipped_date: iso(sentAt) } : {}),
    product_identifier: sku,
    variant_identifier: sku,
    title: `Article ${sku}`,
    product_amount_cents: price * shipped,
    tax_amount_cents: tax * shipped,
    discount_amount_cents: discount * shipped,
    unit_price_amount_cents: price,
    image_url: 'https://shop.example.com/a.jpg',
    weight: 0.4,
  };
}

export const ndjson = (versions: readonly Version[]): string =>
  versions
    .map((version) => ({
      ...orderOf(version),
      tags: [],
      items: version.articles.map((article) => ({ ...itemOf(article, version), tags: [] })),
      transactions: [],
      refunds: version.refunds.map((refund) => refundOf(refund, version)),
      discounts: [],
    }))
    .map((order) => `${JSON.stringify(order)}\n`)
    .join('');

/** Members of objects as columns, joined with dots. */
function flat(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, member]): [string, string][] =>
    typeof member === 'object'
      ? flat(member as object, `${prefix}${key}.`)
      : [[`${prefix}${key}`, `${member}`]],
  );
}

export function template(versions: readonly Version[]): Export {
  const groups = versions.map((version) => {
    const refunds = JSON.stringify(version.refunds.map((refund) => refundOf(refund, version)));
    const order = [...flat({ ...orderOf(version), tags: '', refunds })];
    const items = version.articles.map((article) => ({ ...itemOf(article, version), tags: '' }));
    return items.map((item) => new Map([...order, ...flat(item, 'item.')]));
  });
  const header = [...new Set(groups.flat().flatMap((row) => [...row.keys()]))];
  return {
    header,
    groups: groups.map((rows) => rows.map((row) => header.map((name) => row.get(name) ?? ''))),
  };
}
