// Returns of shoppers, refunds that the tool posts for them, and refunds that the shop books later.
import { refundable } from './compare.ts';
import { readingFlags } from './formats.ts';
import type { World } from './month.ts';
import { netOf, type Order, type Refund } from './orders.ts';

/** Returns and refunds between two exports. */
export async function refundsOfDay(world: World, at: number): Promise<void> {
  const { draw, days, judge, shop } = world;
  for (const order of days.orders) {
    if (shop.booksRefunds)
      for (const refund of judge.unbooked(order)) if (draw.chance(0.5)) days.book(order, refund, at);
    if (judge.isSteady(order) && draw.chance(0.06)) await giveBack(world, order, at);
  }
}

/** A shopper returns units of an article; the tool refunds them, perhaps without a return. */
async function giveBack(world: World, order: Order, at: number): Promise<void> {
  const { draw, judge, tool, counts, exports, shop } = world;
  const truth = judge.truthOf(order)!;
  const held = tool.held().get(order.number)!;
  const article = draw.of(truth.articles);
  const [line, most] =
    refundable(held, article).find(
      ([identifier, units]) => units > 0 && (!shop.lineIds || identifier === article.line),
    ) ?? [];
  if (line === undefined || most === undefined || netOf(article) === 0) return;
  const units = draw.from(1, most);
  const amount = units * netOf(article);
  const rma = draw.chance(0.6) ? await returned(world, order, line, units, article.sku, amount) : null;
  if (rma === undefined) return;
  const id = `OWN-${order.number}-${counts.of('own refunds')}`;
  const flags = readingFlags(shop);
  // Left out, the file and its mapping are those of the last upload.
  const from = draw.chance(0.5) ? ['--from', judge.fileOf(order)!, ...flags] : flags.slice(flags[0] === '--map' ? 2 : 0);
  const args = ['orders', 'refund', order.number, ...from, '--lines', `${line}=${units}`, '--refund-id', id];
  args.push('--yes', '--json', ...(rma === null ? [] : ['--rma', rma]));
  const output = await tool.run(args);
  counts.add('own refunds');
  if (exports.length > 0 && rma !== null) counts.add('own refunds of an RMA');
  const refund: Refund = { id, amount, lines: [{ uid: article.uid, units }], createdAt: at, rma };
  judge.refunded(order, refund, { args, output });
}

/** The RMA that the service made; undefined when it refused the return. */
async function returned(
  { tool, judge, counts }: World,
  order: Order,
  line: string,
  units: number,
  sku: string,
  amount: number,
): Promise<string | undefined> {
  let rma: Awaited<ReturnType<typeof tool.sandbox.startReturn>>;
  try {
    rma = await tool.sandbox.startReturn({ order: order.number, lines: [{ line, units }] });
  } catch (error) {
    counts.add(`return refused: ${(error as { code?: string }).code}`);
    return undefined;
  }
  counts.add('returns');
  judge.returned(order, { id: rma.rma_identifier, items: rma.items, sku, units, amount });
  return rma.rma_identifier;
}
