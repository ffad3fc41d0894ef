// What the sentences of the audit have in common.
import { quote } from '../../basics/text.ts';
import type { FindingArguments } from '../finding.ts';

export const WAYS =
  'When the mapping is right, confirm it once: in returns orders map, or in the mapping under "confirmed", or with --level CODE=off. Otherwise name the right column: returns orders map, then FIELD=COLUMN.';

export const count = ({ orders, of }: FindingArguments) => `${orders} of ${of} orders`;
export const from = ({ column }: FindingArguments) =>
  column === undefined ? '' : ` (column ${quote(column)})`;
export const have =
  (what: string, more = '') =>
  (args: FindingArguments) =>
    `${count(args)} have ${what}${from(args)}${more}`;
