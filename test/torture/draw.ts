// What a seed decides, and texts by a pattern.
import { dice } from '../helpers/random.ts';

export class Draw {
  readonly #below: (below: number) => number;

  constructor(seed: number) {
    this.#below = dice(seed);
  }

  /** A whole number from `low` to `high`, both included. */
  from(low: number, high: number): number {
    return low + this.#below(Math.max(1, high - low + 1));
  }

  chance(share: number): boolean {
    return this.#below(1_000_000) < share * 1_000_000;
  }

  of<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const all = [...list];
    for (let at = all.length - 1; at > 0; at--) {
      const other = this.#below(at + 1);
      [all[at], all[other]] = [all[other]!, all[at]!];
    }
    return all;
  }

  /** `#` becomes a digit, `?` a capital letter. */
  like(pattern: string): string {
    return pattern
      .replace(/#/g, () => String(this.#below(10)))
      .replace(/\?/g, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ'[this.#below(24)]!);
  }
}
