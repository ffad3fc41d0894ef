// The shard of an order when several machines share a file. A stable hash of the order id decides, so that
// all rows and versions of an order are in the same shard.
import type { Shard } from '../../account/connect.ts';
import { usageFailure } from '../../basics/failure.ts';
import { parseCount } from '../../basics/units.ts';

/**
 * FNV-1a over the UTF-16 units with a final mix. It must never change: machines with different versions of
 * the tool must agree.
 */
export function shardHash(id: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) {
    h = Math.imul(h ^ (id.charCodeAt(i) & 0xff), 0x01000193);
    h = Math.imul(h ^ (id.charCodeAt(i) >>> 8), 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export const inShard = (id: string, shard: Shard): boolean => shardHash(id) % shard.count === shard.index - 1;

export const shardText = (shard: Shard | undefined): string | null =>
  shard ? `${shard.index}/${shard.count}` : null;

/** `2/8`, or `auto/8` with Kubernetes' JOB_COMPLETION_INDEX (from 0). @throws Failure exit 2 */
export function parseShard(
  given: string | undefined,
  completionIndex: string | undefined,
): Shard | undefined {
  if (given === undefined) return undefined;
  const [, which, of] = /^(\d+|auto)\/(\d+)$/.exec(given) ?? [];
  const count = Number(of);
  if (which === 'auto' && !completionIndex)
    throw usageFailure(
      'usage.missing',
      `--shard ${given} needs JOB_COMPLETION_INDEX, which Kubernetes sets in an Indexed Job`,
      { hint: `Outside Kubernetes say which shard this is: --shard 1/${count}.` },
    );
  const index =
    which === 'auto' ? parseCount(completionIndex!, 'JOB_COMPLETION_INDEX', 0, count - 1) + 1 : Number(which);
  if (!which || index < 1 || index > count)
    throw usageFailure('usage.value', `--shard does not understand ${JSON.stringify(given)}`, {
      expected: 'the number of the shard and how many there are, such as 2/8, or auto/8 in Kubernetes',
      found: given,
      hint: 'Give --shard 1/8 to the first machine, 2/8 to the second, up to 8/8.',
    });
  return { index, count };
}
