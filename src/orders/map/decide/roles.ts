// Which column can be which field, by the concepts in its name and by its cells; and gives each role at most one column: the best name
// first, and what values prove before what names say.

import { type CellKind, type Column, type Level, ordersOf, type Row } from '../look/columns.ts';
import { isInternal } from '../look/order-key.ts';
import { hasEntries, isOfEntry } from '../look/status-lists.ts';
import { isArrival, isPlanned, isStatus } from './cell-tests.ts';
import { type Role, RULES, type Rule } from './rules.ts';

/** The head of a table: its columns, where their values stand, and the column of the order's number. */
export interface Head {
  readonly columns: readonly Column[];
  readonly levels: readonly Level[];
  readonly rows: readonly Row[];
  readonly key: Column | undefined;
}

interface Candidate extends Pick<Assigned, 'column' | 'named' | 'proven'> {
  readonly role: Role;
  /** Above 0; 3 for each concept that the role needs. */
  readonly score: number;
}

/** Share of the cells that must be of the kind: a few stray cells do not count. */
const MOST_CELLS = 0.9;
/** So that any other name comes before one that fits less, and is no rival of it. */
const BEHIND_ALL = 20;
const PROVING: readonly CellKind[] = ['email', 'date', 'currency', 'country'];

/** All roles that each column can have, the best first. */
function candidatesOf({ columns, levels, key }: Head): Candidate[] {
  const most = Math.max(1, ...columns.map(({ filled }) => filled));
  return columns
    .filter((one) => one !== key)
    .flatMap((column) =>
      RULES.flatMap((rule) => candidate(rule, column, levels[column.index]!, 1 - column.filled / most)),
    )
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index);
}

/**
 * What each line may have of its own: of the last changes the latest counts, shipping is added, all lines are ticked; the audit asks
 * about addresses.
 */
const PER_LINE = new Set<Role>(['updated_at', 'shipping', 'shipping_tax', 'shipped_tick']);

function candidate(rule: Rule, column: Column, level: Level, blank: number): Candidate[] {
  const { concepts, unknown } = column.meaning;
  if (column.filled === 0 || column.name.trim() === '') return [];
  // A name that says another thing: the column is asked for, where no plain one is there.
  if (concepts.has('related') || (concepts.has('parent') && rule.role !== 'item.variant')) return [];
  // Of a list of changes only a person can tell, and one of its entries does not move.
  if (hasEntries(column) || (rule.role === 'updated_at' && isOfEntry(column))) return [];
  const { kind } = rule;
  if (kind === 'date' && !concepts.has('updated') && isPlanned(column)) return [];
  if (kind !== undefined && column.share[kind] < MOST_CELLS) return [];
  if (rule.test && !rule.test(column)) return [];
  if (rule.never.some((concept) => concepts.has(concept))) return [];
  const mayDiffer = PER_LINE.has(rule.role) || rule.role.startsWith('shipping_address.');
  if (rule.level === 'order' && level === 'item' && !mayDiffer) return [];
  if (rule.role === 'item.status' && level !== 'item') return [];
  // On each line another one: not that of a person.
  if (rule.role === 'item.title' && level !== 'item' && concepts.size === 1 && concepts.has('name'))
    return [];
  if (rule.exact && (unknown > 0 || concepts.size > 1)) return [];
  const proven = kind !== undefined && PROVING.includes(kind);
  const best = rule.needs
    .flatMap((needs, i) => {
      if (!needs.every((concept) => concepts.has(concept))) return [];
      const others = [...concepts].filter((concept) => !needs.includes(concept));
      const strange = others.filter((concept) => !rule.may.includes(concept)).length;
      const own = rule.role === 'item.sku' && isInternal(column) ? 0.02 : 0;
      const weight = needs.length * 3 + (needs.includes('sku') ? 3.5 : 0) - own;
      // Of equal ones the alternative that stands first, in a column without blanks.
      return weight + (others.length - strange) * 0.5 - strange * 2 - unknown * 0.7 - i * 0.01 - blank * 0.4;
    })
    .sort((a, b) => b - a)[0];
  const fits = rule.level === level ? 0.5 : rule.level === 'item' && level === 'order' ? -0.6 : 0;
  if (best !== undefined && best + fits > 0) {
    const score = (best + fits) / (kind === 'date' && isArrival(column) ? BEHIND_ALL : 1);
    return [{ role: rule.role, column, score, named: true, proven }];
  }
  // Words such as `shipped` and `cancelled` under a name that is not known.
  if (
    rule.role === (level === 'item' ? 'item.status' : 'status') &&
    concepts.size === 0 &&
    column.distinct > 1 &&
    isStatus(column)
  )
    return [{ role: rule.role, column, score: 0.4, named: false, proven: false }];
  return rule.proves && proven ? [{ role: rule.role, column, score: 0.5, named: false, proven }] : [];
}

