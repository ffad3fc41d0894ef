// What somebody has confirmed of a mapping, so that it is not asked again: in the mapping, or by a mapping that comes with this
// program, which knows the columns of its platform.
import type { Confirmation } from '../../input/mapping/language/shape.ts';
import type { MappingInfo } from '../../input/types.ts';
import type { AuditFinding } from './audit.ts';
import { MANY, type Suspicion } from './suspicion.ts';

/** @param share of the orders, 0 to 1 @param columnsInFile undefined for JSON */
export function isConfirmed(
  { confirmed, unmapped, isOfPlatform }: Pick<MappingInfo, 'confirmed' | 'unmapped' | 'isOfPlatform'>,
  { rule, field, columns, others = [] }: Pick<Suspicion, 'rule' | 'field' | 'columns' | 'others'>,
  share: number,
  columnsInFile: number | undefined,
): boolean {
  const all = [...columns, ...others];
  if (isOfPlatform && !all.some((name) => unmapped.includes(name))) return true;
  return confirmed.some(
    (one) =>
      one.rule === rule.code &&
      one.field === field &&
      one.columns.join('\n') === all.join('\n') &&
      (one.header === undefined || columnsInFile === undefined || one.header === columnsInFile) &&
      (share <= one.share * 2 || share <= MANY),
  );
}

/** What a person confirms, as the mapping keeps it. */
export const confirmationOf = (
  { finding, columns, others, orders, of }: AuditFinding,
  columnsInFile: number | undefined,
): Confirmation => ({
  rule: finding.code,
  field: finding.path,
  columns: [...columns, ...others],
  share: Number((orders.length / of).toFixed(3)),
  ...(columnsInFile !== undefined && { header: columnsInFile }),
});
