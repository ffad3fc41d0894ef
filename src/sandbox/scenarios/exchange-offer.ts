// What the retailer offers for a line, and which variant the shopper of a scenario takes.
import type { OfferedVariant } from '../wanted-lines.ts';
import { orderIdentifier } from './given-orders.ts';
import type { Play } from './play.ts';

type Problem = { readonly obstacle: string };

/** A live request. */
export async function offerOf(
  { stage, scenario, options }: Play,
  order: string,
  line: string,
): Promise<{ readonly variants: readonly OfferedVariant[] } | Problem> {
  const offered = await stage.returns.variants(orderIdentifier(scenario.name, order, options.seed), line);
  return offered.refused
    ? { obstacle: `no variants for line ${line}: ${offered.refused.message} (${offered.refused.code})` }
    : offered;
}

/** The SKU that `even`, `uneven` or a SKU means. */
export async function pickVariant(
  play: Play,
  order: string,
  line: string,
  wish: string,
): Promise<string | Problem> {
  if (wish !== 'even' && wish !== 'uneven') return wish;
  const given = play.scenario.orders.find(({ id }) => id === order)?.lines.find((one) => one.line === line);
  const offer = await offerOf(play, order, line);
  if ('obstacle' in offer) return offer;
  const found = offer.variants.find(
    ({ sku, unitPriceCents, quantityInStock }) =>
      sku !== given?.sku &&
      quantityInStock > 0 &&
      (unitPriceCents === given?.price_cents) === (wish === 'even'),
  );
  return (
    found?.sku ?? {
      obstacle: `among the ${offer.variants.length} variants offered for line ${line} none in stock has ${wish === 'even' ? 'the same' : 'another'} price and another SKU`,
    }
  );
}
