// The text of one order in a JSON or NDJSON file to its value: strict, and reject lines unwrapped.
import { inputFailure } from '../base/failure.ts';
import { isObject, type JsonObject, lineAndColumn, parseJsonInput } from '../base/json.ts';
import { loneSurrogateAt } from '../base/surrogates.ts';

/** Most bytes of one order. */
export const MAX_ORDER = 16 * 1024 * 1024;

/** Parses one order. @throws Failure exit 6 with file, line and column */
export function parseOrder(file: string, bytes: Uint8Array, line: number, column: number): JsonObject {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const value = parseAt(text, file, line, column);
  const half = loneSurrogateAt(text);
  if (half >= 0) {
    const spot = lineAndColumn(text, half);
    throw inputFailure('input.json.surrogate', 'An escape stands for half a character', {
      place: {
        file,
        line: line + spot.line - 1,
        column: spot.line === 1 ? column - 1 + spot.column : spot.column,
      },
      expected: 'both halves of a surrogate pair, such as \\ud83c\\udf81',
      hint: 'Let the export write the character itself in UTF-8; a text was probably cut in the middle of it.',
    });
  }
  if (!isObject(value))
    throw inputFailure('input.json.order', 'An order must be a JSON object', {
      place: { file, line, column },
      expected: 'an object with the fields of an order',
      found: Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`,
      hint: 'Give one message {"returns_portal_order":{"orders":[...]}}, an array of orders, one order, or one order per line.',
    });
  return value as JsonObject;
}

function parseAt(text: string, file: string, line: number, column: number) {
  try {
    return parseJsonInput(text, { file, line });
  } catch (error) {
    // The column of a fault on the order's first line counts from the line's beginning. Only now, for that may be as
    // long as the file: every order of a minified document stands on one line.
    if (column > 1) parseJsonInput(' '.repeat(column - 1) + text, { file, line });
    throw error;
  }
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
