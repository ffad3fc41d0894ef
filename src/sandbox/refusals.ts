// Why an act on a return cannot be, where the life cycle is not even asked: unknown orders, RMAs, lines and words.
import { meantText } from '../basics/text.ts';
import type { Book, Refusal } from './life-cycle/types.ts';

/** A refusal that rests on no assumption. */
export const refusal = (code: string, message: string): Refusal => ({ code, message, assumed: [] });

export const unknownOrder = (order: string): Refusal =>
  refusal(
    'order.unknown',
    `The sandbox has no order ${order}. Post it first: returns orders upload FILE --profile local.`,
  );

export const unknownRma = (rma: string): Refusal =>
  refusal('rma.unknown', `The sandbox has no RMA ${rma}. returns sandbox rmas lists them.`);

export function unknownLine({ order }: Book, line: string): Refusal {
  const known = order.items.map(({ identifier }) => identifier);
  return refusal(
    'return.line',
    `Order ${order.identifier} has no line ${line}.${meantText(line, known)} Its lines: ${known.join(', ')}.`,
  );
}

export function wordRefusal(
  what: string,
  step: string,
  steps: readonly string[],
): { readonly refused: Refusal } | undefined {
  if (steps.includes(step)) return undefined;
  const message = `A ${what} step is one of ${steps.join(', ')}, not ${step}.${meantText(step, steps)}`;
  return { refused: refusal(`${what}.step`, message) };
}
