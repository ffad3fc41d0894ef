// Which messages of a batch the errors of a refusal name, and in which field.
import type { Envelope, Refusal } from './batch.ts';

/** Where an error stands: the message's index in the batch and the path inside the message. */
interface Spot {
  readonly index: number;
  readonly field: string;
}

/**
 * Reads `orders[3].items[0].sku`, `orders.3.sku`, `/orders/3/sku` and `orders[3][sku]`, with or without `$`, `#` or the
 * wrapper's name in front. Anything else names no message: a guess here would refuse an innocent one.
 */
export function spotOf(path: string, envelope: Envelope): Spot | undefined {
  const parts = stepsOf(path);
  if (!parts) return undefined;
  if (parts[0] !== envelope.list && envelope.before.includes(`"${parts[0]}"`)) parts.shift();
  const [list, index, ...inside] = parts;
  if (list !== envelope.list || index === undefined || !/^\d{1,9}$/.test(index)) return undefined;
  return { index: Number(index), field: fieldPath(inside) };
}

/** The steps of a path in any of these spellings, without `$` and `#`; undefined when a step cannot be told apart. */
export function stepsOf(path: string): string[] | undefined {
  if (/\[[^\]]*[./][^\]]*\]/.test(path)) return undefined;
  const parts = path
    .replace(/\[(?:"([^"\]]*)"|'([^'\]]*)'|([^\]]*))\]/g, '.$1$2$3')
    .replace(/\//g, '.')
    .split('.');
  while (parts[0] === '' || parts[0] === '$' || parts[0] === '#') parts.shift();
  return parts;
}

/** Steps as our own findings write them: `items[0].sku`. */
export function fieldPath(steps: readonly string[]): string {
  let field = '';
  for (const step of steps) {
    if (/^\d+$/.test(step)) field += `[${step}]`;
    else if (step !== '') field += field ? `.${step}` : step;
  }
  return field;
}

/** Index in the batch -> its refusals; empty when no message is named. */
export function namedRefusals(
  errors: readonly { field: string; code: string }[],
  envelope: Envelope,
  size: number,
  status: number,
  message: string,
): Map<number, Refusal[]> {
  const named = new Map<number, Refusal[]>();
  for (const { field, code } of errors) {
    const spot = spotOf(field, envelope);
    if (!spot || spot.index >= size) continue;
    const list = named.get(spot.index) ?? [];
    list.push({ status, code: code || 'invalid', field: spot.field, message });
    named.set(spot.index, list);
  }
  return named;
}

/** The refusals of a message that was sent alone: everything the body says is about it. */
export function loneRefusals(
  errors: readonly { field: string; code: string }[],
  envelope: Envelope,
  status: number,
  message: string,
): Refusal[] {
  const list = errors.map(({ field, code }) => ({
    status,
    code: code || 'invalid',
    field: spotOf(field, envelope)?.field ?? field,
    message,
  }));
  return list.length > 0 ? list : [{ status, code: 'invalid', field: '', message }];
}

/** What refusals for the same reason have in common: status, codes and fields without positions. */
export const signatureOf = (refusals: readonly Refusal[]): string =>
  [...new Set(refusals.map((r) => `${r.status} ${r.code} ${r.field.replace(/\[\d+\]/g, '[]')}`))]
    .sort()
    .join('\n');
