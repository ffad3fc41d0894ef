// Turns the types of the sandbox's documents (src/sandbox/documents.ts and others) into JSON Schemas, so that each shape is written once.
import fs from 'node:fs';
import path from 'node:path';
import { parseSync, type TsInterfaceDeclaration, type TsType, type TsTypeElement } from '@swc/core';
import { ROOT } from './shell.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where the named types are. */
const FILES = [
  ...['documents', 'deliveries/types', 'life-cycle/types', 'commands/trigger'],
  ...['intake/records', 'intake/receive-orders', 'intake/receive-asns'],
];

interface Named {
  readonly type: TsInterfaceDeclaration | TsType;
  /** The text of the declaration, for its comments. */
  readonly text: string;
}

function namedTypes(): Map<string, Named> {
  const named = new Map<string, Named>();
  for (const file of FILES) {
    const source = fs.readFileSync(path.join(ROOT, 'src/sandbox', `${file}.ts`), 'utf8');
    for (const item of parseSync(source, { syntax: 'typescript' }).body) {
      const declared = item.type === 'ExportDeclaration' ? item.declaration : item;
      if (declared.type === 'TsInterfaceDeclaration') {
        const name = declared.id.value;
        const [text = ''] =
          new RegExp(
            `(?:/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\n)?(?:export )?interface ${name} [\\s\\S]*?\n}`,
          ).exec(source) ?? [];
        named.set(name, { type: declared, text });
      } else if (declared.type === 'TsTypeAliasDeclaration')
        named.set(declared.id.value, { type: declared.typeAnnotation, text: '' });
    }
  }
  return named;
}

/** The documents by the name in their `schema`: `sandbox-rma` of `sandbox-rma/1`. */
export function documentSchemas(): Record<string, JsonSchema> {
  const named = namedTypes();
  const schemas: Record<string, JsonSchema> = {};
  for (const { type, text } of named.values()) {
    const [, name] = /readonly schema: '([a-z-]+)\/\d+'/.exec(text) ?? [];
    if (name === undefined || type.type !== 'TsInterfaceDeclaration') continue;
    const comment = commentAt(text, 'interface');
    schemas[name] = { ...(comment && { description: comment }), ...objectOf(type.body.body, text, named) };
  }
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The comment above a member, or above the declaration. */
function commentAt(text: string, word: string): string | undefined {
  const found = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:export )?(?:readonly )?${word}\\b`).exec(
    text,
  );
  return found?.[1]
    ?.replace(/\n\s*\*/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function objectOf(members: readonly TsTypeElement[], text: string, named: Map<string, Named>): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const member of members) {
    if (member.type !== 'TsPropertySignature' || member.key.type !== 'Identifier')
      throw new Error('a member');
    const name = member.key.value;
    const comment = commentAt(text, name);
    const schema = schemaOf(member.typeAnnotation!.typeAnnotation, text, named);
    properties[name] = comment === undefined ? schema : { description: comment, ...schema };
    if (!member.optional) required.push(name);
  }
  return { type: 'object', required, properties };
}

function schemaOf(type: TsType, text: string, named: Map<string, Named>): JsonSchema {
  const inner = (one: TsType) => schemaOf(one, text, named);
  switch (type.type) {
    case 'TsKeywordType':
      return type.kind === 'unknown' ? {} : { type: type.kind };
    case 'TsLiteralType':
      return { const: (type.literal as { value: unknown }).value };
    case 'TsUnionType':
      return unionOf(type.types.map(inner));
    case 'TsParenthesizedType':
    case 'TsTypeOperator':
      return inner(type.typeAnnotation);
    case 'TsArrayType':
      return { type: 'array', items: inner(type.elemType) };
    case 'TsTypeLiteral':
      return objectOf(type.members, text, named);
    case 'TsTypeReference':
      return referenceOf(type, text, named);
    default:
      throw new Error(`the documents use a type that has no schema yet: ${type.type}`);
  }
}

type Reference = Extract<TsType, { type: 'TsTypeReference' }>;

function referenceOf(
  { typeName, typeParams }: Reference,
  text: string,
  named: Map<string, Named>,
): JsonSchema {
  const name = typeName.type === 'Identifier' ? typeName.value : '';
  const [first, second] = typeParams?.params ?? [];
  if (name === 'Readonly') return schemaOf(first!, text, named);
  if (name === 'Record') return { type: 'object', additionalProperties: schemaOf(second!, text, named) };
  if (name === 'Omit') {
    const { properties, required } = schemaOf(first!, text, named) as {
      properties: Record<string, JsonSchema>;
      required: string[];
    };
    const left = wordsOf(schemaOf(second!, text, named));
    return {
      type: 'object',
      required: required.filter((key) => !left.includes(key)),
      properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !left.includes(key))),
    };
  }
  // Its shape is published: `returns schema sandbox-faults`.
  if (name === 'FaultRule') return { type: 'object' };
  const found = named.get(name);
  if (!found) throw new Error(`the documents use a type of another file: ${name}`);
  return found.type.type === 'TsInterfaceDeclaration'
    ? objectOf(found.type.body.body, found.text, named)
    : schemaOf(found.type, found.text, named);
}

const wordsOf = (schema: JsonSchema): readonly unknown[] =>
  'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[]);

/** `'a' | 'b'` -> enum; `string | null` -> two types; else anyOf. */
function unionOf(schemas: readonly JsonSchema[]): JsonSchema {
  if (schemas.every((one) => 'const' in one || 'enum' in one)) return { enum: schemas.flatMap(wordsOf) };
  const types = schemas.map((one) => (Object.keys(one).length === 1 ? one['type'] : undefined));
  return types.every((one) => typeof one === 'string') ? { type: types } : { anyOf: schemas };
}
