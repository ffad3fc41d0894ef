// Finds which messages of a batch, and which fields, the errors of a refusal name.
import type { Envelope, Refusal } from './batch.ts';

/** What an error names: the message's index in the batch and the path inside the message. */
interface Spot {
  readonly index: number;
  readonly field: string;
}

/**
 * Reads `orders[3].items[0].sku`, `orders.3.sku`, `/orders/3/sku` and `orders[3][sku]`, with or without `$`, `#` or the
 * wrapper's name in front. Any other text names no message: a guess could refuse a message that is not at fault.
 */
export function spotOf(path: string, envelope: Envelope): Spot | undefined {
  const parts = stepsOf(path);
  if (!parts) return undefined;
  if (parts[0] !== envelope.list && envelope.before.includes(`"${parts[0]}"`)) parts.shift();
  const [list, index, ...inside] = parts;
  if (list !== envelope.list || index === undefined || !/^\d{1,9}$/.test(index)) return undefined;
  return { index: Number(index), field: fieldPath(inside) };
}

/**
 * The steps of a path in any of these spellings, without `$` and `#`; undefined when the path cannot be split into
 * steps.
 */
export function stepsOf(path: string): string[] | undefined {
  if (/\[[^\]]*[./][^\]]*\]/.test(path)) return undefined;
  const parts = path
    .replace(/\[(?:"([^"\]]*)"|'([^'\]]*)'|([^\]]*))\]/g, '.$1$2$3')
    .replace(/\//g, '.')
    .split('.');
  while (parts[0] === '' || parts[0] === '$' || parts[0] === '#') parts.shift();
  return parts;
}

/** Steps in the spelling of this tool's findings: `items[0].sku`. */
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

/** The refusals of a message that was sent alone: all errors of the body are about it. */
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

/** Two refusals for the same reason have the same signature: status, codes and fields without indexes. */
export const signatureOf = (refusals: readonly Refusal[]): string =>
  [...new Set(refusals.map((r) => `${r.status} ${r.code} ${r.field.replace(/\[\d+\]/g, '[]')}`))]
    .sort()
    .join('\n');
