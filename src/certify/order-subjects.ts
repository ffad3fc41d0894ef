// What is looked at in the retailer's own orders, and which finding codes of `orders check` belong to which check.
import type { CheckSubject } from './types.ts';

const HINT = 'See every finding with its rows: {orders_check} --report report.html';

const subject = (name: string, title: string, source: string, hint = HINT): CheckSubject => ({
  id: `orders.${name}`,
  area: 'orders',
  title,
  interface: source,
  hint,
});

export const ORDERS_READABLE = 'orders.readable';
export const ORDERS_WARNINGS = 'orders.warnings';
const ORDERS_FINDINGS = 'orders.findings';

export const ORDER_SUBJECTS: readonly CheckSubject[] = [
  subject(
    'readable',
    'The files of orders can be read as a whole',
    'The interface takes JSON in UTF-8; how files become messages is the work of this tool',
    'See how the file is understood: {orders_check}',
  ),
  subject(
    'findings',
    'Every order has the fields that the interface asks for',
    'Returns portal order message: fields, types and what must be sent',
  ),
  subject(
    'identifiers',
    'Identifiers of orders, lines and refunds are unique and belong together',
    'Limits: refund identifiers are unique across all refunds; Refund object: order_item_identifier is the identifier of a line',
  ),
  subject(
    'statuses',
    'The status of an order fits what of it has shipped, and some orders have shipped',
    'Order object: Shipped once the full order has shipped, Created while some lines are unshipped, or Cancelled',
  ),
  subject(
    'money',
    'The amounts add up, and are amounts in cents',
    'Order object: integers in cents; the sums of the order are those of its lines; a total with shipping or discount is not shown',
    'Compare these sums with those of your shop or books, then: {orders_check} --sample 3',
  ),
  subject(
    'refunds',
    'Refunds name lines and units of their order, and an RMA',
    'Refund object: only the SKUs and units of this refund; rma_identifier is optional but recommended',
  ),
  subject(
    'warnings',
    'Warnings were looked at',
    'The interface is silent, or only recommends: such an order is sent all the same',
    'Look at each once. With --strict a warning refuses its order, and fails this check.',
  ),
  subject(
    'assumed',
    'What was absent and is filled in or assumed is known',
    'Customer object: the e-mail is recommended as the identifier; Item object: send the SKU as product_identifier',
    'Read the list: each entry is sent to the service as if it came from you.',
  ),
];

/** The first pattern that a code fits decides; all others belong to `orders.findings`. */
const GROUPS: readonly (readonly [id: string, codes: RegExp])[] = [
  [
    'orders.money',
    /^order\.(?:amount|total|subtotal|tax|currency|transactions)\.|^order\.product\.mismatch$/,
  ],
  [
    'orders.identifiers',
    /^order\.(?:identifier|line|version|files|rows)\.|^orders\.order\.|^refund\.(?:line\.)?identifier\.|^refund\.line\.unknown$/,
  ],
  ['orders.statuses', /^order\.(?:status\.|unshipped$)/],
  ['orders.refunds', /^refund\.|^order\.refunds\./],
];

/** The check that fails when an order is refused for this code. */
export const orderGroupOf = (code: string): string =>
  GROUPS.find(([, codes]) => codes.test(code))?.[0] ?? ORDERS_FINDINGS;
