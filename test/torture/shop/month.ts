// One month of a shop and the tool: every day an export in some form, and after each run a comparison with the truth.

import { Draw } from '../draw.ts';
import { Counts } from './counts.ts';
import { fileOf, isLeftOut, mayMix, readingFlags, sideFiles } from './formats.ts';
import { type Failure, Judge } from './judge.ts';
import { namedBy } from './named.ts';
import { uploadAsOld } from './old-build.ts';
import type { Version } from './orders.ts';
import { refundsOfDay } from './refunds.ts';
import { Days, drawShop, NIGHT, type Shop } from './shop.ts';
import { type Output, openTool, type Tool } from './tool.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const IN_DOUBT = 75;

export interface Month {
  readonly seed: number;
  readonly shop: Shop;
  readonly failures: readonly Failure[];
  readonly counts: Counts;
}

/** An export as a file, and what it says. */
export interface Given {
  readonly file: string;
  readonly seenAt: number;
  readonly versions: readonly Version[];
}

export interface World {
  readonly shop: Shop;
  readonly draw: Draw;
  readonly hands: Draw;
  readonly days: Days;
  readonly tool: Tool;
  readonly judge: Judge;
  readonly counts: Counts;
  readonly exports: Given[];
}

const seen = (order: Version | Days['orders'][number], seenAt: number): Version => ({
  ...structuredClone({ ...order, happened: new Set(order.happened) }),
  seenAt,
});

function write(world: World, name: string, versions: readonly Version[], seenAt: number): Given {
  const { shop, draw, tool, counts } = world;
  const hasMoved = shop.rowsMove && draw.chance(0.5);
  if (hasMoved) counts.add('rows of an order moved');
  const moved = versions.map((version) =>
    hasMoved ? { ...version, articles: draw.shuffled(version.articles) } : version,
  );
  const isMixed = mayMix(shop) && draw.chance(0.15);
  if (isMixed) counts.add('rows of all orders mixed');
  const { extension, content } = fileOf(shop, moved, (rows) => (isMixed ? draw.shuffled(rows) : rows));
  const file = `${name}.${extension}`;
  tool.file(file, content);
  return { file, seenAt, versions };
}

/** Every number and the orders that it stands for, oldest first. */
function exportOf(world: World, name: string, seenAt: number, days: Days): Given {
  const { shop, draw, counts, exports } = world;
  const since = draw.chance(0.3) ? seenAt - draw.from(2, 8) * DAY : 0;
  if (since > 0) counts.add('export of the last days only');
  const chosen = days.orders.filter((order) => Math.max(order.changedAt, order.createdAt) >= since);
  const isThin = draw.chance(0.2);
  if (isThin) counts.add('orders left out of an export');
  const listed = chosen.filter(() => !isThin || draw.chance(0.7));
  const newest = new Map(
    (draw.chance(0.5) ? listed : draw.shuffled(listed)).map((order) => [order.key, seen(order, seenAt)]),
  );
  const versions = [...newest.values()];
  const before = exports.at(-1);
  const isJoined = before !== undefined && shop.format !== 'amazon' && draw.chance(0.12);
  if (isJoined) counts.add('two versions in one file');
  return write(world, name, isJoined ? [...before.versions, ...versions] : versions, seenAt);
}

/** Another version got no answer: the tool says when to run the same command again. */
async function certain(
  { tool, counts }: World,
  args: readonly string[],
  outputs: readonly Output[],
): Promise<readonly Output[]> {
  if (outputs[0]!.code !== IN_DOUBT) return outputs;
  counts.add('a run again after a late answer');
  await tool.later(5 * MINUTE);
  // What the first run has sent and named is not named again.
  return [await tool.run(args), ...outputs];
}

