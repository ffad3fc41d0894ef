// `returns orders show`: the record of an order: its content, time, file, refunds and earlier versions.

import { neededTarget } from '../../account/known-target.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import type { MinorUnits } from '../../basics/minor-units.ts';
import { quote } from '../../basics/text.ts';
import { formatCents } from '../../basics/units.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { clean, type Paint } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import { Ledger, ledgerPath, openLedgerStore, type RefusedRecord } from '../../storage/ledger.ts';
import type { OrderRecord } from '../../storage/order-record.ts';
import type { Reason } from '../compare/compare.ts';

export const command = defineCommand({
  args: '<id>',
  flags: [flag('--history', 'with every earlier version that was accepted')],
  examples: [
    ['returns orders show SO-1001', 'the version that the service has'],
    ['returns orders show SO-1001 --history --json', 'every version, for a script'],
  ],
  async run(context, [id], { history }) {
    const { platform, folders, show } = context;
    const target = neededTarget(context);
    if (!platform.files.stat(ledgerPath(folders))) throw unknownOrder(id, target.profile);
    const ledger = new Ledger(platform, openLedgerStore(platform, folders), target.key);
    try {
      const order = ledger.order(id);
      const refused = ledger.refused(id);
      if (!order && !refused) throw unknownOrder(id, target.profile, ledger.otherSpelling(id));
      // The rules that it needs are loaded for it alone.
      const changed = history && order ? (await import('../compare/compare.ts')).changedIn(order) : [];
      await show.result(
        { schema: 'order/1', id, target: target.address, ...document(order, refused, history, changed) },
        () => text(id, order, refused, { history, changed, units: target.minorUnits }, show.outPaint),
      );
      if (order) show.next(`returns runs show ${order.run}`);
      return EXIT.done;
    } finally {
      ledger.close();
    }
  },
});

function unknownOrder(id: string, profile: string, meant?: string) {
  const question = meant === undefined ? '' : `. Did you mean ${quote(meant)}?`;
  return usageFailure(
    'order.unknown',
    `The ledger of profile ${profile} knows no order ${quote(id)}${question}`,
    {
      hint: 'Check the spelling and the profile (returns whoami); only orders uploaded from this machine are known.',
    },
  );
}

function document(
  order: OrderRecord | undefined,
  refused: RefusedRecord | undefined,
  history: boolean,
  changed: readonly Reason[],
) {
  return {
    accepted: order
      ? {
          status: order.status,
          currency: order.currency,
          total_cents: order.totalCents,
          updated_at: order.updatedAt,
          accepted_at: formatInstant(order.at),
          run: order.run,
          source: order.source,
          digest: order.digest,
          lines: order.lines.map((line) => ({
            identifier: line.identifier,
            sku: line.sku,
            quantity: line.ordered,
            quantity_shipped: line.shipped,
            quantity_canceled: line.canceled,
            product_amount_cents: line.productCents,
            tax_amount_cents: line.taxCents,
          })),
          refunds: order.refunds.map((refund) => ({
            identifier: refund.identifier,
            amount_cents: refund.amountCents,
            rma_identifier: refund.rma,
            lines: refund.lines.map(({ line, units }) => ({ order_item_identifier: line, quantity: units })),
          })),
        }
      : null,
    refused: refused ? { ...refused, at: formatInstant(refused.at) } : null,
    ...(history
      ? {
          history:
            order?.past.map(({ status, updatedAt, at, run, digest }) => ({
              status,
              updated_at: updatedAt,
              accepted_at: formatInstant(at),
              run,
              digest,
            })) ?? [],
          changed: changed.map(({ code, field, message }) => ({ code, path: field, message })),
        }
      : {}),
  };
}

function text(
  id: string,
  order: OrderRecord | undefined,
  refused: RefusedRecord | undefined,
  {
    history,
    changed,
    units,
  }: { history: boolean; changed: readonly Reason[]; units: MinorUnits | undefined },
  paint: Paint,
): string {
  const lines: string[] = [];
  if (order) {
    const money = (cents: number) => formatCents(cents, order.currency, units);
    lines.push(
      `${paint.bold(clean(id))}  ${clean(order.status)}  ${money(order.totalCents)} ${clean(order.currency)}`,
    );
    lines.push(`  updated_at  ${clean(order.updatedAt)}`);
    lines.push(`  accepted    ${formatInstant(order.at)}  run ${order.run}`);
    lines.push(`  from        ${clean(order.source.file)}:${order.source.line}`);
    if (order.isRestored)
      lines.push('  service     may hold a version that was forgotten; the next upload replaces it');
    for (const line of order.lines)
      lines.push(
        `  line        ${clean(line.identifier)}  ${clean(line.sku)}  ${line.shipped} of ${line.ordered} shipped${line.canceled ? `, ${line.canceled} cancelled` : ''}  ${money(line.productCents)}${line.shipped === line.ordered ? '' : ` of ${money(line.unitPriceCents * line.ordered)} ordered`}`,
      );
    for (const refund of order.refunds)
      lines.push(
        `  refund      ${clean(refund.identifier)}  ${money(refund.amountCents)}${refund.rma ? `  RMA ${clean(refund.rma)}` : ''}`,
      );
    if (order.refunds.length === 0) lines.push('  refunds     none');
    for (const { code, message } of changed) lines.push(`  changed     ${code}  ${clean(message)}`);
    if (history)
      for (const past of order.past)
        lines.push(
          `  before      ${clean(past.updatedAt)}  ${clean(past.status)}  accepted ${formatInstant(past.at)}  run ${past.run}`,
        );
  }
  if (refused)
    lines.push(
      `${paint.yellow('refused')}  ${formatInstant(refused.at)}  ${clean(refused.code)}${refused.field ? ` at ${clean(refused.field)}` : ''}  run ${refused.run}`,
    );
  return lines.join('\n');
}
