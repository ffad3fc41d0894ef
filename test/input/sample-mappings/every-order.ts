// Compares all orders of a sample export with what a second path reads from it: every field, every refusal, every skip.
import fs from 'node:fs';
import { expect } from 'vitest';
import type { uploadedSample } from './carrier.ts';
import { ordersIn, type Row } from './export-rows.ts';

/** What a second path makes of an export. */
export interface Reading {
  /** By identifier: the order as the service must hold it. */
  readonly orders: ReadonlyMap<string, object>;
  /** By the value of the column that tells orders apart: the field and a part of the message in the rejects. */
  readonly refused: ReadonlyMap<string, readonly [field: string, message: string]>;
  /** Orders by the reason for which they are left out. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** How a second path reads its records. */
interface SecondPath<T> {
  idOf(record: T): string;
  /** Why the record is left out. */
  skip(record: T): string | undefined;
  /** Why an order cannot be sent: the field, and a part of the message. */
  refusal(record: T): readonly [field: string, message: string] | undefined;
  orderOf(record: T): object;
}

export function readingOf<T>(records: readonly T[], path: SecondPath<T>): Reading {
  const { idOf, skip, refusal, orderOf } = path;
  const orders = new Map<string, object>();
  const refused = new Map<string, readonly [string, string]>();
  const skipped: Record<string, number> = {};
  for (const record of records) {
    const reason = skip(record);
    if (reason !== undefined) {
      skipped[reason] = (skipped[reason] ?? 0) + 1;
      continue;
    }
    const why = refusal(record);
    if (why) refused.set(idOf(record), why);
    else orders.set(idOf(record), orderOf(record));
  }
  return { orders, refused, skipped };
}

/** A line of the rejects of a JSON export. */
interface RejectedRecord {
  readonly order: object;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

/** The service holds exactly the orders of the reading, and each field of them. */
export function expectEveryOrder(its: ReturnType<typeof uploadedSample>, { orders }: Reading): void {
  expect([...its.stored.keys()].sort()).toEqual([...orders.keys()].sort());
  for (const [id, order] of orders) expect(its.order(id), id).toEqual(order);
}

/** The rejects hold exactly the refused orders, with all their rows, the field and the message. */
export function expectEveryRefusal(
  its: ReturnType<typeof uploadedSample>,
  { refused }: Reading,
  rows: ReadonlyMap<string, readonly Row[]>,
  read: (file: string) => Row[],
  column: string,
): void {
  const { files } = its.uploaded.document.refused;
  const rejects = ordersIn(files.flatMap(read), column);
  expect([...rejects.keys()].sort()).toEqual([...refused.keys()].sort());
  for (const [id, [field, message]] of refused)
    its.expectRejected(rejects.get(id), rows.get(id)!, field, message);
}

export function expectEverySkip(its: ReturnType<typeof uploadedSample>, { skipped }: Reading): void {
  const found = its.uploaded.document.skipped_by ?? [];
  expect(Object.fromEntries(found.map(({ reason, orders }) => [reason, orders]))).toEqual(skipped);
}

/** The rejects of a JSON export hold exactly the refused orders, each with its whole record, the field and the message. */
export function expectEveryRecordRefused(
  its: ReturnType<typeof uploadedSample>,
  { refused }: Reading,
  records: ReadonlyMap<string, object>,
  idOf: (record: object) => string,
): void {
  const rejects = its.uploaded.document.refused.files.flatMap((file) =>
    fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RejectedRecord),
  );
  expect(rejects.map(({ order }) => idOf(order)).sort()).toEqual([...refused.keys()].sort());
  for (const { order, errors } of rejects) {
    const id = idOf(order);
    const [field, message] = refused.get(id)!;
    expect(order, id).toEqual(records.get(id));
    expect(
      errors.map((error) => error.field),
      id,
    ).toContain(field);
    expect(errors.map((error) => error.message).join('\n'), id).toContain(message);
  }
}
