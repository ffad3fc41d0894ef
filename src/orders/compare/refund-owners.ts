// The order that each refund identifier belongs to: in the input, by hashes; among accepted orders, by the ledger.
import { hashText } from '../../basics/text.ts';
import { type Finding, found, identifierOf } from '../../contract/finding.ts';
import { refundLineDuplicate } from '../../contract/order-rules/refund-lines.ts';
import { refundDuplicate } from '../../contract/order-rules/refunds.ts';
import { counts, OrdinalTable, shorts } from '../../input/compact-numbers.ts';
import type { SnapshotIndex } from '../../input/snapshot-versions.ts';
import type { Snapshot } from '../../input/types.ts';
import type { LedgerView } from '../../storage/ledger.ts';
import type { OrderFacts, RefundFacts } from '../../storage/order-record.ts';

type Kind = 'refund' | 'line';
const RULE = { refund: refundDuplicate, line: refundLineDuplicate } as const;

/** Every identifier in the refunds of an order, with its field path. */
function* identifiersOf(
  refunds: readonly RefundFacts[],
): Generator<[kind: Kind, identifier: string, path: string]> {
  for (const [r, refund] of refunds.entries()) {
    yield ['refund', refund.identifier, `refunds[${r}].identifier`];
    for (const [l, line] of refund.lines.entries())
      yield ['line', line.identifier, `refunds[${r}].refund_line_items[${l}].identifier`];
  }
}

/**
 * The first order of an input that has an identifier owns it. Takes about 25 bytes per identifier; orders
 * without refunds take none.
 */
export class RefundOwners {
  private readonly id1 = counts();
  private readonly id2 = counts();
  private readonly ordinals = counts();
  private readonly lines = counts();
  private readonly files = shorts();
  private readonly table = new OrdinalTable((entry) => this.id1.get(entry));
  private entries = 0;

  constructor(
    private readonly snapshotIndex: SnapshotIndex,
    private readonly nameOf: (file: number) => string,
    private readonly acceptedIn: LedgerView['ownerOfRefund'] = () => undefined,
  ) {}

  /** The input is read from its start. */
  clear(): void {
    this.entries = 0;
    for (const part of [this.id1, this.id2, this.ordinals, this.lines, this.files, this.table]) part.clear();
  }

  /**
   * Registers the identifiers of an order that is to be sent. Returns a finding for each that another order
   * has. One of another accepted order is not registered: its owner may follow in the input.
   */
  claim(
    { id, ordinal, rows: [place] }: Pick<Snapshot, 'id' | 'ordinal' | 'rows'>,
    refunds: readonly RefundFacts[],
  ): readonly Finding[] {
    const shared: Finding[] = [];
    for (const [kind, identifier, path] of identifiersOf(refunds)) {
      const { h1, h2 } = hashText(`${kind}\u0000${identifier}`, HASH);
      const isIt = (entry: number) => this.id1.get(entry) === h1 && this.id2.get(entry) === h2;
      const index = this.table.find(h1, isIt);
      const owner = this.table.get(index);
      if (owner < 0) {
        if (this.acceptedIn(kind, identifier, id) !== undefined) continue;
        const entry = this.entries++;
        this.id1.set(entry, h1);
        this.id2.set(entry, h2);
        this.ordinals.set(entry, ordinal);
        this.lines.set(entry, place?.line ?? 0);
        this.files.set(entry, place?.file ?? 0);
        this.table.insert(index, entry);
      } else if (!this.snapshotIndex.isSameOrder(this.ordinals.get(owner), ordinal)) {
        const [line, file] = [this.lines.get(owner), this.nameOf(this.files.get(owner))];
        shared.push(found(RULE[kind], path, { identifier: identifierOf(identifier), line, file }));
      }
    }
    return shared;
  }
}

const HASH = { h1: 0, h2: 0 };

/** Findings for identifiers of refunds that the service has accepted in another order. */
export function acceptedElsewhere(ledger: LedgerView, order: OrderFacts): readonly Finding[] {
  const taken: Finding[] = [];
  for (const [kind, identifier, path] of identifiersOf(order.refunds)) {
    const owner = ledger.ownerOfRefund(kind, identifier, order.id);
    if (owner === undefined) continue;
    const args = { identifier: identifierOf(identifier), accepted: identifierOf(owner) };
    taken.push(found(RULE[kind], path, args));
  }
  return taken;
}
