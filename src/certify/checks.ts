// What a certification looks at: the lists of its checks by area, the same for every retailer, and which finding codes of orders
// and ASNs belong to which of them.
import { questionsOf } from '../sandbox/judge.ts';

/** They are looked at by `returns doctor`. */
export const CONNECTION_SUBJECTS = questionsOf(
  {
    'connection.addresses': [
      'The addresses of the service are the ones that it gave you',
      'Endpoints of the service: the address of the order intake is supplied by the service; the base address of the ASN endpoints is not shown',
    ],
    'connection.dns': [
      'The names of the service are found from here',
      'The interface is silent about name service; without an answer no message arrives',
    ],
    'connection.proxy': [
      'A proxy on the way lets the requests pass',
      'The interface is silent about proxies; a client behind one has to pass it with TLS 1.2 end to end',
    ],
    'connection.reach': [
      'The service answers at its addresses',
      'Endpoints of the service: orders and ASNs are posted from here, the service does not fetch them',
    ],
    'connection.tls': [
      'TLS 1.2 is spoken and the chain of certificates is trusted',
      'Limits: HTTPS with TLS 1.2 only',
    ],
    'connection.roots': [
      'The roots of both certificate authorities are installed',
      'Limits: certificates come from two public authorities, the roots of both must be on every client machine',
    ],
    'connection.clock': [
      'The clock of this machine is right',
      'Refund object: created_at needs a date in the future, so a clock that is behind makes refunds that are refused',
    ],
    'connection.orders': [
      'The order intake is at its address',
      'Endpoints of the service: POST {orders_url}/returns_portal_orders; without a token it answers 401',
    ],
    'connection.asns': [
      'The ASN endpoints are at their address',
      'Endpoints of the service: POST {base_url}/asns; without a token it answers 401 without a body',
    ],
    'connection.sign-in': [
      'The credentials give a token',
      'Authentication: OAuth 2.0 client credentials; a token is valid for 25 hours and is reused',
    ],
    'connection.limits': [
      'The pace stays below what the environment allows',
      'Limits: 5000 requests a minute and address in production, 2500 in the sandbox',
    ],
  },
  'Run `returns doctor`: it says the same with every setting and what each shadows.',
);

export const ORDER_SUBJECTS = questionsOf(
  {
    'orders.readable': [
      'The files of orders can be read as a whole',
      'The interface takes JSON in UTF-8; how files become messages is the work of this tool',
      'See how the file is understood: returns orders check FILE',
    ],
    'orders.findings': [
      'Every order has the fields that the interface asks for',
      'Returns portal order message: fields, types and what must be sent',
    ],
    'orders.identifiers': [
      'Identifiers of orders, lines and refunds are unique and belong together',
      'Limits: refund identifiers are unique across all refunds; Refund object: order_item_identifier is the identifier of a line',
    ],
    'orders.statuses': [
      'The status of an order fits what of it has shipped, and some orders have shipped',
      'Order object: Shipped once the full order has shipped, Created while some lines are unshipped, or Cancelled',
    ],
    'orders.money': [
      'The amounts add up, and are amounts in cents',
      'Order object: integers in cents; the sums of the order are those of its lines; a total with shipping or discount is not shown',
      'Compare these sums with those of your shop or books, then: returns orders check FILE --sample 3',
    ],
    'orders.refunds': [
      'Refunds name lines and units of their order, and an RMA',
      'Refund object: only the SKUs and units of this refund; rma_identifier is optional but recommended',
    ],
    'orders.warnings': [
      'Warnings were looked at',
      'The interface is silent, or only recommends: such an order is sent all the same',
      'Look at each once. With --strict a warning refuses its order, and fails this check.',
    ],
    'orders.assumed': [
      'What was absent and is filled in or assumed is known',
      'Customer object: the e-mail is recommended as the identifier; Item object: send the SKU as product_identifier',
      'Read the list: each entry is sent to the service as if it came from you.',
    ],
  },
  'See every finding with its rows: returns orders check FILE --report report.html',
);

export const ASN_SUBJECTS = questionsOf(
  {
    'asns.readable': [
      'The file of ASNs can be read as a whole',
      'The interface takes JSON in UTF-8; how files become messages is the work of this tool',
    ],
    'asns.findings': [
      'Every ASN has the fields that the interface asks for',
      'ASN: fields, required or not, and their forms',
    ],
    'asns.numbers': [
      'Each asn_number is used once in its program',
      'Limits: asn_number is unique per program_identifier',
    ],
    'asns.statuses': [
      'The status is one that the service knows',
      'ASN: pending, shipped, delivered or cancelled; canceled with one l is not recognized',
    ],
    'asns.unit-identifiers': [
      'Unit identifiers are there where they must be, and unique across all ASNs',
      'Limits: unit_identifier is unique across all ASNs of the customer; the quantity of a unit is exactly 1',
    ],
    'asns.api-version': [
      'Each ASN is sent with the version that its fields need',
      'Versioning: api-version 1 or 2, where 2 adds labels, at most two for a line',
    ],
    'asns.warnings': [
      'Warnings were looked at',
      'The interface is silent, or only recommends: such an ASN is sent all the same',
      'Look at each once. With --strict a warning refuses its ASN, and fails this check.',
    ],
  },
  'See every finding with its line: returns asns check FILE',
);

export { QUESTIONS as ENDPOINT_SUBJECTS } from '../sandbox/judge.ts';

/** The first pattern that a code fits decides; all others belong to `orders.findings` and `asns.findings`. */
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
  ['asns.numbers', /^asn\.number\./],
  ['asns.statuses', /^asn\.status\./],
  ['asns.unit-identifiers', /^asn\.unit\./],
  ['asns.api-version', /^asn\.labels?\b|^asn\.label_type\./],
];

/** The check that fails when an order or ASN is refused for this code. */
export const checkOfCode = (area: 'orders' | 'asns', code: string): string =>
  GROUPS.find(([id, codes]) => id.startsWith(area) && codes.test(code))?.[0] ?? `${area}.findings`;
