// Rules about the input rows of an order, with the texts and samples that `returns explain` prints.
import { quote } from '../../basics/text.ts';
import { type Finding, type FindingArguments, NO_VALUE, ruleList, UNDECIDED } from '../finding.ts';

export const cellText = (args: FindingArguments) =>
  // With a mapping, a value of JSON has its path in the record instead of the number of a cell.
  typeof args.cell === 'string'
    ? `${args.cell} (record of line ${args.line})`
    : `column ${quote(args.column)} (cell ${args.cell} of line ${args.line})`;
export const lineText = (file: unknown, number: unknown) =>
  file ? `line ${number} of ${file}` : `line ${number}`;
export const foundText = (value: unknown) =>
  String(value).startsWith('a text of') ? String(value) : quote(value);

/** A sample of rows of one order version, each given as what stands behind its identifier and updated_at. */
const sample = (names: string, ...others: readonly string[]) =>
  [`identifier,updated_at,${names}`, ...others].join('\nSO-1,2026-05-01T10:00:00Z,');

/** Rules about rows and cells; rules about the finished order are in the contract. */
const rules = ruleList({});
const cells = ruleList({ fixed: NO_VALUE });
const rows = ruleList({ fixed: UNDECIDED });

/** An example with the decimals of the currency, and the decimal sign of the input. */
function amountText({ digits = 2, reason }: FindingArguments): string {
  if (digits === 0) return 'an amount without decimals such as 1250';
  return `an amount such as ${signed((12.5).toFixed(Number(digits)), reason)}`;
}

/** The example as the mapping reads it: a point is what most expect. */
const signed = (example: string, reason: unknown): string =>
  reason === 'decimal ,'
    ? `${example.replace('.', ',')} (this mapping reads a comma as the decimal sign)`
    : example;

cells.error('cell.integer', {
  title: 'A quantity or an amount in cents is a whole number',
  explanation:
    'Columns such as `item.quantity` and `detail.quantity` and all that end in `_cents` hold digits only, with a minus sign where the value is negative; no thousands separators, no decimals, at most 2^53. An amount with decimals belongs in the column without `_cents` (`item.unit_price`).',
  say: (args) => `expected a whole number in ${cellText(args)}, found ${foundText(args.found)}`,
  good: 'item.quantity\n2',
  bad: 'item.quantity\n1.5',
});

cells.error('cell.amount', {
  title: 'An amount is a plain decimal with no more decimals than its currency has',
  explanation:
    'A money column without `_cents` in its name holds amounts such as `12.50`: a point before the decimals, no thousands separators, no currency sign. With a mapping all of these may differ, and the decimal sign is its `decimal`. An amount with a further decimal that is not 0, or with the other sign, is refused, never rounded or guessed; so is one that names another currency than its order, unless `strip` in the mapping takes the sign off.',
  say: (args) =>
    `expected ${amountText(args)} in ${cellText(args)}, found ${foundText(args.found)}${args.currency ? `; the order is in ${args.currency}` : ''}`,
  good: 'item.unit_price\n12.50',
  bad: 'item.unit_price\n"12,505"',
});

cells.error('cell.number', {
  title: 'A weight is a number',
  explanation: 'Write it without a unit, as `0.45`, with the decimal sign of the mapping.',
  say: (args) =>
    `expected a number such as ${signed('0.45', args.reason)} in ${cellText(args)}, found ${foundText(args.found)}`,
  good: 'item.weight\n0.45',
  bad: 'item.weight\n0.45 kg',
});

cells.error('cell.json', {
  title: 'A column of objects holds JSON',
  explanation:
    'The columns `refunds`, `transactions`, `discounts` and `item.variants` of orders and `detail.labels` of ASNs hold a JSON array in one cell, or nothing. Inside a CSV file the cell is quoted and every quote inside is doubled.',
  say: (args) => `expected JSON in ${cellText(args)}: ${args.reason}`,
  good: 'refunds\n"[{""identifier"":""R-1""}]"',
  bad: 'refunds\nR-1',
});

