// Returns of shoppers, refunds that the tool posts for them, and refunds that the shop books later.
import { refundable } from './compare.ts';
import { readingFlags } from './formats.ts';
import type { Rma } from './judge.ts';
import type { World } from './month.ts';
import { netOf, type Order, type Refund } from './orders.ts';

/** Returns and refunds between two exports. */
export async function refundsOfDay(world: World, at: number): Promise<void> {
  const { hands: draw, days, judge, shop, counts } = world;
  for (const order of days.orders) {
    if (shop.booksRefunds)
      for (const refund of judge.unbooked(order)) if (draw.chance(0.5)) days.book(order, refund, at);
    if (!judge.isSteady(order)) continue;
    const [rma] = judge.waiting(order);
    if (rma !== undefined) {
      if (!draw.chance(0.4)) continue;
      counts.add('own refunds of a return of days before');
      await refund(world, order, rma, rma.id, at);
    } else if (draw.chance(0.08)) await giveBack(world, order, at);
  }
}

/** A shopper returns units of an article, or gets money back without a return. */
async function giveBack(world: World, order: Order, at: number): Promise<void> {
  const { hands: draw, judge, tool, counts, shop } = world;
  const drawn = draw.of(judge.truthOf(order)!.articles);
  // Of twins the one that can be given back: a line of the service stands for that.
  const article = judge.ofTwins(order, drawn);
  const lines = refundable(tool.held().get(order.number)!, article);
  const isMine = (line: string) => !shop.lineIds || line === article.line;
  const [line, most] = lines.find(([identifier, units]) => units > 0 && isMine(identifier)) ?? [];
  if (line === undefined || most === undefined || netOf(article) === 0) return;
  const units = draw.from(1, most);
  const wish = { article, line, units, amount: units * netOf(article) };
  if (draw.chance(0.3)) {
    await refund(world, order, wish, null, at);
    return;
  }
  try {
    const rma = await tool.sandbox.startReturn({ order: order.number, lines: [{ line, units }] });
    counts.add('returns');
    judge.returned(order, { ...wish, id: rma.rma_identifier }, rma.items);
    if (draw.chance(0.5)) await refund(world, order, wish, rma.rma_identifier, at);
  } catch (error) {
    counts.add(`return refused: ${(error as { code?: string }).code}`);
  }
}

/** The tool posts the refund, from the newest file with the order or, by mistake, from an older one. */
async function refund(
  world: World,
  order: Order,
  { article, line, units, amount }: Omit<Rma, 'id' | 'before'>,
  rma: string | null,
  at: number,
): Promise<void> {
  const { hands: draw, judge, tool, counts, exports, shop } = world;
  const id = `OWN-${order.number}-${counts.of('own refunds')}`;
  counts.add('own refunds');
  const flags = readingFlags(shop);
  const newest = judge.fileOf(order)!;
  const old = draw.chance(0.1)
    ? exports.find(({ file, versions }) => file !== newest && versions.some(({ key }) => key === order.key))
    : undefined;
  // Left out, the file and its mapping are those of the last upload.
  const from =
    old || shop.oldDays > 0 || draw.chance(0.5)
      ? ['--from', old?.file ?? newest, ...flags]
      : flags.slice(flags[0] === '--map' ? 2 : 0);
  const args = ['orders', 'refund', order.number, ...from, '--lines', `${line}=${units}`, '--refund-id', id];
  args.push('--yes', '--json', ...(rma === null ? [] : ['--rma', rma]));
  let output = draw.chance(0.15) ? await tool.runLate(args) : await tool.run(args);
  if (output.code === 75) {
    await tool.later(300_000);
    output = await tool.run(args);
  }
  const posted: Refund = { id, amount, lines: [{ uid: article.uid, units }], createdAt: at, rma };
  judge.refunded(order, posted, args, output, old !== undefined);
}
