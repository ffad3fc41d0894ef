// `returns orders refund`: posts the snapshot of an order again with a refund.
import { levelsOf } from '../../account/level-flags.ts';
import { resolveTarget } from '../../account/settings.ts';
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { formatCents, plural } from '../../basics/units.ts';
import { type CommandSpec, numberFlag, switchFlag, textFlag } from '../../cli/command.ts';
import { countFrom } from '../../cli/flag-values.ts';
import { changeText } from '../../cli/level-text.ts';
import { clean } from '../../cli/presenter.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { userAgent } from '../../cli/version.ts';
import { changedLevels } from '../../contract/levels.ts';
import { currencyName } from '../../contract/money.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import { describeFinding } from '../../contract/order-catalog.ts';
import { lockWaitFlag, MAX_OUTAGE_FLAG } from '../../runs/sending-flags.ts';
import { sendNoticeText } from '../../runs/text/run-view.ts';
import { parseUnits } from '../refund.ts';
import { type InvalidOrder, type RefundResult, refundJourney } from '../refund-order.ts';
import { orderInput, READING_FLAGS } from './order-flags.ts';

const NOT_HERE =
  /^--(since|until|since-field|shard|shards|expect-orders|min-orders|max-orders|max-age|rejects|keep-refunds|skip-unshipped|strict)\b/;

export const command: CommandSpec = {
  args: '<order-id>',
  flags: [
    { flag: '--from <file>', text: 'order input that holds the order (- is stdin)' },
    {
      flag: '--lines <list>',
      text: 'units by line, such as L-1=2,L-2=1',
      initial: 'everything shipped and not refunded yet',
    },
    {
      flag: '--amount-cents <n>',
      text: 'another amount than price, tax and discount share give',
      parse: countFrom(0),
    },
    { flag: '--rma <rma>', text: 'the RMA that the refund belongs to' },
    { flag: '--refund-id <id>', text: 'identifier of the refund', initial: 'made from order, lines and RMA' },
    { flag: '--dry-run', text: 'show the refund and stop' },
    MAX_OUTAGE_FLAG,
    lockWaitFlag('an upload to the same target', '0s'),
    ...READING_FLAGS.filter(({ flag }) => !NOT_HERE.test(flag)),
  ],
  examples: [
    [
      'returns orders refund SO-1001 --from orders.csv --dry-run',
      'see the refund of everything that was shipped',
    ],
    ['returns orders refund SO-1001 --from orders.csv --lines L-1=1 --rma RMA-9', 'one unit of one line'],
    ['returns orders refund SO-1001 --from orders.csv --yes --json', 'in a script'],
  ],
  async run(context, [orderId = ''], flags) {
    const { host, folders, show, globals, argv } = context;
    const from = textFlag(flags, 'from');
    if (from === undefined)
      throw usageFailure('usage.missing', 'Where is the order to be read from?', {
        expected: '--from FILE',
        hint: 'Name the export that holds the order: the snapshot is posted again as a whole.',
      });
    const dryRun = switchFlag(flags, 'dryRun');
    if (!dryRun && !globals.yes && !globals.input)
      throw usageFailure('usage.question', 'A refund has to be confirmed, and nobody can be asked here', {
        hint: 'Look at it with --dry-run, then run it with --yes.',
      });
    for (const change of changedLevels(levelsOf(context, flags))) show.note(`Level ${changeText(change)}`);
    const lines = textFlag(flags, 'lines');
    const done = await refundJourney(host, folders, {
      input: orderInput(context, [from], flags),
      target: await resolveTarget(host, folders, globals),
      orderId,
      refund: {
        units: lines === undefined ? undefined : parseUnits(lines),
        amountCents: numberFlag(flags, 'amountCents'),
        rma: textFlag(flags, 'rma'),
        identifier: textFlag(flags, 'refundId'),
      },
      dryRun,
      maxOutageMs: numberFlag(flags, 'maxOutage') ?? 15 * 60_000,
      lockWaitMs: numberFlag(flags, 'lockWait') ?? 0,
      argv,
      agent: userAgent,
      warn: (text) => show.warn(text),
      notice: (notice) => show.note(sendNoticeText(notice)),
      async confirm(order, refund) {
        if (globals.yes) return true;
        show.note(refundText(order, refund));
        return await makeAsk(host).confirm(
          `Post this refund of ${formatCents(refund.total_refund_amount_cents)} ${currencyName(order.currency)}?`,
          false,
        );
      },
    });
    if ('invalid' in done) throw invalidOrder(orderId, done);
    await show.result(documentOf(done), () => `${refundText(done.order, done.refund)}\n${endText(done)}`);
    if (done.error) show.warn(`${done.error.message}. ${done.error.hint}`);
    if (done.state === 'planned' && dryRun) show.next('the same command without --dry-run');
    if (done.state === 'accepted') show.next(`returns orders show ${orderId}`);
    return done.exitCode;
  },
};

function invalidOrder(orderId: string, { invalid, snapshot }: InvalidOrder) {
  const finding = invalid.findings.find(({ severity }) => severity === 'error') ?? invalid.findings[0]!;
  const place = snapshot.placeOf(finding.path);
  const failure = usageFailure(
    'refund.order_invalid',
    `Order ${JSON.stringify(orderId)} cannot be posted: ${describeFinding(finding)}`,
    {
      place: { ...place, path: finding.path },
      hint: `Correct the order in the input (returns explain ${finding.code}); nothing was sent.`,
    },
  );
  return Object.assign(failure, { exitCode: EXIT.refused });
}

function documentOf({ state, exitCode, order, refund, run, refusals, error }: RefundResult) {
  return {
    schema: 'refund/1' as const,
    state,
    exit_code: exitCode,
    order: order.identifier,
    updated_at: order.updated_at,
    currency: order.currency,
    refund,
    run,
    refusals,
    ...(error && { error }),
  };
}

function refundText(order: Order, refund: OrderRefund): string {
  const rows = refund.refund_line_items.map((line) => {
    const item = order.items.find(({ identifier }) => identifier === line.order_item_identifier);
    return `  line     ${clean(line.order_item_identifier)}  ${clean(item?.sku ?? '')}  ${plural(line.quantity, 'unit')}`;
  });
  const others = order.refunds.filter((other) => other.identifier !== refund.identifier);
  const cents = others.reduce((sum, other) => sum + other.total_refund_amount_cents, 0);
  const besides =
    others.length > 0
      ? [
          `  besides  ${plural(others.length, 'refund')} of ${formatCents(cents)} ${currencyName(order.currency)} on this order`,
        ]
      : [];
  return [
    `Refund ${clean(refund.identifier)} of order ${clean(order.identifier)}`,
    ...rows,
    `  amount   ${formatCents(refund.total_refund_amount_cents)} ${currencyName(order.currency)} of ${formatCents(order.total_amount_cents)}`,
    ...besides,
    `  RMA      ${clean(refund.rma_identifier ?? 'none')}`,
    `  snapshot ${clean(order.updated_at)}, refund dated ${clean(refund.created_at)}`,
  ].join('\n');
}

function endText({ state, refusals }: RefundResult): string {
  if (state === 'accepted') return 'Accepted by the service.';
  if (state === 'already_accepted')
    return 'Accepted before: nothing was sent. Another refund of the same units needs a --refund-id of its own.';
  if (state === 'planned') return 'Nothing was sent.';
  if (state === 'interrupted') return 'Interrupted: run the same command again, it posts the same refund.';
  return refusals
    .map(
      ({ status, code, field, message }) =>
        `Refused (${status}): ${clean(code)} ${clean(field)} ${clean(message)}`,
    )
    .join('\n');
}
