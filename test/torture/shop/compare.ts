// What the service holds of an order against what it should hold: article by article, cent by cent.
import { type Article, fold, kindOf, type Refund, total, type Wanted } from './orders.ts';

export interface Line {
  readonly identifier: string;
  readonly sku: string;
  readonly quantity: number;
  readonly quantity_shipped: number;
  readonly quantity_canceled: number;
  readonly unit_price_amount_cents: number;
  readonly product_amount_cents: number;
  readonly tax_amount_cents: number;
  readonly discount_amount_cents: number;
}

export interface Held {
  readonly identifier: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly total_amount_cents: number;
  readonly items: readonly Line[];
  readonly refunds: readonly {
    readonly identifier: string;
    readonly total_refund_amount_cents: number;
    readonly rma_identifier?: string;
    readonly refund_line_items: readonly {
      readonly quantity: number;
      readonly order_item_identifier: string;
    }[];
  }[];
}

const heldLine = (line: Line, explicit: boolean): string =>
  [
    explicit ? line.identifier : '',
    ...[fold(line.sku), `price ${line.unit_price_amount_cents}`, `ordered ${line.quantity}`],
    ...[`sent ${line.quantity_shipped}`, `cancelled ${line.quantity_canceled}`],
    ...[
      `goods ${line.product_amount_cents}`,
      `tax ${line.tax_amount_cents}`,
      `off ${line.discount_amount_cents}`,
    ],
  ].join(' ');

const wantedLine = ({ explicit, sku, price, tax, discount, ...line }: Wanted['lines'][number]): string => {
  const { quantity, shipped, cancelled } = line;
  return [
    explicit ?? '',
    ...[fold(sku), `price ${price}`, `ordered ${quantity}`, `sent ${shipped}`, `cancelled ${cancelled}`],
    ...[`goods ${price * shipped}`, `tax ${tax * shipped}`, `off ${discount * shipped}`],
  ].join(' ');
};

function heldRefunds({ items, refunds }: Held): string[] {
  return refunds.map(({ total_refund_amount_cents, rma_identifier, refund_line_items }) => {
    const lines = refund_line_items.map(({ quantity, order_item_identifier }) => {
      const line = items.find(({ identifier }) => identifier === order_item_identifier);
      return `${quantity} of ${line ? kindOf(line.sku, line.unit_price_amount_cents) : 'no line'}`;
    });
    return `${total_refund_amount_cents} ${rma_identifier ?? 'no RMA'} ${lines.sort().join(', ')}`;
  });
}

function wantedRefunds({ lines }: Wanted, refunds: readonly Refund[]): string[] {
  return refunds.map((refund) => {
    const parts = refund.lines.map(({ uid, units }) => {
      const line = lines.find((one) => one.uid === uid);
      return `${units} of ${line ? kindOf(line.sku, line.price) : 'no line'}`;
    });
    return `${refund.amount} ${refund.rma ?? 'no RMA'} ${parts.sort().join(', ')}`;
  });
}

/** What only one of two lists has. */
function apart(wanted: readonly string[], held: readonly string[]): string[] {
  const left = [...held];
  const missing = wanted.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return [...missing.map((one) => `missing ${one}`), ...left.map((one) => `instead ${one}`)];
}

export interface Difference {
  readonly kind: 'order' | 'status' | 'created' | 'lines' | 'refunds' | 'total';
  readonly text: string;
}

/** `withCancelled`: false where an export cannot show lines that are wholly cancelled. */
export function differences(wanted: Wanted, held: Held | undefined, withCancelled: boolean): Difference[] {
  if (held === undefined) return [{ kind: 'order', text: 'the service does not have the order' }];
  const found: Difference[] = [];
  const explicit = wanted.lines.some((line) => line.explicit !== null);
  const lines = apart(
    wanted.lines.filter(({ quantity, cancelled }) => withCancelled || quantity > cancelled).map(wantedLine),
    held.items
      .filter(({ quantity, quantity_canceled }) => withCancelled || quantity > quantity_canceled)
      .map((line) => heldLine(line, explicit)),
  );
  if (Date.parse(held.created_at) !== wanted.createdAt)
    found.push({
      kind: 'created',
      text: `${held.created_at}, not ${new Date(wanted.createdAt).toISOString()}`,
    });
  if (lines.length > 0) found.push({ kind: 'lines', text: lines.join('; ') });
  const refunds = apart(wantedRefunds(wanted, wanted.refunds), heldRefunds(held));
  if (refunds.length > 0) found.push({ kind: 'refunds', text: refunds.join('; ') });
  if (held.status !== wanted.status)
    found.push({ kind: 'status', text: `${held.status}, not ${wanted.status}` });
  if (lines.length === 0 && held.total_amount_cents !== wanted.total)
    found.push({ kind: 'total', text: `${held.total_amount_cents}, not ${wanted.total}` });
  return found;
}

/** What is known of a line identifier of the service: its article must never change. */
export interface Bound {
  readonly kind: string;
  readonly shipped: number;
  readonly cancelled: number;
}

/** Line identifiers that became another article, or gave their units to a twin. */
export function renamed(bound: ReadonlyMap<string, Bound>, { items }: Held): string[] {
  return items.flatMap((line) => {
    const before = bound.get(line.identifier);
    const kind = kindOf(line.sku, line.unit_price_amount_cents);
    if (before === undefined) return [];
    if (before.kind !== kind) return [`line ${line.identifier} was ${before.kind} and is ${kind}`];
    const shrunk = line.quantity_shipped < before.shipped || line.quantity_canceled < before.cancelled;
    const twins = items.filter(
      ({ sku, unit_price_amount_cents: price }) => kindOf(sku, price) === kind,
    ).length;
    return shrunk && twins > 1 ? [`line ${line.identifier} gave its units to a twin`] : [];
  });
}

/** A line that is gone, and of which nothing had shipped, leaves its identifier to another. */
export const bind = (bound: Map<string, Bound>, { items }: Held): void => {
  for (const [identifier, { shipped }] of bound)
    if (shipped === 0 && !items.some((line) => line.identifier === identifier)) bound.delete(identifier);
  for (const { identifier, sku, unit_price_amount_cents: price, ...line } of items)
    bound.set(identifier, {
      kind: kindOf(sku, price),
      shipped: line.quantity_shipped,
      cancelled: line.quantity_canceled,
    });
};

/** Units that the service can still give back on lines with the facts of an article, by line identifier. */
export function refundable({ items, refunds }: Held, article: Article): [line: string, units: number][] {
  const { sku, price, tax, discount } = article;
  return items
    .filter((line) => fold(line.sku) === fold(sku) && line.unit_price_amount_cents === price)
    .filter((line) => line.tax_amount_cents === tax * line.quantity_shipped)
    .filter((line) => line.discount_amount_cents === discount * line.quantity_shipped)
    .map(({ identifier, quantity_shipped }): [string, number] => {
      const back = total(refunds, ({ refund_line_items }) =>
        total(refund_line_items, (line) => (line.order_item_identifier === identifier ? line.quantity : 0)),
      );
      return [identifier, quantity_shipped - back];
    });
}
