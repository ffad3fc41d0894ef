// `orders check --trace ID`: opens the input and traces one order.
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { checkContext, type OrderInput, openOrderInput } from './order-input.ts';
import { type Trace, traceOrder } from './trace.ts';

/** @throws Failure exit 6 when the order is not in the input */
export async function runTrace(
  platform: Platform,
  folders: Folders,
  input: OrderInput,
  id: string,
): Promise<Trace> {
  const inputs = await openOrderInput(platform, folders, input);
  try {
    const checks = await checkContext(platform, input.reading, inputs);
    return await traceOrder(inputs, checks, id);
  } finally {
    inputs.close();
  }
}
