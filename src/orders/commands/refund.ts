// `returns orders refund`: posts the snapshot of an order again with a refund.
import path from 'node:path';
import { changeText, levelsOf } from '../../account/level-flags.ts';
import { resolveTarget, type Target } from '../../account/settings.ts';
import { usageFailure } from '../../basics/failure.ts';
import type { MinorUnits } from '../../basics/minor-units.ts';
import { quote } from '../../basics/text.ts';
import { currencyName, formatCents, plural } from '../../basics/units.ts';
import {
  type Context,
  countFrom,
  defineCommand,
  flag,
  type OptionsOf,
  optionsOf,
  PROGRESS_FLAG,
  without,
} from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { progressLines } from '../../cli/progress.ts';
import { checkConfirmable, isConfirmed } from '../../cli/prompts.ts';
import { changedLevels } from '../../contract/levels.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import {
  type AgreedRefund,
  type ReturnFees,
  returnFees,
  withheldText,
} from '../../contract/refund-amount.ts';
import { lockWaitFlag, MAX_OUTAGE_FLAG } from '../../runs/sending-flags.ts';
import { sendNoticeText } from '../../runs/text/run-view.ts';
import { Ledger, ledgerPath, openLedgerStore } from '../../storage/ledger.ts';
import { getRun } from '../../storage/runs.ts';
import { orderInput, READING_FLAGS } from '../order-flags.ts';
import { parseUnits, refundableCents } from '../refund/build-refund.ts';
import { type RefundResult, type RefundRun, runRefund } from '../refund/post-refund.ts';

/** The command reads one order, so flags that select or count orders do not apply. */
const ORDER_FLAGS = without(
  READING_FLAGS,
  ...(['since', 'until', 'shard', 'skipUnshipped', 'strict'] as const),
  ...(['expectOrders', 'minOrders', 'maxOrders', 'maxAge', 'keepRefunds', 'rejects'] as const),
);

export const FLAGS = [
  flag('--from <file>', 'order input that holds the order (- is stdin)', {
    otherwise: 'the file and mapping of its last upload',
  }),
  flag('--lines <list>', 'units by line, such as L-1=2,L-2 (one unit); also cancelled ones', {
    otherwise:
      'those that the RMA names, if it was recorded here; else everything shipped and not refunded yet',
  }),
  flag('--amount-cents <n>', 'another amount than price, tax and discount share give', {
    parse: countFrom(0),
  }),
  flag('--rma <rma>', 'the RMA that the refund belongs to'),
  flag('--refund-id <id>', 'identifier of the refund', { otherwise: 'made from order, lines and RMA' }),
  flag('--dry-run', 'show the refund and stop'),
  MAX_OUTAGE_FLAG,
  PROGRESS_FLAG,
  lockWaitFlag('an upload to the same target', '0s'),
  ...ORDER_FLAGS,
];

export const command = defineCommand({
  args: '<order-id>',
  flags: FLAGS,
  examples: [
    [
      'returns orders refund SO-1001 --from orders.csv --dry-run',
      'see the refund of everything that was shipped',
    ],
    ['returns orders refund SO-1001 --from orders.csv --lines L-1=1 --rma RMA-9', 'one unit of one line'],
    ['returns orders refund SO-1001 --from orders.csv --yes --json', 'in a script'],
  ],
  run,
});

const fromMissing = (message: string) =>
  usageFailure('usage.missing', message, {
    expected: '--from FILE',
    hint: 'Name the export that holds the order: the snapshot is posted again as a whole.',
  });

/** File and mapping from which the accepted version was read, as the ledger names them. @throws Failure exit 2 */
function recordedSource({ platform, folders, show }: Context, target: Target, orderId: string) {
  const where = `Where is order ${quote(orderId)} to be read from?`;
  if (!platform.files.stat(ledgerPath(folders))) throw fromMissing(where);
  const ledger = new Ledger(platform, openLedgerStore(platform, folders), target.key);
  try {
    const order = ledger.order(orderId);
    if (!order) throw fromMissing(`${where} The ledger of profile ${target.profile} does not know it`);
    const { file: from, line } = order.source;
    if (platform.files.stat(path.resolve(platform.cwd, from))?.kind !== 'file')
      throw fromMissing(`${where} Its last upload read ${quote(from)}, which is not there`);
    show.note(`Order read from ${clean(from)}, as by its last upload (line ${line} at that time)`);
    return { from, map: getRun(ledger.store, order.run)?.mapping?.source };
  } finally {
    ledger.close();
  }
}

/** Turns arguments into a request for the engine. @throws Failure exit 2 */
export function requestOf(context: Context, orderId: string, options: OptionsOf<typeof FLAGS>) {
  const { from, lines, amountCents, rma, refundId, dryRun } = options;
  if (from === undefined) throw fromMissing('Where is the order to be read from?');
  if (!dryRun) checkConfirmable(context, 'A refund');
  const units = lines === undefined ? undefined : parseUnits(lines);
  return {
    input: orderInput(context, [from], { ...optionsOf(READING_FLAGS), ...options }),
    orderId,
    refund: { units, allowsCanceled: true, amountCents, rma, identifier: refundId },
    dryRun,
    maxOutageMs: options.maxOutage,
    lockWaitMs: options.lockWait,
  } satisfies Partial<RefundRun>;
}

