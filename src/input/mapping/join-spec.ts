// The flags about joined files: --with and --on.
import { usageFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';

/** `--with NAME=FILE` with its `--on`. */
export interface JoinSpec {
  readonly name: string;
  readonly path: string;
  /** Column of the export that is compared with `column`; when absent, the key of the order. */
  readonly key: string | undefined;
  readonly column: string;
}

/**
 * The values of `--with` and `--on`: `COLUMN`, `NAME:COLUMN`, `KEY=COLUMN`, `NAME:KEY=COLUMN`.
 * @throws Failure exit 2
 */
export function joinSpecs(withs: readonly string[], ons: readonly string[]): JoinSpec[] {
  const named = new Map<string, { key: string | undefined; column: string }>();
  let common: { key: string | undefined; column: string } | undefined;
  const names = withs.map((text) => {
    const m = /^(\w+)=(.+)$/s.exec(text);
    if (m) return { name: m[1]!, path: m[2]! };
    throw usageFailure('usage.with', `--with does not understand ${quote(text)}`, {
      expected: 'NAME=FILE',
      found: quote(text),
      hint: 'Give the second file a name for the mapping: --with oms=dump.csv, and "oms.shipped" there.',
    });
  });
  for (const text of ons) {
    const prefix = /^(\w+):/.exec(text)?.[1];
    const own = names.some(({ name }) => name === prefix);
    const [first, ...rest] = (own ? text.slice(prefix!.length + 1) : text).split('=');
    const on = rest.length > 0 ? { key: first!, column: rest.join('=') } : { key: undefined, column: first! };
    if (own) named.set(prefix!, on);
    else common = on;
  }
  if (new Set(names.map(({ name }) => name)).size < names.length)
    throw usageFailure('usage.with', 'Two files of --with have the same name', {
      hint: 'Give each its own: --with oms=a.csv --with stock=b.csv.',
    });
  if (ons.length > 0 && names.length === 0)
    throw usageFailure('usage.with', '--on is for the second file of --with', {
      hint: 'Add --with NAME=FILE.',
    });
  return names.map((one) => ({ ...one, ...(named.get(one.name) ?? common ?? IDENTIFIER) }));
}

const IDENTIFIER = { key: undefined, column: 'identifier' };