rules.note('order.line.repeated', {
  title: 'A row that repeats a line of its order counts as that line',
  explanation:
    'Two rows of one order version have the same `item.identifier` and the same content in all item columns: they are one order line. If they are two lines, give each its own identifier.',
  say: (args) =>
    `${lineText(args.file, args.line)} repeats the order line on ${lineText(args.first_file, args.first_line)}`,
  good: sample('item.identifier', '1', '2'),
  bad: sample('item.identifier', '1', '1'),
});

rows.error('order.line.conflict', {
  title: 'Rows with the same line identifier have the same content',
  explanation:
    'Two rows of one order version have the same `item.identifier` but differ in another item column, so it cannot be decided which one is right. Remove the wrong one, or give each line its own identifier.',
  say: (args) =>
    `${lineText(args.file, args.line)} and ${lineText(args.first_file, args.first_line)} have the same item.identifier but differ in column ${quote(args.column)}`,
  good: sample('item.identifier,item.sku', '1,A', '2,B'),
  bad: sample('item.identifier,item.sku', '1,A', '1,B'),
});

rows.error('order.rows.conflict', {
  title: 'All rows of an order version have the same order values',
  explanation:
    'Rows with the same `identifier` and `updated_at` are one snapshot, so their order columns (everything but `item.*`) must be equal. Rows on which all other order columns are empty are accepted as well. If the rows are two versions of the order, give them different `updated_at`. With a mapping, only values that must be the same are compared: those with "take": "same", and the e-mail and the identifier of the customer, which show two customers under one order number: for the orders of two shops, let it put a prefix before the numbers of one. Rows with another `updated_at` are another version where they stand in another file, or say another status or customer, or have a line in common or sums of their own. Otherwise they are refused: give "updated_at" a "take": "max" if each line has a date of its own, and put versions into files of their own.',
  say: (args) =>
    `column ${quote(args.column)} on ${lineText(args.file, args.line)} differs from ${lineText(args.first_file, args.first_line)} of the same order`,
  good: sample('currency', 'USD', 'USD'),
  bad: sample('currency', 'USD', 'EUR'),
});

rules.warning('order.version.conflict', {
  title: 'Versions of an order differ in updated_at',
  explanation:
    'The input holds the order twice with the same `updated_at` and other content. The one further down is sent, the other counts as superseded. Let the export move `updated_at` with every change.',
  say: (args) =>
    `the order stands in the input more than once with this updated_at and other content; the one on ${lineText(args.file, args.line)} is taken`,
  good: '{"identifier":"SO-1","updated_at":"2026-05-01T10:00:00Z"}\n{"identifier":"SO-1","updated_at":"2026-05-01T11:00:00Z","note":"gift"}',
  bad: '{"identifier":"SO-1","updated_at":"2026-05-01T10:00:00Z"}\n{"identifier":"SO-1","updated_at":"2026-05-01T10:00:00Z","note":"gift"}',
});

export const identifierAlike = rules.warning('order.identifier.alike', {
  title: 'Two orders have identifiers that look different',
  explanation:
    'The identifiers differ only in characters that nobody sees, such as a zero-width space. They are sent as they are, as two orders, of which a shopper finds at most one by typing. If they are one order, take the character out where the identifier comes from, or with `strip` in a mapping.',
  say: (args) =>
    `the identifiers on ${lineText(args.file, args.line)} and ${lineText(args.first_file, args.first_line)} differ only in what nobody sees: these are two orders`,
  good: `${sample('item.identifier', '1')}\nSO-2,2026-05-01T10:00:00Z,1`,
  bad: `${sample('item.identifier', '1')}\nSO-1\u200b,2026-05-01T10:00:00Z,1`,
});

export const nulBytes = rules.warning('order.text.nul', {
  title: 'Cells hold no NUL bytes',
  explanation:
    'They are left out, and the first row that had some is named. A file with many is no text, and is refused.',
  say: (args) => `NUL bytes are left out, first on ${lineText(args.file, args.line)}`,
  good: sample('item.identifier', '1'),
  bad: sample('item.identifier', '1\u0000'),
});

