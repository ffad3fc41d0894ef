// The text of one message in a JSON or NDJSON file, parsed strictly and without the wrapper of a rejects line; and where a
// document holds its messages. Those inside a key, as in answers of web services, are reported with what to do.
import { Failure, inputFailure, type Place } from '../basics/failure.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  parseJsonInput,
  parseJsonStrictly,
  placeIn,
} from '../basics/json.ts';
import { eachUnsafeValue, JsonPlaces } from '../basics/json-text.ts';
import { quote } from '../basics/text.ts';
import type { Subject } from './message-table.ts';

/** Longer messages are refused, in bytes. */
export const MAX_MESSAGE = 16 * 1024 * 1024;

export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');

/** Where the text of a message begins in its file. */
export interface MessageSpot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Parses one message. With `onRepeated` it is a record of an export: the caller reads the text of numbers, and is told of a key
 * that stands twice, of which the last value counts. @throws Failure exit 6 with file, line and column
 */
export function parseMessageText(
  subject: Subject,
  text: string,
  spot: MessageSpot,
  onRepeated?: OnRepeated,
): JsonObject {
  const value = parseAt(text, spot, onRepeated);
  const half = halfCharacterAt(text);
  if (half !== undefined)
    throw inputFailure('input.json.surrogate', 'An escape stands for half a character', {
      place: placeIn(text, half, spot),
      expected: 'both halves of a surrogate pair, such as \\ud83c\\udf81',
      hint: 'Let the export write the character itself in UTF-8; a text was probably cut in the middle of it.',
    });
  if (!isObject(value))
    throw inputFailure(`input.json.${subject.key}`, `An ${subject.one} must be a JSON object`, {
      place: spot,
      expected: `an object with the fields of an ${subject.one}`,
      found: Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`,
      hint: isList(value) ? takeOut(subject) : `Give ${subject.forms}, or one ${subject.one} per line.`,
    });
  return value;
}

/** Gets a sentence that names the key. */
type OnRepeated = (message: string) => void;

function parseAt(text: string, at: MessageSpot, onRepeated?: OnRepeated) {
  try {
    return parseJsonInput(text, at, onRepeated !== undefined);
  } catch (error) {
    if (!onRepeated || !(error instanceof Failure) || error.code !== 'input.json.duplicate') throw error;
    onRepeated(error.message);
    return JSON.parse(text) as Json;
  }
}

/** A line of a rejects file holds the message and its errors. */
export function isReject(value: JsonObject, subject: Subject): boolean {
  return isObject(value[subject.key]) && Array.isArray(value.errors) && !(subject.identifier in value);
}

export const unwrap = (value: JsonObject, subject: Subject): JsonObject =>
  isReject(value, subject) ? (value[subject.key] as JsonObject) : value;

/**
 * Tells where a field of a message stands; `prefix` is the path of the message in its text, with a dot at the end. The text is
 * looked through once: a message may have thousands of findings.
 */
export function placesInMessage(
  bytesOf: () => Uint8Array,
  { file, line }: Pick<MessageSpot, 'file' | 'line'>,
  prefix: string,
): (path: string) => Place {
  let places: JsonPlaces | undefined;
  let isWhole = false;
  return (path) => {
    if (!places) {
      const text = textOf(bytesOf());
      places = new JsonPlaces(text);
      isWhole = text.endsWith('\n');
    }
    const spot = places.at(prefix + path);
    // Inside a larger document a message may begin at any column of its line. That column is not known.
    const column = spot.line > 1 || isWhole ? { column: spot.column } : {};
    return { file, line: line + spot.line - 1, ...column, path };
  };
}

export function tooLarge({ key, one, forms }: Subject, file: string, line: number) {
  return inputFailure(`input.${key}.large`, `An ${one} is larger than ${MAX_MESSAGE / 1024 / 1024} MiB`, {
    place: { file, line },
    hint: `Check that the file holds ${forms}, or one ${one} per line.`,
  });
}
/**
 * Offset of the first key or value of a valid JSON text with the escape of an unpaired surrogate: `\ud83d` alone is not a valid
 * character, and storing it as UTF-8 changes it.
 */
export function halfCharacterAt(text: string): number | undefined {
  let found: number | undefined;
  // Most texts have no such escape; to find that out, `includes` takes a quarter of the time of the expression.
  if (text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text))
    eachUnsafeValue(text, ({ code, offset }) => {
      if (code === 'surrogate') found = offset;
      return found !== undefined;
    });
  return found;
}

/** `T` is what a message is read as. */
export interface MessageForm<T> {
  readonly subject: Subject;
  /** Keys of the path to the list of messages in a document that is an object. */
  readonly list: readonly string[] | undefined;
  /** Reads one message. @throws Failure exit 6 */
  read(bytes: Uint8Array, spot: MessageSpot): T;
  /** Parses the text around the messages. */
  parseAround(text: string): ReturnType<typeof parseJsonStrictly>;
  /** Checks a document: its text around the list, or the whole of it when there was no list. @throws Failure exit 6 */
  checkAround(value: Json, file: string, hasList: boolean): void;
}

/** The messages of the interface themselves; `around` gets a document that wraps them, without them. */
export function formOf(subject: Subject, around?: (document: JsonObject) => void): MessageForm<JsonObject> {
  const { wrapper, key, many, forms, template } = subject;
  return {
    subject,
    list: wrapper,
    read(bytes, spot) {
      const value = parseMessageText(subject, textOf(bytes), spot);
      checkNotWrapped(value, subject, { file: spot.file, line: spot.line });
      return value;
    },
    parseAround: (text) => parseJsonStrictly(text),
    checkAround(value, file, hasList) {
      if (hasList) {
        if (isObject(value)) around?.(value);
        return;
      }
      // The document is one message itself, or contains none.
      if (!isObject(value) || (wrapper && value[wrapper[0]] !== undefined))
        throw inputFailure(`input.json.${key}s`, `The document holds no ${many}`, {
          place: { file, line: 1 },
          expected: forms,
          hint: `Wrap the ${many} as expected; \`${template} --format json\` prints a sample.`,
        });
    },
  };
}

