// Rows with units below zero that say all that a refund needs: whose date and number are not those of their order, and which take
// back lines of it.
import type { Column, Row } from '../look/columns.ts';
import type { Reading } from './amounts.ts';
import { isPlanned } from './cell-tests.ts';
import type { Hypothesis } from './hypothesis.ts';

/** Undefined where something is missing, or where such rows say otherwise what an order is. */
export function creditRefundsOf(h: Hypothesis, reading: Reading | undefined) {
  const { credits: units, creditRows: rows, key, roles, columns } = h;
  if (!units || !key || !reading || reading.tax || reading.discounts.length > 0) return undefined;
  const sales = new Map(h.orders.map((order) => [order[0]![key.index]!, order]));
  /** Whether sales of its order have the text of a credit in this column. */
  const isOfSale = ({ index }: Pick<Column, 'index'>, row: Row) =>
    sales.get(row[key.index]!)?.some((one) => one[index] === row[index]) ?? false;
  const of = (role: string) => roles.get(role)?.column;
  const ofOrder = [of('created_at')?.index, of('updated_at')?.index, reading.total, reading.shipping?.index];
  const isSame = ofOrder.every(
    (index) => index === undefined || rows.every((row) => row[index] === '' || isOfSale({ index }, row)),
  );
  const line = [of('item.identifier'), of('item.sku')].find(
    (one) => one && rows.every((row) => isOfSale(one, row)),
  );
  const price = columns[reading.price]!;
  const isBack = (row: Row) => row[price.index]!.startsWith('-') === (reading.per === 'line');
  if (!isSame || !line || !rows.every(isBack)) return undefined;
  const own = columns.filter((one) => rows.every((row) => row[one.index] !== '' && !isOfSale(one, row)));
  const [date, ...dates] = own.filter((one) => one.share.date > 0.9 && !isPlanned(one));
  // Two orders have no document in common.
  const isDocument = ({ index, share }: Column) =>
    share.date < 0.5 &&
    rows.every((row) => DOCUMENT.test(row[index]!)) &&
    rows.every((row) => rows.every((one) => one[index] !== row[index] || one[key.index] === row[key.index]));
  const number = own.find((one) => one !== line && isDocument(one));
  if (!date || dates.length > 0) return undefined;
  const when = { column: units.name, lessThan: 0 };
  const worth = reading.per === 'line' ? [-1, price.name] : [-1, price.name, units.name];
  const isIdentifier = line === of('item.identifier');
  return {
    names: [number, units, price, date].flatMap((one) => one?.name ?? []),
    column: units.name,
    when,
    mapping: {
      rows: { refund: when },
      refund: {
        identifier: number?.name ?? { generate: 'refund' },
        total_refund_amount_cents: { sum: [{ multiply: worth }], over: 'refund_lines' },
        created_at: date.name,
      },
      refund_line: {
        [isIdentifier ? 'order_item_identifier' : 'sku']: line.name,
        quantity: { multiply: [-1, units.name] },
      },
    },
    orders: new Set(rows.map((row) => row[key.index])).size,
  };
}
/** With a digit, and no amount. */
const DOCUMENT = /^(?!.*[.,]\d{1,2}$)[\p{L}\d][^\s]*\d$/u;
