// Tables that nobody has seen: drawn by a seed in five languages and many styles, mapped by `orders map`, and compared order by order
// with what was drawn. UNSEEN=1-60 draws others; UNSEEN=1-10000 UNSEEN_ORDERS=12 is the long run.
import { expect, it } from 'vitest';
import { inForm } from '../../helpers/form.ts';
import { formNames } from './styles-forms.ts';
import { type Outcome, outcomeOf } from './unseen.ts';

const [FROM, TO] = (
  process.env['UNSEEN'] ?? inForm({ short: '1001-1002', share: '1001-1008', long: '1001-1030' })
)
  .split('-')
  .map(Number) as [number, number];
const ORDERS = Number(process.env['UNSEEN_ORDERS'] ?? 24);
const isAsked = process.env['UNSEEN'] !== undefined;

const all = (outcomes: readonly Outcome[], of: (one: Outcome) => number): number =>
  outcomes.reduce((sum, one) => sum + of(one), 0);

it('orders of unseen tables are as they were drawn, or refused', async () => {
  const outcomes: Outcome[] = [];
  for (let seed = FROM; seed <= TO; seed++) {
    outcomes.push(await outcomeOf(seed, ORDERS));
    if (isAsked && seed % 500 === 0) process.stderr.write(`${seed} tables drawn\n`);
  }
  const orders = all(outcomes, (one) => one.orders);
  const share = (count: number): string => `${((100 * count) / orders).toFixed(1)} %`;
  const figures = [
    `${outcomes.length} tables, ${orders} orders: ${share(all(outcomes, (one) => one.right))} right, ${share(all(outcomes, (one) => one.refused))} refused, ${share(all(outcomes, (one) => one.wrong))} wrong`,
    `before any answer ${share(all(outcomes, (one) => one.unasked))} right; questions of a table ${(all(outcomes, (one) => one.questions.length) / outcomes.length).toFixed(1)}, at most ${Math.max(...outcomes.map((one) => one.questions.length))}`,
  ];
  const rows = outcomes
    .filter(({ right, orders }) => right < orders)
    .map(
      ({ seed, style, right, refused, wrong, notes }) =>
        `${seed} ${[style.language, style.rows, style.tax, ...formNames(style.forms)].join(', ')}: ${right} right, ${refused} refused, ${wrong} wrong: ${notes.join('; ')}`,
    );
  const wrong = outcomes.filter((one) => one.wrong > 0).map(({ seed, wrong }) => `${seed} (${wrong})`);
  const report = [...figures, ...rows, `seeds with wrong orders: ${wrong.join(', ') || 'none'}`].join('\n');
  if (isAsked) process.stderr.write(`${report}\n`);
  expect(
    outcomes.filter(({ wrong }) => wrong > 0).map(({ seed }) => seed),
    report,
  ).toEqual([]);
  expect(all(outcomes, (one) => one.right) / orders, report).toBeGreaterThanOrEqual(0.95);
  expect(Math.max(...outcomes.map(({ questions }) => questions.length)), report).toBeLessThanOrEqual(15);
});