export const identifierNul = rules.error('order.identifier.nul', {
  title: 'The number of an order holds no NUL byte',
  explanation:
    'NUL bytes are left out of cells. Inside the number of an order that makes another number, perhaps of another order, whose rows would then be joined. Look at the row in the export and export again.',
  say: (args) =>
    `the number of the order has a NUL byte inside on ${lineText(args.file, args.line)}: without it, it is another number`,
  good: sample('item.identifier', '1'),
  bad: `${sample('item.identifier', '1')}\nSO-\u00002,2026-05-01T10:00:00Z,1`,
});

export const INTAKE_RULES = [...cells.all, ...rows.all, ...rules.all];

/**
 * Merges the findings of the input and of the contract for one order. When a cell could not be read, or the line of a refund
 * was not found, the contract can only report a wrong type or a missing field, so its finding is dropped: the input's finding
 * is more exact. So is the reason why a mapping refuses a rounded number, and a field that is missing only because another one,
 * from which it is derived, is missing or unreadable.
 */
export function allFindings(intake: readonly Finding[], contract: readonly Finding[]): readonly Finding[] {
  if (intake.length === 0) return withoutFollowers(contract);
  const unreadable = new Set(
    intake.filter((f) => /^(?:cell|refund\.line)\./.test(f.code)).map((f) => f.path),
  );
  const refusedAt = intake.filter(({ code }) => code === 'order.map.refused').map(({ path }) => path);
  // When tax and total contradict each other, findings about the missing tax and the unexplained total add nothing.
  const taxless = intake.some((f) => f.code === 'order.tax.undecidable');
  const isFollower = (code: string) =>
    code === 'order.tax.undecidable' && TAX_AND_SUMS.some((path) => unreadable.has(path));
  const told = new Set<string>();
  // One cell may give the value of a field and what its tax is worked out from.
  const isFirst = ({ code, path, args: { cell, line } }: Finding) =>
    !code.startsWith('cell.') || told.size < told.add(JSON.stringify([code, path, cell, line])).size;
  return withoutFollowers([
    ...intake.filter((finding) => !isFollower(finding.code) && isFirst(finding)),
    ...contract.filter(
      ({ code, path }) =>
        !unreadable.has(path) &&
        !(code === 'order.identifier.exponent' && refusedAt.some((at) => path.startsWith(at))) &&
        !(taxless && (path.endsWith('tax_amount_cents') || code === 'order.total.unexplained')),
    ),
  ]);
}

const SUMS = ['product_amount_cents', 'tax_amount_cents', 'total_amount_cents'];
const TAX_AND_SUMS = [...SUMS, 'shipping_amount_cents', 'shipping_tax_amount_cents', 'discount_amount_cents'];

/** What is derived from a field (validate-order.ts, and the tax and sums of a mapping), in the same line or the order. */
const DERIVED_FROM: Readonly<Record<string, readonly string[]>> = {
  'customer.email': ['customer.identifier'],
  sku: ['product_identifier'],
  unit_price_amount_cents: SUMS,
  quantity: SUMS,
  quantity_shipped: SUMS,
  product_amount_cents: ['product_amount_cents', 'total_amount_cents'],
  tax_amount_cents: ['tax_amount_cents', 'total_amount_cents'],
  discount_amount_cents: ['discount_amount_cents', 'total_amount_cents'],
  shipping_amount_cents: ['total_amount_cents'],
};

function withoutFollowers(findings: readonly Finding[]) {
  const lost = findings.filter(
    ({ code, severity }) =>
      severity === 'error' && /^cell\.|^order\.field\.(?:missing|type)$|\.negative$/.test(code),
  );
  // One alone follows from nothing.
  if (lost.length < 2) return findings;
  const followers = lost.filter(
    ({ code, path }) => code === 'order.field.missing' && lost.some((first) => follows(path, first.path)),
  );
  return followers.length === 0 ? findings : findings.filter((finding) => !followers.includes(finding));
}

/** Whether the field at `path` is derived from the one at `first`; a sum of the order also from the same field of a line. */
function follows(path: string, first: string): boolean {
  const [field, from] = [path, first].map((one) => one.replace(/^items\[\d+\]\./, '')) as [string, string];
  return (
    DERIVED_FROM[from]?.includes(field) === true && (field !== from || (path === field && first !== from))
  );
}
