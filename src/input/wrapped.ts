// JSON that holds its messages inside a key of its own, as answers of web services do: where they are, and what to do.
import { type Failure, inputFailure } from '../basics/failure.ts';
import { isObject, type JsonObject } from '../basics/json.ts';
import { quote, shellWord } from '../basics/text.ts';
import { isReject } from './message-text.ts';
import type { Subject } from './subject.ts';

/** How many keys deep messages are looked for. */
const DEPTH = 3;

/**
 * An object that is no message but holds some: a list of objects, or one object with an identifier. `way` is where the
 * object itself stands in the file, as jq writes it: empty for a whole document or line.
 * @throws Failure exit 6
 */
export function checkNotWrapped(
  value: JsonObject,
  subject: Subject,
  file: string,
  line: number,
  way: string,
): void {
  if (subject.identifier in value || isReject(value, subject)) return;
  const keys = Object.keys(value);
  const found = keys.length === 1 ? inside(value, [], subject) : besides(value, keys, subject);
  if (found) throw wrapped(subject, file, line, found, way);
}

/** Keys on the way to messages, and whether it is a list that stands there. */
interface Found {
  readonly path: readonly string[];
  readonly list: boolean;
}

/** Through objects of one key each. */
function inside(value: JsonObject, before: readonly string[], subject: Subject): Found | undefined {
  const keys = Object.keys(value);
  if (keys.length !== 1 || before.length >= DEPTH) return undefined;
  const path = [...before, keys[0]!];
  const held = value[keys[0]!];
  if (isList(held)) return { path, list: true };
  if (!isObject(held)) return undefined;
  return subject.identifier in held ? { path, list: false } : inside(held as JsonObject, path, subject);
}

/** Beside the messages there may be the number of the page and the like; a message without identifier has lists of its own. */
function besides(value: JsonObject, keys: readonly string[], { lists }: Subject): Found | undefined {
  if (lists.some((key) => key in value)) return undefined;
  const found = keys.filter((key) => isList(value[key]));
  return found.length === 1 ? { path: found, list: true } : undefined;
}

const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((element) => isObject(element));

export function wrapped(
  { key, many, forms, stdin }: Subject,
  file: string,
  line: number,
  { path, list }: Found,
  way: string,
): Failure {
  const steps = path.map((one) => (/^[A-Za-z_]\w*$/.test(one) ? `.${one}` : `.[${JSON.stringify(one)}]`));
  const filter = `${way}${steps.join('')}${list ? '[]' : ''}`;
  return inputFailure(
    `input.json.${key}s.wrapped`,
    `The ${many} stand inside the key ${quote(path.join('.'))}`,
    {
      place: { file, line },
      expected: forms,
      found: `${list ? `a list of ${many}` : `an ${key === 'asn' ? 'ASN' : key}`} inside ${path.map((one) => quote(one)).join(', ')}`,
      hint: `Take them out with jq: jq -c ${shellWord(filter)}${file === '-' ? '' : ` ${shellWord(file)}`} | ${stdin}`,
    },
  );
}
