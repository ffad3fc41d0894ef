// The flags that say where the retailer's endpoints are, and how the sandbox signs in there.

import { parsePath } from '../../account/values.ts';
import { usageFailure } from '../../basics/failure.ts';
import { isServedAt } from '../../basics/web-address.ts';
import { flag, type OptionsOf, rare } from '../../cli/command.ts';
import { DEFAULT_PATHS, type EndpointPaths, endpointAddress } from '../../contract/customer-endpoints.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCustomerAuth } from '../deliveries/sign-in.ts';
import type { SandboxOptions } from '../start.ts';

const { rmas, variants, exchangeOrders } = DEFAULT_PATHS;

export const CUSTOMER_FLAGS = [
  flag('--customer-url <url>', 'address of your endpoints: the messages of the service go there', {
    parse: endpointAddress,
  }),
  flag('--customer-auth <kind:file>', 'how to sign in there: basic:FILE, header:FILE or oauth:FILE'),
  ...rare(
    flag('--rmas-path <path>', 'where you take RMA messages', {
      initial: rmas,
      parse: (text, word) => asWritten(text, parsePath(text, word, rmas)),
    }),
    flag('--variants-path <name>', 'what follows /sku/{variant_identifier}/', {
      initial: variants,
      parse: (text, word) => asWritten(text, parsePath(text, word, variants)).slice(1),
    }),
    flag('--exchange-orders-path <path>', 'where you take exchange orders', {
      initial: exchangeOrders,
      parse: (text, word) => asWritten(text, parsePath(text, word, exchangeOrders)),
    }),
  ),
];

/** Some servers take a path only with the slash at its end. */
const asWritten = (text: string, path: string): string => (text.trim().endsWith('/') ? `${path}/` : path);

/** @throws Failure exit 2 when the file of the credentials is wrong */
export function customerOf(
  platform: Platform,
  options: OptionsOf<typeof CUSTOMER_FLAGS>,
): Pick<SandboxOptions, 'customerUrl' | 'customerAuth'> & { readonly customerPaths: EndpointPaths } {
  const { customerUrl, customerAuth } = options;
  const read = () => readCustomerAuth(platform, customerAuth!);
  // A mistake in the file is found now; it is read again after a 401, because a person may have put a new secret into it.
  if (customerAuth !== undefined) read();
  return {
    ...(customerUrl !== undefined && { customerUrl }),
    ...(customerAuth !== undefined && { customerAuth: read }),
    customerPaths: {
      rmas: options.rmasPath,
      variants: options.variantsPath,
      exchangeOrders: options.exchangeOrdersPath,
    },
  };
}

/** @throws Failure exit 2 when the messages of a sandbox would go to the sandbox, or to its pages */
export function checkElsewhere(address: string, host: string, port: number, pagesPort?: number): void {
  const url = new URL(address);
  if (!isServedAt(url, host, port) && !isServedAt(url, 'localhost', pagesPort)) return;
  throw usageFailure('usage.conflict', 'The address of your endpoints is that of this sandbox', {
    found: url.origin,
    hint: 'Give the address where your own endpoints are, or start the sandbox at another --port and --pages-port.',
  });
}
