// Why the tool may refuse or name an order, from what was given of it so far.
import type { Bound, Held } from './compare.ts';
import { limitsOf, movedAt } from './formats.ts';
import type { Rma } from './judge.ts';
import { kindOf, type Refund, refundedUnits, type Version } from './orders.ts';
import { NIGHT, type Shop } from './shop.ts';

/** What the judge knows of an order number. */
export interface Known {
  truth: Version | undefined;
  file: string;
  /** Its last input had several versions of the order in rows without a date of change. */
  isUndated: boolean;
  readonly keys: Set<string>;
  readonly given: { readonly moved: number; readonly digest: string; readonly seenAt: number }[];
  own: readonly (Refund & { readonly key: string })[];
  readonly rmas: Rma[];
  readonly bound: Map<string, Bound>;
  state: 'even' | 'named' | 'failed';
  /** The difference that a run has named last. */
  named?: string;
}

/** What an export says of an order, to tell versions of one date apart. */
export const facts = ({ articles, refunds }: Version) =>
  JSON.stringify([
    articles.map(({ uid: _, ...article }) => JSON.stringify(article)).sort(),
    refunds.map(({ id }) => id).sort(),
  ]);

const times = (list: readonly string[], one: string) => list.filter((other) => other === one).length;

/** Whether a list has fewer of something than another. */
const lacks = (list: readonly string[], other: readonly string[]): boolean =>
  other.some((one) => times(list, one) < times(other, one));

/** Whether the newest version has other articles or prices than the service had. */
export function isEdited({ truth, bound }: Known): boolean {
  const kinds = truth!.articles.map(({ sku, price }) => kindOf(sku, price));
  const before = [...bound.values()].map(({ kind }) => kind);
  return lacks(kinds, before) || lacks(before, kinds);
}

/** Reasons to refuse or to name an order, from what was given of it so far. */
export function needsOf(shop: Shop, known: Known, refunds: readonly Refund[], held?: Held): string[] {
  const truth = known.truth!;
  const moved = movedAt(shop, truth);
  const needs = limitsOf(shop, truth);
  if (known.keys.size > 1) needs.push('number used again');
  if (known.isUndated) needs.push('versions without a date');
  const mine = facts(truth);
  if (known.given.some((given) => given.moved >= moved && given.digest !== mine)) needs.push('same date');
  if (shop.berlin && known.given.some(({ moved: at }) => at >= NIGHT && at < NIGHT + 7_200_000))
    needs.push('hour twice');
  const isUnbooked = known.own.some(({ id }) => !truth.refunds.some((refund) => refund.id === id));
  if (isUnbooked && shop.booksRefunds) needs.push('refund not booked yet');
  if (known.own.length > 0 && held && Date.parse(held.updated_at) > moved) needs.push('own refund is newer');

  if (truth.articles.some(({ uid, shipped }) => refundedUnits(refunds, uid) > shipped))
    needs.push('refunded twice');
  const kinds = truth.articles.map(({ sku, price }) => kindOf(sku, price));
  const isSwapped = (before: readonly string[]) => lacks(kinds, before) && lacks(before, kinds);
  const holds = held?.items.map((item) => kindOf(item.sku, item.unit_price_amount_cents)) ?? [];
  if (isSwapped(holds) || isSwapped([...known.bound.values()].map(({ kind }) => kind)))
    needs.push('article swapped or renamed');
  const changed = truth.articles.some(({ line, sku, price }) => {
    const kind = shop.lineIds ? known.bound.get(line)?.kind : undefined;
    return kind !== undefined && kind !== kindOf(sku, price);
  });
  if (changed) needs.push('another article under its line');
  return needs;
}
