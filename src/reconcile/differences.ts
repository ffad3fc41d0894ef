// Collects the differences: counts and first examples of each kind, and the rows as CSV, written in pieces.
import { quoteCell } from '../input/rows.ts';
import {
  DIFFERENCES,
  type Difference,
  type DifferenceKind,
  type ExportWords,
  nextStepOf,
  ROW_COLUMNS,
} from './kinds.ts';

export interface DifferencesOptions {
  /** The words that read the export again, for the next commands. */
  readonly input: ExportWords;
  /** How many of each kind are kept as examples. */
  readonly examples: number;
  /** Takes the text of the rows. */
  readonly write?: ((text: string) => void | Promise<void>) | undefined;
}

export class Differences {
  readonly counts = Object.fromEntries(DIFFERENCES.map(({ kind }) => [kind, 0])) as Record<
    DifferenceKind,
    number
  >;
  private readonly first = new Map<DifferenceKind, Difference[]>();
  private text: string[] = [];

  constructor(private readonly options: DifferencesOptions) {}

  add(row: Difference): void {
    this.counts[row.kind]++;
    const list = this.first.get(row.kind) ?? [];
    this.first.set(row.kind, list);
    if (list.length < this.options.examples) list.push(row);
    if (this.options.write) this.text.push(csvRow(row, this.nextOf(row)));
  }

  /** Writes what was added since. @throws Failure exit 7 */
  async flush(): Promise<void> {
    if (this.text.length === 0) return;
    const text = this.text.join('');
    this.text = [];
    await this.options.write?.(text);
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  nextOf(row: Difference): string {
    return nextStepOf(row, this.options.input);
  }

  /** The first rows of a kind, at most `examples`. */
  examplesOf(kind: DifferenceKind): readonly Difference[] {
    return this.first.get(kind) ?? [];
  }
}

/** The header. Later versions may add columns at the end, and never rename or remove one. */
export const CSV_COLUMNS = [...ROW_COLUMNS, 'next'] as const;

export const CSV_HEADER = `${CSV_COLUMNS.join(',')}\r\n`;

export function csvRow(row: Difference, next: string): string {
  const values = { ...row, next };
  return `${CSV_COLUMNS.map((name) => quoteCell(safeCell(values[name]), ',')).join(',')}\r\n`;
}

/**
 * A text that begins like a formula gets an apostrophe, and so does one that begins with an apostrophe: whoever removes
 * one apostrophe from the front of a cell always has the exact text. Amounts are numbers and stay as they are.
 */
export const safeCell = (value: string | number | null): string =>
  typeof value === 'string' ? value.replace(/^(?=[=+\-@'\t\r\n])/, "'") : String(value ?? '');
