// Types of the two pages of the sandbox: the data that server and pages exchange.

import type { Order, OrderRefund } from '../../contract/message-types.ts';
import type * as documents from '../documents.ts';
import type * as intake from '../intake/receive-orders.ts';
import type { RmaItem } from '../life-cycle/messages.ts';

type WithUnits<Document> = Omit<Document, 'items'> & { readonly items: readonly RmaItem[] };

/** A return as lists have it: without its history. */
export type Return = WithUnits<documents.RmaList['rmas'][number]>;
export type RmaDocument = WithUnits<documents.RmaDocument>;
export interface RmaList {
  readonly rmas: readonly Return[];
}

export type {
  AssumptionsDocument,
  ClockDocument,
  CustomerDocument,
  DeliveryDocument,
  DeliveryList,
  FaultsDocument,
  LogDocument,
  ReturnableDocument,
  ReturnableLine,
  VariantsDocument,
} from '../documents.ts';
export type { OrderRefund, RmaItem };

/** With a lowered level fields may be absent. */
export interface StoredOrder extends Omit<intake.StoredOrder, 'order'> {
  readonly order?: Partial<Order>;
}
