// `returns reconcile`: the retailer's own export against what was accepted and what came back. Offline, read-only.
import { neededTarget } from '../../account/known-target.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import type { MinorUnits } from '../../basics/minor-units.ts';
import { formatCents, formatCount, plural } from '../../basics/units.ts';
import {
  checkStdout,
  countFrom,
  defineCommand,
  flag,
  optionsOf,
  PROGRESS_FLAG,
  typedFlags,
  WAYS,
  without,
} from '../../cli/command.ts';
import { clean, labelled, type Paint } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import { orderInput, READING_FLAGS } from '../../orders/order-flags.ts';
import { makeUploadView } from '../../orders/text/summary-text.ts';
import { fileRows } from '../../runs/session.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { CSV_HEADER, DIFFERENCES, type Difference, Differences } from '../kinds.ts';
import { type Reconciled, reconcile } from '../reconcile.ts';

/** A check of the input stops for these, or writes them: a comparison only compares. */
const OTHERS = ['expectOrders', 'minOrders', 'maxOrders', 'maxAge', 'keepRefunds', 'rejects'] as const;

const READING = without(READING_FLAGS, ...OTHERS);

const FLAGS = [
  flag('--orders <file>', 'the same as FILE', { repeat: true }),
  ...READING,
  flag('--out <file>', 'every difference as a row of CSV (- is stdout)'),
  flag('--limit <n>', 'differences of each kind that --json lists', {
    initial: '20',
    parse: countFrom(0, 1_000_000),
  }),
  PROGRESS_FLAG,
  flag('--fail', 'exit 3 when there is any difference'),
];

export const command = defineCommand({
  args: '[files...]',
  flags: FLAGS,
  examples: [
    ['returns reconcile export.csv --map shop.json', 'counts, examples, and what to do next'],
    ['returns reconcile export.csv --map shop.json --out differences.csv', 'every difference as a row'],
    ['returns reconcile orders.ndjson --fail --json', 'in a script'],
  ],
  async run(context, files, options) {
    const { platform, folders, show, argv } = context;
    const { out, limit, fail } = options;
    const orders = [...files, ...options.orders];
    if (orders.length === 0)
      throw usageFailure('usage.missing', 'reconcile needs the export', {
        hint: 'Name the file: returns reconcile FILE',
      });
    const toStdout = out === '-';
    checkStdout(context, out);
    const target = neededTarget(context);
    const input = orderInput(context, orders, { ...optionsOf(READING_FLAGS), ...options });
    const file = out === undefined || toStdout ? undefined : openOutFile(platform, out);
    const put = toStdout ? (text: string) => show.raw(text) : file && ((text: string) => file.write(text));
    // Not before there is a result: a header alone says that there is no difference.
    let isBegun = false;
    const write =
      put &&
      (async (text: string) => {
        if (!isBegun) await put(CSV_HEADER);
        isBegun = true;
        if (text !== '') await put(text);
      });
    const reading = [...READING.map(({ name }) => name), ...WAYS];
    const rows = new Differences({
      ...{ input: [...orders, ...typedFlags(argv, FLAGS, reading)], write },
      examples: Math.max(limit, EXAMPLES_SHOWN),
    });
    const view = await makeUploadView(platform, show, options.progress);
    try {
      const found = await reconcile(platform, folders, { input, target, rows }, (event) => view.emit(event));
      await write?.('');
      view.stop();
      file?.finish();
      const code = fail && rows.total > 0 ? EXIT.refused : EXIT.done;
      const { profile, environment, address } = target;
      const about = { profile, environment, target: address, out: file && out !== undefined ? out : null };
      const text = () => reconcileText(found, rows, about, toStdout ? show.errPaint : show.outPaint);
      if (toStdout) show.note(text().trimEnd());
      else await show.result(reconcileDocument(found, rows, { ...about, code, limit }), text);
      const first = DIFFERENCES.flatMap(({ kind }) => rows.examplesOf(kind).slice(0, 1))[0];
      show.next(first ? rows.nextOf(first) : 'returns runs list');
      return code;
    } catch (error) {
      file?.abandon();
      throw error;
    } finally {
      view.stop();
    }
  },
});

// The result of a reconciliation as text and as JSON: what was compared, the counts by kind with their next commands.

/** Where it was compared, and where the rows are. */
interface ReconcileAbout {
  readonly profile: string;
  readonly environment: string;
  readonly target: string;
  /** The file of the rows; null without one. */
  readonly out: string | null;
}

/** Examples of each kind in the text. */
const EXAMPLES_SHOWN = 3;

const instantText = (micros: number): string => formatInstant(Math.floor(micros / 1000));

function reconcileText(found: Reconciled, rows: Differences, about: ReconcileAbout, paint: Paint): string {
  const { exported, accepted, returned, range, same } = found;
  const of = range ? `updated_at ${instantText(range.from)} to ${instantText(range.to)}` : 'no time range';
  const skipped = [
    ...(exported.skipped > 0 ? [`${formatCount(exported.skipped)} skipped`] : []),
    ...(exported.superseded > 0 ? [`${formatCount(exported.superseded)} superseded`] : []),
  ];
  const lines = [
    labelled('export', [plural(exported.orders, 'order'), ...skipped, of].join(', '), paint),
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
function reconcileDocument(
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
