// What shows that rows of an order are a whole version of it: a line in common, sums of their own, or a date of change where
// nothing else can be meant.
import type { Finding } from '../../../contract/finding.ts';
import { createdApart } from '../../../contract/order-rules/accepted.ts';
import { microsOf } from '../../../contract/time.ts';
import { type Fields, pairFinding, placeArgs, type RowsMessage } from '../../rows.ts';
import type { SharedField } from '../values/value.ts';
import type { OrderRows } from './compile.ts';

/** Numbers of rows; `repeats` are further rows with the same cells. */
export interface VersionRows {
  readonly rows: readonly number[];
  readonly repeats: readonly number[];
}

export interface Part extends VersionRows {
  /** How it is known that the rows are a whole version. */
  readonly proof: 'order cells' | 'lines or sums' | 'sums';
}

export interface Built extends Part {
  readonly message: RowsMessage;
  /** The time of the version, microseconds since the epoch; NaN for none. */
  readonly micros: number;
  /** Whether that time was there twice, when the clock was set back. */
  readonly isAmbiguous: boolean;
}

/** Of one version all rows say the same of these. */
const TELLING = ['status', 'created_at', 'customer.email', 'customer.identifier'];

export const hasError = ({ findings }: RowsMessage) => findings.some(({ severity }) => severity === 'error');

export function isVersion(at: OrderRows, one: Built, all: readonly Built[]): boolean {
  const { proof, message } = one;
  if (proof === 'order cells' || (message.closes && !hasError(message)))
    return proof !== 'sums' || message.skip === undefined;
  // Rows of two orders under one number and date: as a version they would be left out together.
  if (proof === 'sums' || isMixed(message)) return false;
  return sharesLine(message, all) || isApart(at, one, all);
}

/** Whether a line of this message is in another one, too. */
export function sharesLine(message: RowsMessage, all: readonly Pick<Built, 'message'>[]): boolean {
  const others = new Set(all.flatMap((one) => (one.message === message ? [] : namesIn(one.message))));
  return namesIn(message).some((name) => others.has(name));
}

const namesIn = ({ raw }: RowsMessage): unknown[] =>
  ((raw['items'] ?? []) as readonly Fields[]).map((item) => item['identifier']);

/** Rows of one date of change in which the order has two customers, or two times of creation. */
const isMixed = ({ findings }: RowsMessage): boolean =>
  findings.some(({ code }) => code === 'order.rows.conflict' || code === 'order.created.changed');

/** That parts with lines differ in their date of change; undefined where it is the time of creation, too. */
export function datedApart(at: OrderRows, all: readonly Built[]): Finding | undefined {
  const { allNames, changedAt, levels } = at.compiled;
  const created = levels[0]!.fields.find(({ field }) => field.path === 'created_at')?.value;
  const dated = all.filter(({ message, micros }) => message.lines.length > 0 && !Number.isNaN(micros));
  const other = dated.find(({ micros }) => micros !== dated[0]!.micros);
  if (!other || created?.columns.some((index) => changedAt!.columns.includes(index))) return undefined;
  const placeOf = ({ rows }: Part) => at.places[rows[0]!]!;
  const cell = { path: 'updated_at', column: allNames[changedAt!.source(at.cells[0]!)]! };
  return pairFinding('order.rows.conflict', cell, [placeOf(dated[0]!), placeOf(other)], at.around);
}

/**
 * Whether a date of change is that of a whole version although no line and no sum says so: each other part has another date, and
 * stands in another file, or in another record that holds its lines; or it stands apart and says another thing of the order.
 */
function isApart(at: OrderRows, one: Built, all: readonly Built[]): boolean {
  const { message, rows, micros } = one;
  const { levels, ofOrder, inRecord } = at.compiled;
  if (message.lines.length === 0 || message.closes === false || !datedApart(at, all)) return false;
  const filesOf = (part: Part) => part.rows.map((row) => at.places[row]!.file);
  const isElsewhere = (other: Part) => filesOf(other).every((file) => !filesOf(one).includes(file));
  const isRecord = inRecord?.holdsLines(at.cells[rows[0]!]!);
  const isTogether = rows.at(-1)! - rows[0]! < rows.length;
  const isTold = ({ take, chosen, value }: SharedField) =>
    (take === 'same' || !chosen) && value.columns.every((index) => ofOrder.includes(index));
  const telling = levels[0]!.fields.filter((one) => TELLING.includes(one.field.path) && isTold(one));
  const saysOther = (other: RowsMessage) =>
    telling.some(({ field: { keys } }) => {
      const [here, there] = [textAt(message, keys), textAt(other, keys)];
      // Lines have times of their own, not far from each other.
      if (keys[0] === 'created_at') return createdApart(here, there, 'other').severity === 'error';
      return here !== '' && there !== '' && here.toLowerCase() !== there.toLowerCase();
    });
  const isOther = (other: Built) =>
    isRecord || isElsewhere(other) || (isTogether && saysOther(other.message));
  return all.every((other) => other === one || (Math.abs(other.micros - micros) > 0 && isOther(other)));
}

const textAt = ({ raw }: RowsMessage, keys: readonly string[]): string => {
  const value = keys.reduce<unknown>((at, key) => (at as Fields | undefined)?.[key], raw);
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * That another of the versions has another time of creation; or, where times are minutes or days and agree by chance, another
 * customer by number and e-mail, and no line in common.
 */
export function anotherOrder(
  at: OrderRows,
  { message, rows }: Pick<Built, 'message' | 'rows'>,
  all: readonly Built[],
): readonly Finding[] {
  const placeOf = (one: Pick<Part, 'rows'>) => at.places[one.rows[0]!]!;
  const createdOf = (one: RowsMessage) => textAt(one, ['created_at']);
  const customerOf = (one: RowsMessage) =>
    ['identifier', 'email'].map((field) => textAt(one, ['customer', field]).toLowerCase());
  const [number, email] = customerOf(message);
  const micros = microsOf(createdOf(message));
  const other = all.find((one) => Math.abs(microsOf(createdOf(one.message)) - micros) > 0);
  if (other) {
    const isOtherCustomer = email !== customerOf(other.message)[1];
    const about = { ...placeArgs(placeOf(other), at.around), isOtherCustomer };
    return [createdApart(createdOf(message), createdOf(other.message), 'other', about)];
  }
  // A customer without a number of its own may have corrected the e-mail.
  const isNumbered = number !== '' && number !== email;
  const stranger = all.find((one) => {
    const [otherNumber, otherEmail] = customerOf(one.message);
    return isNumbered && otherNumber !== '' && otherNumber !== number && otherEmail !== email;
  });
  if (!stranger || sharesLine(message, all)) return [];
  const field = at.compiled.levels[0]!.fields.find(({ field }) => field.path === 'customer.identifier');
  const cell = { path: 'customer.identifier', column: at.compiled.allNames[field!.value.columns[0]!]! };
  return [pairFinding('order.rows.conflict', cell, [placeOf(stranger), placeOf({ rows })], at.around)];
}
