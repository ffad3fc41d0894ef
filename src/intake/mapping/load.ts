// A mapping file to a mapping that can be used: strict JSON, the shape, and what can be known without the export.
import path from 'node:path';
import type * as z from 'zod';
import { type Failure, inputFailure } from '../../base/failure.ts';
import type { Host } from '../../base/host.ts';
import { isObject, lineAndColumn, parseJsonInput } from '../../base/json.ts';
import { didYouMean, quote } from '../../base/text.ts';
import { locateParts } from '../json-path.ts';
import {
  ITEM_TARGETS,
  type MappingFile,
  mappingShape,
  ORDER_TARGETS,
  VALUE_KINDS,
  type ValueSpec,
} from './shape.ts';
import { isZone, zoneMeant } from './zone.ts';

export interface LoadedMapping {
  /** As given, for messages. */
  readonly path: string;
  readonly mapping: MappingFile;
  /** A failure about a place in the mapping file. */
  fault(code: string, parts: readonly PropertyKey[], message: string, more: MappingFault): Failure;
}

export interface MappingFault {
  readonly hint: string;
  readonly expected?: string;
  readonly found?: string;
}

const MAX_SIZE = 1024 * 1024;
const HINT = 'samples/mappings has working files, samples/schemas/mapping.schema.json every key.';

/** @throws Failure exit 6 */
export function loadMapping(host: Host, given: string): LoadedMapping {
  const file = path.resolve(host.cwd, given);
  const stat = host.files.stat(file);
  if (stat?.kind !== 'file')
    throw inputFailure('input.map.missing', stat ? 'The mapping is no file' : 'The mapping does not exist', {
      place: { file: given },
      hint: `Check the path of --map; it was looked for at ${file}.`,
    });
  const reader = host.files.open(file);
  try {
    if (reader.stat.size > MAX_SIZE)
      throw inputFailure('input.map.large', 'The mapping is larger than 1 MiB', {
        place: { file: given },
        hint: 'Give --map the mapping, and the export as the file.',
      });
    return parseMapping(Buffer.from(reader.read(0, reader.stat.size)).toString('utf8'), given);
  } finally {
    reader.close();
  }
}

/** @throws Failure exit 6 with file, line and path */
export function parseMapping(given: string, file: string): LoadedMapping {
  const text = given.replace(/^\ufeff/, '');
  const json = parseJsonInput(text, { file });
  const fault: LoadedMapping['fault'] = (code, parts, message, more) => {
    const spot = lineAndColumn(text, locateParts(text, parts).start);
    return inputFailure(code, message, {
      place: { file, line: spot.line, ...(parts.length > 0 ? { path: pathOf(parts) } : {}) },
      ...more,
    });
  };
  const parsed = mappingShape.safeParse(json);
  if (!parsed.success) throw shapeFault(parsed.error.issues, json, fault);
  const loaded: LoadedMapping = { path: file, mapping: parsed.data as MappingFile, fault };
  checkMapping(loaded);
  return loaded;
}

/** `order["customer.email"].column`, as one would write it. */
export function pathOf(parts: readonly PropertyKey[]): string {
  let text = '';
  for (const part of parts) {
    const key = String(part);
    if (typeof part === 'number') text += `[${part}]`;
    else text += /^[\w$]+$/.test(key) ? `${text && '.'}${key}` : `[${JSON.stringify(key)}]`;
  }
  return text;
}

type Issue = z.core.$ZodIssue;

