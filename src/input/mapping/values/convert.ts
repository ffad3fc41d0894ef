// Converts the text of a cell to the value of a field as the mapping says: a text that cannot be read stays as it is
// and gets a finding.
import { inputFailure, type Place } from '../../../basics/failure.ts';
import { parseJsonStrictly } from '../../../basics/json.ts';
import type { Finding } from '../../../contract/finding.ts';
import { shown, wholeNumber } from '../../cells.ts';
import type { Cells } from '../../layout.ts';
import type { TableField } from '../../message-table.ts';
import type { DateReader } from './dates.ts';
import { type Rounding, wholeFrom } from './fraction.ts';
import { centsOf, type DecimalSign, fractionOf, numberOf } from './money.ts';

/** The row that is being read, and the list that its findings go to. */
export interface RowReading {
  cells: Cells;
  line: number;
  file: string;
  /** Decimals of the order's currency, when it has not two. */
  digits?: number;
  /** Their paths begin at the element that is read; the caller puts the way to it in front. */
  readonly findings: Finding[];
  /** The path of a cell in a JSON record; undefined for a cell of a table. */
  readonly pathOf?: ((cells: Cells, index: number) => string | undefined) | undefined;
}

/** How findings name a cell: by its number in the row, from 1, or by its path in the JSON record. */
export const cellOf = ({ pathOf, cells }: RowReading, index: number): number | string =>
  pathOf?.(cells, index) ?? index + 1;

/** The part of a place that names a cell. */
export const placeOfCell = (cell: number | string): Place =>
  typeof cell === 'number' ? { column: cell } : { jsonPath: cell };

/** Into how many parts the unit of the order's currency is divided in `*_cents`. */
export const partsOf = ({ digits = 2 }: Pick<RowReading, 'digits'>): number => 10 ** digits;

export const readingOf = (cells: Cells): RowReading => ({ cells, line: 0, file: '', findings: [] });

export interface ConvertRules {
  readonly decimal: () => DecimalSign;
  readonly wholeCents: boolean;
  /** For an amount with more than two decimals. */
  readonly round?: Rounding | undefined;
  /** For a field that is a date. */
  readonly dates: DateReader | undefined;
  readonly split: string | undefined;
  /** Name of the column, used in findings. */
  readonly column: string;
}

export type Convert = (text: string, row: RowReading, index: number) => unknown;

export function converterOf(field: TableField, rules: ConvertRules): Convert {
  const { path } = field;
  const unreadable = (code: string, text: string, row: RowReading, index: number, more = {}): string => {
    row.findings.push({
      code,
      severity: 'error',
      path,
      args: {
        column: rules.column,
        cell: cellOf(row, index),
        line: row.line,
        found: shown(text),
        reason: null,
        ...more,
      },
    });
    return text;
  };
  switch (field.kind) {
    case 'text':
      return (text) => text;
    case 'list':
      return (text) => {
        const list = rules.split === undefined ? [text] : text.split(rules.split);
        return list.map((part) => part.trim()).filter((part) => part !== '');
      };
    case 'integer':
      return (text, row, index) =>
        wholeOf(text, rules.decimal()) ??
        groupedOf(text, rules.decimal()) ??
        unreadable('cell.integer', text, row, index);
    case 'cents':
      if (rules.round)
        return (text, row, index) =>
          roundedOf(text, rules, row) ??
          unreadable('cell.amount', text, row, index, { reason: `decimal ${rules.decimal()}` });
      return rules.wholeCents
        ? (text, row, index) => wholeOf(text) ?? unreadable('cell.integer', text, row, index)
        : (text, row, index) =>
            centsOf(text, rules.decimal(), row.digits) ??
            unreadable('cell.amount', text, row, index, { reason: `decimal ${rules.decimal()}` });
    case 'number':
      return (text, row, index) => {
        const value = numberOf(text, rules.decimal());
        return Number.isFinite(value) ? value : unreadable('cell.number', text, row, index);
      };
    case 'json':
      return (text, row, index) => {
        const parsed = parseJsonStrictly(text);
        if (!parsed.fault) return parsed.value;
        return unreadable('cell.json', text, row, index, { reason: parsed.fault.message });
      };
    case 'timestamp':
    case 'day':
      return dated(path, rules.dates!, rules.column, unreadable);
  }
}

function dated(
  path: string,
  dates: DateReader,
  column: string,
  unreadable: (code: string, text: string, row: RowReading, index: number, more?: object) => string,
): Convert {
  const zone = dates.rules.zone?.name ?? null;
  return (text, row, index) => {
    const result = dates.read(text);
    switch (result.fault) {
      case 'zone':
        throw inputFailure(
          'input.timezone.missing',
          `The times in column ${JSON.stringify(column)} do not name a time zone`,
          {
            place: { file: row.file, line: row.line, ...placeOfCell(cellOf(row, index)) },
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
    if (result.note)
      row.findings.push({
        code: result.note,
        severity: 'note',
        path,
        args: { column, cell: cellOf(row, index), line: row.line, zone },
      });
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

/** An amount in cents, rounded as the mapping names it. */
function roundedOf(
  text: string,
  { decimal, wholeCents, round }: ConvertRules,
  row: RowReading,
): number | undefined {
  const exact = fractionOf(text, decimal());
  const cents = exact && wholeFrom(exact, wholeCents ? 1 : partsOf(row), round);
  return typeof cents === 'number' ? cents : undefined;
}

/** `1.200,0` with a decimal comma: with both signs the meaning is clear. */
function groupedOf(text: string, sign: DecimalSign): number | undefined {
  if (!/^\s*-?\d{1,3}(?:(?:\.\d{3})+,0*|(?:,\d{3})+\.0*)\s*$/.test(text)) return undefined;
  const value = numberOf(text, sign);
  return Number.isSafeInteger(value) ? value || 0 : undefined;
}
