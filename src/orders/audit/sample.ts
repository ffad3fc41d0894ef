// The orders that the audit looks at: the first 500 of the input, and 500 to 1,000 evenly after them. It keeps what the check read
// anyway, and needs no further pass. The last ones are not kept: every order would then live on for a while, which doubles the
// time of a check.
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

const FIRST = 500;
const BETWEEN = 1000;

export class AuditSample implements Watch {
  /** Orders that were seen. */
  total = 0;
  private first: SampledOrder[] = [];
  private between: SampledOrder[] = [];
  /** One of so many is kept after the first ones. */
  private step = 1;

  begin(): void {
    this.total = 0;
    this.step = 1;
    [this.first, this.between] = [[], []];
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict): void {
    // A refused order of JSON without a mapping may hold values of any type.
    if (verdict.kind === 'skipped' || (verdict.kind === 'refused' && !snapshot.table)) return;
    const number = this.total++;
    if (number >= FIRST && number % this.step > 0) return;
    const isSent = verdict.kind === 'ready';
    const order = isSent ? verdict.order.order : (snapshot.raw as Lax<Order>);
    const one = { snapshot, order, isSent };
    if (number < FIRST) {
      this.first.push(one);
      return;
    }
    this.between.push(one);
    if (this.between.length < BETWEEN) return;
    this.between = this.between.filter((_, i) => i % 2 === 0);
    this.step *= 2;
  }

  orders(): readonly SampledOrder[] {
    return [...this.first, ...this.between];
  }
}
