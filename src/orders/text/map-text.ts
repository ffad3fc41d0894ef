// The proposal of `orders map` as text for users: the file, how orders are told apart, every field with its column, the
// answers. Fits 80 columns.
import { formatBytes, formatCount, plural } from '../../basics/units.ts';
import { clean, cutTo, type Paint, table, textBlock, widthOf, wrap } from '../../cli/presenter.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import { countText } from '../map/ask/asking.ts';
import { isConfirmation } from '../map/ask/audit-questions.ts';
import { answerText } from '../map/ask/dialogue.ts';
import { readingText } from '../map/decide/choose-reading.ts';
import type { MapResult } from '../map/propose.ts';
import type { AskedQuestion, FieldChoice } from '../map/types.ts';

/** What a number on the screen stands for: a field or an answer. */
type Numbered =
  | { readonly kind: 'field'; readonly field: FieldChoice }
  | { readonly kind: 'answer'; readonly question: AskedQuestion };

/** The fields that have a column, the answered questions, and what the audit asks, in the order of their numbers from 1. */
export const numbered = ({ fields, questions }: MapResult): Numbered[] => [
  ...fields.filter(({ column }) => column !== '').map((field): Numbered => ({ kind: 'field', field })),
  ...questions
    .filter(({ id, answer }) => answer !== null || isConfirmation(id))
    .map((question): Numbered => ({ kind: 'answer', question })),
];

export function proposalText(result: MapResult, paint: Paint, columns: number): string {
  const width = Math.max(60, Math.min(columns, 120));
  const lines = [
    ...fileLines(result, paint),
    '',
    ...fieldLines(result, paint, width),
    ...absentLines(result, paint, width),
    ...unusedLines(result, paint, width),
    ...answerLines(result, paint, width),
  ];
  return `${lines.join('\n')}\n`;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};

function fileLines(
  { table: file, recognised, hypothesis, survey, amounts, trial }: MapResult,
  paint: Paint,
): string[] {
  const { rows, orders } = trial?.summary.input ?? { rows: survey!.rows, orders: survey!.orders };
  const row = (name: string, text: string) => `  ${paint.dim(name.padEnd(12))} ${text}`;
  const encoding =
    file.encoding === undefined
      ? 'UTF-8'
      : `${file.encoding}${file.isGuessed ? ' (it is not UTF-8; look whether accents are right)' : ''}`;
  const lines = [
    paint.bold(`${clean(file.name)}: ${plural(rows, 'row')}, ${plural(orders, 'order')}`),
    row('file', `${formatBytes(file.bytes)}, ${encoding}, ${shapeText(file)}`),
    row(
      'recognised',
      recognised
        ? recognisedText(recognised)
        : 'no: these columns are worked out from their names and values',
    ),
  ];
  if (recognised?.match) lines.push(...differences(recognised.match, row));
  if (hypothesis)
    lines.push(
      row(
        'orders',
        hypothesis.key ? `rows with the same ${clean(hypothesis.key.name)}` : 'no column tells them apart',
      ),
    );
  if (hypothesis && amounts) {
    const text = readingText(amounts.reading, hypothesis.amounts.quantity, (index) =>
      clean(hypothesis.columns[index]!.name),
    );
    lines.push(row('amounts', `${text}${amounts.reading.tax ? '' : ', the prices include the tax'}`));
    if (amounts.of > 0)
      lines.push(row('', `${formatCount(amounts.fits)} of ${plural(amounts.of, 'order')} add up`));
  }
  return lines;
}

function shapeText({ names, delimiter, json }: MapResult['table']): string {
  if (delimiter !== undefined)
    return `${plural(names.length, 'column')} between ${DELIMITERS[delimiter] ?? clean(delimiter)}`;
  const lists = json?.items === undefined ? '' : `, line items in ${clean(json.items)}`;
  return `JSON, ${plural(names.length, 'path')} with values${lists}`;
}

function recognisedText({
  kind,
  name,
  platform,
  share,
  match,
}: NonNullable<MapResult['recognised']>): string {
  const percent = `${Math.floor(share * 100)} % of the columns`;
  if (kind === 'shipped') return `${clean(platform ?? name)}, ${percent}; mapping ${clean(name)}`;
  return match?.exact
    ? `the columns of the mapping ${clean(name)}`
    : `nearly the columns of the mapping ${clean(name)}, ${percent}`;
}

function differences(
  { added, missing, renamed }: NonNullable<NonNullable<MapResult['recognised']>['match']>,
  row: (name: string, text: string) => string,
): string[] {
  const list = (name: string, columns: readonly string[]) =>
    columns.length === 0 ? [] : [row(name, columns.map(clean).join(', '))];
  return [
    ...list(
      'renamed',
      renamed.map(({ from, to }) => `${from} is now ${to}`),
    ),
    ...list('new', added),
    ...list('missing', missing),
  ];
}

/** Width of the number, the confidence and the spaces between the cells. */
const FIXED = 3 + 6 + 4 * 2;
/** On a narrower terminal the names of the columns need the room of the examples. */
const WITH_EXAMPLES = 80;
/** With room for how many values a column has; that it has a single one is always said. */
const WITH_COUNTS = 100;

