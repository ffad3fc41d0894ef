// Where the refunds of an unknown export stand: number, date, units and money of each. In a table they are columns that speak of
// refunds and are filled on the same rows; in JSON they are a list of their own, whose lines are those of the order.
import { centsOf } from '../../../input/mapping/values/money.ts';
import { REFUND } from '../../audit/money.ts';
import { grouped, speaksOf } from '../../audit/suspicion.ts';
import { type Column, columnsOf, type Row } from '../look/columns.ts';
import type { RefundList } from '../look/json-export.ts';
import { meansOf } from '../look/words.ts';
import type { MappingJson } from '../types.ts';
import type { RefundPlace } from '../write/edits.ts';
import { isPlanned } from './cell-tests.ts';
import type { Hypothesis } from './hypothesis.ts';

/** Refunds that can be sent. */
export interface RefundColumns extends RefundPlace {
  /** Of number, units, money and date. */
  readonly names: readonly string[];
  /** Orders at the head of the file that have one. */
  readonly orders: number;
}

/** Undefined where units, money or date are not one column each. */
export function refundColumnsOf(h: Hypothesis, list: RefundList | undefined): RefundColumns | undefined {
  return list ? inList(h, list) : inTable(h);
}

function inTable(h: Hypothesis): RefundColumns | undefined {
  const rows = h.orders.flat();
  const speaks = h.columns.filter(
    (one) => one.filled > 0 && (meansOf(one.meaning, ['refund']) || speaksOf(one.name, REFUND)),
  );
  const money = h.roles.get('refunded')?.column ?? amountIn(speaks);
  if (!money) return undefined;
  const isFilled = ({ index }: Column, row: Row) => !/^[0.,\s-]*$/.test(row[index]!);
  const refunded = rows.filter((row) => isFilled(money, row));
  // What stands on other rows as well says something else, such as how long goods can be sent back.
  const own = speaks.filter((one) => rows.every((row) => isFilled(one, row) === isFilled(money, row)));
  const cents = ({ index }: Column, row: Row) => Math.abs(centsOf(row[index]!, h.decimal ?? '.') ?? 0);
  const price = h.roles.get('item.price')?.column;
  if (refunded.length === rows.length) return undefined;
  return refundsOf(own, {
    money,
    dates: own.filter((one) => one.share.date > 0.9 && !isPlanned(one)),
    // Another amount on the rows of one refund, or the worth of the units on its row, each time: then it is that of the line.
    isOfLines(units, number) {
      const isVaried = h.orders.some((order) => {
        const refunds = grouped(
          order.filter((row) => isFilled(money, row)),
          (row) => (number ? row[number.index] : ''),
        );
        return [...refunds.values()].some((its) => new Set(its.map((row) => cents(money, row))).size > 1);
      });
      const isWorth = (row: Row) =>
        price !== undefined && cents(money, row) === cents(price, row) * Math.abs(Number(row[units.index]));
      return (isVaried && number !== undefined) || refunded.every(isWorth);
    },
    orders: h.orders.filter((order) => order.some((row) => isFilled(money, row))).length,
  });
}

function inList(h: Hypothesis, { path, names, rows, records }: RefundList): RefundColumns | undefined {
  const columns = columnsOf(names, rows).filter(({ filled }) => filled > 0);
  const line = lineKeyIn(h, columns, rows);
  const others = columns.filter((one) => one !== line?.column);
  const isOfLine = ({ name }: Column) => name.startsWith(`${path}.`);
  const money = amountIn(others.filter((one) => !isOfLine(one))) ?? amountIn(others);
  const dated = others.filter((one) => one.share.date > 0.9);
  const ofRefund = dated.filter((one) => !isPlanned(one) && !isOfLine(one));
  const dates = ofRefund.length > 0 ? ofRefund : dated;
  if (!line || !money) return undefined;
  const found = refundsOf(others, { money, dates, isOfLines: () => isOfLine(money), orders: records });
  if (!found) return undefined;
  const { refund_line } = found.mapping as Record<string, MappingJson>;
  const more = {
    rows: { refund: { list: path } },
    refund_line: { ...refund_line, [line.field]: line.column.name },
  };
  return { ...found, mapping: { ...found.mapping, ...more } };
}

/** What says which line of the order a refund is of: the identifier of the line, or else its article. */
function lineKeyIn(h: Hypothesis, columns: readonly Column[], rows: readonly Row[]) {
  const textsOf = (role: string) => {
    const { index = -1 } = h.roles.get(role)?.column ?? {};
    return h.orders.map((order) => order.map((row) => row[index] ?? ''));
  };
  const isOneOf = (texts: readonly (readonly string[])[]) => {
    const all = new Set(texts.flat());
    return ({ index }: Column) => rows.every((row) => row[index] !== '' && all.has(row[index]!));
  };
  const lines = textsOf('item.identifier');
  // Positions within an order are like many other numbers.
  const isApart = new Set(lines.flat()).size === lines.flat().length;
  const isLine = isOneOf(lines);
  const column = columns.find(
    (one) => isLine(one) && (isApart || meansOf(one.meaning, ['line', 'item'])) && !isUnits(one),
  );
  if (column && lines.every((its) => new Set(its).size === its.length))
    return { field: 'order_item_identifier', column };
  const article = columns.find(isOneOf(textsOf('item.sku')));
  return article && { field: 'sku', column: article };
}

interface Found {
  readonly money: Column;
  readonly dates: readonly Column[];
  /** Whether the money is that of the line. */
  readonly isOfLines: (units: Column, number: Column | undefined) => boolean;
  readonly orders: number;
}

function refundsOf(
  columns: readonly Column[],
  { money, dates, isOfLines, orders }: Found,
): RefundColumns | undefined {
  const units = unitsIn(columns.filter((one) => one !== money));
  const [date, ...more] = dates;
  if (!units || !date || more.length > 0) return undefined;
  const number = columns.find((one) => isNumber(one) && ![money, units, date].includes(one));
  const positive = (one: Column) =>
    one.texts.some((text) => text.startsWith('-')) ? { multiply: [-1, one.name] } : one.name;
  const amount = positive(money);
  return {
    names: [number, units, money, date].flatMap((one) => one?.name ?? []),
    column: money.name,
    mapping: {
      refund: {
        identifier: number?.name ?? { generate: 'refund' },
        total_refund_amount_cents: isOfLines(units, number)
          ? { sum: [amount], over: 'refund_lines' }
          : amount,
        created_at: date.name,
      },
      refund_line: { quantity: positive(units) },
    },
    orders,
  };
}

/** The only one with amounts, or the only total among several. */
function amountIn(columns: readonly Column[]): Column | undefined {
  const amounts = columns.filter(
    (one) =>
      one.share.number > 0.9 &&
      one.share.date < 0.5 &&
      !meansOf(one.meaning, ['quantity', 'count', 'number']),
  );
  const totals = amounts.filter(({ meaning }) => meansOf(meaning, ['total']));
  const [only, ...more] = totals.length > 0 ? totals : amounts;
  return more.length === 0 ? only : undefined;
}

function unitsIn(columns: readonly Column[]): Column | undefined {
  const counts = columns.filter(isUnits);
  return counts.length === 1 ? counts[0] : undefined;
}

const isUnits = ({ texts, meaning }: Column): boolean =>
  texts.every((text) => /^-?\d+$/.test(text)) && meansOf(meaning, ['quantity', 'count']);

const isNumber = ({ meaning, share }: Column): boolean =>
  meansOf(meaning, ['number', 'reference', 'code']) && share.date < 0.5;