export interface Assigned {
  readonly column: Column;
  /** True when the name says it; false when only the values do. */
  readonly named: boolean;
  /** True when the values can only be such values. */
  readonly proven: boolean;
  /** A person said it. */
  readonly isGiven?: boolean;
  /** Another column that fits the role as well by its name: only a person can tell. */
  readonly rivals: readonly Column[];
}

export type Roles = ReadonlyMap<Role, Assigned>;

/** Roles that may hold the same column as another role. */
const SHARING = new Set<Role>(['item.product', 'item.variant', 'customer.identifier']);

/** The number of the order has no other role; `refuted` roles with a column are left out. */
export function rolesOf(head: Head, refuted: ReadonlySet<string>) {
  const candidates = candidatesOf(head).filter(({ role, column }) => !refuted.has(`${role} ${column.index}`));
  const roles = new Map<Role, Assigned>();
  const used = new Set<number>();
  for (const candidate of candidates) {
    const { role, column, named, proven } = candidate;
    if (roles.has(role) || (used.has(column.index) && !SHARING.has(role))) continue;
    roles.set(role, { column, named, proven, rivals: rivalsOf(candidate, candidates, used) });
    if (!SHARING.has(role)) used.add(column.index);
  }
  return roles;
}

function rivalsOf(
  { role, column, score }: Candidate,
  candidates: readonly Candidate[],
  used: ReadonlySet<number>,
): Column[] {
  // A code that never comes back may be the number of the line, and a name with unknown words another sku: a worse name can be it then.
  const isDoubtful = column.distinct === column.filled || column.meaning.unknown > 0;
  const isOpen = role === 'item.sku' ? isDoubtful : role === 'item.title' && column.meaning.unknown > 0;
  const less = isOpen ? 4 : 0.5;
  const near = candidates.filter((one) => one.role === role && one.named && one.score >= score - less);
  const others = near.map((one) => one.column).filter((one) => one !== column && !used.has(one.index));
  // A column that is better at something else is no rival.
  return others.filter((one) => candidates.find(({ column: same }) => same === one)!.role === role);
}

// Rows of a whole order above those of its lines, as markets write them: they have the shopper and the sums, and no article.

/** The column with the article, which such rows lack; undefined where there are none, or some other row lacks it as well. */
export function headRowsIn(roles: Roles, rows: readonly Row[], key: Column | undefined): Column | undefined {
  const [article, email] = ['item.title', 'customer.email'].map((role) => roles.get(role)?.column);
  if (!article || !email || !key) return undefined;
  const has = (row: Row, { index }: Column) => row[index] !== '';
  const several = ordersOf(rows, key.index).filter((order) => order.length > 1);
  const headed = several.filter(([head]) => !has(head!, article));
  const isHeaded = ([head, ...lines]: readonly Row[]) =>
    has(head!, email) && lines.every((row) => has(row, article) && !has(row, email));
  return headed.length > 0 && headed.every(isHeaded) ? article : undefined;
}

/** The lines of an order; what stands above them is in the first. */
export function withoutHead(order: readonly Row[], article: Column | undefined): readonly Row[] {
  const [head, first, ...more] = order;
  if (!article || !first || head![article.index] !== '') return order;
  return [first.map((cell, at) => (cell === '' ? head![at]! : cell)), ...more];
}
