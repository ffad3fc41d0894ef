// Finds and loads mappings: what `--map` names is a file, else a remembered mapping, else a shipped one. Parses strict JSON,
// validates the shape, and checks what can be checked without the export.

import path from 'node:path';
import * as z from 'zod';
import { type Failure, inputFailure } from '../../../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonInput, valueAt } from '../../../basics/json.ts';
import { locateSteps } from '../../../basics/json-text.ts';
import { didYouMean, meantText, quote } from '../../../basics/text.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Folders } from '../../../storage/folders.ts';
import {
  type RememberedMapping,
  rememberedMapping,
  rememberedMappings,
  shippedNames,
  shippedText,
} from '../../../storage/mappings.ts';
import { ASN_TABLE } from '../../asn-table.ts';
import { ORDER_TABLE } from '../../message-table.ts';
import { checkMapping, namedColumns } from './columns.ts';
import { HINT, type LoadedMapping, type MappingOrigin, messageOf, platformOf } from './mapping.ts';
import { MAPPING_SHAPES, type MappedMessage, type MappingFile } from './shape.ts';
import { VALUE_KINDS } from './value-shape.ts';

const MAX_SIZE = 1024 * 1024;

/** Reads the mapping file for an export of these messages. @throws Failure exit 6 */
export function loadMapping(platform: Platform, given: string, message: MappedMessage): LoadedMapping {
  const file = path.resolve(platform.cwd, given);
  const stat = platform.files.stat(file);
  if (stat?.kind !== 'file')
    throw inputFailure('input.map.missing', `The mapping ${stat ? 'is not a file' : 'does not exist'}`, {
      place: { file: given },
      hint: `Check the path of --map; it was looked for at ${file}.`,
    });
  const reader = platform.files.open(file);
  try {
    if (reader.stat.size > MAX_SIZE)
      throw inputFailure('input.map.large', 'The mapping is larger than 1 MiB', {
        place: { file: given },
        hint: 'Give --map the mapping, and the export as the file.',
      });
    return parseMapping(Buffer.from(reader.read(0, reader.stat.size)).toString('utf8'), given, message);
  } finally {
    reader.close();
  }
}

/** `file` is shown as the place of faults. @throws Failure exit 6 with file, line and path */
export function parseMapping(
  given: string,
  file: string,
  message: MappedMessage,
  origin: MappingOrigin = { from: 'file', source: file },
): LoadedMapping {
  const text = given.replace(/^\ufeff/, '');
  const json = parseJsonInput(text, { file });
  const fault: LoadedMapping['fault'] = (code, parts, message, more) => {
    const spot = lineAndColumn(text, locateSteps(text, parts).start);
    return inputFailure(code, message, {
      place: { file, line: spot.line, ...(parts.length > 0 ? { path: mappingPath(parts) } : {}) },
      ...more,
    });
  };
  if (isObject(json) && json['message'] !== message) checkMessage(json['message'] ?? 'order', message, fault);
  const parsed = MAPPING_SHAPES[message].safeParse(json, { error: knownKeys });
  if (!parsed.success) throw shapeFault(parsed.error.issues, json, fault, message);
  const loaded = { path: file, origin, mapping: parsed.data as MappingFile, fault };
  checkMapping(message, loaded);
  return loaded;
}

/** Reports a mapping for the other kind of message, instead of a fault for each of its keys. */
function checkMessage(found: unknown, wanted: MappedMessage, fault: LoadedMapping['fault']): void {
  if (found === wanted || (found !== 'order' && found !== 'asn')) return;
  const [is, not] = found === 'asn' ? ['ASNs', 'orders'] : ['orders', 'ASNs'];
  throw fault('input.map.message', [], `This mapping is for ${is}, not for ${not}`, {
    expected: wanted === 'asn' ? '"message": "asn", with "asn" and "detail"' : 'a mapping of an order export',
    found: quote(found),
    hint: `Use it with returns ${found}s check FILE --map.`,
  });
}

/**
 * The mapping that `--map` names, for these messages. A file that exists wins; otherwise a word without a slash and
 * without `.json` is a name.
 * @throws Failure exit 6; exit 7 when the remembered mapping of that name is damaged
 */
