// Verdicts of many exports as a table.
import type { Export } from './exports.ts';
import { type Verdict, WAYS, type Way } from './judge.ts';

interface Group {
  orders: number;
  exports: number;
  seed: number;
  example: string;
  /** How many orders in each way of answering. */
  readonly ways: Map<Way, number>;
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const RESULTS = ['right', 'refused', 'stopped', 'named', 'wrong'] as const;

/** Local times in a country of several zones. */
const lacksZone = ({ format, shop }: Export): boolean =>
  shop.country === 'US' && ['dmy', 'dmyslash', 'mdy', 'sql'].includes(format.date);

export class Tally {
  readonly #verdicts: Verdict[] = [];
  /** Of exports whose times nobody can place who is not asked. */
  readonly #unzoned = new Set<Verdict>();
  readonly #silent = new Map<string, Group>();
  readonly #reasons = new Map<string, Group>();
  readonly #unanswerable = new Map<string, Group>();
  readonly #formats = new Map<string, { orders: number; right: number }>();

  add(given: Export, verdicts: readonly Verdict[]): void {
    for (const verdict of verdicts) {
      const { way, silent, unanswerable, reason } = verdict;
      this.#verdicts.push(verdict);
      if (lacksZone(given)) this.#unzoned.add(verdict);
      for (const { example, orders } of silent) {
        const { field, source, found, right } = example;
        const text = `${JSON.stringify(found)} for ${JSON.stringify(right)}`.slice(0, 110);
        count(this.#silent, `${field} <- ${source}`, way, orders, given.seed, text);
      }
      const blamed = reason.replace(/[\d"].*?(?=[:,/ ]|$)/g, '').slice(0, 90);
      if (reason !== '') count(this.#reasons, blamed, way, verdict.stopped, given.seed, reason);
      if (way === 'answers')
        for (const text of unanswerable)
          count(this.#unanswerable, text.split(':')[0]!, way, verdict.orders, given.seed, text);
      if (way === 'answers') {
        const format = this.#formats.get(given.format.name) ?? { orders: 0, right: 0 };
        format.orders += verdict.orders;
        format.right += verdict.right;
        this.#formats.set(given.format.name, format);
      }
    }
  }

  /** Orders of one way with this result, of all orders. */
  share(way: Way, result: (typeof RESULTS)[number], isZoned = false): number {
    const all = this.#verdicts.filter(
      (verdict) => verdict.way === way && !(isZoned && this.#unzoned.has(verdict)),
    );
    const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
    return sum(all.map((verdict) => verdict[result])) / Math.max(1, sum(all.map(({ orders }) => orders)));
  }

  /** Exports of which at least one order was silently wrong in this way. */
  wrongExports(way: Way): number {
    return this.#verdicts.filter((verdict) => verdict.way === way && verdict.wrong > 0).length;
  }

  questions(way: Way): number {
    return median(this.#verdicts.filter((verdict) => verdict.way === way).map(({ questions }) => questions));
  }

  text(): string {
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(9);
    const head = `${'of the orders'.padEnd(12)}${RESULTS.map((result) => result.padStart(9)).join('')}   exports wrong   questions`;
    const rows = WAYS.map((way) => {
      const shares = RESULTS.map((result) => percent(this.share(way, result))).join('');
      return `${way.padEnd(13)}${shares}   ${String(this.wrongExports(way)).padStart(13)}   ${String(this.questions(way)).padStart(9)}`;
    });
    const zoned = percent(this.share('unattended', 'right', true)).trim();
    rows.push(`${zoned} of the orders of exports that say the zone of their times are right unattended`);
    const formats = [...this.#formats].map(
      ([name, { orders, right }]) => `${percent(right / orders)}  of ${orders} ${name}`,
    );
    const half = process.env['ADVERSARY_HALF'] ?? 'a';
    return [
      'Goals: right 95 %, 90 %, 60 %; nothing wrong without a word; at most 4 questions. One export again, with its files kept:',
      `ADVERSARY_HALF=${half} ADVERSARY_ONE=SEED npx vitest run --config vitest.long.config.ts test/torture/adversary/adversary.test.ts`,
      head,
      ...rows,
      ...[
        '',
        'Silently wrong: field <- what the column means (orders by answers, by Enter, unattended; exports in all ways; a seed)',
        ...listed(this.#silent, 40),
      ],
      ...['', 'Stopped', ...listed(this.#reasons, 20)],
      ...['', 'Questions without the right choice', ...listed(this.#unanswerable, 15)],
      ...['', 'Right with answers, by format', ...formats.sort()],
      '',
    ].join('\n');
  }
}

function count(
  groups: Map<string, Group>,
  key: string,
  way: Way,
  orders: number,
  seed: number,
  example: string,
): void {
  const group = groups.get(key) ?? { orders: 0, exports: 0, seed, example, ways: new Map<Way, number>() };
  group.orders += orders;
  group.exports++;
  group.ways.set(way, (group.ways.get(way) ?? 0) + orders);
  groups.set(key, group);
}

const listed = (groups: ReadonlyMap<string, Group>, most: number): string[] =>
  [...groups]
    .sort(([, a], [, b]) => b.orders - a.orders)
    .slice(0, most)
    .map(([key, { exports, seed, example, ways }]) => {
      const orders = WAYS.map((way) => String(ways.get(way) ?? 0).padStart(5)).join('');
      return `${orders} ${String(exports).padStart(4)}  ADVERSARY_ONE=${seed}  ${key}  (${example})`;
    });
