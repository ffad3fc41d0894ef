// Recorded ASNs as a table that fits the terminal.
import { formatCount, plural } from '../../basics/units.ts';
import { padEnd, padStart, widthOf } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { AsnRecord } from '../../storage/asn-records.ts';
import { asnSize } from '../outline.ts';
import type { UpdateStyle } from './update-text.ts';
import { ageText, cut } from './words.ts';

const HEAD = ['asn_number', 'program', 'status', 'type', 'lines', 'items', 'queued'];

export function asnTable(records: readonly AsnRecord[], { paint, columns, now }: UpdateStyle): string {
  const cells = records.map(({ number, program, last }) => {
    const { details_type: type, details, items } = asnSize(JSON.parse(last.body));
    const ago = ageText(now - last.at);
    // On a narrow terminal, `2 h 10 min` becomes `2 h`.
    const short = columns < 72 ? ago.replace(/(?<= (?:h|min)) \d+ (?:min|s)(?= ago)/, '') : ago;
    const age = `${short}${last.how === 'adopt' ? ', adopted' : ''}`;
    return [number, program, last.status, type, formatCount(details), formatCount(items), age].map(clean);
  });
  const widths = HEAD.map((name, i) => Math.max(...[name, ...cells.map((row) => row[i]!)].map(widthOf)));
  // When the table is too wide, the program is cut first, then the number.
  const space =
    Math.max(60, columns) - (widths.reduce((sum, width) => sum + width, 0) + 2 * (HEAD.length - 1));
  if (space < 0) widths[1] = Math.min(widths[1]!, Math.max(8, widths[1]! + space));
  const rest =
    Math.max(60, columns) - (widths.reduce((sum, width) => sum + width, 0) + 2 * (HEAD.length - 1));
  if (rest < 0) widths[0] = Math.min(widths[0]!, Math.max(12, widths[0]! + rest));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => {
        const text = cut(cell, widths[i]!);
        return i === 4 || i === 5 ? padStart(text, widths[i]!) : padEnd(text, widths[i]!);
      })
      .join('  ')
      .trimEnd();
  return [paint.dim(line(HEAD)), ...cells.map(line), paint.dim(plural(records.length, 'ASN'))].join('\n');
}
