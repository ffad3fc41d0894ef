// Reads what is assumed: the decisions take their values from here, and name the entries of the table that they rest on.
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import { type Assumption, TABLE } from './assumption-table.ts';
import { insteadText } from './gone-assumptions.ts';
import type { Assumed } from './types.ts';

export type AssumptionId = keyof typeof TABLE;

/** The table of `sandbox assumptions`, in the order in which a return meets them. */
export const ASSUMPTIONS: readonly (Assumption & { readonly id: AssumptionId })[] = Object.entries(TABLE).map(
  ([id, entry]) => ({ id: id as AssumptionId, ...entry }),
);

const IDS = Object.keys(TABLE);

/** Every assumption with its initial value. */
export const ASSUMED_INITIALLY: Assumed = Object.fromEntries(
  ASSUMPTIONS.map(({ id, initial }) => [id, initial]),
);

/** The value in force; the initial one where `assume` has none. */
export const assumed = (assume: Assumed, id: AssumptionId): string =>
  (Object.hasOwn(assume, id) ? assume[id] : undefined) ?? TABLE[id].initial;

/** The values after a change. @throws Failure exit 2 for an assumption that there is not, or a value that it does not take */
export function parseAssumed(changes: Assumed, before: Assumed = ASSUMED_INITIALLY): Assumed {
  const after: Record<string, string> = { ...before };
  for (const [id, value] of Object.entries(changes)) {
    const entry = Object.hasOwn(TABLE, id) ? (TABLE as Readonly<Record<string, Assumption>>)[id] : undefined;
    if (!entry)
      throw usageFailure('assume.unknown', `There is no assumption ${quote(id)}.${insteadText(id, IDS)}`, {
        found: id,
        hint: 'See the list with `returns sandbox assumptions`.',
      });
    if (!isAllowed(entry, value)) {
      const choices = entry.choices.join(', ');
      throw usageFailure(
        'assume.value',
        `The assumption ${id} does not take ${quote(value)}.${meantText(String(value), entry.choices)}`,
        { found: String(value), expected: choices, hint: `Give ${id} one of: ${choices}.` },
      );
    }
    after[id] = value;
  }
  return after;
}

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

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

type DurationId = 'label_delay' | 'return_window' | 'first_wait' | 'give_up_after';

/** ms of an assumption that is a duration; undefined for its word (`never`, `none`). */
export function assumedMs(assume: Assumed, id: DurationId): number | undefined {
  const parts = /^(\d+)(ms|s|m|h|d)$/.exec(assumed(assume, id));
  return parts ? Number(parts[1]) * UNITS[parts[2]!]! : undefined;
}
