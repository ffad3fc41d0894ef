// Which refund and refund line an identifier belongs to.
import { isObject } from '../basics/json.ts';

type ClaimKind = 'refunds' | 'lines';

export interface Claims {
  /** Every identifier of these orders that is free, or belongs to the same refund already. */
  readonly made: readonly { readonly kind: ClaimKind; readonly identifier: string; readonly owner: string }[];
  /** Fields with an identifier that already belongs to another refund. */
  readonly taken: readonly { readonly kind: ClaimKind; readonly field: string }[];
}

/**
 * "Unique across all refunds" (interface, Refund object). The same refund of the same order may be sent again.
 * @param ownerOf the owner that is stored
 */
export function claimsOf(
  orders: readonly unknown[],
  ownerOf: (kind: ClaimKind, identifier: string) => string | undefined,
): Claims {
  const made: Record<ClaimKind, Map<string, string>> = { refunds: new Map(), lines: new Map() };
  const taken: { readonly kind: ClaimKind; readonly field: string }[] = [];
  const take = (kind: ClaimKind, id: unknown, owner: string, field: string) => {
    if (typeof id !== 'string' || id === '') return;
    const other = made[kind].get(id) ?? ownerOf(kind, id);
    if (other !== undefined && other !== owner) taken.push({ kind, field });
    else made[kind].set(id, owner);
  };
  orders.forEach((order, index) => {
    if (!isObject(order) || !Array.isArray(order['refunds']) || order['refunds'].length === 0) return;
    const identifier = String(order['identifier']);
    order['refunds'].forEach((refund: unknown, r) => {
      if (!isObject(refund)) return;
      const at = `orders[${index}].refunds[${r}]`;
      take('refunds', refund['identifier'], identifier, `${at}.identifier`);
      if (!Array.isArray(refund['refund_line_items'])) return;
      const owner = JSON.stringify([identifier, refund['identifier']]);
      refund['refund_line_items'].forEach((line: unknown, l) => {
        if (isObject(line))
          take('lines', line['identifier'], owner, `${at}.refund_line_items[${l}].identifier`);
      });
    });
  });
  const list = (kind: ClaimKind) =>
    [...made[kind]].map(([identifier, owner]) => ({ kind, identifier, owner }));
  return { made: [...list('refunds'), ...list('lines')], taken };
}
