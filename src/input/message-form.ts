// What splitting a JSON or NDJSON file needs to know about its messages: where a document holds them, and how the text of
// one is read. Messages inside a key of a document, as in answers of web services, are reported with what to do.
import { type Failure, inputFailure, type Place } from '../basics/failure.ts';
import { isObject, type Json, type JsonObject, parseJsonStrictly } from '../basics/json.ts';
import { quote, shellWord } from '../basics/text.ts';
import type { Subject } from './message-table.ts';
import { isReject, parseMessage } from './message-text.ts';

/** Where the text of a message begins in its file. */
export interface MessageSpot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `T` is what a message is read as. */
export interface MessageForm<T> {
  readonly subject: Subject;
  /** Keys of the path to the list of messages in a document that is an object. */
  readonly list: readonly string[] | undefined;
  /** Reads one message; `way` is its path in the file in the syntax of jq, empty for a document or a line. @throws Failure exit 6 */
  read(bytes: Uint8Array, spot: MessageSpot, way: string): T;
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
    read(bytes, { file, line, column }, way) {
      const value = parseMessage(subject, file, bytes, line, column);
      checkNotWrapped(value, subject, { file, line }, way);
      return value;
    },
    parseAround: (text) => parseJsonStrictly(text),
    checkAround(value, file, hasList) {
      if (hasList) {
        if (isObject(value)) around?.(value as JsonObject);
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
 * Reports an object that is not a message but contains some: a list of objects, or one object with an identifier. `way`
 * is the path of the object in the file in the syntax of jq; empty for a whole document or line. @throws Failure exit 6
 */
function checkNotWrapped(value: JsonObject, subject: Subject, place: Place, way: string): void {
  if (subject.identifier in value || isReject(value, subject)) return;
  // Lists that are fields of a message itself do not count.
  if (subject.lists.some((key) => key in value)) return;
  const found = inside(value, [], subject);
  if (found) throw wrapped(subject, place, found, way);
}

/** The path to the messages, and whether it leads to a list. */
interface Found {
  readonly path: readonly string[];
  readonly list: boolean;
}

/** The one list in an object, which may have other keys such as a page number; of an object with one key also what stands in it. */
function inside(value: JsonObject, before: readonly string[], subject: Subject): Found | undefined {
  const entries = Object.entries(value);
  if (before.length >= DEPTH) return undefined;
  const found = entries.flatMap(([key, held]): Found[] => {
    const path = [...before, key];
    if (isList(held)) return [{ path, list: true }];
    if (entries.length > 1 || !isObject(held)) return [];
    if (subject.identifier in held) return [{ path, list: false }];
    return [inside(held as JsonObject, path, subject) ?? []].flat();
  });
  return found.length === 1 ? found[0] : undefined;
}

const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((element) => isObject(element));

export function wrapped(subject: Subject, place: Place, { path, list }: Found, way = ''): Failure {
  const { key, many, forms, stdin } = subject;
  const steps = path.map((one) => (/^[A-Za-z_]\w*$/.test(one) ? `.${one}` : `.[${JSON.stringify(one)}]`));
  const filter = `${way}${steps.join('')}${list ? '[]' : ''}`;
  return inputFailure(
    `input.json.${key}s.wrapped`,
    `The ${many} stand inside the key ${quote(path.join('.'))}`,
    {
      place,
      expected: forms,
      found: `${list ? `a list of ${many}` : `an ${key === 'asn' ? 'ASN' : key}`} inside ${path.map((one) => quote(one)).join(', ')}`,
      hint: `Take them out with jq: jq -c ${shellWord(filter)}${place.file === '-' ? '' : ` ${shellWord(place.file!)}`} | ${stdin}`,
    },
  );
}
