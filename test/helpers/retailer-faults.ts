// Faults of a retailer's side that really happen: what `startRetailer` does wrong when one of them is switched on.

export const RETAILER_FAULTS = [
  'accepts-anybody',
  'answers-202',
  'answers-422',
  'answers-late',
  'applies-older',
  /** More than three requests at once get 503. */
  'busy-503',
  'closes-connection',
  /** Of messages of an RMA that come close to each other only the first is acted upon. */
  'drops-bursts',
  /** The unit price is counted twice. */
  'exchange-charged-twice',
  'exchange-never-ships',
  'exchange-not-idempotent',
  'exchange-without-identifier',
  /** What it knows of a return expires after a week. */
  'forgets-after-a-week',
  'gift-card-refused',
  /** The snapshot has no transactions: the service refuses it. */
  'incomplete-snapshot',
  'never-refunds',
  'never-refunds-received',
  'redirects',
  'refund-without-rma',
  'refunds-at-label',
  'refunds-cancelled',
  'refunds-duplicates',
  'refunds-scanned-again',
  'refunds-too-much',
  'refunds-without-shipping',
  'refuses-credentials',
  /** 409 to a message that it has. */
  'refuses-duplicates',
  'refuses-new-fields',
  'refuses-refunded',
  'refuses-unknown-orders',
  /** updated_at of the order does not move. */
  'stale-snapshot',
  'variants-404',
  'variants-broken',
  'variants-empty',
  'variants-unknown-500',
  /** Nothing is refunded before the last parcel is scanned. */
  'waits-for-all-parcels',
] as const;
export type RetailerFault = (typeof RETAILER_FAULTS)[number];
