// How often what happened: without these figures a run that is green says little.

export class Counts {
  readonly #counts = new Map<string, number>();

  readonly add = (kind: string, times = 1): void => {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + times);
  };

  of(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  merge(other: Counts): void {
    for (const [kind, times] of other.#counts) this.add(kind, times);
  }

  text(): string {
    const rows = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return rows.map(([kind, times]) => `${`${times}`.padStart(8)}  ${kind}\n`).join('');
  }
}
