// `returns reconcile`: the retailer's own export against what was accepted and what came back. Offline, read-only.
import { neededTarget } from '../../account/known-target.ts';
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { checkStdout, defineCommand } from '../../cli/command.ts';
import { countFrom, flag, optionsOf, PROGRESS_FLAG, typedFlags, WAYS, without } from '../../cli/flags.ts';
import { orderInput, READING_FLAGS } from '../../orders/order-flags.ts';
import { filesOf } from '../../orders/read/order-input.ts';
import { makeUploadView } from '../../orders/text/summary-text.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { CSV_HEADER, DIFFERENCES, Differences } from '../kinds.ts';
import { reconcile } from '../reconcile.ts';
import { EXAMPLES_SHOWN, reconcileDocument, reconcileText } from '../text/reconcile-text.ts';

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
    const file =
      out === undefined || toStdout ? undefined : openOutFile(platform, out, { others: filesOf(input) });
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
