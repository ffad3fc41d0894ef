// What a file holds, orders or ASNs: the words of its failures, its columns, and how a line of its rejects names it.
import { type MessageTable, ORDER_TABLE } from './message-table.ts';

export interface Subject {
  readonly one: 'order' | 'ASN';
  readonly many: 'orders' | 'ASNs';
  /** How a line of a rejects file names the message, and codes of failures name it. */
  readonly key: 'order' | 'asn';
  /** A member that messages have and lines of a rejects file have not. */
  readonly identifier: string;
  /** The command that prints a sample, and the one that takes standard input. */
  readonly template: string;
  readonly stdin: string;
  /** Whether a command reads several files at once. */
  readonly severalFiles: boolean;
  readonly table: MessageTable;
  /** Some of its columns, and why those are needed that no table may lack. */
  readonly shown: string;
  readonly neededFor: string;
  /** Fields of a message that are lists of objects. */
  readonly lists: readonly string[];
  /** Keys on the way to the list of messages in a document that wraps it. */
  readonly wrapper?: readonly [string, string];
  /** What a JSON document may be. */
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
