// The orders that the audit looks at: the first and the last 500 of the input, and 1,000 evenly between them. It keeps what the
// check read anyway, and needs no further pass.
import type { Lax, Order } from '../../contract/order.ts';
import type { Snapshot } from '../../input/types.ts';
import type { Watch } from '../analysis.ts';
import type { SnapshotVerdict } from '../check-snapshot.ts';

export interface SampledOrder {
  readonly snapshot: Snapshot;
  /** As it is sent; of a refused order, what the mapping makes of it. */
  readonly order: Lax<Order>;
  readonly isSent: boolean;
}

const AT_EACH_END = 500;
const BETWEEN = 1000;

export class AuditSample implements Watch {
  /** Orders that were seen. */
  total = 0;
  private first: SampledOrder[] = [];
  private last: SampledOrder[] = [];
  private between: SampledOrder[] = [];
  /** One of so many is kept between the ends. */
  private step = 1;

  begin(): void {
    this.total = 0;
    this.step = 1;
    [this.first, this.last, this.between] = [[], [], []];
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict): void {
    if (verdict.kind === 'skipped') return;
    const isSent = verdict.kind === 'ready';
    const order = isSent ? verdict.order.order : (snapshot.raw as Lax<Order>);
    const one = { snapshot, order, isSent };
    const number = this.total++;
    if (number < AT_EACH_END) {
      this.first.push(one);
      return;
    }
    const left = this.last[number % AT_EACH_END];
    this.last[number % AT_EACH_END] = one;
    if (!left || number % this.step > 0) return;
    this.between.push(left);
    if (this.between.length < BETWEEN * 2) return;
    this.between = this.between.filter((_, i) => i % 2 === 0);
    this.step *= 2;
  }

  orders(): readonly SampledOrder[] {
    const excess = this.between.length > BETWEEN ? this.between.length / BETWEEN : 1;
    const between = Array.from(
      { length: Math.floor(this.between.length / excess) },
      (_, i) => this.between[Math.floor(i * excess)]!,
    );
    return [...this.first, ...between, ...this.last].sort((a, b) => a.snapshot.ordinal - b.snapshot.ordinal);
  }
}
