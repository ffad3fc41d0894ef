// The result of a reconciliation as text and as JSON: what was compared, the counts by kind with their next commands.
import { formatCents, formatCount, type MinorUnits, plural } from '../../basics/units.ts';
import { labelled, type Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import { fileRows } from '../../runs/session.ts';
import { DIFFERENCES, type Difference, type Differences } from '../kinds.ts';
import type { ExportRange, Reconciled } from '../reconcile.ts';

/** Where it was compared, and where the rows are. */
interface ReconcileAbout {
  readonly profile: string;
  readonly environment: string;
  readonly target: string;
  /** The file of the rows; null without one. */
  readonly out: string | null;
}

/** Examples of each kind in the text. */
export const EXAMPLES_SHOWN = 3;

const instantText = (micros: number): string => formatInstant(Math.floor(micros / 1000));
const rangeText = ({ from, to }: ExportRange): string =>
  `updated_at ${instantText(from)} to ${instantText(to)}`;

export function reconcileText(
  found: Reconciled,
  rows: Differences,
  about: ReconcileAbout,
  paint: Paint,
): string {
  const { exported, accepted, returned, range, same } = found;
  const skipped = [
    ...(exported.skipped > 0 ? [`${formatCount(exported.skipped)} skipped`] : []),
    ...(exported.superseded > 0 ? [`${formatCount(exported.superseded)} superseded`] : []),
  ];
  const lines = [
    labelled(
      'export',
      [plural(exported.orders, 'order'), ...skipped, range ? rangeText(range) : 'no time range'].join(', '),
      paint,
    ),
    labelled(
      'accepted',
      `${plural(accepted.orders, 'order')} in the ledger of ${clean(about.environment)} (profile ${clean(about.profile)}), ${formatCount(accepted.outside_range)} outside of the range`,
      paint,
    ),
    labelled(
      'came back',
      returned.from === null
        ? 'no RMA message is recorded, so returns are not compared'
        : `${plural(returned.rmas, 'RMA')} in ${plural(returned.messages, 'message')} since ${formatInstant(returned.from)}`,
      paint,
    ),
    '',
  ];
  for (const { kind, meaning } of DIFFERENCES) {
    const count = rows.counts[kind];
    if (count === 0) continue;
    const examples = rows.examplesOf(kind).slice(0, EXAMPLES_SHOWN);
    lines.push(`${paint.yellow(formatCount(count))} ${paint.bold(kind)}: ${meaning.replaceAll('`', '')}`);
    for (const row of examples) lines.push(`  ${exampleText(row, found.minorUnits)}`);
    if (count > examples.length)
      lines.push(`  ${paint.dim(`and ${formatCount(count - examples.length)} more`)}`);
    lines.push(`  ${rows.nextOf(examples[0]!)}`, '');
  }
  if (about.out !== null)
    lines.push(labelled('rows', `${formatCount(rows.total)} in ${clean(about.out)}`, paint));
  lines.push(
    same === 1
      ? 'In step: 1 order is the same on both sides.'
      : same === 0
        ? 'No order is the same on both sides.'
        : `In step: ${formatCount(same)} orders are the same on both sides.`,
  );
  return `${lines.join('\n')}\n`;
}

function exampleText(row: Difference, units: MinorUnits | undefined): string {
  const { order_identifier: order, rma_identifier: rma, refund_identifier: refund } = row;
  const { code, detail, currency } = row;
  const amount = refund === null ? null : (row.amount_cents_export ?? row.amount_cents_accepted);
  return [
    clean(order || '(no identifier)'),
    ...(refund === null ? [] : [`refund ${clean(refund)}`]),
    ...(amount === null
      ? []
      : [`${formatCents(amount, currency ?? undefined, units)} ${clean(currency ?? '')}`.trimEnd()]),
    ...(rma === null ? [] : [`RMA ${clean(rma)}`]),
    ...(code === null ? [] : [clean(code)]),
    ...(detail === '' ? [] : [clean(detail)]),
  ].join('  ');
}

/** `limit`: examples of each kind. */
export function reconcileDocument(
  found: Reconciled,
  rows: Differences,
  about: ReconcileAbout & { readonly code: number; readonly limit: number },
) {
  const { exported, accepted, returned, range } = found;
  const { out, code, limit, ...where } = about;
  return {
    schema: 'reconcile/1',
    exit_code: code,
    ...where,
    export: {
      files: fileRows(found.files),
      ...exported,
      range: range ? { from: instantText(range.from), to: instantText(range.to) } : null,
    },
    accepted,
    returned: {
      rmas: returned.rmas,
      messages: returned.messages,
      since: returned.from === null ? null : formatInstant(returned.from),
    },
    same: found.same,
    counts: rows.counts,
    differences: rows.total,
    out,
    examples: DIFFERENCES.flatMap(({ kind }) =>
      rows
        .examplesOf(kind)
        .slice(0, limit)
        .map((row) => ({ ...row, next: rows.nextOf(row) })),
    ),
  };
}
