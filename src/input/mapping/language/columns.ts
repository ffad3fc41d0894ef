// The columns that a mapping names, which show with which delimiter a file has to be read; and where they are in a header:
// `Name`, or `Name#2` for the second of that name.

import { inputFailure } from '../../../basics/failure.ts';
import { isObject } from '../../../basics/json.ts';
import { meantBeside, meantText, quote } from '../../../basics/text.ts';
import { type LevelName, type MessageTable, REFUND_LEVELS } from '../../message-table.ts';
import { addTo, isHidden } from '../../rows.ts';
import { commonLists, listsOn } from '../json/json-paths.ts';
import { isZone, zoneMeant } from '../values/dates.ts';
import { HINT, type LoadedMapping, type MappingFault } from './mapping.ts';
import type { MappedMessage, MappingFile } from './shape.ts';
import type { ColumnValue, TemplateValue, ValueSpec } from './value-shape.ts';

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
  add([rows[of], rows[`${of}_columns`], rows.line_columns, rows.split?.column, rows.count]);
  add([rows.credit, rows.skip, rows.refuse, rows.warn, rows.item, rows.refund]);
  for (const { name } of [...levels, ...REFUND_LEVELS]) add(Object.values(mapping[name] ?? {}));
  if (tax) {
    const { mode, subtotal_is, base_is, is_on, ...values } = tax;
    add(Object.values(values));
  }
  return { names, matched };
}

// Checks of a mapping that its schema cannot express: required fields, and fields that must not be constants.

type Needs = Readonly<Record<string, readonly [code: string, expected: string]>>;

/** The fields that a mapping must fill, as LEVEL.FIELD. */
const NEEDS: Readonly<Record<MappedMessage | 'refund', Needs>> = {
  order: {
    'order.identifier': ['identifier', 'a column with the identifier of the order'],
    'order.updated_at': [
      'updated_at',
      'the column that moves when the order changes; without one an older export could overwrite a newer order',
    ],
    'order.created_at': ['created_at', 'the column with the time at which the order was placed'],
    'item.identifier': ['line', 'a column, or {"generate": "line"} where the export has none'],
  },
  refund: {
    'refund.identifier': ['refund', 'a column, or {"generate": "refund"} where the export has none'],
    'refund.total_refund_amount_cents': [
      'refund',
      'the column with the amount, or {"sum": [...], "over": "refund_lines"}',
    ],
    'refund.created_at': ['refund', 'the column with the time of the refund'],
    'refund_line.quantity': ['refund', 'the column with the units that were refunded'],
  },
  asn: {
    'asn.asn_number': ['identifier', 'the column with the number of the shipment, return or transfer'],
    'asn.program_identifier': [
      'identifier',
      'a column, or {"constant": PROGRAM} with the program that was agreed on',
    ],
    'detail.line_identifier': [
      'line',
      'a column, or {"generate": "line"} where the export has none: 1, 2, 3 within the ASN',
    ],
  },
};
/** Needs no sample to be understood. */
const PLAIN: ReadonlySet<string> = new Set(['order.identifier', 'item.identifier', 'detail.line_identifier']);

/** @throws Failure exit 6 */
export function checkMapping(message: MappedMessage, loaded: LoadedMapping): void {
  checkNeeds(message, loaded);
  if (message === 'order') checkOrders(loaded);
  else
    checkFromData(loaded, 'asn', 'asn_number', {
      expected: 'a column: two shipments must never have one number',
      found: 'a constant or a default',
      hint: 'Map the column with the number of the shipment, return or transfer.',
    });
  const { mapping, fault } = loaded;
  const zone = mapping.dates?.timezone;
  if (zone !== undefined && !isZone(zone))
    throw fault('input.map.timezone', ['dates', 'timezone'], noZone(zone), {
      expected: 'an IANA name such as Europe/London',
      found: quote(zone),
      hint: 'Correct dates.timezone.',
    });
}

const noZone = (zone: string) => `There is no time zone ${quote(zone)}.${zoneMeant(zone)}`;

function checkNeeds(of: keyof typeof NEEDS, { mapping, fault }: LoadedMapping): void {
  for (const [name, [code, expected]] of Object.entries(NEEDS[of])) {
    const [level, target] = name.split('.') as [LevelName, string];
    if (mapping[level]?.[target] !== undefined) continue;
    const message = `The mapping does not say where ${name} comes from`;
    const hint = `Add "${target}" to "${level}".${PLAIN.has(name) ? '' : ` ${HINT}`}`;
    throw fault(`input.map.${code}`, mapping[level] ? [level] : [], message, { expected, hint });
  }
}

/** Checks that a field is no constant and has no default. */
function checkFromData(
  { mapping, fault }: LoadedMapping,
  level: LevelName,
  target: string,
  more: MappingFault,
): void {
  if (!hasLiteral(mapping[level]![target]!)) return;
  const [code] = NEEDS[level as keyof typeof NEEDS][`${level}.${target}`]!;
  const shown = level === 'refund' ? `refund.${target}` : target;
  throw fault(`input.map.${code}`, [level, target], `${shown} must come from the data`, more);
}

function checkOrders(loaded: LoadedMapping): void {
  const { mapping, fault } = loaded;
  checkFromData(loaded, 'order', 'updated_at', {
    expected: 'a column: which one moves when the order changes?',
    found: 'a constant or a default',
    hint: 'Take the latest date that the export has, for example {"latest": ["Refunded at", "Paid at", "Created at"]}.',
  });
  const identifier = mapping.order!['identifier']!;
  const message = 'Which rows belong to one order cannot be told from order.identifier';
  if (mapping.rows?.order === undefined && typeof identifier === 'object' && !('column' in identifier))
    throw fault('input.map.rows', ['order', 'identifier'], message, {
      expected: 'a column, or rows.order beside it',
      hint: 'Add "rows": {"order": COLUMN} with the column that is the same on all rows of an order.',
    });
  checkRefunds(loaded);
}

function checkRefunds(loaded: LoadedMapping): void {
  const { refund, refund_line, rows, order = {} } = loaded.mapping;
  const wrong = (parts: readonly string[], message: string, expected: string, hint: string) =>
    loaded.fault('input.map.refund', parts, message, { expected, hint });
  if (!refund && !refund_line) {
    if (rows?.refund)
      throw wrong(
        ['rows', 'refund'],
        'rows.refund says which rows hold refunds, but the mapping does not say what they hold',
        '"refund" and "refund_line" beside "order" and "item"',
        'Add both, or remove rows.refund.',
      );
    return;
  }
  checkNeeds('refund', loaded);
  if (order['refunds'] !== undefined)
    throw wrong(
      ['order', 'refunds'],
      'The mapping says twice where refunds come from',
      'order.refunds, or refund and refund_line',
      'Remove one of the two.',
    );
  const expected = 'a column: two refunds must never have one identifier, and each has its own time';
  const hint = 'Write {"generate": "refund"} where the export has none.';
  checkFromData(loaded, 'refund', 'identifier', { expected, hint });
  checkFromData(loaded, 'refund', 'created_at', { expected, hint: HINT });
}

function hasLiteral(spec: ValueSpec): boolean {
  if (typeof spec === 'string') return false;
  if ('constant' in spec || ('default' in spec && spec.default !== undefined)) return true;
  if (!('cases' in spec)) return false;
  return (
    spec.cases.some((one) => hasLiteral(one.value)) || (spec.else !== undefined && hasLiteral(spec.else))
  );
}
