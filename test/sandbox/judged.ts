// Messages that were judged by hand, each with the answer that it gets. Nothing comes from the rules of the program: not the
// messages, not the expectations. Both were worked out from the texts of the interface and the field notes.
import { changed, REFUNDED, UNIT_ASN, type Verdict } from '../contract/verdicts.ts';

/** One message, alone or after others, and the answer that the interface asks for. */
export interface Judged {
  readonly name: string;
  readonly to: 'orders' | 'asns' | 'asns/RMA-5' | 'token';
  /** Bodies that are posted before, each of which must be accepted. `receive`: the warehouse receives goods. */
  readonly before?: readonly unknown[];
  readonly body: unknown;
  /** Sent as they are, instead of the body as JSON. */
  readonly bytes?: Uint8Array | string;
  /** Besides those of every inbound request; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Hours that pass between the sign-in and the message. */
  readonly hours?: number;
  readonly status: number;
  /** Fields of the 422, all of them. With a code where the interface shows it: "One code is shown: `missing_field`." */
  readonly errors?: readonly (readonly [field: string, code?: 'missing_field'])[];
  /** Heading of the interface (or of the field notes), and why. */
  readonly says: string;
}

export const takes = (name: string, body: unknown, says: string, more: Partial<Judged> = {}): Judged => {
  const to = more.to ?? 'orders';
  return { name, to, body, status: to.startsWith('asns') ? 202 : 200, says, ...more };
};
const refuses = (name: string, body: unknown, field: string, says: string, more: Partial<Judged>): Judged =>
  takes(name, body, says, { status: 422, errors: [[field]], ...more });

export const ordersOf = (...orders: unknown[]) => ({ returns_portal_order: { orders } });

/** What only the client refuses: the interface says nothing of it, so the service takes it. */
const OURS = ['order.updated_at.ahead', 'order.identifier.exponent', 'asn.identifier.exponent'];

/** A table of test/contract: what it calls an error is a field of the 422, and a message without errors is taken. */
export const judgedRows = (
  rows: readonly Verdict[],
  bodyOf: (change: Verdict['change']) => unknown,
  { under = '', ...more }: Partial<Judged> & { readonly under?: string } = {},
): Judged[] =>
  rows.map(({ name, change, expect }) => {
    const errors = expect
      .map((text) => text.split(' ') as [severity: string, code: string, path: string])
      .filter(([severity, code]) => severity === 'error' && !OURS.includes(code))
      .map(([, code, path]) => {
        const field = path === '' ? under : [under, path].filter(Boolean).join('.');
        return code.endsWith('missing') ? ([field, 'missing_field'] as const) : ([field] as const);
      });
    const says = 'Each rule of the catalog names its heading';
    const verdict = errors.length > 0 ? { status: 422, errors } : {};
    return { ...takes(name, bodyOf(change), says, more), ...verdict };
  });

const refunded = (change: Verdict['change']) => ordersOf(changed(REFUNDED, change));
const asn = (change: Verdict['change'] = {}) => changed(UNIT_ASN, change);
const LINE = 'refunds[0].refund_line_items[0].identifier';
const UNIT = 'cartons[0].details[0].unit_identifier';
const OTHER_UNITS = { [UNIT]: 'UN-8', 'cartons[0].details[1].unit_identifier': 'UN-9' };
const BY_UPDATE = { to: 'asns/RMA-5', before: [asn()] } as const;

export const ALONE_AND_AFTER_OTHERS: readonly Judged[] = [
  refuses('nothing', {}, 'returns_portal_order', 'Returns portal order message: one key', {
    errors: [['returns_portal_order', 'missing_field']],
  }),
  takes(
    'the same refund in the next snapshot',
    refunded({ updated_at: '2026-11-06T10:00:00Z' }),
    'Rules for when messages are sent, 3: a full snapshot again',
    { before: [refunded({})] },
  ),
  refuses(
    'an identifier of a refund of another order',
    refunded({ identifier: 'W-2', [LINE]: 'RFL-2' }),
    'orders[0].refunds[0].identifier',
    'Limits: refund identifiers unique across all refunds',
    { before: [refunded({})] },
  ),
  refuses(
    'an identifier of a refund line of another order',
    refunded({ identifier: 'W-2', 'refunds[0].identifier': 'RF-2' }),
    `orders[0].${LINE}`,
    'Limits: refund identifiers unique across all refunds',
    { before: [refunded({})] },
  ),
  refuses(
    'an ASN number that its program has',
    asn(OTHER_UNITS),
    'asn_number',
    'Limits: asn_number unique per program_identifier',
    { to: 'asns', before: [asn()] },
  ),
  takes(
    'the ASN number of another program',
    asn({ ...OTHER_UNITS, program_identifier: 'P-2' }),
    'Limits: asn_number unique per program_identifier',
    { to: 'asns', before: [asn()] },
  ),
  refuses(
    'a unit of another ASN',
    asn({ ...OTHER_UNITS, asn_number: 'A-2', [UNIT]: 'UN-1' }),
    UNIT,
    'Limits: unit_identifier unique across all ASNs of the customer',
    { to: 'asns', before: [asn()] },
  ),
  takes(
    'a new status by update',
    asn({ status: 'delivered' }),
    'ASN (status field): the update operation changes the status',
    BY_UPDATE,
  ),
  refuses(
    'an update without the required fields',
    asn({ cartons: undefined }),
    'cartons',
    'Endpoints: the update body repeats the whole shape with the same required fields',
    BY_UPDATE,
  ),
  refuses(
    'an update of a cancelled ASN',
    asn({ status: 'delivered' }),
    'status',
    'ASN (status field): allowed only while the ASN is active',
    { ...BY_UPDATE, before: [asn({ status: 'cancelled' })] },
  ),
  refuses(
    'an update after a reception',
    asn({ status: 'delivered' }),
    'asn_number',
    'ASN (status field): allowed only while it has no receptions',
    { ...BY_UPDATE, before: [asn(), 'receive'] },
  ),
];
