// What somebody who knows the shop answers about an export of the corpus: from its description, by the id of the question and the
// meaning of its choices. Questions that are not known are told, not guessed.

import type { MapResult } from '../../../../src/orders/map/propose.ts';
import type { Answer, Answers, AskedQuestion, FieldChoice } from '../../../../src/orders/map/types.ts';
import { type Description, formOf } from './describe.ts';
import { type AmountColumn, equationChoice } from './equations.ts';
import type { Fact, Line, Meaning } from './facts.ts';
import type { WrittenExport } from './write.ts';

export interface Asked {
  readonly description: Description;
  readonly file: WrittenExport;
  readonly facts: readonly Fact[];
}

export function truthfulAnswer(asked: Asked, question: AskedQuestion): Answer | undefined {
  const { description, file, facts } = asked;
  const { id, choices, words } = question;
  const form = formOf(description);
  const offered = (...values: readonly (string | undefined)[]): string | undefined =>
    values.find((value) => value !== undefined && choices.some((one) => one.value === value));
  const given = description.answers?.[id];
  if (given !== undefined && (choices.length === 0 || offered(given))) return given;
  if (words) return wordAnswers(asked, question);
  const [kind = '', about = ''] = split(id);
  switch (kind) {
    case 'timezone':
      return form.zone;
    case 'decimal':
      return form.decimal;
    case 'date_order':
      return form.date.startsWith('m') ? 'month first' : 'day first';
    case 'currency':
      return description.shop.home.currency;
    case 'country':
      return description.shop.home.code;
    case 'round':
      return 'half_up';
    case 'minor_units':
      return 'iso';
    case 'email':
      return offered('refuse', 'leave out');
    case 'sku':
      return offered('title', 'refuse');
    case 'postal_code':
    case 'zip_code':
      return offered('send', 'warn', 'refuse');
    case 'shipping_address':
      return offered('billing', 'refuse');
    case 'billing_address':
      return offered('shipping', 'refuse');
    case 'refunds':
    case 'refunded':
      return offered('warn', 'refuse');
    case 'confirm':
      // The judge tells a mapping that is wrong all the same.
      return offered('yes');
    case 'cents':
    case 'minor':
      return offered(isMinor(file, about) ? 'cents' : 'units', isMinor(file, about) ? 'minor' : 'major');
    case 'fees':
      return offered('shipping');
    case 'amounts':
      return equationChoice(amountsOf(file), facts, isTotal, choices);
    case 'updated_at':
      return offered(file.headers.get('updated_at'), 'latest');
    case 'column':
    case 'field':
      return offered(headerOf(file, about), 'none', 'latest');
    case 'status':
      return undefined;
  }
  return offered(headerOf(file, id));
}

const split = (id: string): string[] => {
  const at = id.indexOf(':');
  return at < 0 ? [id] : [id.slice(0, at), id.slice(at + 1)];
};

/** Whether a column, or all columns of money, hold whole numbers of the smallest unit. */
const isMinor = ({ columns }: WrittenExport, header: string): boolean =>
  columns.some((column) => (header === '' || column.header === header) && column.form.minor === true);

/** The column of a role, in the words of the description: fields of the interface are named with `_amount_cents`. */
function headerOf({ headers }: WrittenExport, role: string): string | undefined {
  const plain = role
    .replace(/_amount_cents$|_amount$|_cents$/, '')
    .replace(/^items?\./, 'item.')
    .replace(/^order\./, '');
  const names = [role, plain, ...(OTHER_NAMES[plain] ?? [])];
  const [block, part] = plain.split('.');
  if (block?.endsWith('_address')) names.push(`address.${part}`);
  if (part === 'country_code' || part === 'country')
    names.push(...[...headers.keys()].filter((one) => one.includes('.country_')));
  return names.map((name) => headers.get(name)).find((header) => header !== undefined);
}

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  item_total: ['item.amount', 'item.amount.after'],
  'item.total': ['item.amount', 'item.amount.after'],
  discount: ['discount.all'],
  shipping: ['shipping.gross', 'item.shipping'],
  subtotal: ['subtotal.after'],
  number: ['identifier'],
  status: ['item.status'],
  'item.shipped_date': ['shipped_date'],
  'item.tracking_number': ['tracking_number'],
  'item.shipped': ['item.quantity_shipped'],
};

