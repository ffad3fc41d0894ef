// Converts the text of a cell to the value of a field as the mapping says: a text that cannot be read stays as it is
// and gets a finding.

import { inputFailure } from '../../../basics/failure.ts';
import type { TableField } from '../../message-table.ts';
import {
  cellArgs,
  finding,
  jsonCell,
  placeOfCell,
  type RowReading,
  shown,
  unreadableCell,
  wholeNumber,
} from '../../rows.ts';
import { pathOf } from '../json/json-paths.ts';
import type { ColumnValue } from '../language/value-shape.ts';
import { faultAt, inside, type Target } from './binding.ts';
import type { DateReader } from './dates.ts';
import { type Fraction, over, type Rounding, wholeFrom } from './fraction.ts';
import { centsOf, type DecimalSign, fractionOf, isInOther, numberOf, piecesIn } from './money.ts';
import { partsOf } from './value.ts';

export type Convert = (text: string, row: RowReading, index: number) => unknown;

/** `columns` are those that the texts come from. @throws Failure exit 6 for what the field cannot be read with */
export function converter(
  { round, unit, values, strip, format, split }: Omit<ColumnValue, 'column'>,
  at: Target,
  columns: readonly number[],
): Convert {
  const { field, to, isPart } = at;
  const { kind, path } = field;
  const { decimal, names } = to;
  const wholeCents = unit === 'cents';
  const column = pathOf(names[columns[0]!] ?? '');
  if (round !== undefined && kind !== 'cents' && !isPart)
    throw faultAt(inside(at, 'round'), 'Only amounts are rounded', 'an amount in cents');
  const decides = isPart || kind === 'cents' || (kind === 'integer' && to.decidesWholes);
  if (decides && !wholeCents && values === undefined) to.noteAmounts(columns, strip);
  const unreadable = (code: string, text: string, row: RowReading, index: number, more = {}): string =>
    unreadableCell(code, text, row, { path, column, index }, more);
  const wrong = kind === 'cents' ? 'cell.amount' : 'cell.number';
  const noNumber = (text: string, row: RowReading, index: number, more = {}) => {
    const other = isInOther(text, row.currency) && { found: text, currency: row.currency };
    return unreadable(wrong, text, row, index, { reason: `decimal ${decimal()}`, ...more, ...other });
  };
  if (isPart)
    return (text, row, index) => {
      const exact = fractionOf(text, decimal(), row.currency) ?? fractionOf(piecesIn(text) ?? '', decimal());
      if (!exact) return noNumber(text, row, index, { column: pathOf(names[index] ?? '') });
      const amount = wholeCents ? over(exact, { top: BigInt(partsOf(row)), bottom: 1n })! : exact;
      return rounded(amount, round, field, row);
    };
  switch (kind) {
    case 'text':
      return (text) => text;
    case 'list':
      return (text) => {
        const list = split === undefined ? [text] : text.split(split);
        return list.map((part) => part.trim()).filter((part) => part !== '');
      };
    case 'integer':
      return (text, row, index) =>
        wholeOf(text, decimal()) ??
        groupedOf(text, decimal()) ??
        wholeOf(piecesIn(text) ?? '', decimal()) ??
        unreadable('cell.integer', text, row, index);
    case 'cents':
      if (round)
        return (text, row, index) => {
          const exact = fractionOf(text, decimal(), row.currency);
          const cents = exact && wholeFrom(exact, wholeCents ? 1 : partsOf(row), round);
          return typeof cents === 'number' ? cents : noNumber(text, row, index);
        };
      return wholeCents
        ? (text, row, index) => wholeOf(text) ?? unreadable('cell.integer', text, row, index)
        : (text, row, index) =>
            centsOf(text, decimal(), row.digits, row.currency) ?? noNumber(text, row, index);
    case 'number':
      return (text, row, index) => {
        const value = numberOf(text, decimal());
        return Number.isFinite(value) ? value : noNumber(text, row, index);
      };
    case 'json':
      return (text, row, index) => jsonCell(text, row, { path, column, index });
    case 'timestamp':
    case 'day':
      return dated(path, to.datesOf(kind, columns, format, at.parts), column, unreadable);
  }
}

function dated(
  path: string,
  readerOf: (index: number) => DateReader,
  column: string,
  unreadable: (code: string, text: string, row: RowReading, index: number, more?: object) => string,
): Convert {
  return (text, row, index) => {
    const reader = readerOf(index);
    const zone = reader.rules.zone?.name ?? null;
    const result = reader.read(text);
    switch (result.fault) {
      case 'zone':
        throw inputFailure(
          'input.timezone.missing',
          `The times in column ${JSON.stringify(column)} do not name a time zone`,
          {
            place: placeOfCell(row, index),
            expected: 'a time with an offset, or the zone of the export',
            found: shown(text),
            hint: 'Give the zone of the shop: --timezone Europe/London (any IANA name), or dates.timezone in the mapping.',
          },
        );
      case 'gap':
        return unreadable('cell.date.gap', text, row, index, { zone });
      case 'unreadable':
        return unreadable('cell.date', text, row, index);
    }
    const { note, later } = result;
    if (note) {
      const args = { ...cellArgs(row, { path, column, index }), zone, ...(later && { later }) };
      row.findings.push(finding('note', note, path, args));
    }
    return result.text;
  };
}

/**
 * `3`, `-3`, `3.0`, `3,00`: a whole number whose decimals are all zero. With a decimal comma, `1.000` may be one
 * thousand, so it is refused; so is `1,000` with a decimal point.
 */
export function wholeOf(text: string, sign?: DecimalSign): number | undefined {
  const plain = wholeNumber(text);
  if (plain !== undefined) return plain;
  const m = /^\s*(-?\d{1,16})(?:([.,])0*)?\s*$/.exec(text);
  if (!m || (sign !== undefined && m[2] !== undefined && m[2] !== sign)) return undefined;
  const value = Number(m[1]);
  return Number.isSafeInteger(value) ? value || 0 : undefined;
}

/** What a result is multiplied by to be the value of the field: amounts are calculated as the export writes them. */
export const scaleOf = ({ kind }: TableField, row: RowReading): number =>
  kind === 'cents' ? partsOf(row) : 1;

export function rounded(
  amount: Fraction,
  round: Rounding | undefined,
  field: TableField,
  row: RowReading,
): Fraction {
  if (round === undefined) return amount;
  const scale = scaleOf(field, row);
  return { top: BigInt(wholeFrom(amount, scale, round)!), bottom: BigInt(scale) };
}

/** `1.200,0` with a decimal comma: with both signs the meaning is clear. */
function groupedOf(text: string, sign: DecimalSign): number | undefined {
  if (!/^\s*-?\d{1,3}(?:(?:\.\d{3})+,0*|(?:,\d{3})+\.0*)\s*$/.test(text)) return undefined;
  const value = numberOf(text, sign);
  return Number.isSafeInteger(value) ? value || 0 : undefined;
}
