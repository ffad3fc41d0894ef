// How many refused messages stop a run.
import { badValue, parseCount } from '../basics/units.ts';

/** A number of messages, or a share of those that a run decides about. */
export type MaxRejects = number | { readonly share: number };

/** `250`, or `2.5%`. @throws Failure exit 2 */
export function parseMaxRejects(text: string, flag: string): MaxRejects {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text.trim())?.[1];
  if (percent === undefined) {
    if (/^\s*\d+\s*$/.test(text)) return parseCount(text, flag);
    throw badValue(flag, text, 'a whole number, or a share such as 2%');
  }
  if (Number(percent) > 100) throw badValue(flag, text, 'at most 100%');
  return { share: Number(percent) / 100 };
}

/**
 * Of a run that is to send so many messages and refuses some itself: what was given, else 1 %, at least 100. Where all but
 * the refused ones were accepted before, 100 % is still all of them.
 */
export function rejectBudget(given: MaxRejects | undefined, toSend: number, refused = 0): number {
  if (given === undefined) return Math.max(100, Math.floor(toSend / 100));
  return typeof given === 'number' ? given : Math.floor((toSend + refused) * given.share);
}
