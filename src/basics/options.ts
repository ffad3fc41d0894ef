// Options of the library, as a program in plain JavaScript gives them: a misspelt one must not be passed over.
import { meantText } from './text.ts';

/** What an option may be: a text for the message, and whether the value fits. */
const KINDS = {
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number' && !Number.isNaN(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  function: (value: unknown) => typeof value === 'function',
  any: () => true,
};

/** Every option with what it may be; of a type that lists them all, so that none is forgotten. */
type Kind = keyof typeof KINDS | readonly string[];
export type OptionKinds<T> = { readonly [K in keyof T]-?: Kind };

const look = (kind: Kind, value: unknown): readonly [fits: boolean, expected: string] =>
  typeof kind === 'string'
    ? [KINDS[kind](value), `a ${kind}`]
    : [typeof value === 'object' || kind.includes(String(value)), kind.map((one) => `'${one}'`).join(' or ')];

/** @throws TypeError for an option that does not exist, or a value that it does not take */
export function checkOptions<T extends object>(options: T, kinds: OptionKinds<T>, of: string): T {
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof T] : undefined;
    if (kind === undefined)
      throw new TypeError(`${of} has no option ${name}.${meantText(name, Object.keys(kinds))}`);
    if (value === undefined) continue;
    const [fits, expected] = look(kind as Kind, value);
    if (!fits)
      throw new TypeError(
        `${of}: ${name} must be ${expected}, found ${JSON.stringify(value) ?? typeof value}`,
      );
  }
  return options;
}
