// What the interface says, as data for programs: what a code means, the schemas, the endpoints of the customer, and limits.
import { ALL_RULES } from '../all-rules.ts';
import { RATE_LIMITS } from '../endpoints.ts';
import { TOKEN_LIFETIME_SECONDS } from '../error-body.ts';
import { MAX_EXCHANGE_ITEMS } from '../exchange-rules/order.ts';
import type { Rule } from '../finding.ts';
import { initialLevel, type Level } from '../levels.ts';
import { jsonSchemaOf } from '../messages.ts';
import { MAX_QUANTITY } from '../order-rules/quantities.ts';
import { MAX_UNITS } from '../rma-rules/fields.ts';

/** What `returns explain CODE` says. */
export interface Explanation {
  readonly code: string;
  /** The level without settings. */
  readonly level: Level;
  /** Why, and for which fields, the level cannot be lowered; null when it can. An empty list means every field. */
  readonly fixed: { readonly why: string; readonly fields: readonly string[] } | null;
  /** One line: what the rule requires. */
  readonly title: string;
  /** Why, and what to do. */
  readonly explanation: string;
  /** The heading of the interface that it comes from, or `field notes` or `this tool`. */
  readonly source: string;
  /** A message (or the part of it) that meets the rule, and one that breaks this rule only. */
  readonly good: unknown;
  readonly bad: unknown;
}

/** What a finding's code means; undefined for a code that is not ours, such as the service's own. */
export function explainCode(code: string): Explanation | undefined {
  const rule = ALL_RULES.get(code);
  return rule && explanationOf(rule);
}

export function explanationOf(rule: Rule): Explanation {
  const { code, title, explanation, source, good, bad, fixed } = rule;
  const fixes = fixed ? { why: fixed.why, fields: fixed.fields ?? [] } : null;
  return { code, level: initialLevel(rule), fixed: fixes, title, explanation, source, good, bad };
}

/** Every code that a finding can have, sorted. */
export const FINDING_CODES: readonly string[] = [...ALL_RULES.keys()];

/** The messages that have a JSON Schema. */
export type SchemaName =
  | 'order'
  | 'orders'
  | 'asn'
  | 'token'
  | 'token-answer'
  | 'rma'
  | 'variants'
  | 'variant'
  | 'exchange-order'
  | 'exchange-answer'
  | 'error';

/**
 * JSON Schema (draft 2020-12) of a message, as `returns schema NAME` prints it: the type of each field. Rules that compare
 * fields are in no schema; the judge functions know them.
 */
export const messageSchema = (name: SchemaName): Record<string, unknown> => jsonSchemaOf(name);

/** An endpoint that the customer provides and the service calls (interface: Endpoints the customer provides). */
export interface CustomerEndpoint {
  readonly name: 'rmas' | 'variants' | 'exchangeOrders';
  readonly method: 'GET' | 'POST';
  /** Under the customer's address, as `returns listen` serves it; the retailer may choose the last part. */
  readonly path: string;
  /** The schema of what the service sends; null when it sends no body. */
  readonly request: SchemaName | null;
  /** The schema of the answer; null when its body is not used. */
  readonly answer: SchemaName | null;
  readonly success: number;
  readonly purpose: string;
}

export const CUSTOMER_ENDPOINTS: readonly CustomerEndpoint[] = [
  {
    ...{ name: 'rmas', method: 'POST', path: '/rmas', request: 'rma', answer: null, success: 200 },
    purpose: 'Learn of RMAs and of their changes',
  },
  {
    ...{ name: 'variants', method: 'GET', path: '/sku/{variant_identifier}/variants', request: null },
    ...{ answer: 'variants', success: 200, purpose: 'Answer with the variants of a product' },
  },
  {
    ...{ name: 'exchangeOrders', method: 'POST', path: '/exchange_orders', request: 'exchange-order' },
    ...{ answer: 'exchange-answer', success: 200, purpose: 'Place the order of an exchange' },
  },
];

/** Limits of the interface, and what this tool reads at most. */
export const LIMITS = {
  /** Requests per minute and IP address. */
  requestsPerMinute: RATE_LIMITS,
  tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS,
  /** Units of one order line (field notes). */
  quantityPerLine: MAX_QUANTITY,
  /** Units in one RMA message that are checked. */
  unitsPerRma: MAX_UNITS,
  /** Items of one exchange order that are checked. */
  itemsPerExchangeOrder: MAX_EXCHANGE_ITEMS,
  /** Labels of one line of an ASN, version 2. */
  labelsPerAsnLine: 2,
} as const;