async function upload(world: World, inputs: readonly Given[], label: string, isOld = false): Promise<void> {
  const { shop, hands, tool, judge, counts } = world;
  for (const [name, content] of Object.entries(sideFiles(shop, world.days.orders))) tool.file(name, content);
  const rejects = `rejects-${label}`;
  const keep = shop.booksRefunds ? [] : ['--keep-refunds'];
  const reading = [...inputs.map(({ file }) => file), ...readingFlags(shop), ...keep];
  const more = ['--yes', '--json', '--rejects', rejects];
  const args = ['orders', 'upload', ...reading, ...more];
  let outputs: readonly Output[];
  if (isOld) {
    counts.add('uploads by the old build');
    outputs = await uploadAsOld(tool, `old-${label}`, reading, [...keep, ...more]);
  } else if (hands.chance(0.1)) {
    const output = await tool.runLate(args);
    if (output.wasLate) counts.add('late answers');
    outputs = [output];
  } else outputs = [await tool.run(args)];
  outputs = await certain(world, args, outputs);
  const [output] = outputs;
  // A guard stops a file that changes many orders under their old date: the owner of the newest export insists.
  const newest = inputs.length === 1 && inputs[0] === world.exports.at(-1);
  const isSameDate = output!.code === 5 && newest && /"same_updated_at"/.test(output!.stdout);
  if (output!.code === 5) counts.add(`a guard stopped the run${isSameDate ? ', and --force went on' : ''}`);
  if (isSameDate && !shop.changeDates && !isOld) {
    const forced = [...args, '--force'];
    outputs = await certain(world, forced, [await tool.run(forced)]);
  }
  const versions = inputs
    .flatMap(({ file, versions: all }) => all.map((version) => ({ ...version, file })))
    .filter((version) => !isLeftOut(shop, version));
  const numbers = new Set(world.days.orders.map(({ number }) => number));
  const stdout = outputs.map((one) => one.stdout).join('\n');
  const stderr = outputs.map((one) => one.stderr).join('\n');
  const named = namedBy(numbers, { stdout, stderr, rejects: `${tool.work}/${rejects}` });
  judge.run({ label, args, output: outputs[0]!, named, versions });
}

async function dayOf(world: World, day: number): Promise<void> {
  const { shop, draw, days, tool, exports, counts } = world;
  const night = shop.start + day * DAY;
  if (shop.berlin && night === NIGHT) {
    for (const [nth, at] of [night + 50 * MINUTE, night + 70 * MINUTE].entries()) {
      days.nightly(at, nth === 1);
      await tool.at(at + 5 * MINUTE);
      const given = exportOf(world, `night-${nth}`, at + 5 * MINUTE, days);
      if (given.versions.length === 0) continue;
      exports.push(given);
      await upload(world, [given], `night-${nth}`);
    }
  }
  days.work(day);
  const evening = night + 20 * 60 * MINUTE;
  await tool.at(evening);
  await refundsOfDay(world, evening);
  const before = exports.at(-1);
  const given = exportOf(world, `day-${day}`, evening, days);
  // An export without orders is a file that the tool refuses.
  if (given.versions.length === 0) return;
  exports.push(given);
  const inputs = [given];
  if (before && draw.chance(0.15)) {
    counts.add('two files at once');
    inputs.splice(draw.from(0, 1), 0, before);
  }
  await tool.at(evening + MINUTE);
  const isOld = day < shop.oldDays;
  await upload(world, inputs, `${day}`, isOld);
  if (isOld) counts.add('days with an old state folder');
  if (!isOld && draw.chance(0.12)) {
    counts.add('an old file once more');
    await upload(world, [draw.of(exports)], `${day}-old`);
  }
}

/** Plays the month of a seed; its files are kept in the folder when there is a difference. */
export async function playMonth(seed: number, folder: string): Promise<Month> {
  const draw = new Draw(seed);
  const shop = drawShop(draw);
  const counts = new Counts();
  counts.add(`months of ${shop.format}`);
  if (shop.oldDays > 0) counts.add('months that begin with an old state folder');
  const tool = await openTool(shop.start);
  const judge = new Judge(shop, tool, counts);
  const days = new Days(shop, draw, counts.add);
  // What is done with the tool has chances of its own: the shop's days stay the same when the tool changes.
  const world: World = { shop, draw, hands: new Draw(~seed), counts, tool, judge, days, exports: [] };
  for (let day = 0; day < shop.days && !judge.isOver; day++) await dayOf(world, day);
  await tool.close(judge.failures.length > 0 ? `${folder}/${seed}` : undefined);
  return { seed, shop, failures: judge.failures, counts };
}
