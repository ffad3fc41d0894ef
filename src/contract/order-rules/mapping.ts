// Rules about reading an order with a mapping, with the texts and samples that `returns explain` prints.
import { quote } from '../../basics/text.ts';
import { type FindingArguments, NO_VALUE, type Rule, ruleList, UNDECIDED } from '../finding.ts';
import { cellText, foundText, lineText } from './input.ts';

const cents = (value: unknown) => (value === null ? 'nothing' : String(value));

/** What is said, of an order or of an ASN, where a rule of the mapping refuses its rows. */
export const refusedByMapping = (message: 'order' | 'ASN') => ({
  title: 'The mapping refuses rows in which the export lacks something',
  explanation: `A rule under "rows": {"refuse": [...]} of the mapping fits a row of the ${message}: the export lacks something there that must not be guessed. The reason of the mapping is shown with the ${message}. Complete the export, or remove the rule if it is wrong for your data.`,
  say: ({ line, reason }: FindingArguments) => `the mapping refuses line ${line}: ${reason}`,
});

/** The same, where it reports them. */
export const warnedByMapping = (message: 'order' | 'ASN') => ({
  title: 'The mapping reports what cannot be sent',
  explanation: `A rule under "rows": {"warn": [...]} of the mapping fits a row of the ${message}: the ${message} is sent, but not all that the export says about it can be. The reason of the mapping is shown with the ${message}.`,
  say: ({ line, reason }: FindingArguments) => `the mapping reports line ${line}: ${reason}`,
});

/** The same, where they differ in a value, which is settled by the first. */
export const settledByFirst = (message: 'order' | 'ASN', value: string) => ({
  title: `Rows of one ${message} that differ are settled by the first`,
  explanation: `${value} differs between ${message === 'ASN' ? 'its rows' : 'the rows of the order'} and the mapping does not say which row counts: the first does. Say so with "take": "first", "last", "max" or "min", or refuse such ${message}s with "same".`,
  say: (args: FindingArguments, path: string) =>
    `column ${quote(args.column)} on ${lineText(args.file, args.line)} differs from ${lineText(args.first_file, args.first_line)} of the same ${path.startsWith('cartons[') ? 'carton' : message}; the ${args.take} is taken`,
});

/** Rules about the cells of any export whose columns are not the template's. */
const cells = ruleList({ fixed: NO_VALUE });

cells.error('cell.unmapped', {
  title: 'A value map has every text of its column',
  explanation:
    'The mapping turns the texts of this column into others and does not have this one, so it cannot be known what it means. Add it to "values"; or give "else" for all others, or "otherwise": "keep" where they may stay as they are.',
  say: (args) =>
    `the mapping has no value for ${foundText(args.found)} in ${cellText(args)}; it has ${args.known}`,
  good: 'State\npaid',
  bad: 'State\non-hold',
});

cells.error('cell.inexact', {
  title: 'A calculated amount is exact in cents, or the mapping names the rounding',
  explanation:
    'A calculation of the mapping (sum, subtract, multiply, divide, share) gives a fraction of a cent, or of a unit where a quantity is meant. Amounts are never rounded unless the mapping says how: add "round": "half_up", "half_even", "up" or "down" beside the calculation. Before you do, look whether the right columns are divided or multiplied.',
  say: (args) =>
    `the calculation with ${cellText(args)} gives ${args.found}, which is no whole number${args.of === 'cents' ? ' of cents' : ''}`,
  good: 'Paid,Units\n10.00,4',
  bad: 'Paid,Units\n10.00,3',
});

cells.error('cell.division', {
  title: 'A calculation of the mapping does not divide by zero',
  explanation:
    'The divisor of a "divide" in the mapping is 0 in this row: a line without units, for example, has no price for one unit. Leave such rows out with rows.skip, or choose another value for them with "cases".',
  say: (args) => `the mapping divides by ${cellText(args)}, which is 0`,
  good: 'Paid,Units\n10.00,4',
  bad: 'Paid,Units\n10.00,0',
});

