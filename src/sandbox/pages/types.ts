// Types of the two pages of the sandbox: the options of their server, and the data that server and pages exchange.

import type { Order, OrderRefund } from '../../contract/message-types.ts';
import type { ServerHandler } from '../../platform/platform.ts';
import type * as documents from '../documents.ts';
import type * as intake from '../intake/order-store.ts';
import type { RmaItem } from '../life-cycle/messages.ts';

export interface PagesOptions {
  /** 0 picks a free port. The address is always 127.0.0.1. */
  readonly port: number;
  /** Somebody chose the port: unless it is free, nothing starts. */
  readonly isFixed?: boolean;
  /** What answers `/_sandbox/*`: the pages ask it in this process, so that both doors give the same documents. */
  readonly inside: ServerHandler;
}

export interface Pages {
  /** The operator's view, with the key in the fragment: to be shown to the user, not to be logged. */
  readonly url: string;
  /** The shopper's portal, likewise. */
  readonly portalUrl: string;
  readonly close: () => Promise<void>;
}

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
