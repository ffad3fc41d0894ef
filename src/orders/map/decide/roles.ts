// Gives each role at most one column: the best name first, and what values prove before what names say.
import type { Column, Level, Row } from '../look/columns.ts';
import { type Candidate, candidatesOf } from './fields.ts';
import type { Role } from './rules.ts';

export interface Assigned {
  readonly column: Column;
  readonly named: boolean;
  readonly proven: boolean;
  /** A person said it. */
  readonly isGiven?: boolean;
  /** Another column that fits the role as well by its name: only a person can tell. */
  readonly rivals: readonly Column[];
}

export type Roles = ReadonlyMap<Role, Assigned>;

/** Roles that may hold the same column as another role. */
const SHARING = new Set<Role>(['item.product', 'item.variant', 'customer.identifier']);

/** `key` is the column of the order's number, which has no other role. */
export function rolesOf(
  columns: readonly Column[],
  levels: readonly Level[],
  key: number,
): Map<Role, Assigned> {
  const candidates = candidatesOf(columns, levels).filter(({ column }) => column.index !== key);
  const roles = new Map<Role, Assigned>();
  const used = new Set<number>();
  for (const { role, column, named, proven, score } of candidates) {
    if (roles.has(role) || (used.has(column.index) && !SHARING.has(role))) continue;
    roles.set(role, { column, named, proven, rivals: rivalsOf(candidates, role, column, score, used) });
    if (!SHARING.has(role)) used.add(column.index);
  }
  return roles;
}

function rivalsOf(
  candidates: readonly Candidate[],
  role: Role,
  column: Column,
  score: number,
  used: ReadonlySet<number>,
): Column[] {
  return (
    candidates
      .filter(
        (other) =>
          other.role === role && other.column !== column && other.named && other.score >= score - 0.5,
      )
      .filter((other) => !used.has(other.column.index))
      // A column that is better at something else is no rival.
      .filter((other) => candidates.find(({ column: same }) => same === other.column)!.role === role)
      .map((other) => other.column)
  );
}

/** True when both columns hold the same text in every row. */
export const areEqual = (rows: readonly Row[], one: number, other: number): boolean =>
  rows.every((row) => row[one] === row[other]);
