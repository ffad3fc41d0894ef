// The return shipping of an RMA by its newest recorded message: `orders refund` takes it off as `listen --auto-refund` does.
import { readMessage } from '../../contract/read-message.ts';
import { returnShippingFor } from '../../contract/return-fees.ts';
import type { Platform } from '../../platform/platform.ts';
import { callReader } from '../../storage/call-reader.ts';
import type { Folders } from '../../storage/folders.ts';

/** Cents that the order bears; undefined when no message of the RMA was received here. */
export async function recordedReturnShipping(
  platform: Platform,
  folders: Folders,
  rma: string,
  order: string,
): Promise<number | undefined> {
  const calls = callReader(platform, folders).read({ reverse: true, holding: [JSON.stringify(rma)] });
  for await (const { kind, rma: of, response, body, encoding } of calls) {
    // One that was refused does not count: anybody may have sent it.
    if (kind !== 'rma' || of !== rma || response.status < 200 || response.status > 299) continue;
    const read = readMessage(Buffer.from(body, encoding));
    if (read.kind !== 'broken') return returnShippingFor(read.value, order);
  }
  return undefined;
}
