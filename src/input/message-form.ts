// What splitting a JSON or NDJSON file needs to know about its messages: where a document holds them, and how the text of
// one is read.
import { inputFailure } from '../basics/failure.ts';
import { isObject, type Json, type JsonFault, type JsonObject, parseJsonStrictly } from '../basics/json.ts';
import type { Subject } from './message-table.ts';
import { parseMessage } from './message-text.ts';
import { checkNotWrapped } from './wrapped.ts';

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
  parseAround(
    text: string,
  ): { readonly value: Json; readonly fault?: undefined } | { readonly fault: JsonFault };
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
      checkNotWrapped(value, subject, file, line, way);
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
