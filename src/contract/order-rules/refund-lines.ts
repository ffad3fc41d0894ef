// The lines of refunds: unique identifiers, existing order lines, no more units than were ordered.
import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import {
  type FindingArguments,
  identifierOf,
  isCount,
  itemPrefix,
  type Loose,
  type Report,
  ruleList,
} from '../finding.ts';
import {
  sampleLine,
  sampleOrder,
  sampleRefund,
  sampleRefundLine,
  sampleWithRefund,
  secondRefund,
  withLine,
} from '../sample.ts';
import type { Identifiers } from '../shape-findings.ts';
import { checkRefundLineFields } from './fields.ts';

/** Where the identifier occurs for the first time: in the same message, in another order of the input, or in an accepted order. */
export function otherPlace(args: FindingArguments): string {
  if (args.accepted !== undefined) return `in order ${quote(args.accepted)}, which was accepted before`;
  if (args.line !== undefined) return `in the order on line ${args.line} of ${args.file}`;
  return `at ${args.first}`;
}

const rules = ruleList({ source: 'Refund object (element of refunds)', good: sampleWithRefund() });

export const refundLineDuplicate = rules.error('refund.line.identifier.duplicate', {
  title: 'Identifiers of refund lines are unique across all refunds',
  explanation:
    'Number the refund lines through all refunds, not from 1 again in each; also two orders may not share one, in one input or with an order that was accepted before. The first order in the input keeps it.',
  say: (args) =>
    `The identifier ${quote(args.identifier)} of a refund line already stands ${otherPlace(args)}.`,
  good: sampleOrder({ refunds: [sampleRefund(), secondRefund()] }),
  bad: sampleOrder({ refunds: [sampleRefund(), secondRefund({ refund_line_items: [sampleRefundLine()] })] }),
});

const refundLineUnknown = rules.error('refund.line.unknown', {
  title: 'A refund line refers to a line of the order',
  explanation:
    'order_item_identifier equals the identifier of the line in items. Line identifiers must therefore stay the same between snapshots.',
  say: (args) => `No line of the order has the identifier ${quote(args.line)}.`,
  bad: sampleWithRefund({ refund_line_items: [sampleRefundLine({ order_item_identifier: 'L9' })] }),
});

const refundUnits = rules.error('refund.quantity.exceeded', {
  title: 'No more units are refunded than were ordered',
  explanation:
    'Counted over all refunds of the order: each lists only its own units. Units that were cancelled before they shipped may be refunded, too, so the ordered units count.',
  say: (args) =>
    `With this refund line ${args.refunded} units of line ${quote(args.line)} are refunded, but ${args.ordered} were ordered.`,
  good: sampleOrder({
    items: [sampleLine({ quantity: 3, quantity_canceled: 1 })],
    refunds: [sampleRefund({ refund_line_items: [sampleRefundLine({ quantity: 3 })] })],
  }),
  bad: sampleWithRefund({ refund_line_items: [sampleRefundLine({ quantity: 3 })] }),
});

const refundLinesEmpty = rules.warning('refund.lines.empty', {
  title: 'A refund names the lines it refunds',
  explanation:
    'Without lines the service cannot tell which RMA or unit the refund settles, and the RMA stays open.',
  say: () => 'The refund has no refund_line_items.',
  bad: sampleWithRefund({ refund_line_items: [] }),
});

const refundUnitsZero = rules.warning('refund.quantity.zero', {
  title: 'A refund line has at least one unit',
  explanation: 'quantity is the number of refunded units; a line with 0 refunds nothing. Leave the line out.',
  say: () => 'Expected at least 1 unit, found 0.',
  bad: sampleWithRefund({ refund_line_items: [sampleRefundLine({ quantity: 0 })] }),
});

export const refundLineRules = rules.all;

/** State while the refunds of one order are checked. */
export interface Count {
  readonly report: Report;
  /** Ordered units by line identifier; undefined when the line has no valid quantity. */
  readonly ordered: ReadonlyMap<unknown, number | undefined>;
  readonly refunded: Map<unknown, number>;
  readonly refunds: Identifiers;
  readonly lines: Identifiers;
}

/** Checks all lines of one refund; `at` is the path of the refund with a dot. */
export function checkRefundLines(refund: Loose, at: string, count: Count): void {
  if (!Array.isArray(refund.refund_line_items)) return;
  if (refund.refund_line_items.length === 0) count.report(refundLinesEmpty, `${at}refund_line_items`);
  for (let i = 0; i < refund.refund_line_items.length; i++) {
    const refundLine: unknown = refund.refund_line_items[i];
    if (isObject(refundLine)) checkRefundLine(refundLine, `${at}refund_line_items[${i}].`, count);
  }
}

function checkRefundLine(refundLine: Loose, at: string, count: Count): void {
  const { report } = count;
  const { quantity, order_item_identifier: item } = refundLine;
  checkRefundLineFields(refundLine, at, report);
  count.lines.add(refundLine.identifier, `${at}identifier`, report);
  if (quantity === 0) report(refundUnitsZero, `${at}quantity`);
  if (typeof item !== 'string' || item === '') return;
  if (!count.ordered.has(item)) {
    report(refundLineUnknown, `${at}order_item_identifier`, { line: identifierOf(item) });
    return;
  }
  if (!isCount(quantity)) return;
  const refunded = (count.refunded.get(item) ?? 0) + quantity;
  count.refunded.set(item, refunded);
  const ordered = count.ordered.get(item);
  if (ordered !== undefined && refunded > ordered)
    report(refundUnits, `${at}quantity`, { line: identifierOf(item), refunded, ordered });
}

const refundedAlone = rules.warning('item.quantity_refunded.alone', {
  title: 'Refunded units of a line stand in a refund, too',
  explanation:
    'quantity_refunded says that units were refunded, but the list of refunds is empty. The service settles RMAs by the refunds alone: without them the RMA stays open and the shopper gets no message. Send each refund with its lines, or leave quantity_refunded out.',
  say: (args) => `quantity_refunded is ${args.refunded}, but refunds is empty.`,
  good: sampleOrder({ items: [sampleLine({ quantity_refunded: 1 })], refunds: [sampleRefund()] }),
  bad: withLine({ quantity_refunded: 1 }),
});

/** Reports lines with refunded units in an order whose list of refunds is empty. */
export function checkRefundedAlone(order: Loose, report: Report): void {
  if (!Array.isArray(order.refunds) || order.refunds.length > 0 || !Array.isArray(order.items)) return;
  for (let i = 0; i < order.items.length; i++) {
    const refunded = (order.items[i] as Loose | null)?.quantity_refunded;
    if (isCount(refunded) && refunded > 0)
      report(refundedAlone, `${itemPrefix(i)}quantity_refunded`, { refunded });
  }
}
