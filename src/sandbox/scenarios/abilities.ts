// What retailers can do: scenarios and their steps name what they need.

/** What a retailer's side may or may not be able to do; a scenario names what it needs. */
export const ABILITIES = [
  'refund-at-scan',
  'refund-on-receipt',
  'refund-keep',
  'variants',
  'exchange-orders',
  'exchange-snapshots',
] as const;
export type Ability = (typeof ABILITIES)[number];

/** What most retailers can do; the others are beyond what the interface shows. */
export const USUAL_ABILITIES: readonly Ability[] = [
  'refund-at-scan',
  'refund-on-receipt',
  'variants',
  'exchange-orders',
];
