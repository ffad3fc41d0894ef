// Exports of invented shops in the forms that real systems write, mapped by `orders map` in three ways of answering, and compared
// order by order with the facts. CORPUS=name runs the exports with this in their name, with details.
import { expect, it } from 'vitest';
import { KINDS } from '../../../src/orders/map/ask/kinds.ts';
import { inForm, isShort } from '../../helpers/form.ts';
import { EXPORTS } from './corpus/exports/all.ts';
import { type Judged, judge, MODES, type Mode } from './corpus/judge.ts';

/** Together they have every form of table and JSON, and raise every kind of question that the corpus raises. */
const SHARED = [
  ...['market-totals-only', 'market-pipe-no-total', 'market-fees-tips', 'market-refunded-amounts'],
  ...['market-text-items-with-prices', 'oms-missing-emails-streets-skus', 'oms-quotes-are-text'],
  ...['oms-epoch-and-whole-cents', 'oms-blank-billing-address', 'oms-day-or-month-never-decided'],
  ...['de-kommissionierung', 'de-ohne-summe-mit-titelzeile', 'fr-en-tete-abime', 'es-clp-thousands-point'],
  ...['id-thousands-point', 'nl-regels-eerste-rij', 'json-lines-cart', 'json-data-one-order'],
];
/** A table in another language, one with gaps, one whose dates decide nothing, and lines of JSON. */
const FEW = [
  ...['de-ohne-summe-mit-titelzeile', 'oms-missing-emails-streets-skus'],
  ...['oms-day-or-month-never-decided', 'json-lines-cart'],
];
/** Kinds that no export raises: questions.test.ts does. Of those that are not shared, one raises `identifier`. */
const NOT_RAISED = [
  ...inForm<string[]>({ short: ['identifier'], share: ['identifier'], long: [] }),
  'delivery',
  ...['status', 'fill_down', 'head_rows', 'date_serial', 'line_units', 'free_shipping'],
  ...['gift_cards', 'round'],
  ...['shipped_units', 'open_units', 'open_lines', 'left_out', 'refused_unlike'],
  ...['line_column', 'shipping_rows', 'discount_rows'],
];

/** Least share of the orders that can be sent. */
const GOALS: Readonly<Record<Mode, number>> = inForm({
  short: { truthful: 0.94, enter: 0.78, unattended: 0.57 },
  share: { truthful: 0.98, enter: 0.92, unattended: 0.57 },
  long: { truthful: 0.95, enter: 0.9, unattended: 0.6 },
});
const MOST_WRONG = 0;

const PLAYED = inForm({ short: FEW, share: SHARED, long: EXPORTS.map(({ name }) => name) });
const NAME = process.env['CORPUS'];
const isChosen = (name: string): boolean =>
  NAME === undefined ? PLAYED.includes(name) : name.includes(NAME);

it('orders of the corpus are equal to the facts, or not sent', async () => {
  const judged: Judged[] = [];
  for (const one of EXPORTS) if (isChosen(one.name)) judged.push(await judge(one));
  const report = [...judged.map(rowOf), ...MODES.map((mode) => figuresOf(judged, mode))].join('\n');
  if (!isShort || NAME !== undefined) process.stderr.write(`${report}\n`);
  for (const mode of MODES) {
    const wrong = judged.filter(({ modes }) => modes[mode].wrong > MOST_WRONG).map(({ name }) => name);
    expect.soft(wrong, `${mode}: silently wrong\n${report}`).toEqual([]);
    expect.soft(shareOf(judged, mode), `${mode}: share\n${report}`).toBeGreaterThanOrEqual(GOALS[mode]);
  }
  if (NAME !== undefined) return;
  expect(judged).toHaveLength(PLAYED.length);
  if (isShort) return;
  const asked = new Set(judged.flatMap(({ modes }) => modes.truthful.questions));
  // What the audit asks about cancellations is a choice of its question.
  const kinds = Object.keys(KINDS).filter((kind) => !kind.startsWith('canceled'));
  expect(kinds.filter((kind) => !asked.has(kind))).toEqual(NOT_RAISED);
});

const all = (
  judged: readonly Judged[],
  mode: Mode,
  of: 'countable' | 'right' | 'refused' | 'wrong',
): number => judged.reduce((sum, { modes }) => sum + modes[mode][of], 0);
const shareOf = (judged: readonly Judged[], mode: Mode): number =>
  all(judged, mode, 'right') / Math.max(1, all(judged, mode, 'countable'));

const figuresOf = (judged: readonly Judged[], mode: Mode): string =>
  `${mode}: ${judged.length} exports, ${all(judged, mode, 'countable')} countable orders: ${(100 * shareOf(judged, mode)).toFixed(1)} % equal to the truth (goal ${100 * GOALS[mode]} %), ${all(judged, mode, 'refused')} not sent, ${all(judged, mode, 'wrong')} silently wrong`;

function rowOf({ name, orders, modes }: Judged): string {
  const counts = MODES.map((mode) => {
    const { right, refused, wrong } = modes[mode];
    return `${right}/${refused}/${wrong}`;
  });
  const notes = MODES.flatMap((mode) => {
    const { notes, questions } = modes[mode];
    if (NAME !== undefined) return [`\n  ${mode} (${questions.join(', ')}): ${notes.join('; ')}`];
    return notes.slice(0, 1).map((note) => `\n    ${mode}: ${note.slice(0, 180)}`);
  });
  return `${name}: ${orders} orders, ${counts.join(' ')}${notes.join('')}`;
}
