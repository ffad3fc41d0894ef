// An open question, and what is known of this installation to answer it: settings, flags, and what was seen in the files.
import type { KnownTarget } from '../account/known-target.ts';
import type { AsnFacts } from './asns.ts';
import type { OrderFacts } from './orders.ts';
import type { Agreement } from './types.ts';

/** The retailer's endpoints as the flags name them. Never the credentials. */
interface CustomerFacts {
  readonly url: string;
  readonly paths: { readonly rmas: string; readonly variants: string; readonly exchangeOrders: string };
  /** Kind of the credentials that the service has to send: `basic`, `header`, `oauth`; null without any. */
  readonly auth: string | null;
  readonly abilities: readonly string[];
  /** ms in which the retailer's side had to answer a request. */
  readonly answerMs: number;
}

export interface AgreementFacts {
  readonly target: Pick<
    KnownTarget,
    'profile' | 'environment' | 'address' | 'baseAddress' | 'limit' | 'statusSpelling' | 'minorUnits'
  > | null;
  /** `CODE=LEVEL` of --level and of the profile. */
  readonly levels: readonly string[];
  /** What flags say about reading orders. */
  readonly timezone: string | null;
  readonly currency: string | null;
  readonly customer: CustomerFacts | null;
  readonly orders: OrderFacts | null;
  readonly asns: AsnFacts | null;
}

export interface OpenQuestion extends Omit<Agreement, 'ours'> {
  /** What this installation does; null or undefined when that is not known. */
  readonly ours?: (facts: AgreementFacts) => string | null;
}
