// What the return of the demo needs: an order that a shopper would return, the address of a receiver that starts, and waiting
// for the sandbox.
import type { Order } from '../contract/message-types.ts';
import type { Clock, Platform } from '../platform/platform.ts';
import type { Sandbox } from '../sandbox/start.ts';

/**
 * A small shipped order that nobody has refunded yet: its refund is easy to follow. Not a corrected one: the file of the
 * receiver has it as it was.
 */
export function orderToReturn(sandbox: Sandbox, corrected: ReadonlySet<string>): string {
  const found = sandbox.orders().findLast(({ identifier, order }) => {
    const { status, items, refunds, product_amount_cents, tax_amount_cents, total_amount_cents } =
      order as Order;
    if (corrected.has(identifier) || status !== 'Shipped' || refunds.length > 0 || items.length !== 1)
      return false;
    if (product_amount_cents + tax_amount_cents !== total_amount_cents) return false;
    const [line] = sandbox.returnable(identifier).lines;
    return line !== undefined && line.returnable === line.quantity;
  });
  return found!.identifier;
}

/** A platform whose first server tells its address, and whose commands can be ended as by Ctrl-C. */
export function heardOn(platform: Platform): {
  readonly platform: Platform;
  readonly url: Promise<string>;
  readonly end: () => void;
} {
  const listeners = new Set<Parameters<Platform['system']['onSignal']>[0]>();
  let tell: (url: string) => void;
  const url = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const { net, system } = platform;
  return {
    url,
    end() {
      for (const listener of [...listeners]) listener('SIGINT');
    },
    platform: {
      ...platform,
      system: {
        ...system,
        onSignal(listener) {
          listeners.add(listener);
          const unsubscribe = system.onSignal(listener);
          return () => {
            listeners.delete(listener);
            unsubscribe();
          };
        },
      },
      net: {
        ...net,
        async serve(options, handler) {
          const listening = await net.serve(options, handler);
          tell(listening.url);
          return listening;
        },
      },
    },
  };
}

/** Everything happens in this process, so this is a long time, ms. */
const LONGEST_MS = 20_000;

/** Looks again after every change of the sandbox. */
export async function isSoWithin(sandbox: Sandbox, clock: Clock, isSo: () => boolean): Promise<boolean> {
  const done = new AbortController();
  const unsubscribe = sandbox.subscribe(() => {
    if (isSo()) done.abort();
  });
  try {
    if (!isSo()) await clock.sleep(LONGEST_MS, done.signal);
    return isSo();
  } finally {
    unsubscribe();
  }
}
