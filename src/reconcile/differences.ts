// Collects the differences: counts and first examples of each kind, and the rows as CSV, written in pieces.
import { csvRow } from './csv.ts';
import { DIFFERENCES, type Difference, type DifferenceKind, type ExportWords, nextStepOf } from './kinds.ts';

/** A row with only the cells that its kind has. */
export const rowOf = (
  kind: DifferenceKind,
  cells: Pick<Difference, 'order'> & Partial<Difference>,
): Difference => ({
  ...{ updatedAtExport: null, updatedAtAccepted: null, rma: null, refund: null, centsExport: null },
  ...{ centsAccepted: null, currency: null, code: null, detail: '' },
  ...cells,
  kind,
});

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
