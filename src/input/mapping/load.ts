// Loads a mapping file: parses strict JSON, validates the shape, and checks what can be checked without the export.
import path from 'node:path';
import * as z from 'zod';
import { type Failure, inputFailure } from '../../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonInput } from '../../basics/json.ts';
import { locateSteps } from '../../basics/json-text.ts';
import { didYouMean, quote } from '../../basics/text.ts';
import type { Platform } from '../../platform/platform.ts';
import { ASN_TABLE } from '../asn-table.ts';
import { ORDER_TABLE } from '../message-table.ts';
import { checkMapping } from './check-mapping.ts';
import { HINT, type LoadedMapping } from './loaded-mapping.ts';
import { MAPPING_SHAPES, type MappedMessage, type MappingFile } from './shape.ts';
import { VALUE_KINDS } from './value-shape.ts';

const MAX_SIZE = 1024 * 1024;

/** Reads the mapping file for an export of these messages. @throws Failure exit 6 */
export function loadMapping(platform: Platform, given: string, message: MappedMessage): LoadedMapping {
  const file = path.resolve(platform.cwd, given);
  const stat = platform.files.stat(file);
  if (stat?.kind !== 'file')
    throw inputFailure(
      'input.map.missing',
      stat ? 'The mapping is not a file' : 'The mapping does not exist',
      {
        place: { file: given },
        hint: `Check the path of --map; it was looked for at ${file}.`,
      },
    );
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

/** @throws Failure exit 6 with file, line and path */
export function parseMapping(given: string, file: string, message: MappedMessage): LoadedMapping {
  const text = given.replace(/^\ufeff/, '');
  const json = parseJsonInput(text, { file });
  const fault: LoadedMapping['fault'] = (code, parts, message, more) => {
    const spot = lineAndColumn(text, locateSteps(text, parts).start);
    return inputFailure(code, message, {
      place: { file, line: spot.line, ...(parts.length > 0 ? { path: mappingPath(parts) } : {}) },
      ...more,
    });
  };
  const other = isObject(json) && otherMessage(json['message'], message, fault);
  if (other) throw other;
  const parsed = MAPPING_SHAPES[message].safeParse(json);
  if (!parsed.success) throw shapeFault(parsed.error.issues, json, fault, message);
  const loaded = { path: file, mapping: parsed.data as MappingFile, fault };
  checkMapping(message, loaded);
  return loaded;
}

/** Reports a mapping for the other kind of message, instead of a fault for each of its keys. */
function otherMessage(
  found: unknown,
  wanted: MappedMessage,
  fault: LoadedMapping['fault'],
): Failure | undefined {
  if (found === wanted || (found === undefined && wanted === 'order')) return undefined;
  const parts = found === undefined ? [] : ['message'];
  if (wanted === 'order' && found === 'asn')
    return fault('input.map.message', parts, 'This mapping is for ASNs, not for orders', {
      expected: 'a mapping of an order export',
      found: '"message": "asn"',
      hint: 'Use it with returns asns check FILE --map, or give the mapping of the order export.',
    });
  if (wanted === 'asn' && (found === undefined || found === 'order'))
    return fault('input.map.message', parts, 'This mapping is for orders, not for ASNs', {
      expected: '"message": "asn", with "asn" and "detail"',
      found: found === undefined ? 'no "message", which means orders' : '"message": "order"',
      hint: 'Use it with returns orders check FILE --map. samples/mappings/wms-transfers.json is a mapping for ASNs.',
    });
  return fault('input.map.message', parts, `There is no mapping to ${quote(found)}`, {
    expected: 'order or asn',
    found: quote(found),
    hint: HINT,
  });
}

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

function shapeFault(
  issues: readonly Issue[],
  json: unknown,
  fault: LoadedMapping['fault'],
  message: MappedMessage,
): Failure {
  const { issue, parts } = innermost(
    issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!,
    [],
    json,
  );
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0]!;
    const known = keysAt(parts, message);
    const meant = didYouMean(key, known);
    return fault(
      'input.map.key',
      [...parts, key],
      `The mapping has an unknown key ${quote(key)}${meant === undefined ? '' : `. Did you mean ${quote(meant)}?`}`,
      {
        expected: known.length > 14 ? 'a field of the template' : `one of ${known.join(', ')}`,
        found: quote(key),
        hint: fieldsAt(parts[0], message)
          ? `${HINT} \`returns ${message}s template\` prints the fields.`
          : HINT,
      },
    );
  }
  const missing = valueAt(json, parts) === undefined;
  return fault(
    missing ? 'input.map.missing_key' : 'input.map.value',
    parts,
    missing
      ? `The mapping lacks ${quote(mappingPath(parts))}`
      : `The mapping is wrong at ${quote(mappingPath(parts))}`,
    { expected: expectedOf(issue), found: missing ? 'nothing' : quote(valueAt(json, parts)), hint: HINT },
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
  const branches = issue.errors.filter((branch) => branch.length > 0);
  const isValue = branches.length === 1 + Object.keys(VALUE_KINDS).length;
  if (!isObject(found) || !isValue) return { issue, parts };
  const kinds = Object.keys(VALUE_KINDS);
  const kind = kinds.findIndex((key) => key in found);
  if (kind >= 0) {
    const branch = issue.errors[kind + 1]!;
    return innermost(branch.find((inner) => inner.code === 'unrecognized_keys') ?? branch[0]!, parts, json);
  }
  const keys = Object.keys(found);
  const strange = keys.find((key) => !VALUE_KEYS.includes(key));
  if (strange === undefined) return { issue, parts };
  return { issue: { ...issue, code: 'unrecognized_keys', keys: [strange] } as Issue, parts };
}