function amountsOf({ columns }: WrittenExport): AmountColumn<Fact, Line>[] {
  return columns.map(({ header, of, role, source, form }) => {
    const amount = (order: Fact, line: Line): number => {
      const cell = source(order, line);
      if (typeof cell === 'number') return cell;
      if (typeof cell === 'string' || !('money' in cell)) return Number.NaN;
      return form.negative ? -cell.money : cell.money;
    };
    return { header, of, isTotal: role === 'total', amount: role === '' ? undefined : amount };
  });
}

/** No column says where fees and tips belong: a sum without them is right as well. */
const isTotal = (sum: number, { total, fee, tip }: Fact): boolean => [total, total - fee - tip].includes(sum);

const AMOUNTS = ['total', 'shipping', 'discount', 'shipping_tax', 'tax', 'item.discount', 'item.tax'];

/** The columns of amounts, for somebody who finds the right sum among no choices: the sums are searched anew with them. */
export function amountColumns(file: WrittenExport, answers: Answers): Readonly<Record<string, string>> {
  const none = headerOf(file, 'total') === undefined ? 'none' : undefined;
  const named = AMOUNTS.map((role) => [
    `field:${role}_amount_cents`,
    headerOf(file, role) ?? (role === 'total' ? none : undefined),
  ]);
  return Object.fromEntries(
    named.filter(([id, header]) => header !== undefined && answers[id!] === undefined),
  ) as Record<string, string>;
}

/** What somebody who looks at the fields in the end changes: those without a column that the export has, and those whose column
 *  was not among the choices. */
export function changesOf(
  file: WrittenExport,
  { fields }: Pick<MapResult, 'fields'>,
  answers: Answers,
): Readonly<Record<string, string>> {
  // Whoever is asked what stands for a sku looks at where it comes from.
  const isOtherSku = ({ field, column }: FieldChoice): boolean =>
    field === 'item.sku' && answers['sku'] !== undefined && column !== headerOf(file, field);
  const lacking = fields.filter(
    (one) => one.column === '' || answers[`column:${one.field}`] === 'none' || isOtherSku(one),
  );
  const open = lacking.filter(({ field }) => answers[`field:${field}`] === undefined);
  const changes = open.map(({ field }) => [`field:${field}`, headerOf(file, field)] as const);
  return Object.fromEntries(changes.filter(([, header]) => header !== undefined)) as Record<string, string>;
}

const WORD_ANSWERS: Readonly<Record<Meaning, readonly string[]>> = {
  Shipped: ['Shipped'],
  Created: ['Created'],
  Cancelled: ['Cancelled'],
  'leave out': ['leave out', 'skip', 'refuse'],
  partly: ['partly', 'refuse', 'Created'],
};

function wordAnswers(
  { description: { shop }, file }: Asked,
  { choices, words }: AskedQuestion,
): Answer | undefined {
  const meanings = new Map(
    [...shop.words, ...(shop.lineWords ?? [])].map(([word, meaning]) => [word, meaning]),
  );
  const answers = (words ?? []).map(({ word }) => {
    const meaning = meanings.get(word);
    if (!meaning) return undefined;
    const fitting =
      meaning === 'partly' && file.headers.has('item.quantity_shipped')
        ? ['partly', 'Created']
        : WORD_ANSWERS[meaning];
    const answer = fitting.find((value) => choices.some((one) => one.value === value));
    return answer === undefined ? undefined : ([word, answer] as const);
  });
  return answers.includes(undefined) ? undefined : Object.fromEntries(answers as [string, string][]);
}
