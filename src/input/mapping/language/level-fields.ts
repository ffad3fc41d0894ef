// Compiles the fields of one level of a mapping.
import type { MessageTable, TableLevel } from '../../message-table.ts';
import type { SharedField } from '../values/shared-values.ts';
import type { ValueCompiling } from '../values/value.ts';
import { compileValue } from '../values/values.ts';
import type { Targets } from './shape.ts';

/** Rows of an order that differ in these are orders of two customers under one number. */
const IDENTIFIES_CUSTOMER: ReadonlySet<string> = new Set(['customer.identifier', 'customer.email']);

/** The sources of the fields of a level, each with the row that counts where rows differ. @throws Failure exit 6 */
export function levelFields(
  table: MessageTable,
  { name, prefix, key }: TableLevel,
  targets: Targets,
  to: ValueCompiling,
): SharedField[] {
  const ofLevel = { ...to, level: name };
  return Object.entries(targets).flatMap(([target, spec]) => {
    if (spec === undefined) return [];
    const { field } = table.columns.get(prefix + target)!;
    const take = typeof spec === 'object' && 'take' in spec ? spec.take : undefined;
    const isOne = key.includes(target) || IDENTIFIES_CUSTOMER.has(field.name);
    const usual = field.name === table.version ? 'max' : isOne ? 'same' : 'first';
    const value = compileValue(spec, field, [name, target], ofLevel);
    return [{ field, value, take: take ?? usual, chosen: take !== undefined || usual === 'max' }];
  });
}
