// Orders to template CSV: the inverse of reading, also used for the template itself.
import { isObject } from '../basics/json.ts';
import { FIELDS, type Field, TEMPLATE_COLUMNS } from './fields.ts';

/**
 * One row per item (one for an order without items), in the columns of the template and those others that some order
 * needs. What a column cannot hold (unknown fields, a tag with `|` inside) is not written.
 */
export function writeCsvOrders(orders: readonly unknown[], delimiter = ','): string {
  const columns = FIELDS.filter(
    (field) => TEMPLATE_COLUMNS.includes(field.name) || orders.some((order) => isUsed(field, order)),
  );
  const rows = orders.flatMap((order) => {
    const items = itemsOf(order);
    return (items.length > 0 ? items : [{}]).map((item) =>
      columns.map((field) => cellText(field, fieldOf(field, order, item))),
    );
  });
  return [columns.map((field) => field.name), ...rows]
    .map((cells) => `${cells.map((cell) => quoteCell(cell, delimiter)).join(delimiter)}\n`)
    .join('');
}

/** Quotes a cell where CSV demands it. */
export function quoteCell(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

function itemsOf(order: unknown): readonly unknown[] {
  const items = isObject(order) ? order['items'] : undefined;
  return Array.isArray(items) ? items : [];
}

function isUsed(field: Field, order: unknown): boolean {
  if (field.level === 'order') return fieldOf(field, order, {}) !== undefined;
  return itemsOf(order).some((item) => fieldOf(field, order, item) !== undefined);
}

function fieldOf(field: Field, order: unknown, item: unknown): unknown {
  const owner = field.level === 'item' ? item : order;
  const holder = field.parent === '' ? owner : isObject(owner) ? owner[field.parent] : undefined;
  return isObject(holder) ? holder[field.key] : undefined;
}

function cellText(field: Field, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (field.kind === 'list' && Array.isArray(value)) return value.join('|');
  return typeof value === 'string' && field.kind !== 'json' ? value : JSON.stringify(value);
}
