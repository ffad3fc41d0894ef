// Makes rules, and the list of those that stand in one file; and the reasons why some rules cannot be lowered: without them a
// message is unreadable, or this tool could not hold its guarantees.
import type { Fixed, Rule, Severity } from './finding.ts';

export type RuleText = Omit<Rule, 'code' | 'severity'>;

/** What a rule says itself: all that the list does not say for it. */
type OwnText<Common> = Omit<RuleText, keyof Common | 'source'> & Partial<RuleText>;

/**
 * A list that grows with each rule that its `error`, `warning` and `note` make. What `common` says holds for every rule that
 * does not say it otherwise; what names no source is a rule of this tool.
 */
export function ruleList<Common extends Partial<RuleText>>(common: Common) {
  const all: Rule[] = [];
  const of =
    (severity: Severity) =>
    (code: string, text: OwnText<Common>): Rule => {
      const rule = {
        ...{ code, severity, source: 'this tool', ...common, ...text },
        // A large sample is a function: it is built only on use, not at start-up.
        get bad() {
          return typeof text.bad === 'function' ? text.bad() : text.bad;
        },
      } as unknown as Rule;
      all.push(rule);
      return rule;
    };
  return { all: all as readonly Rule[], error: of('error'), warning: of('warning'), note: of('note') };
}

/** A heading of the interface, the source of most rules of RMAs. */
export const RMA_MESSAGE = 'RMA message (request body sent to the customer)';

export const UNREADABLE: Fixed = { why: 'a value of another type cannot be read' };
export const NOT_JSON: Fixed = { why: 'readers of JSON differ on what such a message says' };
export const TOO_LARGE: Fixed = { why: 'anything larger is not checked, so its errors would stay unknown' };
export const UNDECIDED: Fixed = {
  why: 'it cannot be decided which of the values is right, so there is no value to send',
};
export const NO_VALUE: Fixed = { why: 'without it the field has no value that could be sent' };
export const ANSWERED: Fixed = { why: 'the answer to the call follows from it' };

/** Fields of an order that identify orders, lines, refunds and snapshots. */
const ORDER_IDENTIFIERS = [
  'identifier',
  'items.identifier',
  'refunds.identifier',
  'refunds.refund_line_items.identifier',
  'refunds.refund_line_items.order_item_identifier',
];
export const ORDER_IDENTITY: Fixed = {
  why: 'orders, lines and refunds are found again by it',
  fields: ORDER_IDENTIFIERS,
};
export const ORDER_FRAME: Fixed = {
  why: 'orders, lines, refunds and the newest snapshot are found by it',
  fields: [
    ...ORDER_IDENTIFIERS,
    'updated_at',
    'items',
    // With --keep-refunds the amount is copied into later snapshots.
    'refunds.total_refund_amount_cents',
    'refunds.refund_line_items',
    'refunds.refund_line_items.quantity',
  ],
};
export const LINE_IDENTITY: Fixed = { why: 'refunds and RMAs could not say which line they mean' };
export const NEWEST_SNAPSHOT: Fixed = { why: 'it decides which snapshot of an order is the newest' };
/** The same for a rule that applies to all times. */
export const SNAPSHOT_TIME: Fixed = { ...NEWEST_SNAPSHOT, fields: ['updated_at'] };
/** Fields of an ASN that identify ASNs and their lines. */
const ASN_IDENTIFIERS = ['program_identifier', 'asn_number', 'cartons.details.line_identifier'];
export const ASN_IDENTITY: Fixed = {
  why: 'ASNs and their lines are found again by it',
  fields: ASN_IDENTIFIERS,
};
export const ASN_FRAME: Fixed = {
  ...ASN_IDENTITY,
  fields: [...ASN_IDENTIFIERS, 'cartons', 'cartons.details'],
};
/** Fields of an RMA message that identify RMAs and their units. */
export const RMA_IDENTITY: Fixed = {
  why: 'RMAs and their units are found again by it',
  fields: ['rma_identifier', 'items', 'items.order_identifier', 'items.order_line_item_identifier'],
};
export const EXCHANGE_FRAME: Fixed = { why: 'there is nothing to exchange without it', fields: ['items'] };
/** For rules that compare a snapshot with the ledger. */
export const REFUNDS: Fixed = { why: 'this tool promises that no accepted refund is taken back' };
/** For rules that compare an ASN with those queued before. */
export const CREATED_ONCE: Fixed = { why: 'an ASN is created once, and changed with returns asns update' };