function shapeFault(issues: readonly Issue[], json: unknown, fault: LoadedMapping['fault']): Failure {
  const { issue, parts } = innermost(
    issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!,
    [],
    json,
  );
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0]!;
    const known = keysAt(parts);
    const meant = didYouMean(key, known);
    return fault(
      'input.map.key',
      [...parts, key],
      `The mapping has an unknown key ${quote(key)}${meant === undefined ? '' : `. Did you mean ${quote(meant)}?`}`,
      {
        expected: known.length > 14 ? 'a field of the template' : `one of ${known.join(', ')}`,
        found: quote(key),
        hint:
          parts[0] === 'order' || parts[0] === 'item'
            ? `${HINT} \`returns orders template\` prints the fields.`
            : HINT,
      },
    );
  }
  const missing = valueAt(json, parts) === undefined;
  return fault(
    missing ? 'input.map.missing_key' : 'input.map.value',
    parts,
    missing ? `The mapping lacks ${quote(pathOf(parts))}` : `The mapping is wrong at ${quote(pathOf(parts))}`,
    { expected: expectedOf(issue), found: missing ? 'nothing' : quote(valueAt(json, parts)), hint: HINT },
  );
}

/** Through unions to what is really wrong: the branch that the object's own keys point at. */
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
function keysAt(parts: readonly PropertyKey[]): readonly string[] {
  const [first, second] = parts;
  if (parts.length === 0) return Object.keys(mappingShape.shape);
  if (parts.length === 1 && first === 'order') return ORDER_TARGETS;
  if (parts.length === 1 && first === 'item') return ITEM_TARGETS;
  const part = mappingShape.shape[first as keyof typeof mappingShape.shape];
  if (parts.length === 1 && part && 'unwrap' in part) {
    const inner = part.unwrap();
    if ('shape' in inner) return Object.keys(inner.shape);
  }
  if (parts.includes('when') || parts.includes('taxable')) return CONDITION_KEYS;
  if (first === 'rows' && parts.length === 3)
    return second === 'skip' ? ['when', 'reason', 'level'] : ['when', 'reason'];
  if (first === 'rows' && (second === 'refuse' || second === 'warn')) return ['when', 'reason'];
  return typeof parts.at(-1) === 'number' ? ['when', 'value'] : VALUE_KEYS;
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

/** What the shape cannot say. */
function checkMapping({ mapping, fault }: LoadedMapping): void {
  const { order, item, dates } = mapping;
  if (order['identifier'] === undefined)
    throw fault(
      'input.map.identifier',
      ['order'],
      'The mapping does not say where order.identifier comes from',
      {
        expected: 'a column with the identifier of the order',
        hint: 'Add "identifier" to "order".',
      },
    );
  for (const target of ['updated_at', 'created_at'])
    if (order[target] === undefined)
      throw fault(
        `input.map.${target}`,
        ['order'],
        `The mapping does not say where order.${target} comes from`,
        {
          expected:
            target === 'updated_at'
              ? 'the column that moves when the order changes; without one an older export could overwrite a newer order'
              : 'the column with the time at which the order was placed',
          hint: `Add "${target}" to "order". ${HINT}`,
        },
      );
  if (hasLiteral(order['updated_at']!))
    throw fault('input.map.updated_at', ['order', 'updated_at'], 'updated_at must come from the data', {
      expected: 'a column: which one moves when the order changes?',
      found: 'a constant or a default',
      hint: 'Take the latest date that the export has, for example {"latest": ["Refunded at", "Paid at", "Created at"]}.',
    });
  if (item['identifier'] === undefined)
    throw fault('input.map.line', ['item'], 'The mapping does not say where item.identifier comes from', {
      expected: 'a column, or {"generate": "line"} where the export has none',
      hint: 'Add "identifier" to "item".',
    });
  const zone = dates?.timezone;
  if (zone !== undefined && !isZone(zone))
    throw fault(
      'input.map.timezone',
      ['dates', 'timezone'],
      `There is no time zone ${quote(zone)}.${zoneMeant(zone)}`,
      {
        expected: 'an IANA name such as Europe/London',
        found: quote(zone),
        hint: 'Correct dates.timezone.',
      },
    );
}

function hasLiteral(spec: ValueSpec): boolean {
  if (typeof spec === 'string') return false;
  if ('constant' in spec || ('default' in spec && spec.default !== undefined)) return true;
  if (!('cases' in spec)) return false;
  return (
    spec.cases.some((one) => hasLiteral(one.value)) || (spec.else !== undefined && hasLiteral(spec.else))
  );
}
