// A mapping in plans and checks: its name, its assumptions, and the columns it ignores.
import { plural } from '../../basics/units.ts';
import { labelled, NUMBER, textBlock } from '../../cli/columns.ts';
import type { Paint } from '../../cli/paint.ts';
import { clean } from '../../cli/presenter.ts';

/** The label once, its texts below each other. */
export const block = (
  name: string,
  texts: readonly string[],
  color: (text: string) => string,
  paint: Paint,
  width: number,
): string[] =>
  texts.flatMap((text, i) => textBlock(labelled(i === 0 ? name : '', '', paint), clean(text), width, color));

export function mappingLines(
  {
    name,
    limits,
    unmapped,
  }: { readonly name: string; readonly limits: readonly string[]; readonly unmapped: readonly string[] },
  paint: Paint,
  width: number,
): string[] {
  const left = unmapped.length > 0 ? [unmapped.join(', ')] : [];
  return [
    ...block('mapping', [name], (text) => text, paint, width),
    ...block('assumed', limits, (text) => text, paint, width),
    ...block('unmapped', left, (text) => paint.dim(text), paint, width),
  ];
}

/** Why rows were left out, and how many. `whole`: orders or ASNs of which no row is left. */
export const skippedLine = (reason: string, rows: number, whole: string, paint: Paint): string =>
  `${' '.repeat(NUMBER + 2)}${clean(reason)} ${paint.dim(`${plural(rows, 'row')}${whole}`)}`;
