// How the files of --with are joined: by --on, by "with" of the mapping, or by the identifier of the order.
import { didYouMean, quote } from '../../../basics/text.ts';
import type { JoinFlag, JoinSpec } from '../../types.ts';
import { HeaderColumns } from '../language/columns.ts';
import type { LoadedMapping } from '../language/loaded-mapping.ts';
import type { Condition } from '../language/value-shape.ts';
import { compileCondition, type Test } from '../values/conditions.ts';
import type { DecimalSign } from '../values/money.ts';

/** @throws Failure exit 6 when the mapping needs a file that was not given */
export function joinsOf({ mapping, path, fault }: LoadedMapping, flags: readonly JoinFlag[]): JoinSpec[] {
  const given = flags.map(({ name }) => name);
  const lacking = Object.keys(mapping.with ?? {}).filter((name) => !given.includes(name));
  const [first] = lacking;
  if (first !== undefined) {
    const other = didYouMean(
      first,
      given.filter((name) => mapping.with?.[name] === undefined),
    );
    throw fault('input.map.with', ['with', first], `The mapping needs the file ${quote(first)}`, {
      expected: lacking.map((name) => `--with ${name}=FILE`).join(' '),
      found: given.length === 0 ? 'no --with' : given.map((name) => `--with ${name}=...`).join(' '),
      hint: other
        ? `Name it as ${path} does: --with ${first}=FILE instead of --with ${other}=FILE.`
        : `Export it as well, and give it with --with ${first}=FILE.`,
    });
  }
  return flags.map(({ name, path, on }): JoinSpec => {
    const own = mapping.with?.[name];
    // What the mapping says about its rows holds for any column.
    const parts = own && ['with', name];
    if (on) return { name, path, ...on, where: own?.where };
    if (!own) return { name, path, key: undefined, column: 'identifier' };
    return { name, path, key: own.key, column: own.on, where: own.where, parts };
  });
}

/** The test for the rows of a joined file that count; undefined when all do. @throws Failure exit 6 */
export function rowsThatCount(
  map: LoadedMapping,
  { name, path, where }: JoinSpec,
  header: { readonly names: readonly string[]; readonly line: number },
  decimal: DecimalSign | undefined,
): Test | undefined {
  if (where === undefined) return undefined;
  const parts = ['with', name, 'where'];
  if (decimal === undefined && comparesNumbers(where))
    throw map.fault('input.map.value', parts, 'lessThan needs the decimal sign here', {
      expected: '"decimal" in the mapping, or --decimal',
      hint: 'Say it: the rows of this file are chosen before its amounts are looked at.',
    });
  const columns = new HeaderColumns(path, header.line, header.names, [], map);
  const test = compileCondition(where, parts, {
    column: (column, at) => columns.find(column, at),
    decimal: () => decimal ?? '.',
    element(list, at) {
      throw map.fault('input.map.list', at, 'A record of a joined file is one row', {
        expected: 'a condition on a column',
        found: quote(list),
        hint: 'Correct the mapping at that place.',
      });
    },
    fault: (at, message, expected) =>
      map.fault('input.map.value', at, message, { expected, hint: 'Correct the mapping at that place.' }),
  });
  columns.check();
  return test;
}

const comparesNumbers = ({ lessThan, all, any, not }: Condition): boolean =>
  lessThan !== undefined || [...(all ?? []), ...(any ?? []), ...(not ? [not] : [])].some(comparesNumbers);
