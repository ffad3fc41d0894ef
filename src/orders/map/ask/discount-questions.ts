// What discounts leave open: whether one of the amount of the shipping is on the goods.
import { plural } from '../../../basics/units.ts';
import { freeShippingIn } from '../decide/free-shipping.ts';
import type { Asking } from './asking.ts';

export function freeShipping({ h, amounts, ask }: Asking): void {
  const free = freeShippingIn(h, amounts?.reading);
  if (!free || free.isSure || !free.canSay) return;
  const [discount, shipping] = [h.names[free.discount], h.names[free.shipping]];
  ask(
    'free_shipping',
    `${discount} is as much as ${shipping} in ${plural(free.orders, 'order')}. Is that free shipping?`,
    { proposed: 'yes', unattended: null, orders: free.orders },
  );
}