/** Messages are searched at most so many keys deep. */
const DEPTH = 3;

/**
 * Reports an object that is not a message but contains some: a list of objects, or one object with an identifier.
 * @throws Failure exit 6
 */
function checkNotWrapped(value: JsonObject, subject: Subject, place: Place): void {
  if (subject.identifier in value || isReject(value, subject)) return;
  // Lists that are fields of a message itself do not count.
  if (subject.lists.some((key) => key in value)) return;
  const found = inside(value, [], subject);
  if (found) throw wrapped(subject, place, found);
}

/**
 * The path to the one list in an object, which may have other keys such as a page number; of an object with one key also to what
 * stands in it.
 */
function inside(
  value: JsonObject,
  before: readonly string[],
  subject: Subject,
): readonly string[] | undefined {
  const entries = Object.entries(value);
  if (before.length >= DEPTH) return undefined;
  const found = entries.flatMap(([key, held]) => {
    const path = [...before, key];
    if (isList(held)) return [path];
    if (entries.length > 1 || !isObject(held)) return [];
    const below = subject.identifier in held ? path : inside(held, path, subject);
    return below ? [below] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((element) => isObject(element));

/** What to do with messages that stand where none are looked for. */
export const takeOut = ({ many, stdin }: Subject): string =>
  `Take the ${many} out, one per line, for example with jq -c, and pipe them into: ${stdin}`;

export function wrapped(subject: Subject, place: Place, path: readonly string[]): Failure {
  const { key, many, forms } = subject;
  return inputFailure(
    `input.json.${key}s.wrapped`,
    `The ${many} stand inside the key ${quote(path.join('.'))}`,
    {
      place,
      expected: forms,
      hint: takeOut(subject),
    },
  );
}