cells.error('cell.share', {
  title: 'An amount of the order is shared by weights of its lines',
  explanation:
    'The mapping shares an amount of the order over its lines ("share"), in proportion to "by" (unit price x quantity when it is omitted). That needs a weight for each line, none of them below zero and one above zero. Name other weights with "by", or leave the rows that are no lines out with rows.skip.',
  say: (args) =>
    `column ${quote(args.column)} cannot be shared over the lines: ${
      args.reason === 'zero'
        ? `the weights of all lines are 0, beginning with line ${args.line}`
        : `line ${args.line} has ${args.reason === 'none' ? 'no unit price and quantity' : 'a weight below 0'}`
    }`,
  good: 'Points,Weight\n10.00,4',
  bad: 'Points,Weight\n10.00,-4',
});

cells.error('cell.large', {
  title: 'A calculated number is at most 2^53',
  explanation:
    'A calculation of the mapping gives a number that JSON cannot carry exactly. Columns that hold no amounts or quantities, such as identifiers, may have been taken for the calculation.',
  say: (args) => `the calculation with ${cellText(args)} gives ${args.found}, which is too large`,
  good: 'Paid,Units\n10.00,4',
  bad: 'Paid,Units\n99999999999999999,4',
});

cells.error('cell.date', {
  title: 'A date has one of the formats of the mapping',
  explanation:
    'The cell is not a date in any of the formats given (dates.formats in the mapping, or --date-format), or, where none is given, neither ISO 8601 nor day, month and year with /, . or - between them. A day that its month does not have is no date either.',
  say: (args) => `expected a date in ${cellText(args)}, found ${foundText(args.found)}`,
  good: 'At\n2026-05-01 10:00',
  bad: 'At\n2026-05-32 10:00',
});

cells.error('cell.date.gap', {
  title: 'A local time exists in its zone',
  explanation:
    'When clocks go forward, an hour is left out: nothing can have happened in it. The zone is wrong (--timezone, or dates.timezone in the mapping), or the cell is.',
  say: (args) =>
    `${foundText(args.found)} in ${cellText(args)} does not exist in ${args.zone}: the clocks went forward over it`,
  good: 'At\n2026-03-29 02:30',
  bad: 'At\n2026-03-29 01:30',
});

const times = ruleList({});

times.note('date.ambiguous', {
  title: 'A local time that was there twice is taken as the first of the two',
  explanation:
    'When clocks go back, an hour comes twice, and the export does not say which one is meant. What is sent is at most one hour off. A change of an order that would so be older than what was accepted is taken as the second. An export with offsets would say it.',
  say: (args) => `the time in ${cellText(args)} was there twice in ${args.zone}; the first is taken`,
  good: 'At\n2026-10-25 02:30',
  bad: 'At\n2026-10-25 01:30',
});

times.note('date.midnight', {
  title: 'A date without a time is midnight at the shop',
  explanation:
    'The cell holds a day only; it is sent as the beginning of that day in the zone of the export.',
  say: (args) => `the date in ${cellText(args)} has no time; midnight in ${args.zone} is taken`,
  good: 'At\n2026-05-01 10:00',
  bad: 'At\n2026-05-01',
});

export const MAPPED_CELL_RULES = [...cells.all, ...times.all];

/** Rules about how rows are cut from an export: from cells that hold several lines, and from JSON records. */
const rows = ruleList({});

rows.error('cell.split', {
  fixed: NO_VALUE,
  title: 'Every line in a cell with several lines fits the pattern of the mapping',
  explanation:
    'The mapping makes a row of each line that stands in this cell (rows.split). One of the texts is not written as the pattern says, fits it in several ways, or is no JSON list, so sku, units or price would be a guess. Correct the pattern, or the text in the export.',
  say: (args) => `${quote(args.found)} in ${cellText(args)} is no line as rows.split of the mapping has it`,
  good: 'Items\n2 x Shirt (A-1); 1 x Hose (B-2)',
  bad: 'Items\n2 x Shirt (A-1); Hose',
});

rows.note('cell.key.repeated', {
  title: 'A key stands once in an object of a JSON export',
  explanation:
    'The record has a key twice in one object. The last value counts, as in most JSON readers; what the first one said is not read. In messages of the interface itself a repeated key is an error.',
  say: (args) => `${args.found} (record of line ${args.line}); the last value counts`,
  good: '{"No": "1", "Note": "gift"}',
  bad: '{"No": "1", "Note": "gift", "Note": "fragile"}',
});

export const MAPPED_ROW_RULES = rows.all;

/** Rules about exports whose columns are not the template's. Samples show only the columns that matter; a blank line begins another file. */
const orders = ruleList({});

