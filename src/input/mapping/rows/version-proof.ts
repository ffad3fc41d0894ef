// What shows that rows of an order are a whole version of it: a line in common, sums of their own, or a date of change where
// nothing else can be meant.
import type { Finding } from '../../../contract/finding.ts';
import { createdApart } from '../../../contract/order-rules/accepted.ts';
import type { Cells, Fields, FileFacts, RowsMessage } from '../../rows.ts';
import type { RowPlace } from '../../types.ts';
import type { Compiled } from './compile.ts';

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
const TELLING: ReadonlySet<string> = new Set([
  'status',
  'created_at',
  'customer.email',
  'customer.identifier',
]);

export const hasError = ({ findings }: RowsMessage) => findings.some(({ severity }) => severity === 'error');

export function isWhole({ proof, message }: Built, all: readonly Built[]): boolean {
  if (proof === 'order cells' || (message.closes && !hasError(message)))
    return proof !== 'sums' || message.skip === undefined;
  // Rows of two orders under one number and date: as a version they would be left out together.
  if (proof === 'sums' || isMixed(message)) return false;
  return sharesLine(message, all);
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

/** Two parts that have lines, and dates of change that differ; none where that date is the one of creation, too. */
export function datedApart({ levels, changedAt }: Compiled, all: readonly Built[]): readonly Built[] {
  const created = levels[0]!.fields.find(({ field }) => field.path === 'created_at')?.value;
  if (created?.columns.some((index) => changedAt?.columns.includes(index))) return [];
  const dated = all.filter(({ message, micros }) => message.lines.length > 0 && !Number.isNaN(micros));
  const other = dated.find(({ micros }) => micros !== dated[0]!.micros);
  return other ? [dated[0]!, other] : [];
}

/**
 * Whether a date of change is that of a whole version although no line and no sum says so: each other part has another date, and
 * stands in another file, or in another record that holds its lines; or it stands apart and says another thing of the order.
 */
export function isApart(
  compiled: Compiled,
  one: Built,
  all: readonly Built[],
  cells: readonly Cells[],
  places: readonly RowPlace[],
): boolean {
  const { message, rows, micros } = one;
  const { levels, ofOrder, inRecord } = compiled;
  const isOfLine = one.proof !== 'lines or sums' || datedApart(compiled, all).length === 0;
  if (isOfLine || message.lines.length === 0 || message.closes === false || isMixed(message)) return false;
  const files = new Set(rows.map((row) => places[row]!.file));
  const isRecord = inRecord?.holdsLines(cells[rows[0]!]!);
  const isTogether = rows.at(-1)! - rows[0]! < rows.length;
  const telling = levels[0]!.fields.filter(
    ({ field, value, take, chosen }) =>
      TELLING.has(field.path) &&
      (take === 'same' || !chosen) &&
      value.columns.every((i) => ofOrder.includes(i)),
  );
  const saysOther = (other: RowsMessage) =>
    telling.some(({ field: { keys } }) => {
      const [here, there] = [textAt(message.raw, keys), textAt(other.raw, keys)];
      // Lines have times of their own, not far from each other.
      if (keys[0] === 'created_at') return createdApart(here, there, 'other').severity === 'error';
      return here !== '' && there !== '' && here.toLowerCase() !== there.toLowerCase();
    });
  const isElsewhere = (other: Built) => other.rows.every((row) => !files.has(places[row]!.file));
  return all.every(
    (other) =>
      other === one ||
      (Math.abs(other.micros - micros) > 0 &&
        (isRecord || isElsewhere(other) || (isTogether && saysOther(other.message)))),
  );
}

const textAt = (raw: Fields, keys: readonly string[]): string => {
  const value = keys.reduce<unknown>((at, key) => (at as Fields | undefined)?.[key], raw);
  return typeof value === 'string' ? value.trim() : '';
};

/** That another version, which begins at `place`, has another time of creation. */
export function anotherOrder(
  { raw }: RowsMessage,
  { raw: other }: RowsMessage,
  { line, file }: RowPlace,
  around: FileFacts,
): Finding {
  const [email, otherEmail] = [raw, other].map((one) => textAt(one, ['customer', 'email']).toLowerCase());
  const about = { line, file: around.nameOf(file), isOtherCustomer: email !== otherEmail };
  return createdApart(String(raw['created_at']), String(other['created_at']), 'other', about);
}