export function findMapping(
  platform: Platform,
  folders: Folders,
  given: string,
  message: MappedMessage,
): LoadedMapping {
  const there = platform.files.stat(path.resolve(platform.cwd, given))?.kind;
  if (there === 'file') return loadMapping(platform, given, message);
  const isName = given !== '' && !/[/\\]|\.json$/i.test(given);
  const named = isName ? mappingNamed(platform, folders, given, message) : undefined;
  if (named) return named;
  const names = mappingNames(platform, folders, message);
  const bare = given.replace(/^.*[/\\]|\.json$/gi, '');
  const meant = didYouMean(bare, names);
  // A path that was mistyped is reported as a path.
  if (there !== undefined || (!isName && meant === undefined)) return loadMapping(platform, given, message);
  throw inputFailure(
    'input.map.missing',
    `There is no mapping ${quote(given)}, and no file of that name.${meantText(bare, names)}`,
    {
      expected: 'the path of a mapping file, or the name of a mapping',
      found: quote(given),
      hint: '`returns mappings list` shows the names.',
    },
  );
}

/** The remembered, else the shipped mapping of that name. @throws Failure exit 6 and 7 */
function mappingNamed(
  platform: Platform,
  folders: Folders,
  name: string,
  message: MappedMessage,
): LoadedMapping | undefined {
  const kept = rememberedMapping(platform, folders, name);
  if (kept) return loadRemembered(kept, message);
  const text = shippedText(platform, name);
  if (text === undefined) return undefined;
  return parseMapping(text, `samples/mappings/${name}.json`, message, { from: 'shipped', source: name });
}

/** A remembered mapping, checked as a file would be. @throws Failure exit 6 */
export const loadRemembered = (
  { name, file, text }: RememberedMapping,
  message: MappedMessage,
): LoadedMapping =>
  // Without a file of its own, the lines of a fault are those that this command prints.
  parseMapping(text, file ?? `\`returns mappings show ${name}\``, message, {
    from: 'remembered',
    source: name,
    ...(file !== undefined && { file }),
  });

function mappingNames(platform: Platform, folders: Folders, message: MappedMessage): string[] {
  const { mappings, damaged } = rememberedMappings(platform, folders);
  const shipped = shippedNames(platform).filter(
    (name) => messageOf(JSON.parse(shippedText(platform, name)!)) === message,
  );
  const kept = mappings.filter(({ mapping }) => messageOf(mapping) === message);
  return [...[...kept, ...damaged].map(({ name }) => name), ...shipped];
}

/** What the shipped mappings read, sorted by name; `columns` without those of joined files. */
export function shippedMappings(platform: Platform) {
  return shippedNames(platform).map((name) => {
    const text = shippedText(platform, name)!;
    const json: unknown = JSON.parse(text);
    const message = messageOf(json);
    const { mapping } = parseMapping(text, name, message);
    const joined = Object.keys(mapping.with ?? {});
    const columns = [...namedColumns(message === 'asn' ? ASN_TABLE : ORDER_TABLE, mapping).names].filter(
      (column) => !joined.some((file) => column.startsWith(`${file}.`)),
    );
    const { core, ignored = [] } = mapping.platform ?? {};
    return { name, message, platform: platformOf(json), core, ignored, columns, joined };
  });
}

/** The mapping that finds all its columns in the header: of several, the one that reads most of it. */
export function shippedFor(platform: Platform, message: MappedMessage, names: readonly string[]) {
  const header = new Set(names);
  const fitting = shippedMappings(platform).filter(
    (one) => one.message === message && one.columns.every((column) => header.has(column)),
  );
  return fitting.sort((a, b) => b.columns.length - a.columns.length)[0];
}

// What is wrong with a mapping file by its schema: the innermost fault, its place, and the word that was probably meant.

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
const knownKeys = ({ code, inst }: z.core.$ZodRawIssue): string | undefined =>
  code === 'unrecognized_keys' && inst instanceof z.ZodObject
    ? Object.keys(inst.shape).join(', ')
    : undefined;

/** The failure for what the schema of a mapping found wrong. */
function shapeFault(
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
