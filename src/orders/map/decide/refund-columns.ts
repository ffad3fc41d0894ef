// Where the refunds of an unknown export stand: number, date, units and money of each. They are columns that speak of
// refunds and are filled on the same rows.
import { groupBy } from '../../../basics/groups.ts';
import { centsOf } from '../../../input/mapping/values/money.ts';
import { REFUND } from '../../audit/money.ts';
import { speaksOf } from '../../audit/suspicion.ts';
import type { Column, Row } from '../look/columns.ts';
import { meansOf } from '../look/words.ts';
import type { RefundPlace } from '../write/edits.ts';
import type { Reading } from './amounts.ts';
import { isPlanned } from './cell-tests.ts';
import { creditRefundsOf } from './credit-refunds.ts';
import type { Hypothesis } from './hypothesis.ts';

/** Refunds that can be sent. */
export interface RefundColumns extends RefundPlace {
  /** Of number, units, money and date. */
  readonly names: readonly string[];
  /** Orders at the head of the file that have one. */
  readonly orders: number;
}

/** Undefined where units, money or date are not one column each. Of a list in JSON each field is asked, after the audit. */
export function refundColumnsOf(h: Hypothesis, reading: Reading | undefined): RefundColumns | undefined {
  const credited = h.names.some((name) => name.includes('[].')) ? undefined : creditRefundsOf(h, reading);
  if (credited) return credited;
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
  const units = unitsIn(own.filter((one) => one !== money));
  const [date, ...more] = own.filter((one) => one.share.date > 0.9 && !isPlanned(one));
  if (!units || !date || more.length > 0) return undefined;
  const number = own.find((one) => isNumber(one) && ![money, units, date].includes(one));
  // Another amount on the rows of one refund, or the worth of the units on its row, each time: then it is that of the line.
  const isVaried = h.orders.some((order) => {
    const refunds = groupBy(
      order.filter((row) => isFilled(money, row)),
      (row) => (number ? row[number.index]! : ''),
    );
    return [...refunds.values()].some((its) => new Set(its.map((row) => cents(money, row))).size > 1);
  });
  const isWorth = (row: Row) =>
    price !== undefined && cents(money, row) === cents(price, row) * Math.abs(Number(row[units.index]));
  const isOfLines = (isVaried && number !== undefined) || refunded.every(isWorth);
  const positive = (one: Column) =>
    one.texts.some((text) => text.startsWith('-')) ? { multiply: [-1, one.name] } : one.name;
  const amount = positive(money);
  return {
    names: [number, units, money, date].flatMap((one) => one?.name ?? []),
    column: money.name,
    mapping: {
      refund: {
        identifier: number?.name ?? { generate: 'refund' },
        total_refund_amount_cents: isOfLines ? { sum: [amount], over: 'refund_lines' } : amount,
        created_at: date.name,
      },
      refund_line: { quantity: positive(units) },
    },
    orders: h.orders.filter((order) => order.some((row) => isFilled(money, row))).length,
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