async function run(context: Context, [orderId]: readonly [string], options: OptionsOf<typeof FLAGS>) {
  const { platform, folders, show, globals, argv } = context;
  const target = await resolveTarget(platform, folders, globals);
  const recorded = options.from === undefined ? recordedSource(context, target, orderId) : undefined;
  const request = requestOf(context, orderId, {
    ...options,
    ...(recorded && { from: recorded.from, map: options.map ?? recorded.map }),
  });
  for (const change of changedLevels(await levelsOf(context, options)))
    show.note(`Level ${changeText(change)}`);
  const fees = returnFees(target.answers);
  const textOf = ({ order, refund, agreed }: Pick<RefundResult, 'order' | 'refund' | 'agreed'>): string =>
    refundText(order, refund, target.minorUnits, agreed && { agreed, fees });
  const lines = options.progress === 'json' ? progressLines(platform) : undefined;
  lines?.turn('reading');
  const done = await runRefund(platform, folders, {
    ...request,
    target,
    argv,
    warn: (text) => show.warn(text),
    notice(notice) {
      if (notice.kind !== 'recovered') lines?.turn('paused');
      show.note(sendNoticeText(notice));
    },
    async confirm(order, refund, agreed) {
      const amount = `${formatCents(refund.total_refund_amount_cents, order.currency, target.minorUnits)} ${currencyName(order.currency)}`;
      const shown = textOf({ order, refund, agreed });
      const isWanted = await isConfirmed(context, shown, `Post this refund of ${amount}?`);
      if (isWanted) lines?.say({ phase: 'sending', unit: 'orders', done: 0, total: 1 });
      return isWanted;
    },
  });
  if (lines && done.state !== 'planned') {
    lines.run = done.run;
    lines.say({ phase: 'sending', unit: 'orders', done: 1, total: 1 });
    lines.end();
  }
  const { state, exitCode: exit_code, order, refund, run, refusals, error } = done;
  const about = { order: order.identifier, updated_at: order.updated_at, currency: order.currency };
  await show.result(
    { schema: 'refund/1', state, exit_code, ...about, refund, run, refusals, ...(error && { error }) },
    () => `${textOf(done)}\n${endText(done)}`,
  );
  if (done.error) show.warn(`${done.error.message}. ${done.error.hint}`);
  if (done.state === 'planned' && options.dryRun) show.next('the same command without --dry-run');
  if (done.state === 'accepted') show.next(`returns orders show ${orderId}`);
  return done.exitCode;
}

function refundText(
  order: Order,
  refund: OrderRefund,
  units: MinorUnits | undefined,
  less: { readonly agreed: AgreedRefund; readonly fees: ReturnFees } | undefined,
): string {
  const money = (cents: number): string => formatCents(cents, order.currency, units);
  const off = less ? withheldText(less.agreed.withheld, less.fees, money) : [];
  const rows = refund.refund_line_items.map((line) => {
    const item = order.items.find(({ identifier }) => identifier === line.order_item_identifier);
    return `  line     ${clean(line.order_item_identifier)}  ${clean(item?.sku ?? '')}  ${plural(line.quantity, 'unit')}`;
  });
  const others = order.refunds.filter((other) => other.identifier !== refund.identifier);
  const cents = others.reduce((sum, other) => sum + other.total_refund_amount_cents, 0);
  const besides =
    others.length > 0
      ? [
          `  besides  ${plural(others.length, 'refund')} of ${money(cents)} ${currencyName(order.currency)} on this order`,
        ]
      : [];
  return [
    `Refund ${clean(refund.identifier)} of order ${clean(order.identifier)}`,
    ...rows,
    `  amount   ${money(refund.total_refund_amount_cents)} ${currencyName(order.currency)} of ${money(refundableCents(order))}`,
    ...(off.length === 0 ? [] : [`  less     ${off.join(', ')} (returns agreements)`]),
    ...besides,
    `  RMA      ${clean(refund.rma_identifier ?? 'none')}`,
    `  snapshot ${clean(order.updated_at)}, refund dated ${clean(refund.created_at)}`,
  ].join('\n');
}

function endText({ state, refusals }: RefundResult): string {
  if (state === 'accepted') return 'Accepted by the service.';
  if (state === 'already_accepted')
    return 'Accepted before: nothing was sent. Another refund needs a --refund-id of its own.';
  if (state === 'planned') return 'Nothing was sent.';
  if (state === 'interrupted') return 'Interrupted: run the same command again, it posts the same refund.';
  return refusals
    .map(
      ({ status, code, field, message }) =>
        `Refused (${status}): ${clean(code)} ${clean(field)} ${clean(message)}`,
    )
    .join('\n');
}
