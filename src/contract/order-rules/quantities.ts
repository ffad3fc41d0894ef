// Quantities of a line: 0 to 1000 units, shipped and cancelled units within the ordered ones; required fields of a shipped line.
import { quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import {
  isCount,
  isGiven,
  itemPrefix,
  LINE_IDENTITY,
  type Loose,
  type Report,
  ruleList,
} from '../finding.ts';
import { sampleLine, sampleOrder, sampleRefund, unshippedLine, withLine } from '../sample.ts';
import { Identifiers } from '../shape-findings.ts';

/** The most units a line may have (field notes, Order message). */
export const MAX_QUANTITY = 1000;

const rules = ruleList({ source: 'field notes', good: sampleOrder() });

export const quantityNegative = rules.error('order.quantity.negative', {
  title: 'Quantities are not negative',
  explanation: 'Cancelled and refunded units are stated as positive numbers in fields of their own.',
  say: (args) => `The quantity is ${args.found}; quantities start at 0.`,
  bad: withLine({ quantity_canceled: -1 }),
});

const quantityZero = rules.warning('item.quantity.zero', {
  title: 'A line has at least one unit',
  explanation: 'A line of no units cannot be shipped or returned; it is probably a left-over of the export.',
  source: 'this tool',
  say: () => 'The quantity of the line is 0.',
  bad: sampleOrder({ items: [sampleLine(), unshippedLine({ quantity: 0 })] }),
});

const quantityLimit = rules.error('item.quantity.limit', {
  title: 'A line has at most 1000 units',
  explanation: 'Services of this family refuse lines of more than 1000 units; split the line.',
  say: (args) => `The quantity is ${args.found}; at most ${MAX_QUANTITY} are accepted.`,
  bad: withLine({ quantity: 1001 }, { status: 'Created' }),
});

const quantityExceeded = rules.error('item.quantity.exceeded', {
  title: 'Shipped and cancelled units are at most the ordered ones',
  explanation: 'quantity is the total of the line: it contains the shipped and the cancelled units.',
  say: (args) =>
    `${args.shipped} shipped + ${args.canceled} cancelled units are more than the quantity ${args.quantity}.`,
  good: withLine({ quantity: 3, quantity_canceled: 1 }),
  bad: withLine({ quantity_canceled: 1 }),
});

const quantityRefunded = rules.error('item.quantity.refunded', {
  title: 'Refunded units of a line are at most its shipped ones',
  explanation:
    'quantity_refunded is optional; when it is given, only what was shipped can have been refunded.',
  say: (args) => `${args.refunded} refunded units are more than the ${args.shipped} shipped.`,
  good: sampleOrder({ items: [sampleLine({ quantity_refunded: 1 })], refunds: [sampleRefund()] }),
  bad: sampleOrder({ items: [sampleLine({ quantity_refunded: 3 })], refunds: [sampleRefund()] }),
});

const itemDuplicate = rules.error('item.identifier.duplicate', {
  fixed: LINE_IDENTITY,
  title: 'Line identifiers are unique in an order',
  explanation:
    'Refunds and RMAs refer to a line by its identifier. The same SKU may stand in two lines, each with its own identifier.',
  source: 'Item object (order line)',
  say: (args) => `The line identifier ${quote(args.identifier)} already stands at ${args.first}.`,
  bad: sampleOrder({
    items: [sampleLine(), sampleLine()],
    product_amount_cents: 10_000,
    tax_amount_cents: 800,
    total_amount_cents: 10_800,
  }),
});

const shipmentEarly = rules.warning('item.shipment.early', {
  title: 'A line of which nothing has shipped has no tracking number and no ship date',
  explanation: 'Both are absent on a line not yet shipped: the ship date can start the return window.',
  source: 'Item object (order line)',
  say: () => 'Nothing of the line has shipped, so this field should be absent.',
  bad: sampleOrder({
    status: 'Created',
    items: [sampleLine(), unshippedLine({ tracking_number: '1Z0002' })],
  }),
});

const shipmentMissing = rules.warning('item.shipment.missing', {
  title: 'A shipped line has a tracking number and a ship date',
  explanation:
    'The ship date can mark the start of the return window; the tracking number is that of the outbound parcel.',
  source: 'Item object (order line)',
  say: (args) =>
    `The line has ${plural(Number(args.shipped), 'shipped unit')}, so this field should be there.`,
  bad: withLine({ shipped_date: undefined }),
});

export const quantityRules = rules.all;

/** Checks the quantities of one line and the fields of its shipment. */
export function checkLineQuantities(item: Loose, index: number, report: Report): void {
  const {
    quantity,
    quantity_shipped: shipped,
    quantity_canceled: canceled,
    quantity_refunded: refunded,
  } = item;
  const at = itemPrefix(index);
  if (isCount(quantity)) {
    if (quantity === 0) report(quantityZero, `${at}quantity`);
    if (quantity > MAX_QUANTITY) report(quantityLimit, `${at}quantity`, { found: quantity });
    if (isCount(shipped) && isCount(canceled) && shipped + canceled > quantity)
      report(quantityExceeded, `${at}quantity`, { quantity, shipped, canceled });
  }
  if (!isCount(shipped)) return;
  if (isCount(refunded) && refunded > shipped)
    report(quantityRefunded, `${at}quantity_refunded`, { refunded, shipped });
  if (shipped === 0) {
    if (isGiven(item.tracking_number)) report(shipmentEarly, `${at}tracking_number`);
    if (isGiven(item.shipped_date)) report(shipmentEarly, `${at}shipped_date`);
  } else {
    if (!isGiven(item.tracking_number)) report(shipmentMissing, `${at}tracking_number`, { shipped });
    if (!isGiven(item.shipped_date)) report(shipmentMissing, `${at}shipped_date`, { shipped });
  }
}

/** Reports duplicate line identifiers. */
export function checkLineIdentifiers(items: readonly unknown[], report: Report): void {
  if (items.length < 2) return;
  const identifiers = new Identifiers(itemDuplicate);
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Loose | null;
    identifiers.add(item?.identifier, `${itemPrefix(i)}identifier`, report);
  }
}
