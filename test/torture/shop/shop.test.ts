// A shop that lives for a month, against the tool: whatever its exports do, the service holds what the shop knows, or the run
// names the order. `SHOP_SEED=7 npx vitest run --config vitest.long.config.ts test/torture/shop` plays one month again and
// keeps its files; `SHOP_MONTHS=100` beside it plays so many from there.
import path from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { seedFor } from '../../helpers/random.ts';
import { Counts } from './counts.ts';
import { NEEDLESS } from './judge.ts';
import { type Month, playMonth } from './month.ts';

const ONE = process.env['SHOP_SEED'];
const MONTHS =
  ONE === undefined ? inForm({ short: 2, share: 60, long: 5000 }) : Number(process.env['SHOP_MONTHS'] ?? 1);
/** From so many months on the shares of what is named without need are judged; fewer months vary too much. */
const ENOUGH = 1000;
/** The most of all orders that a code may name without need. */
const MOST_NEEDLESS = 0.01;
const A_DAY = 86_400_000;
/** So many at once: while one waits for its disk, another computes. */
const AT_ONCE = 3;
const KEPT = path.join(REPOSITORY, 'coverage/shop');

const said = ({ seed, shop, failures }: Month): string =>
  failures
    .map(
      ({ run, number, kind, detail, needs, codes, args, happened }) =>
        `SHOP_SEED=${seed} ${shop.format}, run ${run}, order ${number}: ${kind}\n  ${detail}\n` +
        `  returns ${args.join(' ')}\n  happened: ${happened.join(', ')}\n` +
        `  might be named for: ${needs.join(', ')}; codes: ${codes.join(' ')}\n`,
    )
    .join('');

it(
  'holds what the shop knows of every order, or names it',
  async () => {
    const counts = new Counts();
    const differences: string[] = [];
    const began = performance.now();
    // Only the long form looks for seeds that nobody has seen.
    const first = ONE === undefined ? inForm({ short: 1, share: 1, long: seedFor(1) }) : Number(ONE);
    let next = first;
    async function play(): Promise<void> {
      while (next < first + MONTHS) {
        const month = await playMonth(next++, KEPT);
        counts.merge(month.counts);
        for (const { kind } of month.failures) counts.add(`orders that differ: ${kind}`);
        // Of many months, what is named without need is judged by its share.
        const failures = month.failures.filter(({ kind }) => kind !== NEEDLESS || MONTHS < ENOUGH);
        if (failures.length > 0) {
          differences.push(said(month));
          process.stderr.write(said(month));
        }
        if ((next - first) % 100 === 0)
          process.stderr.write(`${next - first} months, ${differences.length} with differences\n`);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, play));
    const months = next - first;
    const seconds = (performance.now() - began) / 1000;
    const seeds = `seeds ${first} to ${next - 1}`;
    process.stderr.write(`${counts.text()}${months} months in ${seconds.toFixed(1)} s, ${seeds}\n`);
    expect(months).toBe(MONTHS);
    expect(differences, `files in ${KEPT}`).toEqual([]);
    if (months >= ENOUGH) expect(counts.needlessOver(MOST_NEEDLESS)).toEqual([]);
  },
  A_DAY,
);
