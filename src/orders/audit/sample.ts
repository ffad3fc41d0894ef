// The orders that the audit looks at: the first 500 of the input, the last 500, and 1,000 evenly between. They are chosen while
// the check reads: where an order stands is known from the bytes that were read, so that few are kept that do not stay.
import type { Lax, Order } from '../../contract/order.ts';
import type { Inputs, Snapshot } from '../../input/types.ts';
import type { RowsSource } from '../look/trace.ts';
import type { SnapshotVerdict } from '../read/check-snapshot.ts';
import type { Watch } from '../upload/first-pass.ts';

export interface SampledOrder {
  /** What is kept of the snapshot. */
  readonly source: RowsSource & Pick<Snapshot, 'id'>;
  /** As it is sent; of a refused order, what the mapping makes of it. */
  readonly order: Lax<Order>;
  readonly isSent: boolean;
}

const [FIRST, BETWEEN, LAST] = [500, 1000, 500];

export class AuditSample implements Watch {
  /** Orders that were seen. */
  total = 0;
  private first: SampledOrder[] = [];
  private between: SampledOrder[] = [];
  private last: SampledOrder[] = [];
  /** Bytes that were read when the first ones were complete. */
  private from = 0;

  constructor(private readonly progress: Inputs['progress']) {}

  begin(): void {
    this.total = 0;
    [this.first, this.between, this.last] = [[], [], []];
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict): void {
    // A refused order of JSON without a mapping may hold values of any type.
    if (verdict.kind === 'skipped' || (verdict.kind === 'refused' && !snapshot.table)) return;
    const number = this.total++;
    const { read, total } = this.progress;
    if (number < FIRST) this.from = read;
    const wanted = BETWEEN * ((read - this.from) / Math.max(1, total - this.from));
    const ordersLeft = ((total - read) / read) * number;
    const kept = number < FIRST ? this.first : this.between.length < wanted ? this.between : this.last;
    if (kept === this.last && ordersLeft > LAST) return;
    const isSent = verdict.kind === 'ready';
    const { id, rows, table, raw } = snapshot;
    const source = { id, rows, table, raw: table ? undefined : raw };
    kept.push({ source, order: isSent ? verdict.order.order : (raw as Lax<Order>), isSent });
    if (this.last.length > LAST) this.last.shift();
  }

  orders(): readonly SampledOrder[] {
    return [...this.first, ...this.between, ...this.last];
  }
}
