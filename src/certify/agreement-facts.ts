// What this installation does where the interface leaves something open: from settings, flags, and what was seen in the files.
// Beside it stands what was agreed.

import type { KnownTarget } from '../account/known-target.ts';
import { QUESTIONS } from '../agreements/agreements.ts';
import { maskedAddress } from '../basics/text.ts';
import { formatDuration } from '../basics/units.ts';
import { ENDPOINT_KINDS, endpointUrl, pathOfKind } from '../contract/customer-endpoints.ts';
import { SPELLINGS } from '../contract/status-spelling.ts';
import { BATCH_SIZE_FLAG } from '../orders/order-flags.ts';
import type { Answers } from '../storage/agreements.ts';
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
    'profile' | 'environment' | 'address' | 'baseAddress' | 'limit' | 'minorUnits'
  > | null;
  /** `CODE=LEVEL` of --level and of the profile. */
  readonly levels: readonly string[];
  /** What flags say about reading orders. */
  readonly timezone: string | null;
  readonly currency: string | null;
  readonly customer: CustomerFacts | null;
  readonly orders: OrderFacts | null;
  readonly asns: AsnFacts | null;
  /** What was agreed with the service. */
  readonly answers: Answers;
}

const listed = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(', '));
const ability =
  (name: string, can: string, cannot: string) =>
  ({ customer }: AgreementFacts): string | null =>
    customer && (customer.abilities.includes(name) ? can : cannot);

/** By the id of the question; null when it is not known. */
const OURS: Readonly<Record<string, (facts: AgreementFacts) => string | null | undefined>> = {
  'address-orders': ({ target }) =>
    target ? `${target.address} (${target.environment}, profile ${target.profile})` : null,
  'address-asns': ({ target }) => target?.baseAddress ?? null,
  'answers-of-service': () => 'Only the status counts: 200 for orders, 202 for ASNs',
  'error-codes': () =>
    'Any code is reported with its field; a batch that is refused is halved until the order is found',
  'size-limits': () =>
    `${BATCH_SIZE_FLAG.initial} orders a request unless --batch-size says otherwise; one ASN a request`,
  rate: ({ target }) => (target ? `at most ${target.limit} a minute` : null),
  deprecation: () => 'Orders are sent with Api-Version 3, ASNs with api-version 1, or 2 with labels',
  history: ({ orders }) =>
    orders?.days ? `The orders given were created from ${orders.days.from} to ${orders.days.to}` : null,
  'cancelled-spelling': ({ answers }) => answers.get('cancelled-spelling')?.value ?? SPELLINGS[0],
  'minor-units': ({ target }) => target?.minorUnits,
  totals: ({ orders }) => (orders && orders.limits.length > 0 ? orders.limits.join(' ') : null),
  transactions: () => 'Sent as an empty array unless the file has some',
  discounts: () => 'Sent as an empty array unless the file has some',
  currency: ({ orders, currency }) =>
    (orders && listed(orders.currencies)) ?? (currency === null ? null : `${currency} (--currency)`),
  timezone: ({ timezone }) =>
    timezone === null ? null : `${timezone} where a time has no offset (--timezone)`,
  'refund-moment': ({ customer }) => {
    const refunds = customer?.abilities.filter((ability) => ability.startsWith('refund-')) ?? [];
    return refunds.length === 0 ? null : `${refunds.join(', ')} (--retailer-can)`;
  },
  'refund-date': () => 'returns orders refund sets it shortly ahead of now',
  levels: ({ levels, orders }) => listed([...new Set([...levels, ...(orders?.levels ?? [])])]),
  program: ({ asns }) => asns && listed(asns.programs),
  'asn-moves': ({ asns }) => {
    const seen = asns && listed(asns.statuses);
    return seen ? `The file has ${seen}` : null;
  },
  'endpoint-addresses': ({ customer }) => {
    if (!customer) return null;
    return ENDPOINT_KINDS.map((kind) => {
      const path = pathOfKind(kind, customer.paths);
      const url = maskedAddress(endpointUrl(customer.url, kind, path, customer.paths));
      return `${kind === 'variants' ? 'GET' : 'POST'} ${url}`;
    }).join(', ');
  },
  'endpoint-auth': ({ customer }) => customer && (customer.auth ?? 'nobody signs in (no --customer-auth)'),
  'answer-time': ({ customer }) => customer && `Tried with ${formatDuration(customer.answerMs)} (--answer)`,
  'return-methods': ability(
    'refund-keep',
    'Goods that are kept are refunded too',
    'Goods that are kept are not refunded',
  ),
  'receiving-status': ability(
    'refund-on-receipt',
    'Our side refunds on receipt',
    'Our side does not refund on receipt',
  ),
  'variant-fields': ability('variants', 'Our side answers variants', 'Our side does not answer variants'),
  'exchange-fields': ability(
    'exchange-orders',
    'Our side takes exchange orders',
    'Our side does not take exchange orders',
  ),
};

/** The open questions, and of the sandbox's assumptions those that were agreed. */
export const agreementsOf = (facts: AgreementFacts): Agreement[] =>
  QUESTIONS.flatMap(({ id, question, interface: source, isAssumed }) => {
    const answer = facts.answers.get(id);
    if (isAssumed && !answer) return [];
    const { value = null, by = null, since = null } = answer ?? {};
    return [{ id, question, interface: source, ours: OURS[id]?.(facts) ?? null, value, by, since }];
  });
