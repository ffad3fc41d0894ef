// The columns that a mapping names, which show with which delimiter a file has to be read; and where they are in a header:
// `Name`, or `Name#2` for the second of that name.
import { inputFailure } from '../../../basics/failure.ts';
import { isObject } from '../../../basics/json.ts';
import { meantBeside, meantText, quote } from '../../../basics/text.ts';
import { type MessageTable, REFUND_LEVELS } from '../../message-table.ts';
import { addTo, isHidden } from '../../rows.ts';
import { commonLists, listsOn } from '../json/json-paths.ts';
import type { LoadedMapping } from './mapping.ts';
import type { MappingFile } from './shape.ts';
import type { ColumnValue, TemplateValue } from './value-shape.ts';

export class HeaderColumns {
  private readonly byName = new Map<string, number[]>();
  private readonly used = new Set<number>();
  /** Index of the columns of joined files, which come after those of the file. */
  private readonly joined = new Map<string, number>();
  private readonly missing: { readonly name: string; readonly parts: readonly PropertyKey[] }[] = [];

  constructor(
    private readonly file: string,
    private readonly line: number,
    readonly names: readonly string[],
    joined: readonly string[],
    private readonly map: Pick<LoadedMapping, 'fault'>,
  ) {
    for (const [index, name] of names.entries()) addTo(this.byName, name, index);
    for (const [index, name] of joined.entries()) this.joined.set(name, names.length + index);
  }

  /** @throws Failure exit 6 */
  find(name: string, parts: readonly PropertyKey[]): number {
    const index = this.indexOf(name, parts);
    this.used.add(index);
    return index;
  }

  use(index: number): void {
    this.used.add(index);
  }

  private indexOf(name: string, parts: readonly PropertyKey[]): number {
    const at = this.byName.get(name);
    if (at?.length === 1) return at[0]!;
    if (at)
      throw inputFailure(
        'input.map.duplicate',
        `The column ${quote(name)} of the mapping stands ${at.length} times in the header`,
        {
          place: { file: this.file, line: this.line, column: at[1]! + 1 },
          expected: 'one column of that name',
          found: `columns ${at.map((index) => index + 1).join(', ')}`,
          hint: `Write ${quote(`${name}#2`)} in the mapping for the second one, ${quote(`${name}#1`)} for the first.`,
        },
      );
    const numbered = /^(.+)#(\d+)$/.exec(name);
    const one = numbered && this.byName.get(numbered[1]!)?.[Number(numbered[2]) - 1];
    if (one !== undefined && one !== null) return one;
    const joined = this.joined.get(name);
    if (joined !== undefined) return joined;
    // All missing columns are reported together after the whole mapping was compiled.
    this.missing.push({ name, parts });
    return 0;
  }

  /** @throws Failure exit 6 that names every column of the mapping that the header lacks */
  check(): void {
    const [first] = this.missing;
    if (!first) return;
    const known = [...this.byName.keys(), ...this.joined.keys()].filter(
      (column) => column.trim() !== '' && !isHidden(column),
    );
    const names = [...new Set(this.missing.map(({ name }) => name))];
    const described = names.map((name) => quote(name) + meantBeside(name, known));
    const more = known.length > 12 ? ` and ${known.length - 12} more` : '';
    throw this.map.fault(
      'input.map.column',
      first.parts,
      names.length === 1
        ? `The file ${this.file} has no column ${quote(first.name)}.${meantText(first.name, known)}`
        : `The file ${this.file} lacks ${names.length} columns of the mapping: ${described.join(', ')}`,
      {
        expected: `columns of the header: ${known.slice(0, 12).map(quote).join(', ')}${more}`,
        found: names.map(quote).join(', '),
        hint: 'Correct the mapping, or check that this is the right export.',
      },
    );
  }

  /** Columns that the mapping does not use, except those that begin with `_` and those without a name. */
  unmapped(): string[] {
    return this.names.filter(
      (name, index) => !this.used.has(index) && name.trim() !== '' && !name.startsWith('_'),
    );
  }
}

/** Keys of values, conditions and rules that hold names of columns, or further ones. */
export const HOLDERS: ReadonlySet<string> = new Set(
  'column sameAs country all any not when value else cases latest sum subtract multiply divide share by'.split(
    ' ',
  ),
);

/**
 * The columns that a mapping names, and those that `match` compares or takes, each with the number of lists on its path in
 * which elements are chosen.
 */
export function namedColumns({ of, levels }: MessageTable, mapping: MappingFile) {
  const { rows = {}, tax } = mapping;
  const names = new Set<string>();
  const matched = new Map<string, number>();
  const addMatched = (name: string, depth: number) =>
    matched.set(name, Math.min(depth, matched.get(name) ?? depth));
  const add = (given: unknown): void => {
    if (typeof given === 'string') names.add(given.replace(/#\d+$/, ''));
    else if (Array.isArray(given)) given.forEach(add);
    else if (isObject(given)) addHeld(given as Partial<ColumnValue & TemplateValue>);
  };
  const addHeld = ({ match, template = '', ...held }: Partial<ColumnValue & TemplateValue>) => {
    // Beside a column, else is a text.
    for (const [key, inside] of Object.entries(held))
      if (HOLDERS.has(key) && !(key === 'else' && held.column !== undefined)) add(inside);
    for (const [, name] of template.matchAll(/\{([^{}]*)\}/g)) add(name);
    if (!match) return;
    const keys = Object.keys(match);
    for (const name of keys) addMatched(name, listsOn(name).length);
    for (const name of [held.column!].flat())
      addMatched(name, Math.max(...keys.map((key) => commonLists(name, key))));
    add([keys, Object.values(match)]);
  };
  add([rows[of], rows[`${of}_columns`], rows.split?.column, rows.count]);
  add([rows.credit, rows.skip, rows.refuse, rows.warn, rows.item, rows.refund]);
  for (const { name } of [...levels, ...REFUND_LEVELS]) add(Object.values(mapping[name] ?? {}));
  if (tax) {
    const { mode, subtotal_is, ...values } = tax;
    add(Object.values(values));
  }
  return { names, matched };
}
