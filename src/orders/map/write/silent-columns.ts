// Columns that say nothing in the export that a mapping is made from, and whose names mean a cancellation or a refund: in a later
// row they would change what is sent, so a value there refuses its order.
import type { Column } from '../look/columns.ts';
import { meansOf } from '../look/words.ts';
import type { MappingJson } from '../proposal.ts';
import { withRule } from './mapping-parts.ts';

/** An empty cell, a zero, or a no. */
const SAYS_NOTHING = /^(?:[\s0.,-]*|[Nn]o?|NO|[Ff]alse|FALSE)$/u;

export function withSilentColumns(mapping: MappingJson, columns: readonly Column[]): MappingJson {
  const text = JSON.stringify(mapping);
  const isUsed = (name: string) => [`"${name}"`, `{${name}}`].some((one) => text.includes(one));
  return columns
    .filter(
      ({ name, meaning, words }) =>
        meansOf(meaning, ['cancel', 'refund']) &&
        words &&
        [...words.keys()].every((one) => SAYS_NOTHING.test(one)) &&
        !isUsed(name),
    )
    .reduce(
      (made, { name }) =>
        withRule(made, 'refuse', {
          when: { not: { column: name, matches: SAYS_NOTHING.source } },
          reason: `column ${name} said nothing when the mapping was made: say what it means with returns orders map`,
        }),
      mapping,
    );
}
