// Compiles a shape to a test: yes or no, without collecting reasons. Why a message fails is explained by zod (shape-findings.ts).
import * as z from 'zod';
import { isObject } from '../basics/json.ts';
import type { Loose } from './finding.ts';

type ShapeTest = (value: unknown) => boolean;
type Schema = z.core.$ZodType;

/** The test of a shape, compiled on its first use: most commands read only one kind of message. */
export const shapeTest = (shape: Schema): ShapeTest => onFirstUse(() => compileShape(shape));

/**
 * A test that is true exactly when `safeParse` of the shape succeeds and returns an equal value.
 * @throws Error for a construct of zod that is not listed here, so that no part of a shape is left untested
 */
export function compileShape(shape: Schema): ShapeTest {
  const parts: Parts = { functions: new Map(), checks: [] };
  const test = expressionOf(shape, 'value', parts);
  const functions = [...parts.functions].map(([body, name]) => `const ${name} = (value) => ${body};\n`);
  const uses = { isObject, isListOf, passes, checks: parts.checks };
  const source = `${functions.join('')}return (value) => ${test};`;
  return compile(source, uses) ?? ((value) => z.safeParse(shape, value).success);
}

/** Whether something holds for one of the listed fields of an object. */
const anyField = (names: readonly string[], holds: ShapeTest): ((object: Loose) => boolean) =>
  onFirstUse(() => {
    const tests = names.map((name) => `holds(object[${JSON.stringify(name)}])`);
    const source = `return (object) => ${tests.join(' || ') || 'false'};`;
    return compile(source, { holds }) ?? ((object) => names.some((name) => holds(object[name])));
  });

const NONE: readonly string[] = [];

/** The listed fields of an object for which something holds; most objects have none, and then it allocates nothing. */
export function fieldsWhere(
  names: readonly string[],
  holds: ShapeTest,
): (object: Loose) => readonly string[] {
  const any = anyField(names, holds);
  return (object) => (any(object) ? names.filter((name) => holds(object[name])) : NONE);
}

/**
 * The function that a source returns. Measured: a test whose source names the fields is six times as quick as a loop over
 * their names. Undefined when Node was told to refuse source made at run time; zod works without it, too.
 */
function compile<T>(
  source: string,
  uses: Readonly<Record<string, unknown>>,
): ((value: T) => boolean) | undefined {
  try {
    return new Function(...Object.keys(uses), source)(...Object.values(uses));
  } catch (error) {
    if (error instanceof EvalError) return undefined;
    throw error;
  }
}

function onFirstUse<T>(make: () => (value: T) => boolean): (value: T) => boolean {
  let test: ((value: T) => boolean) | undefined;
  return (value) => {
    test ??= make();
    return test(value);
  };
}

interface Parts {
  /** The functions of the source: body and name. Equal shapes, such as those of two addresses, share one. */
  readonly functions: Map<string, string>;
  /** The checks of zod that the source calls. */
  readonly checks: z.core.$ZodCheck<never>[];
}

function functionOf(body: string, { functions }: Parts): string {
  const name = functions.get(body) ?? `test${functions.size}`;
  functions.set(body, name);
  return name;
}

/** The source of an expression that tests `value`, which is itself an expression. */
function expressionOf(shape: Schema, value: string, parts: Parts): string {
  const write = WRITERS.get(shape.constructor);
  const { checks = [], ...def } = shape._zod.def;
  if (!write || 'coerce' in def) throw unknownConstruct(shape);
  const tests = [write(shape as never, value, parts)];
  for (const check of checks) tests.push(`passes(checks[${parts.checks.push(check) - 1}], ${value})`);
  return tests.length === 1 ? tests[0]! : `(${tests.join(' && ')})`;
}

type Writer<S> = (shape: S, value: string, parts: Parts) => string;

const writeInteger: Writer<z.core.$ZodNumberFormat> = (shape, value) => {
  if (shape._zod.def.format !== 'safeint') throw unknownConstruct(shape);
  return `Number.isSafeInteger(${value})`;
};

const writeWords: Writer<z.ZodEnum | z.ZodLiteral> = (shape, value) => {
  const words = [...shape._zod.values];
  if (!words.every((word) => typeof word === 'string')) throw unknownConstruct(shape);
  return `(${words.map((word) => `${value} === ${JSON.stringify(word)}`).join(' || ')})`;
};

const writeOptional: Writer<z.ZodOptional> = (shape, value, parts) =>
  `(${value} === undefined || ${expressionOf(shape.def.innerType, value, parts)})`;

const writeNullable: Writer<z.ZodNullable> = (shape, value, parts) =>
  `(${value} === null || ${expressionOf(shape.def.innerType, value, parts)})`;

const writeUnion: Writer<z.ZodUnion> = (shape, value, parts) =>
  `(${shape.def.options.map((option) => expressionOf(option, value, parts)).join(' || ')})`;

const writeArray: Writer<z.ZodArray> = (shape, value, parts) => {
  const { element } = shape.def;
  if (isAnything(element)) return `Array.isArray(${value})`;
  return `isListOf(${value}, ${functionOf(expressionOf(element, 'value', parts), parts)})`;
};

const writeObject: Writer<z.ZodObject> = (shape, value, parts) => {
  // Only loose objects: others drop or refuse fields that they do not name.
  if (!shape.def.catchall || !isAnything(shape.def.catchall)) throw unknownConstruct(shape);
  const tests = Object.entries(shape.def.shape).map(([name, field]) =>
    expressionOf(field, `value[${JSON.stringify(name)}]`, parts),
  );
  return `${functionOf(['isObject(value)', ...tests].join(' && '), parts)}(${value})`;
};

// z.unknown() is known only as an element of a list: as a field, undefined and absent would not be told apart.
const isAnything = (shape: Schema) => shape.constructor === z.ZodUnknown && !shape._zod.def.checks;

/** By the class of the schema: each writer is given only schemas of its class. */
const WRITERS = new Map<unknown, Writer<never>>([
  [z.ZodString, (_, value) => `typeof ${value} === 'string'`],
  [z.ZodBoolean, (_, value) => `typeof ${value} === 'boolean'`],
  // NaN and the infinities are no numbers for zod.
  [z.ZodNumber, (_, value) => `Number.isFinite(${value})`],
  [z.ZodNumberFormat, writeInteger],
  [z.ZodEnum, writeWords],
  [z.ZodLiteral, writeWords],
  [z.ZodOptional, writeOptional],
  [z.ZodNullable, writeNullable],
  [z.ZodUnion, writeUnion],
  [z.ZodArray, writeArray],
  [z.ZodObject, writeObject],
]);

function isListOf(value: unknown, test: ShapeTest): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!test(value[i])) return false;
  return true;
}

/** Runs a check of zod, such as a length or a refinement, on a value of the right type. */
function passes(check: z.core.$ZodCheck<unknown>, value: unknown): boolean {
  const payload = { value, issues: [] };
  if (check._zod.def.when?.(payload) === false) return true;
  void check._zod.check(payload);
  return payload.issues.length === 0 && Object.is(payload.value, value);
}

const unknownConstruct = (shape: Schema) =>
  new Error(
    `src/contract/compile-shape.ts has no test for this form of a ${shape._zod.def.type}: ` +
      Object.keys(shape._zod.def).join(', '),
  );
