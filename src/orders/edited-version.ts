// What the newest accepted version of an order changed in what its lines or its number meant.
import type { Finding } from '../contract/finding.ts';
import { describeOrderFinding } from '../contract/order-catalog.ts';
import { beforeOf, type OrderRecord } from '../storage/order-record.ts';
import { heldAgainst } from './accepted-lines.ts';

export type ToldFinding = Finding & { readonly message: string };

export function changedIn(order: OrderRecord): readonly ToldFinding[] {
  const before = beforeOf(order);
  if (!before) return [];
  return heldAgainst(order, before, true).map((finding) => ({
    ...finding,
    message: describeOrderFinding(finding),
  }));
}
