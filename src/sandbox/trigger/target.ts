// Where messages go: the base address of the retailer's endpoints, from an address that may be one of the endpoints itself.
import type { Customer } from '../deliveries/types.ts';

/** @param url as checkCustomerUrl returns it @returns the address in front of the paths of all endpoints */
export function baseOf(url: string, { rmas, exchangeOrders, variants }: Customer['paths']): string {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '');
  for (const end of [rmas, exchangeOrders])
    if (path.endsWith(end)) return origin + path.slice(0, path.length - end.length);
  const sku = path.lastIndexOf('/sku/');
  const isVariants = sku >= 0 && path.slice(sku).split('/').length === 4 && path.endsWith(`/${variants}`);
  return origin + (isVariants ? path.slice(0, sku) : path);
}
