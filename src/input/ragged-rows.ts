// Rows of a CSV file with another number of cells than the header, all reported together.
import { type Failure, inputFailure } from '../basics/failure.ts';
import { formatCount } from '../basics/units.ts';

/** At most so many rows are listed with their line. */
const MOST_NAMED = 20;

export class RaggedRows {
  count = 0;
  /** True until a whole row follows. */
  isLast = false;
  private readonly first: { readonly line: number; readonly cells: number }[] = [];

  add(line: number, cells: number): void {
    this.count++;
    this.isLast = true;
    if (this.first.length < MOST_NAMED) this.first.push({ line, cells });
  }

  /** Undefined when every row has the right number of cells. */
  failure(file: string, expected: number, isEnd: boolean): Failure | undefined {
    const [first] = this.first;
    if (!first) return undefined;
    const isMany = first.cells > expected;
    const isOne = this.count === 1;
    const isCut = isOne && !isMany && isEnd && this.isLast;
    const hint = isMany
      ? 'Put a cell that contains the delimiter into double quotes, then run the command again.'
      : 'Complete the row (an empty cell still needs its delimiter), then run the command again.';
    const rest = this.count - this.first.length;
    const named = this.first.map(({ line, cells }) => `line ${line}: ${cells}`).join(', ');
    return inputFailure(
      'input.row.cells',
      isOne
        ? `${isCut ? 'The last' : 'A'} row has too ${isMany ? 'many' : 'few'} cells: ${first.cells} instead of ${expected}`
        : `${formatCount(this.count)} rows have another number of cells than the header`,
      {
        place: { file, line: first.line },
        expected: `${expected} cells, as in the header`,
        found: isOne
          ? `${first.cells} cells`
          : `${named}${rest > 0 ? `, and ${formatCount(rest)} more rows` : ''}`,
        hint: isCut
          ? `Is the export still being written? Wait until it is complete. Else: ${hint}`
          : isOne
            ? hint
            : `${hint} Where many rows differ, look for an open quote above the first of them, or give --delimiter.`,
      },
    );
  }
}