orders.note('order.rows.differ', {
  ...settledByFirst('order', 'An order value'),
  good: 'No,Note\n1,gift\n1,gift',
  bad: 'No,Note\n1,gift\n1,fragile',
});

orders.error('order.files.overlap', {
  fixed: UNDECIDED,
  title: 'An order that stands in two files has the same rows in both',
  explanation:
    'Exports that overlap repeat orders row by row; exports that are cut have the rest of an order at the beginning of the next file. Another date of change, order cells that are filled again, or sums that close show another version, of which the later one counts. Here it is none of these, so it cannot be known which rows are right; nor where an order has the same lines several times and its subtotal has them once, or no sum is stated and they have another date or status, or an article stands in both files: a total or line numbers in the mapping tell. Give the files in the order in which they were cut, or leave the older export away.',
  say: (args) =>
    `the order stands on ${lineText(args.first_file, args.first_line)} and, with other rows, on ${lineText(args.file, args.line)}`,
  good: 'No,Sku\n1,A\n1,B\n\nNo,Sku\n1,C\n2,A',
  bad: 'No,Sku\n1,A\n1,B\n\nNo,Sku\n2,A\n1,C',
});

orders.note('order.files.repeated', {
  title: 'An order that stands in two files with the same rows counts once',
  explanation: 'The files overlap: all rows of the order are the same in both.',
  say: (args) =>
    `${lineText(args.file, args.line)} repeats the order on ${lineText(args.first_file, args.first_line)}`,
  good: 'No,Sku\n1,A\n\nNo,Sku\n2,A',
  bad: 'No,Sku\n1,A\n\nNo,Sku\n1,A',
});

orders.error('order.map.refused', {
  ...refusedByMapping('order'),
  good: 'Sent\n1',
  bad: 'Sent\nsome',
});

orders.warning('order.map.warned', {
  ...warnedByMapping('order'),
  good: 'Refunded\n0.00',
  bad: 'Refunded\n5.00',
});

orders.warning('order.map.credit', {
  title: 'Credits on rows of their own are not sent with the order',
  explanation:
    'The rule "rows": {"credit": ...} of the mapping fits a row of the order: money or units went back. The row is no line item and is left out; the order is sent as its other rows have it, so what was given back is missing from it. Look at the order in the shop; an export that names what was refunded can be mapped to refunds.',
  say: (args) => `line ${args.line} gives something back and is not sent: ${args.reason}`,
  good: 'Kind\nsale\nsale',
  bad: 'Kind\nsale\ncredit',
});

orders.warning('refund.lines.none', {
  title: 'A refund without lines is not sent',
  explanation:
    'The export says that money was refunded, but not for which lines and units. A refund without lines cannot settle an RMA, so none is made up: the order is sent without this refund. Where the export names the lines elsewhere, map them ("refund_line"); otherwise post the refund with `returns orders refund`.',
  source: 'field notes',
  say: ({ line, amount }) =>
    `the refund${amount === null ? '' : ` of ${amount} cents`} on line ${line} names no lines and is not sent`,
  good: 'Sku,Units,Money\nA,1,5.00',
  bad: 'Sku,Units,Money\nA,,5.00',
});

orders.error('refund.line.none', {
  fixed: NO_VALUE,
  title: 'A row with refunded units says of which line',
  explanation:
    'The row refunds units, but it is no line item itself, and its columns for refund_line.order_item_identifier and refund_line.sku are empty or not mapped. Which line was refunded must not be guessed. Map the column that names the line.',
  say: ({ line }) => `line ${line} refunds units, but does not say of which line of the order`,
  good: 'Type,Sku,Units\nitem,A,2\nrefund,A,1',
  bad: 'Type,Sku,Units\nitem,A,2\nrefund,,1',
});

orders.error('refund.line.sku', {
  fixed: UNDECIDED,
  title: 'The sku of a refund row is that of one line of the order',
  explanation:
    'The mapping finds the refunded line by its sku (refund_line.sku). The order has no line with this sku, or several: then it cannot be known which one was refunded. Map a column with the identifier of the line (refund_line.order_item_identifier) if the export has one.',
  say: ({ line, sku, lines }) =>
    `line ${line} refunds the sku ${quote(sku)}, but ${lines === 0 ? 'no line' : `${lines} lines`} of the order ${lines === 0 ? 'has' : 'have'} it`,
  good: 'Type,Sku,Units\nitem,A,1\nitem,B,1\nrefund,A,1',
  bad: 'Type,Sku,Units\nitem,A,1\nitem,A,1\nrefund,A,1',
});

