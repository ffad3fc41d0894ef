// Types of the two pages of the sandbox: the options of their server, and the data that server and pages exchange.
import type { PageKey } from '../../page/server/guard.ts';
import type { ServerHandler } from '../../platform/platform.ts';
import type { ReturnableLine, RmaDocument } from '../documents.ts';

export interface PagesOptions {
  /** 0 picks a free port. The address is always 127.0.0.1. */
  readonly port: number;
  /** What answers `/_sandbox/*`: the pages ask it in this process, so that both doors give the same documents. */
  readonly inside: ServerHandler;
  /** Calls back after something in the sandbox changed; the returned function unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void;
  /** The key in the addresses. Without one: a new key, which is forgotten at the end. */
  readonly key?: PageKey;
}

export interface Pages {
  /** The operator's view, with the key in the fragment: to be shown to the user, not to be logged. */
  readonly url: string;
  /** The shopper's portal, likewise. */
  readonly portalUrl: string;
  readonly close: () => Promise<void>;
}

/** The names of the events of both pages. `changed`: what the page shows may be outdated. */
export const EVENTS_PATH = '/api/events';

/** What the shopper proves to know. Every request of the portal carries it. */
export interface PortalPair {
  readonly order: string;
  readonly email: string;
}

/** The paths of the portal; each is a POST with a `PortalPair`. */
export const PORTAL_PATHS = {
  /** Answers `PortalOrder`. */
  order: '/portal/api/order',
  /** With `line`: answers `VariantsDocument`. */
  variants: '/portal/api/variants',
  /** With a `PortalWish`: answers `RmaDocument`. */
  return: '/portal/api/return',
  /** With `rma`: answers `RmaDocument`. */
  cancel: '/portal/api/cancel',
} as const;

export interface PortalWish extends PortalPair {
  readonly lines: readonly {
    readonly line: string;
    readonly units: number;
    readonly reason: string;
    readonly exchange?: string;
    readonly gift_card?: boolean;
  }[];
  readonly method: string;
  /** E-mail of the receiver of a gift. */
  readonly giftee?: string;
}

/** An order as its shopper sees it. */
export interface PortalOrder {
  readonly order_identifier: string;
  readonly currency: string;
  readonly created_at: string;
  readonly first_name: string;
  /** Where the parcel comes from: the lines of the label. */
  readonly sender: readonly string[];
  readonly lines: readonly ReturnableLine[];
  /** Newest first. */
  readonly returns: readonly RmaDocument[];
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
  RmaDocument,
  RmaList,
  VariantsDocument,
} from '../documents.ts';
export type { ReturnableLine };
