// What the shopper has chosen so far, and what is still missing. Pure.
import type { ReturnableLine, VariantsDocument } from '../types.ts';

export type Variant = VariantsDocument['variants'][number];
export type Settle = 'refund' | 'exchange' | 'gift_card';

export interface LineChoice {
  readonly units: number;
  /** Empty: not chosen yet. */
  readonly reason: string;
  readonly settle: Settle;
  /** What the shopper takes instead. */
  readonly variant: Variant | null;
}

export interface Draft {
  /** By line; lines with no unit are not in it. */
  readonly lines: Readonly<Record<string, LineChoice>>;
  readonly method: string;
  /** E-mail of the receiver of a gift; null when it was none. */
  readonly giftee: string | null;
}

export const EMPTY_DRAFT: Draft = { lines: {}, method: 'mail-back', giftee: null };
const NEW_CHOICE: LineChoice = { units: 1, reason: '', settle: 'refund', variant: null };

/** Changes the choice of a line; 0 units remove it. A variant of which there are not enough is chosen no more. */
export function withLine(draft: Draft, line: string, change: Partial<LineChoice>): Draft {
  const changed = { ...(draft.lines[line] ?? NEW_CHOICE), ...change };
  const isThere = (changed.variant?.quantity_in_stock ?? 0) >= changed.units;
  const choice = { ...changed, variant: isThere ? changed.variant : null };
  const { [line]: _before, ...others } = draft.lines;
  return { ...draft, lines: choice.units > 0 ? { ...others, [line]: choice } : others };
}

export const unitsIn = (draft: Draft): number =>
  Object.values(draft.lines).reduce((sum, { units }) => sum + units, 0);

/** The first thing that is missing, with the line that it is about; undefined when the draft can be sent. */
export function missingIn(draft: Draft): { readonly line: string | null; readonly text: string } | undefined {
  const lines = Object.entries(draft.lines);
  if (lines.length === 0) return { line: null, text: 'Choose at least one item to return.' };
  for (const [line, { reason, settle, variant }] of lines) {
    if (reason === '') return { line, text: 'Tell us why you return this item.' };
    if (settle === 'exchange' && !variant) return { line, text: 'Choose what you would like instead.' };
  }
  if (draft.giftee !== null && !/^\S+@\S+$/.test(draft.giftee))
    return { line: null, text: 'Enter the e-mail for the gift card.' };
  return undefined;
}

/** The body that starts the return. */
export function wishOf(order: string, { lines, method, giftee }: Draft) {
  return {
    order,
    method,
    ...(giftee !== null && { giftee }),
    lines: Object.entries(lines).map(([line, { units, reason, settle, variant }]) => ({
      ...{ line, units, reason },
      ...(settle === 'exchange' && variant && { exchange: variant.sku }),
      ...(settle === 'gift_card' && { gift_card: true }),
    })),
  };
}

/** What comes back is worth, with tax and discount, cents. */
export const priceOf = (draft: Draft, lines: readonly ReturnableLine[]): number =>
  lines
    .flatMap(({ line, estimated_cents: cents }) => cents.slice(0, draft.lines[line]?.units ?? 0))
    .reduce((sum, one) => sum + one, 0);
