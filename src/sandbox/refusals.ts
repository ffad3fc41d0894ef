// Why an act on a return cannot be, where the life cycle is not even asked: unknown orders, RMAs, lines and words.
import { meantText } from '../basics/text.ts';
import { listed, named, refusal } from './life-cycle/parts.ts';
import type { Book, Refusal } from './life-cycle/types.ts';

export const unknownOrder = (order: string): Refusal =>
  refusal(
    'order.unknown',
    `The sandbox has no order ${named(order)}. Post it first: returns orders upload FILE --profile local.`,
  );

export const unknownRma = (rma: string): Refusal =>
  refusal('rma.unknown', `The sandbox has no RMA ${named(rma)}. returns sandbox rmas lists them.`);

export function unknownLine({ order }: Book, line: string): Refusal {
  const known = order.items.map(({ identifier }) => identifier);
  return refusal(
    'return.line',
    `Order ${named(order.identifier)} has no line ${named(line)}.${meantText(line, known)} Its lines: ${listed(known)}.`,
  );
}

export function wordRefusal(
  what: string,
  step: string,
  steps: readonly string[],
): { readonly refused: Refusal } | undefined {
  if (steps.includes(step)) return undefined;
  const message = `A ${what} step is one of ${steps.join(', ')}, not ${named(step)}.${meantText(step, steps)}`;
  return { refused: refusal(`${what}.step`, message) };
}
