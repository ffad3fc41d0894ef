// A table that no shipped mapping knows, with a mapping written by hand: table.json in this folder.
import fs from 'node:fs';
import { money, person, time } from './cells.ts';
import type { Export } from './formats.ts';
import { articleOf, orderedAmounts, statusOf, type Version } from './orders.ts';
import type { Shop } from './shop.ts';

const WHOLE = fs.readFileSync(new URL('table.json', import.meta.url), 'utf8');

/** The mapping of a shop: without line identifiers, without a date of change. */
export function tableMapping(shop: Shop): unknown {
  const mapping = JSON.parse(WHOLE);
  if (!shop.lineIds) {
    mapping.item.identifier = { generate: 'line' };
    delete mapping.refund_line.order_item_identifier;
    mapping.refund_line.sku = 'Art';
  }
  if (!shop.changeDates) mapping.order.updated_at = { latest: ['Dropped at', 'Sent at', 'Placed'] };
  return mapping;
}

export function table(versions: readonly Version[], shop: Shop): Export {
  const header = ['No', 'State', 'Placed', ...(shop.changeDates ? ['Changed'] : []), 'Sent at', 'Dropped at'];
  header.push('Note', 'Mail', 'Phone', 'Name', 'Street', 'City', 'State code', 'Zip', 'Land', 'Coin');
  header.push('Goods', 'Off all', 'Tax all', 'Sum', ...(shop.lineIds ? ['Line'] : []), 'Art', 'Text');
  header.push(
    'Ordered',
    'Sent',
    'Dropped',
    'Each',
    'Tax',
    'Off',
    'Back no',
    'Back units',
    'Back sum',
    'Back at',
    'Back RMA',
  );
  const groups = versions.map((version) => {
    const { number, createdAt, changedAt, sentAt, cancelledAt, articles, refunds } = version;
    const { email, first, last, phone, street, city, state, zip, country } = person(version.customer);
    const { product, tax, discount, total } = orderedAmounts(articles);
    const when = (ms: number | null) => time(ms, shop.berlin);
    const order = [number, statusOf(version).toLowerCase(), when(createdAt)];
    if (shop.changeDates) order.push(when(changedAt));
    order.push(when(sentAt), when(cancelledAt), version.note);
    order.push(email, phone, `${first} ${last}`, street, city, state, zip, country, 'USD');
    order.push(...[product, discount, tax, total].map(money));
    const named = (line: string, sku: string) => (shop.lineIds ? [line, sku] : [sku]);
    const items = articles.map((one) => {
      const cells = [`${one.quantity}`, `${one.shipped}`, `${one.cancelled}`, money(one.price)];
      cells.push(money(one.tax * one.quantity), money(one.discount * one.quantity));
      return [...order, ...named(one.line, one.sku), `Article ${one.sku}`, ...cells, '', '', '', '', ''];
    });
    const backs = refunds.flatMap(({ id, amount, lines, createdAt: at, rma }) =>
      lines.map(({ uid, units }) => {
        const { line, sku } = articleOf(version, uid);
        const cells = [id, `${units}`, money(amount), when(at), rma ?? ''];
        return [...order, ...named(line, sku), '', '', '', '', '', '', '', ...cells];
      }),
    );
    return [...items, ...backs];
  });
  return { header, groups };
}