function fieldLines(result: MapResult, paint: Paint, width: number): string[] {
  const shown = result.fields.filter(({ column }) => column !== '');
  const widest = Math.min(30, Math.max(...shown.map(({ field }) => field.length)));
  const space = width - FIXED - widest;
  const isWide = width >= WITH_EXAMPLES;
  const longest = (texts: readonly string[]) => Math.max(...texts.map(widthOf));
  const texts = shown.map(({ column, example }) => {
    const look = result.looks.get(column);
    const isTold = look && look.filled > 1;
    const more = isTold && width >= WITH_COUNTS ? `${look.distinct} values: ` : '';
    return `${isTold && look.distinct === 1 ? `${countText(look)}: ` : more}${exampleText(example)}`;
  });
  // A column takes half of the room, and what the examples leave of theirs.
  const half = Math.floor(space / 2);
  const free = space - longest(texts);
  const forColumn = Math.min(
    longest(shown.map(({ column }) => clean(column))),
    isWide ? Math.max(half, free) : space + 2,
  );
  const colour = { sure: paint.green, likely: paint.yellow, none: paint.red };
  const rows = shown.map(({ field, column, confidence }, i) => [
    paint.dim(String(i + 1).padStart(3)),
    cutTo(field, 30),
    cutTo(clean(column), forColumn),
    colour[confidence](confidence),
    ...(isWide ? [paint.dim(cutTo(texts[i]!, space - forColumn))] : []),
  ]);
  const head = ['', 'field', 'column', 'sure?', ...(isWide ? ['example'] : [])];
  return table([head.map((word) => paint.bold(word)), ...rows]);
}

function exampleText([before, after]: FieldChoice['example']): string {
  if (after === '') return '';
  return clean(before === '' || before === after ? after : `${before} -> ${after}`);
}

/** Fields without a column: those that always have the same value, and those that are not sent. */
function absentLines({ fields }: MapResult, paint: Paint, width: number): string[] {
  const absent = fields.filter(({ column }) => column === '');
  const constant = absent.flatMap(({ field, why }) => {
    const value = /always (.*)$/.exec(why)?.[1];
    return value === undefined ? [] : [`${field} ${value}`];
  });
  const none = absent.filter(({ why }) => !why.includes('always')).map(({ field }) => field);
  const lines = [
    ...(constant.length > 0 ? [`Always the same: ${constant.join(', ')}`] : []),
    ...(none.length > 0 ? [`Not in the file, or computed: ${none.join(', ')}`] : []),
  ];
  return lines.flatMap((line) => ['', ...wrap(line, width).map((part) => paint.dim(part))]);
}

/** Columns that nothing is taken from: something of weight may stand there. */
function unusedLines({ trial, samples }: MapResult, paint: Paint, width: number): string[] {
  const { unmapped = [], beside = [] } = trial?.plan.mapping ?? {};
  const unused = [...unmapped, ...beside];
  if (unused.length === 0) return [];
  const texts = unused.slice(0, MOST_UNUSED).map((name) => {
    const sample = samples.get(name)?.replace('such as ', '');
    return sample === undefined ? name : `${name} (${sample})`;
  });
  const more = unused.length - texts.length;
  const line = `Not used: ${texts.map(clean).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  return ['', ...wrap(line, width).map((part) => paint.dim(part))];
}
const MOST_UNUSED = 20;

function answerLines(result: MapResult, paint: Paint, width: number): string[] {
  const all = numbered(result);
  const answers = all.flatMap((one, i) =>
    one.kind === 'answer' && one.question.answer !== null ? [{ n: i + 1, question: one.question }] : [],
  );
  if (answers.length === 0) return [];
  return [
    '',
    paint.bold('Answers'),
    ...answers.flatMap(({ n, question }) =>
      textBlock(
        `${String(n).padStart(3)}  `,
        `${clean(question.id)}: ${clean(answerText(question))}${result.assumed.some(({ id }) => id === question.id) ? ' (assumed)' : ''}`,
        width,
      ),
    ),
  ];
}

/** What a person has to judge, above the last prompt: why orders are refused, and what the audit asks. */
export function judgeText(result: MapResult, paint: Paint, columns: number): string {
  const refused = (result.trial?.plan.refusals ?? []).slice(0, MOST_REASONS).flatMap((reason) => {
    const { code, count, example, details = [] } = reason;
    const where = details.slice(0, MOST_REASONS).map(({ field, word, count: n }) => `${word ?? field} ${n}`);
    const why = example ? describeOrderFinding(example) : code;
    return textBlock(
      '  ',
      clean(`${count} refused: ${why} (${where.join(', ') || code})`),
      columns,
      paint.yellow,
    );
  });
  const open = numbered(result).flatMap((one, i) =>
    one.kind === 'answer' && one.question.answer === null
      ? textBlock(`${String(i + 1).padStart(3)}  `, questionText(one.question), columns, paint.yellow)
      : [],
  );
  return [...refused, ...open].map((line) => `${line}\n`).join('');
}
const MOST_REASONS = 3;

const questionText = ({ text, orders }: AskedQuestion): string =>
  clean(`${text} [${plural(orders, 'order')}]`);

/** The open questions for a caller that cannot be asked. */
export function openText(questions: readonly AskedQuestion[], width: number): string {
  return questions
    .flatMap(({ id, text, choices, words, orders }) => [
      ...wrap(`${id}: ${clean(text)} (${plural(orders, 'order')})`, width),
      ...(words ?? []).map(({ word, orders: count }) => `    ${clean(word)} (${plural(count, 'order')})`),
      ...choices.map((choice) => cutTo(`    ${clean(choice.value)}  ${clean(choice.text)}`, width)),
    ])
    .join('\n');
}
