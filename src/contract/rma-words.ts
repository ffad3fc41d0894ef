// Enumeration values of the RMA message: those of the interface, and those of the field notes.
import { isObject } from '../basics/json.ts';
import type { Loose } from './finding.ts';

export const RMA_STATUSES = ['CREATED', 'REFUNDED'] as const;
export const FIELD_RMA_STATUSES = ['PENDING_EXCHANGE', 'PARTIAL_REFUND', 'CANCELED'] as const;

/** Both spellings end an RMA; the second one is known by agreement alone. */
export const CANCELED_STATUSES = ['CANCELED', 'CANCELLED'] as const;

export const PACKAGE_STATUSES = ['PRE_TRANSIT', 'TRANSIT'] as const;
export const FIELD_PACKAGE_STATUSES = [
  'ACCEPTED',
  'DELIVERED',
  'RETURNED',
  'FAILURE',
  'NOT_DROPPED_OFF',
] as const;

export const RETURN_METHODS = ['mail-back', 'express-returns', 'customer-keep'] as const;
export const FIELD_RETURN_METHODS = ['home-pickup'] as const;

export const RECEIVING_STATUSES = ['PENDING', 'RECEIVED', 'NOT_RECEIVED'] as const;

export const REFUND_TYPES = ['REFUND', 'EVEN_EXCHANGE', 'UNEVEN_EXCHANGE'] as const;
export const FIELD_REFUND_TYPES = [
  'UNEVEN_GC',
  'STANDARD_EXCHANGE',
  'INSTANT_EXCHANGE',
  'INSTANT_STORE_CREDIT',
] as const;

/** `CREATED · TRANSIT`, of the status and the units of a message. */
export function rmaState(status: string | null, items: readonly unknown[]): string {
  const parcels = items.map((item) => (isObject(item) ? item.package_tracking_status : undefined));
  const known = [...new Set(parcels.filter((one) => typeof one === 'string' && one !== ''))];
  return [status ?? '', known.join(', ')].filter((part) => part !== '').join(' · ');
}

/** Refund amounts of one unit in cents; null where the value is not an integer. */
export interface UnitAmounts {
  readonly estimated: number | null;
  readonly provider: number | null;
  readonly shopper: number | null;
}

const AMOUNT = '_refund_amount_cents';
const ESTIMATED = `estimated${AMOUNT}`;
const SHOPPER = `shopper${AMOUNT}`;

/** The name of the key with the provider's amount: the name contains a brand word that varies (field notes, RMA values). */
export function providerKeyOf(financials: Loose): string | undefined {
  for (const key of Object.keys(financials))
    if (key.endsWith(AMOUNT) && key !== ESTIMATED && key !== SHOPPER) return key;
  return undefined;
}

/** The amounts in an item's refund_financials; accepts any value. */
export function amountsOf(item: Loose): UnitAmounts {
  const financials = item.refund_financials;
  if (!isObject(financials)) return { estimated: null, provider: null, shopper: null };
  const provider = providerKeyOf(financials);
  return {
    estimated: integer(financials[ESTIMATED]),
    provider: provider === undefined ? null : integer(financials[provider]),
    shopper: integer(financials[SHOPPER]),
  };
}

const integer = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

/** Fields that only the field notes name: of an RMA message, and of one of its units. */
export const FIELD_RMA_FIELDS: readonly string[] = [
  ...['bonus_credit_amount_cents', 'receiving_complete', 'warehouse_id', 'vendor', 'concept', 'customer'],
];
export const FIELD_UNIT_FIELDS: readonly string[] = [
  ...['upc', 'secondary_identifier', 'warehouse_receipt_condition'],
];
