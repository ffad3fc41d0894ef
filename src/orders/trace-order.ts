// `orders check --trace ID`: opens the input and looks for one order.
import type { Host } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { judgeContext, type OrderInput, openOrderInput } from './order-input.ts';
import { type Trace, traceOrder } from './trace.ts';

/** @throws Failure exit 6 when the input does not hold the order */
export async function traceJourney(
  host: Host,
  folders: Folders,
  input: OrderInput,
  id: string,
): Promise<Trace> {
  const inputs = await openOrderInput(host, folders, input);
  try {
    const judge = await judgeContext(host, input.reading, 'Cancelled', inputs.mapping);
    return await traceOrder(inputs, judge, id);
  } finally {
    inputs.close();
  }
}
