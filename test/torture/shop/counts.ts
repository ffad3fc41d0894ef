// How often what happened, and which codes named orders: without these figures a run that is green says little.

interface Naming {
  /** Orders that a run named with the code. */
  named: number;
  /** Of these, orders that the service held as the shop knows them, and of which nothing had happened that the code speaks of. */
  needless: number;
}

export class Counts {
  readonly #counts = new Map<string, number>();
  readonly #codes = new Map<string, Naming>();
  /** Orders in all files of all runs. */
  orders = 0;

  readonly add = (kind: string, times = 1): void => {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + times);
  };

  of(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** Counts an order that was named with the code. */
  name(code: string, named: number, needless: number): void {
    const known = this.#codes.get(code) ?? { named: 0, needless: 0 };
    this.#codes.set(code, { named: known.named + named, needless: known.needless + needless });
  }

  merge(other: Counts): void {
    for (const [kind, times] of other.#counts) this.add(kind, times);
    for (const [code, { named, needless }] of other.#codes) this.name(code, named, needless);
    this.orders += other.orders;
  }

  /** Codes that name more than this share of all orders without need. */
  needlessOver(share: number): string[] {
    return [...this.#codes].flatMap(([code, { needless }]) => (needless > this.orders * share ? [code] : []));
  }

  text(): string {
    const kinds = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = kinds.map(([kind, times]) => `${`${times}`.padStart(8)}  ${kind}\n`);
    const codes = [...this.#codes].sort(([a], [b]) => (a < b ? -1 : 1));
    const named = codes.map(([code, { named: times, needless }]) => {
      const share = `${((100 * needless) / Math.max(1, this.orders)).toFixed(3)} %`;
      return `${`${times}`.padStart(8)}${`${needless}`.padStart(8)}${share.padStart(10)}  ${code}\n`;
    });
    const head = `   named, of these without need, as a share of ${this.orders} orders in all runs\n`;
    return `${rows.join('')}${head}${named.join('')}`;
  }
}
