// What the portal asks its server, always with the number of the order and its e-mail.
import { type Asking, Refused } from '../../../page/asking.ts';
import { Unknown } from '../../../page/session.ts';
import {
  PORTAL_PATHS,
  type PortalOrder,
  type PortalPair,
  type RmaDocument,
  type VariantsDocument,
} from '../types.ts';
import { type Draft, wishOf } from './draft.ts';

export const makePortalApi = (asking: Asking) => ({
  order: (pair: PortalPair) => asking.post<PortalOrder>(PORTAL_PATHS.order, pair),
  variants: (pair: PortalPair, line: string) =>
    asking.post<VariantsDocument>(PORTAL_PATHS.variants, { ...pair, line }),
  start: (pair: PortalPair, draft: Draft) =>
    asking.post<RmaDocument>(PORTAL_PATHS.return, wishOf(pair, draft)),
  cancel: (pair: PortalPair, rma: string) => asking.post<RmaDocument>(PORTAL_PATHS.cancel, { ...pair, rma }),
});

/** What went wrong, for the shopper. */
export function complaintText(error: unknown): string {
  if (error instanceof Unknown)
    return 'This page belongs to no running sandbox. Open the address that the sandbox printed.';
  if (error instanceof Refused) return error.message;
  return 'We cannot reach our service. Try again in a moment.';
}
