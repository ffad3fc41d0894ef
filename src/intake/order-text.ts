// The text of one order in a JSON or NDJSON file to its value: strict, and reject lines unwrapped.
import { inputFailure } from '../base/failure.ts';
import { isObject, type JsonObject, parseJsonInput } from '../base/json.ts';

/** Most bytes of one order. */
export const MAX_ORDER = 16 * 1024 * 1024;

/** Parses one order. @throws Failure exit 6 with file, line and column */
export function parseOrder(file: string, bytes: Uint8Array, line: number, column: number): JsonObject {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  // The column of a fault on the order's first line counts from the line's beginning.
  const padded = column > 1 ? ' '.repeat(column - 1) + text : text;
  const value = parseJsonInput(padded, { file, line });
  if (!isObject(value))
    throw inputFailure('input.json.order', 'An order must be a JSON object', {
      place: { file, line, column },
      expected: 'an object with the fields of an order',
      found: Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`,
      hint: 'Give one message {"returns_portal_order":{"orders":[...]}}, an array of orders, one order, or one order per line.',
    });
  return value as JsonObject;
}

/** A line of a rejects file holds the order beside what was wrong with it. */
export function isReject(value: JsonObject): boolean {
  return isObject(value['order']) && Array.isArray(value['errors']) && !('identifier' in value);
}

export const unwrap = (value: JsonObject): JsonObject =>
  isReject(value) ? (value['order'] as JsonObject) : value;

export function tooLarge(file: string, line: number) {
  return inputFailure('input.order.large', `An order is larger than ${MAX_ORDER / 1024 / 1024} MiB`, {
    place: { file, line },
    hint: 'Check that the file holds one order per line, an array of orders, or one message with an orders array.',
  });
}
