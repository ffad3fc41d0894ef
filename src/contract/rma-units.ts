// The units of an RMA as a multiset: they have no identifier, so equal ones are counted and others paired by what fits.
import type { UnitAmounts } from './rma-words.ts';

/** What tells units apart as far as anything does: their order, line and sku. */
export interface UnitKey {
  readonly order: string;
  readonly line: string;
  readonly sku: string;
}

/** What is remembered of units that are alike in all of it. No personal data. */
export interface UnitState extends UnitKey, UnitAmounts {
  /** How many units are so. */
  readonly units: number;
  readonly tracking: string | null;
  readonly status: string | null;
  readonly receiving: string | null;
  readonly refundType: string | null;
  readonly reason: string | null;
  readonly exchangeOrder: string | null;
}

export type ChangeValue = string | number | boolean | null;

/** One difference between two messages of an RMA. */
export interface Change {
  /** The unit that changed; null for the RMA itself. */
  readonly unit: UnitKey | null;
  /** How many units changed so; 1 for the RMA itself. */
  readonly units: number;
  /** Field of the message: `status`, `package_tracking_status`; `unit` when units appeared (before 0) or are gone (after 0). */
  readonly field: string;
  readonly before: ChangeValue;
  readonly after: ChangeValue;
}
