// Transactions and discounts: the interface shows them empty; given elements are checked against the field notes.
import { isObject } from '../../basics/json.ts';
import { isCount, type Loose, leafOf, meantOf, type Report, ruleList, wrongType } from '../finding.ts';
import { sampleOrder } from '../sample.ts';
import { checkWord } from '../shape-findings.ts';
import { microsOf } from '../time.ts';

const transaction = (changes: Loose = {}) => ({
  identifier: 'T-1',
  parent_identifier: null,
  amount_cents: 5400,
  status: 'SUCCESS',
  type: 'SALE',
  gateway: 'cards',
  is_online: true,
  is_test: false,
  created_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-01T10:00:00Z',
  payment_details: null,
  ...changes,
});
const discount = (changes: Loose = {}) => ({
  identifier: 'D-1',
  code: 'SPRING',
  amount_cents: 500,
  created_at: '2026-03-01T10:00:00Z',
  ...changes,
});

const rules = ruleList({ source: 'field notes', good: sampleOrder({ transactions: [transaction()] }) });

const listGiven = rules.note('order.list.given', {
  title: 'Transactions and discounts are sent as empty lists',
  explanation:
    'The interface sends both as empty lists and does not show their elements. Elements that services of this family know are accepted and sent as they are.',
  source: 'Order object',
  say: (args, path) => `${leafOf(path)} has ${args.count} elements; the interface shows it empty only.`,
  good: sampleOrder(),
  bad: sampleOrder({ discounts: [discount()] }),
});

const elementInvalid = rules.error('order.element.invalid', {
  title: 'A given transaction or discount has the fields known in the field',
  explanation:
    'If given, it must be valid. Transaction: identifier, parent_identifier, amount_cents, status, type, gateway, is_online, is_test, created_at, updated_at, payment_details (null where there is none). Discount: identifier, code, amount_cents, created_at. Or send an empty list.',
  say: (args, path) =>
    `${leafOf(path)} must be ${args.expected}, ${args.found === 'nothing' ? 'but is missing' : `found ${args.found}`}.`,
  good: sampleOrder({ discounts: [discount()] }),
  bad: sampleOrder({ discounts: [discount({ code: undefined })] }),
});

const elementWord = rules.warning('order.transaction.unknown', {
  title: 'Status and type of a transaction are known in the field',
  explanation: 'Status: PENDING, SUCCESS, FAILURE. Type: AUTHORIZATION, CAPTURE, SALE, REFUND, VOID.',
  say: (args, path) => `Unknown ${leafOf(path)} ${meantOf(args)}`,
  bad: sampleOrder({ transactions: [transaction({ type: 'sale' })] }),
});

const transactionSum = rules.warning('order.transactions.mismatch', {
  title: 'The transactions add up to the total of the order',
  explanation: 'Counted are the successful sales and captures; when there are none, nothing is compared.',
  say: (args) =>
    `Successful sales and captures are ${args.found} cents, the total of the order is ${args.expected}.`,
  bad: sampleOrder({ transactions: [transaction({ amount_cents: 5000 })] }),
});

export const paymentRules = rules.all;

const KINDS = {
  'a text': (value: unknown) => typeof value === 'string',
  'a text or null': (value: unknown) => typeof value === 'string' || value === null,
  'an amount in cents': isCount,
  'true or false': (value: unknown) => typeof value === 'boolean',
  'an ISO 8601 date-time': (value: unknown) => typeof value === 'string' && !Number.isNaN(microsOf(value)),
} as const;
type Kind = keyof typeof KINDS;

const TRANSACTION_FIELDS: Readonly<Record<string, Kind>> = {
  identifier: 'a text',
  parent_identifier: 'a text or null',
  amount_cents: 'an amount in cents',
  status: 'a text',
  type: 'a text',
  gateway: 'a text or null',
  is_online: 'true or false',
  is_test: 'true or false',
  created_at: 'an ISO 8601 date-time',
  updated_at: 'an ISO 8601 date-time',
};
const DISCOUNT_FIELDS: Readonly<Record<string, Kind>> = {
  identifier: 'a text',
  code: 'a text',
  amount_cents: 'an amount in cents',
  created_at: 'an ISO 8601 date-time',
};
const WORDS = {
  status: ['PENDING', 'SUCCESS', 'FAILURE'],
  type: ['AUTHORIZATION', 'CAPTURE', 'SALE', 'REFUND', 'VOID'],
};

/** Checks the elements of both lists, and the sum of the transactions. */
export function checkPayments(order: Loose, report: Report): void {
  const { transactions, discounts } = order;
  if (Array.isArray(transactions) && transactions.length > 0) {
    checkElements(transactions, 'transactions', TRANSACTION_FIELDS, report);
    for (const [i, one] of transactions.entries())
      for (const [field, words] of Object.entries(WORDS))
        checkWord(one?.[field], words, elementWord, `transactions[${i}].${field}`, report);
    checkTransactionSum(transactions, order.total_amount_cents, report);
  }
  if (Array.isArray(discounts) && discounts.length > 0)
    checkElements(discounts, 'discounts', DISCOUNT_FIELDS, report);
}

function checkElements(
  list: readonly unknown[],
  name: string,
  fields: Readonly<Record<string, Kind>>,
  report: Report,
): void {
  let isRight = true;
  for (let i = 0; i < list.length; i++) {
    const element = list[i];
    const wrong = (path: string, expected: string, value: unknown) => {
      isRight = false;
      report(elementInvalid, path, wrongType(expected, value, 'nothing'));
    };
    if (!isObject(element)) wrong(`${name}[${i}]`, 'an object', element ?? null);
    else
      for (const [field, kind] of Object.entries(fields))
        if (!KINDS[kind](element[field])) wrong(`${name}[${i}].${field}`, kind, element[field]);
  }
  if (isRight) report(listGiven, name, { count: list.length });
}

function checkTransactionSum(transactions: readonly unknown[], total: unknown, report: Report): void {
  if (!isCount(total)) return;
  let sum = 0;
  let counted = 0;
  for (const element of transactions) {
    if (!isObject(element) || !isCount(element.amount_cents)) return;
    if (element.status !== 'SUCCESS' || (element.type !== 'SALE' && element.type !== 'CAPTURE')) continue;
    sum += element.amount_cents;
    counted++;
  }
  if (counted > 0 && sum !== total) report(transactionSum, 'transactions', { expected: total, found: sum });
}
