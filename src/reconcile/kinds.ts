// The kinds of differences between an export, the ledger and what came back: what each means and what to do about it.
// The table of docs/reconcile.md is derived from this list.
import { commandOf } from '../runs/run.ts';

/**
 * `about`: which of them a row is about. `export`, `order`, `history` and `rma` in `next` are the commands below.
 */
const KINDS = [
  {
    kind: 'missing',
    about: 'order',
    meaning: 'in the export, never accepted',
    next: 'upload',
  },
  {
    kind: 'refused',
    about: 'order',
    meaning: 'in the export, refused last, by this check or by the service; `code` says why',
    next: 'check',
  },
  {
    kind: 'older',
    about: 'order',
    meaning: 'the accepted version is older than that of the export',
    next: 'upload',
  },
  {
    kind: 'newer',
    about: 'order',
    meaning: 'the accepted version is newer than that of the export',
    next: 'history',
  },
  {
    kind: 'different',
    about: 'order',
    meaning: 'the same `updated_at` with other content; `detail` names what differs',
    next: 'history',
  },
  {
    kind: 'not_in_export',
    about: 'order',
    meaning: 'accepted, in the time range of the export, but not in the export',
    next: 'history',
  },
  {
    kind: 'refund_not_sent',
    about: 'refund',
    meaning: 'a refund of the export that the accepted version of its order does not have',
    // Its order is often one that the check refuses: an upload would leave it as it is. Where it passes, its own row says so.
    next: 'check',
  },
  {
    kind: 'refund_not_in_export',
    about: 'refund',
    meaning: 'an accepted refund that the order in the export does not have',
    next: 'history',
  },
  {
    kind: 'refund_different',
    about: 'refund',
    meaning: 'a refund with another amount, other units or another RMA on the two sides',
    next: 'history',
  },
  {
    kind: 'refund_not_confirmed',
    about: 'RMA',
    meaning: 'an accepted refund whose RMA was never reported `REFUNDED`',
    next: 'calls',
  },
  {
    kind: 'refunded_there_not_here',
    about: 'RMA',
    meaning: 'an RMA was reported `REFUNDED`, but neither export nor ledger has a refund for it',
    next: 'calls',
  },
  {
    kind: 'return_unknown_order',
    about: 'RMA',
    meaning: 'an RMA of an order that neither export nor ledger has',
    next: 'calls',
  },
] as const;

export type DifferenceKind = (typeof KINDS)[number]['kind'];
type NextStep = (typeof KINDS)[number]['next'];

export interface DifferenceRow {
  readonly kind: DifferenceKind;
  readonly about: 'order' | 'refund' | 'RMA';
  readonly meaning: string;
  readonly next: NextStep;
}

/** Every kind, in the order of the text and of the documentation. */
export const DIFFERENCES: readonly DifferenceRow[] = KINDS;

/** The kinds that count an order of the export; with `same` they add up to its orders. */
export const ORDER_KINDS = [
  'missing',
  'refused',
  'older',
  'newer',
  'different',
] as const satisfies readonly DifferenceKind[];

/** One row of the result. Times as written on each side; amounts in cents: the total of an order, or of a refund. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly order: string;
  readonly updatedAtExport: string | null;
  readonly updatedAtAccepted: string | null;
  readonly rma: string | null;
  readonly refund: string | null;
  readonly centsExport: number | null;
  readonly centsAccepted: number | null;
  readonly currency: string | null;
  /** Why the order was refused. */
  readonly code: string | null;
  readonly detail: string;
}

/** The words of a command line that read the export again: files and the flags of reading. */
export type ExportWords = readonly string[];

const STEPS: Readonly<
  Record<NextStep, (row: Pick<Difference, 'order' | 'rma'>, input: ExportWords) => readonly string[]>
> = {
  upload: (_, input) => ['orders', 'upload', ...input],
  check: (_, input) => ['orders', 'check', ...input],
  history: ({ order }) =>
    // After -- an identifier is no flag, whatever it begins with.
    order.startsWith('-')
      ? ['orders', 'show', '--history', '--', order]
      : ['orders', 'show', order, '--history'],
  calls: ({ order, rma }) => ['calls', 'list', ...(rma === null ? ['--order', order] : ['--rma', rma])],
};

const STEP_OF = new Map<DifferenceKind, NextStep>(KINDS.map(({ kind, next }) => [kind, next]));

/** The command line that goes on from a difference. */
export const nextStepOf = (row: Pick<Difference, 'kind' | 'order' | 'rma'>, input: ExportWords): string =>
  commandOf(STEPS[STEP_OF.get(row.kind)!](row, input));
