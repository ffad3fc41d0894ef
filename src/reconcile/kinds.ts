// The kinds of differences between an export, the ledger and what came back: what each means and what to do about it.
// The table of docs/reconcile.md is derived from this list. Below: the differences that were found, and their rows.

import { quoteCell } from '../input/rows.ts';
import { commandOf } from '../runs/session.ts';

/**
 * Kind, what a row is about, what it means, what is next: `upload`, `check`, `history` and `calls` are the commands below.
 */
const KINDS = [
  ['missing', 'order', 'in the export, never accepted', 'upload'],
  [
    'refused',
    'order',
    'in the export, refused last, by this check or by the service; `code` says why',
    'check',
  ],
  ['older', 'order', 'the accepted version is older than that of the export', 'upload'],
  ['newer', 'order', 'the accepted version is newer than that of the export', 'history'],
  ['different', 'order', 'the same `updated_at` with other content; `detail` names what differs', 'history'],
  ['not_in_export', 'order', 'accepted, in the time range of the export, but not in the export', 'history'],
  // Its order is often one that the check refuses: an upload would leave it as it is. Where it passes, its own row says so.
  [
    'refund_not_sent',
    'refund',
    'a refund of the export that the accepted version of its order does not have',
    'check',
  ],
  [
    'refund_not_in_export',
    'refund',
    'an accepted refund that the order in the export does not have',
    'history',
  ],
  [
    'refund_different',
    'refund',
    'a refund with another amount, other units or another RMA on the two sides',
    'history',
  ],
  ['refund_not_confirmed', 'RMA', 'an accepted refund whose RMA was never reported `REFUNDED`', 'calls'],
  [
    'refunded_there_not_here',
    'RMA',
    'an RMA was reported `REFUNDED`, but neither export nor ledger has a refund for all of its units',
    'calls',
  ],
  ['return_unknown_order', 'RMA', 'an RMA of an order that neither export nor ledger has', 'calls'],
] as const;

type DifferenceKind = (typeof KINDS)[number][0];
type NextStep = (typeof KINDS)[number][3];

/** Every kind, in the order of the text and of the documentation. */
export const DIFFERENCES = KINDS.map(([kind, about, meaning, next]) => ({ kind, about, meaning, next }));

/** The kinds that count an order of the export; with `same` they add up to its orders. */
export const ORDER_KINDS = [
  'missing',
  'refused',
  'older',
  'newer',
  'different',
] as const satisfies readonly DifferenceKind[];

/** The cells of a row, in the order of the columns. Times as written on each side; amounts in cents: the total of an order, or of a refund. */
const NO_CELLS = {
  order_identifier: '',
  updated_at_export: null as string | null,
  updated_at_accepted: null as string | null,
  rma_identifier: null as string | null,
  refund_identifier: null as string | null,
  amount_cents_export: null as number | null,
  amount_cents_accepted: null as number | null,
  currency: null as string | null,
  /** Why the order was refused. */
  code: null as string | null,
  detail: '',
};
/** One row of the result. */
export type Difference = Readonly<{ kind: DifferenceKind } & typeof NO_CELLS>;

const ROW_COLUMNS = ['kind', ...Object.keys(NO_CELLS)] as readonly (keyof Difference)[];

/** A row with only the cells that its kind has. */
export const rowOf = (
  kind: DifferenceKind,
  cells: Pick<Difference, 'order_identifier'> & Partial<Difference>,
): Difference => ({ kind, ...NO_CELLS, ...cells });

/** The words of a command line that read the export again: files and the flags of reading. */
type ExportWords = readonly string[];

type Named = Pick<Difference, 'order_identifier' | 'rma_identifier'>;

const STEPS: Readonly<Record<NextStep, (row: Named, input: ExportWords) => readonly string[]>> = {
  upload: (_, input) => ['orders', 'upload', ...input],
  check: (_, input) => ['orders', 'check', ...input],
  history: ({ order_identifier: order }) =>
    // After -- an identifier is no flag, whatever it begins with.
    order.startsWith('-')
      ? ['orders', 'show', '--history', '--', order]
      : ['orders', 'show', order, '--history'],
  calls: ({ order_identifier: order, rma_identifier: rma }) => [
    'calls',
    'list',
    ...(rma === null ? ['--order', order] : ['--rma', rma]),
  ],
};

const STEP_OF = new Map<DifferenceKind, NextStep>(KINDS.map(([kind, , , next]) => [kind, next]));

/** The command line that goes on from a difference. */
export const nextStepOf = (row: Named & Pick<Difference, 'kind'>, input: ExportWords): string =>
  commandOf(STEPS[STEP_OF.get(row.kind)!](row, input));

// Collects the differences: counts and first examples of each kind, and the rows as CSV, written in pieces.

interface DifferencesOptions {
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
    if (!this.options.write) return;
    const values = { ...row, next: this.nextOf(row) };
    const cells = CSV_COLUMNS.map((name) => quoteCell(safeCell(values[name]), ','));
    this.text.push(`${cells.join(',')}\r\n`);
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

/**
 * A text that begins like a formula gets an apostrophe, and so does one that begins with an apostrophe: whoever removes
 * one apostrophe from the front of a cell always has the exact text. Amounts are numbers and stay as they are.
 */
const safeCell = (value: string | number | null): string =>
  typeof value === 'string' ? value.replace(/^(?=[=+\-@'\t\r\n])/, "'") : String(value ?? '');
