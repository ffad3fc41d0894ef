// What changed in one order since it was accepted, field by field. Only fields that the ledger stores can be
// compared.
import { formatInstant } from '../../contract/time.ts';
import type { PlaceOf } from '../../runs/run-outcome.ts';
import type { KnownOrder, LineFacts, OrderFacts, ReadyOrder } from '../../storage/order-record.ts';
import type { Compared } from './compare.ts';

/** The fields that the ledger does not store, in words. */
export const NOT_STORED = 'names, addresses, titles, texts, tags, pictures and ship dates';

const MOST_CHANGES = 20;

/** Facts of a line, by their field names in the interface. */
const LINE_FIELDS = [
  ['sku', 'sku'],
  ['ordered', 'quantity'],
  ['shipped', 'quantity_shipped'],
  ['canceled', 'quantity_canceled'],
  ['unitPriceCents', 'unit_price_amount_cents'],
  ['productCents', 'product_amount_cents'],
  ['taxCents', 'tax_amount_cents'],
  ['discountCents', 'discount_amount_cents'],
] as const satisfies readonly (readonly [keyof LineFacts, string])[];

/** One example of the orders that differ from what was accepted, field by field. */
export type ChangedOrder = ReturnType<typeof changedOrder>;

function changedOrder(before: KnownOrder, order: ReadyOrder, source: ReturnType<PlaceOf>) {
  const now = order.facts;
  const facts = [
    change('updated_at', before.updatedAt, now.updatedAt),
    ...factChanges(before, now),
    ...refundChanges(before, now),
  ].filter((one) => one !== undefined);
  const visible = facts.some(({ field }) => field !== 'updated_at');
  return {
    order: order.id,
    ...source,
    accepted_by: before.run,
    accepted_at: formatInstant(before.at),
    changes: facts.slice(0, MOST_CHANGES),
    more_changes: Math.max(0, facts.length - MOST_CHANGES),
    /** Comparison of the fields that the ledger does not store. */
    not_kept: before.content === order.content ? 'same' : visible ? 'unknown' : 'differs',
  } as const;
}

/** What the ledger has of an order and its lines, field by field. */
export const factChanges = (before: OrderFacts, now: OrderFacts) =>
  [
    change('status', before.status, now.status),
    change('currency', before.currency, now.currency),
    change('total_amount_cents', before.totalCents, now.totalCents),
    ...lineChanges(before.lines, now.lines),
  ].filter((one) => one !== undefined);

type Value = string | number | null;

const change = (field: string, accepted: Value, input: Value) =>
  accepted === input ? undefined : { field, accepted, input };

/** Matches lines by identifier. */
function lineChanges(before: readonly LineFacts[], now: readonly LineFacts[]) {
  const known = new Map(before.map((line) => [line.identifier, line]));
  const there = new Set(now.map(({ identifier }) => identifier));
  const gone = before.filter(({ identifier }) => !there.has(identifier));
  return [
    ...now.flatMap((line, index) => {
      const accepted = known.get(line.identifier);
      if (!accepted) return [change(`items[${index}].identifier`, null, line.identifier)];
      return LINE_FIELDS.map(([fact, name]) => change(`items[${index}].${name}`, accepted[fact], line[fact]));
    }),
    ...gone.map(({ identifier }) => change('items[].identifier', identifier, null)),
  ];
}

function refundChanges(before: OrderFacts, now: OrderFacts) {
  const ids = [...new Set([...before.refunds, ...now.refunds].map(({ identifier }) => identifier))];
  const amount = (record: OrderFacts, id: string): Value =>
    record.refunds.find(({ identifier }) => identifier === id)?.amountCents ?? null;
  return ids.map((id) =>
    change(`refunds[${id}].total_refund_amount_cents`, amount(before, id), amount(now, id)),
  );
}

const MOST_CHANGED = 10;

/** Examples of how the input differs from what was accepted. */
export class ChangedExamples {
  /** The first changed orders that are sent, in the order of the input. */
  readonly changed: ChangedOrder[] = [];
  /** Other content under the `updated_at` that was accepted before. */
  unmoved: ChangedOrder | undefined;
  older: ChangedOrder | undefined;

  add({ comparison, before, order }: Compared, placeOf: () => ReturnType<PlaceOf>): void {
    if (!before) return;
    const changed = () => changedOrder(before, order, placeOf());
    if (comparison === 'older') this.older ??= changed();
    if (comparison !== 'changed' && comparison !== 'changed_unmoved') return;
    if (this.changed.length < MOST_CHANGED) this.changed.push(changed());
    if (comparison === 'changed_unmoved') this.unmoved ??= changed();
  }
}