const VALUE_KEYS = [...new Set(Object.values(VALUE_KINDS).flatMap((kind) => Object.keys(kind.shape)))];

/** The keys that may stand in the object at a path. */
function keysAt(parts: readonly PropertyKey[], message: MappedMessage): readonly string[] {
  const [first, second] = parts;
  const { shape } = MAPPING_SHAPES[message];
  if (parts.length === 0) return Object.keys(shape);
  const fields = fieldsAt(first, message);
  if (parts.length === 1 && fields) return fields;
  const part = (shape as Record<string, z.ZodType>)[String(first)];
  if (parts.length === 1 && part instanceof z.ZodOptional) {
    const inner: unknown = part.unwrap();
    if (inner instanceof z.ZodObject) return Object.keys(inner.shape);
  }
  if (parts.includes('when') || parts.includes('taxable')) return CONDITION_KEYS;
  if (first === 'rows' && parts.length === 3)
    return second === 'skip' ? ['when', 'reason', 'level'] : ['when', 'reason'];
  if (first === 'rows' && (second === 'refuse' || second === 'warn')) return ['when', 'reason'];
  return typeof parts.at(-1) === 'number' ? ['when', 'value'] : VALUE_KEYS;
}

/** Fields that a mapping may fill at the level with that name. */
function fieldsAt(name: PropertyKey | undefined, message: MappedMessage): readonly string[] | undefined {
  const { levels } = message === 'order' ? ORDER_TABLE : ASN_TABLE;
  return levels.find((level) => level.name === name)?.fields.map(({ path }) => path);
}

const CONDITION_KEYS = [
  ...['column', 'equals', 'matches', 'startsWith', 'empty', 'lessThan'],
  ...['all', 'any', 'not'],
];

function expectedOf(issue: Issue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map((v) => quote(String(v))).join(', ')}`;
  if (issue.code === 'invalid_union')
    return 'a column name, or an object with one of column, constant, template, cases, generate, sum, multiply, latest';
  if (issue.code === 'too_small') return 'something that is not empty';
  if (issue.code !== 'invalid_type') return 'something else';
  const { expected } = issue;
  return `${expected === 'array' || expected === 'object' || expected === 'int' ? 'an' : 'a'} ${expected}`;
}

function valueAt(json: unknown, parts: readonly PropertyKey[]): unknown {
  let value: unknown = json;
  for (const part of parts) {
    if (Array.isArray(value) && typeof part === 'number') value = value[part];
    else if (isObject(value) && typeof part === 'string' && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}
