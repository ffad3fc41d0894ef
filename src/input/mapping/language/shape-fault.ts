// What is wrong with a mapping file by its schema: the innermost fault, its place, and the word that was probably meant.
import * as z from 'zod';
import type { Failure } from '../../../basics/failure.ts';
import { isObject, valueAt } from '../../../basics/json.ts';
import { didYouMean, quote } from '../../../basics/text.ts';
import { HINT, type LoadedMapping } from './mapping.ts';
import type { MappedMessage } from './shape.ts';
import { VALUE_KINDS } from './value-shape.ts';

/** The path in the syntax of JavaScript: `order["customer.email"].column`. */
export function mappingPath(parts: readonly PropertyKey[]): string {
  let text = '';
  for (const part of parts) {
    const key = String(part);
    if (typeof part === 'number') text += `[${part}]`;
    else text += /^[\w$]+$/.test(key) ? `${text && '.'}${key}` : `[${JSON.stringify(key)}]`;
  }
  return text;
}

type Issue = z.core.$ZodIssue;

/** What zod is to say about a key that an object must not have: the keys that it may have. */
export const knownKeys = ({ code, inst }: z.core.$ZodRawIssue): string | undefined =>
  code === 'unrecognized_keys' && inst instanceof z.ZodObject
    ? Object.keys(inst.shape).join(', ')
    : undefined;

/** The failure for what the schema of a mapping found wrong. */
export function shapeFault(
  issues: readonly Issue[],
  json: unknown,
  fault: LoadedMapping['fault'],
  message: MappedMessage,
): Failure {
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const { issue, parts } = innermost(first, [], json);
  if (issue.code === 'unrecognized_keys') return unknownKey(issue, parts, fault, message);
  const found = valueAt(json, parts);
  if (found === undefined)
    return fault('input.map.missing_key', parts, `The mapping lacks ${quote(mappingPath(parts))}`, {
      expected: expectedOf(issue),
      found: 'nothing',
      hint: HINT,
    });
  const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const meant = typeof found === 'string' ? wordMeant(found, words) : undefined;
  return fault(
    'input.map.value',
    parts,
    `The mapping is wrong at ${quote(mappingPath(parts))}${meant === undefined ? '' : `. Did you mean ${quote(meant)}?`}`,
    { expected: expectedOf(issue), found: quote(found), hint: HINT },
  );
}

/** Also for the beginning of a word: `warn` for `warning`. */
const wordMeant = (found: string, words: readonly string[]): string | undefined =>
  didYouMean(found, words) ??
  (found.length > 2 ? words.find((word) => word.startsWith(found.toLowerCase())) : undefined);

function unknownKey(
  { keys, message: known }: z.core.$ZodIssueUnrecognizedKeys,
  parts: readonly PropertyKey[],
  fault: LoadedMapping['fault'],
  message: MappedMessage,
): Failure {
  const key = keys[0]!;
  const words = known.split(', ');
  const meant = didYouMean(key, words);
  const isField = parts.length === 1 && words.length > 14;
  return fault(
    'input.map.key',
    [...parts, key],
    `The mapping has an unknown key ${quote(key)}${meant === undefined ? '' : `. Did you mean ${quote(meant)}?`}`,
    {
      expected: isField ? 'a field of the template' : `one of ${known}`,
      found: quote(key),
      hint: isField ? `${HINT} \`returns ${message}s template\` prints the fields.` : HINT,
    },
  );
}

/** Goes through unions to the real fault: the branch that fits the keys of the object. */
function innermost(
  issue: Issue,
  before: readonly PropertyKey[],
  json: unknown,
): { issue: Issue; parts: readonly PropertyKey[] } {
  const parts = [...before, ...issue.path];
  if (issue.code !== 'invalid_union') return { issue, parts };
  const found = valueAt(json, parts);
  // An operand is a number or a value, which is a union again.
  const [, [inside] = []] = issue.errors;
  if (issue.errors.length === 2 && inside?.code === 'invalid_union') return innermost(inside, parts, json);
  // A word, or a list of them.
  const word = issue.errors.flat().find(({ code }) => code === 'invalid_value');
  if (typeof found === 'string' && word) return innermost(word, parts, json);
  const isValue = issue.errors.length === 1 + Object.keys(VALUE_KINDS).length;
  if (!isObject(found) || !isValue) return { issue, parts };
  const kind = kindOf(found);
  if (kind !== undefined) {
    const branch = issue.errors[Object.keys(VALUE_KINDS).indexOf(kind) + 1]!;
    return innermost(branch.find(({ code }) => code === 'unrecognized_keys') ?? branch[0]!, parts, json);
  }
  const strange = Object.keys(found).find((key) => !VALUE_KEYS.includes(key));
  if (strange === undefined) return { issue, parts };
  const message = VALUE_KEYS.join(', ');
  return { issue: { code: 'unrecognized_keys', keys: [strange], path: [], message }, parts };
}

const VALUE_KEYS = [...new Set(Object.values(VALUE_KINDS).flatMap((kind) => Object.keys(kind.shape)))];

/** The key that says what kind of value an object is. */
const kindOf = (found: unknown): string | undefined =>
  isObject(found) ? Object.keys(VALUE_KINDS).find((key) => key in found) : undefined;

function expectedOf(issue: Issue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map((v) => quote(String(v))).join(', ')}`;
  if (issue.code === 'invalid_union')
    return `a column name, or an object with one of ${Object.keys(VALUE_KINDS).join(', ')}`;
  if (issue.code === 'too_small') return 'something that is not empty';
  if (issue.code !== 'invalid_type') return 'something else';
  const { expected } = issue;
  return `${expected === 'array' || expected === 'object' || expected === 'int' ? 'an' : 'a'} ${expected}`;
}
