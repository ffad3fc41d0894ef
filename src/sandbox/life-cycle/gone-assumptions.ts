// Assumptions of before that no code of a retailer could notice: what the sandbox does in their place, always. Files and databases
// may still have them.
import { meantText, quote } from '../../basics/text.ts';

const GONE: Readonly<Record<string, string>> = {
  return_policy_end: 'honoured',
  cancelled_order: 'refused',
  final_sale: 'refused',
  gift_card_items: 'refused',
  canceled_tag: 'refused',
  third_party: 'refused',
  cs_required: 'refused',
  pickup_in_store: 'refused',
  home_pickup: 'allowed',
  default_reason: 'Changed my mind',
  shipping_rate_override: 'free',
  receive_from: 'transit',
  carrier_steps: 'field',
  partial_drop_off: 'wait',
  lost_parcel: 'can_be_found',
  ignore_refund: 'ignored',
  exchange_label: 'after_placed',
  provider_cents: '0',
  bonus_credit_cents: '0',
  express_label: 'none',
  account_id: 'sandbox',
  rma_version: '3',
  exchange_version: '1',
  variants_version: '1',
  retried: 'no_answer_429_5xx',
  longest_wait: '1h',
  asn_delay: '2s',
  asn_update: '404_or_422',
  order_post: 'all_or_nothing',
  missing_api_version: '400',
  missing_accept: '400',
  older_snapshot: 'replaces',
  required_fields: 'field_notes',
};

const isGone = (id: string): boolean => Object.hasOwn(GONE, id);

/** What is done in its place, or the one of `ids` that was meant: a sentence after a blank, or nothing. */
export const insteadText = (id: string, ids: readonly string[]): string =>
  isGone(id) ? ` It is always ${quote(GONE[id])} now.` : meantText(id, ids);

/** `final_sale (always "refused" now)`; other ids are left as they are. */
export const namedGone = (id: string): string => (isGone(id) ? `${id} (always ${quote(GONE[id])} now)` : id);

/** One note about those of `ids` that went; undefined when none did. `where`: where they stand. */
export function goneNote(ids: Iterable<string>, where: string): string | undefined {
  const gone = [...ids].filter(isGone);
  return gone.length === 0 ? undefined : `not used, from ${where}: ${gone.map(namedGone).join(', ')}`;
}