orders.error('join.duplicate', {
  fixed: UNDECIDED,
  title: 'A joined file has an order once',
  explanation:
    'The file of --with has the key of this order on more than one line, with other cells in columns that the mapping uses, so it cannot be known which line is right. Lines that are equal there count once. Remove the older one, or join on another column (--on).',
  say: (args) =>
    `${args.file} has this order on line ${args.line} and, with other cells, on line ${args.other}`,
  good: 'identifier,shipped\n1,2',
  bad: 'identifier,shipped\n1,2\n1,1',
});

orders.error('order.tax.undecidable', {
  fixed: NO_VALUE,
  title: 'Subtotal, shipping and tax make the total',
  explanation:
    'With tax on top, subtotal + shipping + tax is the total; with tax inside the prices, subtotal + shipping is. Here it is neither (or, with a discount, both), and nothing is repaired. Look at the order in the shop; where the export states amounts differently, say so in the mapping ("tax": {"mode": ..., "subtotal_is": ...}).',
  source: 'field notes',
  say: (args) =>
    `subtotal ${cents(args.subtotal)}, shipping ${cents(args.shipping)}, tax ${cents(args.tax)} and discount ${cents(args.discount)} do not explain the total ${cents(args.total)} (mode ${args.mode})`,
  good: 'Sub,Ship,Tax,Total\n50.00,5.00,4.00,59.00',
  bad: 'Sub,Ship,Tax,Total\n50.00,5.00,4.00,57.00',
});

orders.note('order.tax.inside', {
  title: 'Prices that include the tax are sent with tax 0',
  explanation:
    'The export states a tax that is inside the prices. The total is the sum of the prices already, so the tax of each line is 0; adding it would count it twice.',
  source: 'field notes',
  say: (args) => `the tax of ${args.tax} cents is inside the prices and is sent as 0`,
  good: 'Sub,Tax,Total\n50.00,4.00,54.00',
  bad: 'Sub,Tax,Total\n50.00,4.00,50.00',
});

orders.warning('order.subtotal.mismatch', {
  title: 'The lines add up to the subtotal of the export',
  explanation:
    'Unit price times quantity over the lines of the order is neither the subtotal that the export states, nor that before the discount. Rows may be missing, or a line is priced differently than it says.',
  source: 'field notes',
  say: (args) =>
    `the lines add up to ${args.expected}, the export states a subtotal of ${args.found}${args.discount === 0 ? '' : ` after or before a discount of ${args.discount}`}`,
  good: 'Price,Qty,Sub,Total\n25.00,2,50.00,50.00',
  bad: 'Price,Qty,Sub,Total\n25.00,1,50.00,50.00',
});

orders.error('order.lines.count', {
  fixed: NO_VALUE,
  title: 'An order has the units, or the lines, that the export counts',
  explanation:
    'The mapping names a column that counts the units or the lines of an order ("rows": {"count": ...}). Its rows hold another number: rows may be missing, or one row stands for several units or lines. Such an order would be sent with units that were never ordered, or without some.',
  say: (args) =>
    `the export counts ${args.expected}, its rows hold ${args.units} units in ${args.lines} lines`,
  good: 'Qty,Items\n2,2',
  bad: 'Qty,Items\n1,3',
});

orders.note('order.total.shipped', {
  title: 'The sums of an order that has not shipped as a whole are those of its shipped units',
  explanation:
    'The interface counts shipped units only: product, tax and discount of a line are those of its shipped units, and the sums follow from the lines, without shipping. What the export states is of the whole order and is not sent. Tax and discounts are shared over all units, those that the order alone has by price; units that have not shipped have theirs waiting. The same is done when the sums of the export leave out shipped units that were taken off the order.',
  source: 'Item object (order line)',
  say: (args) => `the total of the shipped units is ${args.total}`,
  good: 'Qty,Sent\n2,2',
  bad: 'Qty,Sent\n2,1',
});

export const MAPPING_RULES: readonly Rule[] = [...MAPPED_CELL_RULES, ...MAPPED_ROW_RULES, ...orders.all];
