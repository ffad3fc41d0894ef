// Which columns can be which field of an order, by the concepts in their names and by what their cells look like.
import type { CellKind } from '../look/cell-kinds.ts';
import type { Column, Level } from '../look/columns.ts';
import { isStatus, type Role, RULES, type Rule } from './rules.ts';

export interface Candidate {
  readonly role: Role;
  readonly column: Column;
  /** Above 0; 3 for each concept that the role needs. */
  readonly score: number;
  /** True when the name says it; false when only the values do. */
  readonly named: boolean;
  /** True when the values can only be such values. */
  readonly proven: boolean;
}

/** Share of the cells that must be of the kind: a few stray cells do not count. */
const MOST_CELLS = 0.9;
const PROVING: readonly CellKind[] = ['email', 'date', 'currency', 'country'];

/** All roles that each column can have, the best first. */
export function candidatesOf(columns: readonly Column[], levels: readonly Level[]): Candidate[] {
  return columns
    .flatMap((column) => RULES.flatMap((rule) => candidate(rule, column, levels[column.index]!)))
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index);
}

/** What each line may have of its own: of the last changes the latest counts, shipping is added. */
const PER_LINE = new Set<Role>(['updated_at', 'shipping', 'shipping_tax']);

function candidate(rule: Rule, column: Column, level: Level): Candidate[] {
  const { concepts, unknown } = column.meaning;
  if (column.filled === 0 || column.name.trim() === '') return [];
  const { kind } = rule;
  if (kind !== undefined && column.share[kind] < MOST_CELLS) return [];
  if (rule.test && !rule.test(column)) return [];
  if (rule.never.some((concept) => concepts.has(concept))) return [];
  if (rule.level === 'order' && level === 'item' && !PER_LINE.has(rule.role)) return [];
  if (rule.exact && (unknown > 0 || concepts.size > 1)) return [];
  const proven = kind !== undefined && PROVING.includes(kind);
  const best = rule.needs
    .filter((needs) => needs.every((concept) => concepts.has(concept)))
    .map((needs) => {
      const others = [...concepts].filter((concept) => !needs.includes(concept));
      const strange = others.filter((concept) => !rule.may.includes(concept)).length;
      const weight = needs.length * 3 + (needs.includes('sku') ? 3.5 : 0);
      return weight + (others.length - strange) * 0.5 - strange * 2 - unknown * 0.7;
    })
    .sort((a, b) => b - a)[0];
  const fits = rule.level === level ? 0.5 : rule.level === 'item' && level === 'order' ? -0.6 : 0;
  if (best !== undefined && best + fits > 0)
    return [{ role: rule.role, column, score: best + fits, named: true, proven }];
  // Words such as `shipped` and `cancelled` under a name that is not known.
  if (
    rule.role === 'status' &&
    concepts.size === 0 &&
    level !== 'item' &&
    column.distinct > 1 &&
    isStatus(column)
  )
    return [{ role: rule.role, column, score: 0.4, named: false, proven: false }];
  return rule.proves && proven ? [{ role: rule.role, column, score: 0.5, named: false, proven }] : [];
}
