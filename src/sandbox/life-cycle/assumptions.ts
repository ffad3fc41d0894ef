// Reads what is assumed: the decisions take their values from here, and name the entries of the table that they rest
// on. After it the assumptions of before that no code of a retailer could notice: files and databases may still have
// them.
import { type Failure, usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import { parseDuration } from '../../basics/units.ts';
import { type Assumption, type AssumptionId, TABLE } from './assumption-table.ts';
import type { Assumed, Assumptions } from './types.ts';

/** The table of `sandbox assumptions`, in the order in which a return meets them. */
export const ASSUMPTIONS: readonly (Assumption & { readonly id: AssumptionId })[] = Object.entries(TABLE).map(
  ([id, entry]) => ({ id: id as AssumptionId, ...entry }),
);

const IDS = Object.keys(TABLE);

/** Every assumption with its initial value. */
export const ASSUMED_INITIALLY = Object.fromEntries(
  ASSUMPTIONS.map(({ id, initial }) => [id, initial]),
) as Assumed;

/** The values after a change. @throws Failure exit 2 for an assumption that there is not, or a value that it does not take */
export function parseAssumed(changes: Assumptions, before: Assumed = ASSUMED_INITIALLY): Assumed {
  const after: Record<string, string> = { ...before };
  for (const [id, value] of Object.entries(changes)) {
    const entry = Object.hasOwn(TABLE, id) ? (TABLE as Readonly<Record<string, Assumption>>)[id] : undefined;
    if (!entry)
      throw usageFailure('assume.unknown', `There is no assumption ${quote(id)}.${insteadText(id, IDS)}`, {
        found: id,
        hint: 'See the list with `returns sandbox assumptions`.',
      });
    if (!isAllowed(entry, value)) throw notTaken('assume.value', id, value, entry.choices);
    after[id] = value;
  }
  return after as Assumed;
}

/** @param code of the failure */
export function notTaken(code: string, id: string, value: unknown, choices: readonly string[]): Failure {
  const expected = choices.join(', ');
  return usageFailure(code, `${id} does not take ${quote(value)}.${meantText(String(value), choices)}`, {
    found: String(value),
    expected,
    hint: `Give ${id} ${choices.length > 1 ? 'one of: ' : ''}${expected}.`,
  });
}

/** Whether the value of before can still be assumed. */
export const isKnown = ([id, value]: readonly [string, unknown]): boolean =>
  Object.hasOwn(TABLE, id) && isAllowed(TABLE[id as AssumptionId], value);

/** A choice with a space describes a form, it is not a word. */
export function isAllowed(
  { choices, form }: { readonly choices: readonly string[]; readonly form?: RegExp | undefined },
  value: unknown,
): boolean {
  if (typeof value !== 'string') return false;
  return (
    (!value.includes(' ') && choices.includes(value)) || (form?.test(value) === true && value.length <= 200)
  );
}

/** ms of a duration; undefined for another word (`never`, `none`). */
export const msOf = (text: string): number | undefined =>
  /^\d/.test(text) ? parseDuration(text, 'sandbox assumptions') : undefined;

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
