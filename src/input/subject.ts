// The two kinds of input, orders and ASNs: words for failures, columns, and the key of the message in a rejects line.
import { type MessageTable, ORDER_TABLE } from './message-table.ts';

export interface Subject {
  readonly one: 'order' | 'ASN';
  readonly many: 'orders' | 'ASNs';
  /** Key of the message in a line of a rejects file; also part of failure codes. */
  readonly key: 'order' | 'asn';
  /** A member that messages have and lines of a rejects file do not have. */
  readonly identifier: string;
  /** The command that prints a sample, and the one that reads standard input; hints name them. */
  readonly template: string;
  readonly stdin: string;
  /** True when a command reads several files at once. */
  readonly severalFiles: boolean;
  readonly table: MessageTable;
  /** Some columns as an example, and why the required columns are required. */
  readonly shown: string;
  readonly neededFor: string;
  /** Fields of a message that are lists of objects. */
  readonly lists: readonly string[];
  /** Keys of the path to the list of messages in a document that wraps it. */
  readonly wrapper?: readonly [string, string];
  /** The forms that a JSON document may have, as a text. */
  readonly forms: string;
}

export const ORDERS: Subject = {
  one: 'order',
  many: 'orders',
  key: 'order',
  identifier: 'identifier',
  template: 'returns orders template',
  stdin: 'returns orders upload -',
  severalFiles: true,
  table: ORDER_TABLE,
  shown: 'identifier, updated_at, item.identifier, item.sku ...',
  neededFor: 'rows with the same values in both are one snapshot of an order',
  lists: ['items', 'refunds', 'transactions', 'discounts'],
  wrapper: ['returns_portal_order', 'orders'],
  forms: '{"returns_portal_order":{"orders":[...]}}, an array of orders, or one order',
};
