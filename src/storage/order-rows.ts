// An accepted order as rows of the ledger: its head, lines, refunds and earlier versions.
import type { Database, SqlRow } from '../platform/platform.ts';
import { decodeStoredText, storedText } from './names.ts';
import {
  HISTORY,
  type KnownOrder,
  type LineFacts,
  type OrderRecord,
  type PastVersion,
  type RefundFacts,
} from './order-record.ts';

/** Columns of a known order, in the order of `KnownRow`; `x` is the table of orders. */
export const KNOWN_COLUMNS = `x.no, x.identifier, lower(hex(x.digest)), lower(hex(x.content_digest)), x.updated_at, x.status,
  x.currency, x.total_cents, x.accepted_at, x.run, EXISTS (SELECT 1 FROM refunds WHERE order_no = x.no), x.created_at, x.shipping_cents,
  x.is_restored`;

/**
 * An accepted order in the ledger. Digests are enough to compare most orders, so run, lines and refunds are read only
 * when they are asked for. A class, and no object with getters of its own: one is made for every order that comes again.
 */
export class KnownRow implements KnownOrder {
  readonly no: number;
  readonly digest: string;
  readonly content: string;
  readonly updatedAt: string;
  readonly status: string;
  readonly currency: string;
  readonly totalCents: number;
  readonly at: number;
  readonly createdAt: string;
  readonly shippingCents: number | undefined;
  readonly isRestored: true | undefined;

  constructor(
    private readonly database: Database,
    private readonly row: SqlRow,
    readonly id: string,
  ) {
    this.no = row[0] as number;
    this.digest = row[2] as string;
    this.content = row[3] as string;
    this.updatedAt = row[4] as string;
    this.status = row[5] as string;
    this.currency = row[6] as string;
    this.totalCents = row[7] as number;
    this.at = row[8] as number;
    this.createdAt = (row[11] ?? '') as string;
    this.shippingCents = (row[12] ?? undefined) as number | undefined;
    this.isRestored = row[13] === 1 || undefined;
  }

  get run(): string {
    return this.database.get('SELECT text FROM names WHERE no = ?', this.row[9]!)![0] as string;
  }

  get lines() {
    return linesOf(this.database, this.no);
  }

  get refunds() {
    return this.row[10] === 0 ? [] : refundsOf(this.database, this.no);
  }

  get past() {
    return versionsOf(this.database, this.no);
  }

  get previous(): OrderRecord['previous'] {
    return restOf(this.database, this.no).previous;
  }

  /** The complete record. */
  record(): OrderRecord {
    const { database, row: _, no, ...head } = this;
    const { run, lines, refunds, past } = this;
    return { ...head, run, lines, refunds, past, ...restOf(database, no) };
  }
}

function linesOf(database: Database, no: number) {
  return database
    .all(
      `SELECT identifier, sku, ordered, shipped, canceled, unit_price_cents, product_cents, tax_cents, discount_cents,
         title
       FROM order_lines WHERE order_no = ? ORDER BY position`,
      no,
    )
    .map(([identifier, sku, ordered, shipped, canceled, ...more]) => {
      const [unitPriceCents, productCents, taxCents, discountCents, title] = more;
      return {
        ...{ identifier: decodeStoredText(identifier as string), sku: decodeStoredText(sku as string) },
        ...{ ordered, shipped, canceled, unitPriceCents, productCents, taxCents, discountCents, title },
      } as LineFacts;
    });
}

function refundsOf(database: Database, no: number) {
  const refunds = database.all(
    'SELECT position, identifier, amount_cents, rma, created_at, run FROM refunds WHERE order_no = ? ORDER BY position',
    no,
  );
  if (refunds.length === 0) return [];
  const lines = database.all(
    'SELECT refund, identifier, order_line, units FROM refund_lines WHERE order_no = ? ORDER BY refund, position',
    no,
  );
  return refunds.map(
    ([position, identifier, amountCents, rma, createdAt, run]) =>
      ({
        identifier: decodeStoredText(identifier as string),
        amountCents,
        createdAt,
        rma: rma === null ? null : decodeStoredText(rma as string),
        ...(run !== null && { run }),
        lines: lines
          .filter(([refund]) => refund === position)
          .map(([, ofLine, line, units]) => ({
            ...{
              identifier: decodeStoredText(ofLine as string),
              line: decodeStoredText(line as string),
              units,
            },
          })),
      }) as RefundFacts,
  );
}

/** Newest first. */
function versionsOf(database: Database, no: number) {
  return database
    .all(
      `SELECT v.updated_at, v.status, lower(hex(v.digest)), v.accepted_at, r.text
       FROM order_versions v JOIN names r ON r.no = v.run WHERE v.order_no = ? ORDER BY v.version DESC`,
      no,
    )
    .map(([updatedAt, status, digest, at, run]) => ({ updatedAt, status, digest, at, run }) as PastVersion);
}

/** The parts of a record other than head, lines, refunds and versions. */
function restOf(database: Database, no: number): Pick<OrderRecord, 'source' | 'previous'> {
  const [file, line, previous] = database.get(
    'SELECT f.text, x.line, x.previous FROM orders x JOIN names f ON f.no = x.file WHERE x.no = ?',
    no,
  )!;
  return { source: { file, line }, previous } as ReturnType<typeof restOf>;
}

/** Where the record of an order stands; without a number it is a new one. */
interface RowHead {
  readonly no: number | undefined;
  readonly target: number;
  /** The identifier as it is stored. */
  readonly identifier: string;
}

/** Inserts a record, or replaces the one with that number, with all that hangs on it. */
export function putOrder(
  database: Database,
  numberOf: (text: string) => number,
  head: RowHead,
  record: OrderRecord,
): void {
  // OR REPLACE costs a third more, where there is nothing to replace.
  const no = database.insert(
    `INSERT ${head.no === undefined ? '' : 'OR REPLACE '}INTO orders (no, target, identifier, digest, content_digest, updated_at, status, currency, total_cents,
      accepted_at, run, file, line, previous, created_at, shipping_cents, is_restored)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[head.no ?? null, head.target, head.identifier],
    ...[Buffer.from(record.digest, 'hex'), Buffer.from(record.content, 'hex'), record.updatedAt],
    ...[record.status, record.currency, record.totalCents, record.at],
    ...[numberOf(record.run), numberOf(record.source.file), record.source.line, record.previous],
    ...[record.createdAt || null, record.shippingCents ?? null, record.isRestored ? 1 : null],
  );
  putLines(database, no, record.lines);
  putRefunds(database, no, record.refunds);
  const past = record.past.slice(0, HISTORY);
  for (const [i, version] of past.entries())
    database.run(
      'INSERT INTO order_versions (order_no, version, updated_at, status, digest, accepted_at, run) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[no, past.length - i, version.updatedAt, version.status],
      ...[Buffer.from(version.digest, 'hex'), version.at, numberOf(version.run)],
    );
}

function putLines(database: Database, no: number, lines: readonly LineFacts[]): void {
  for (const [position, line] of lines.entries())
    database.run(
      'INSERT INTO order_lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      no,
      position,
      storedText(line.identifier),
      storedText(line.sku),
      line.ordered,
      line.shipped,
      line.canceled,
      line.unitPriceCents,
      line.productCents,
      line.taxCents,
      line.discountCents,
      line.title ?? null,
    );
}

function putRefunds(database: Database, no: number, refunds: readonly RefundFacts[]): void {
  for (const [position, refund] of refunds.entries()) {
    const { identifier, amountCents, rma, createdAt, run } = refund;
    database.run(
      'INSERT INTO refunds VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[
        no,
        position,
        storedText(identifier),
        amountCents,
        rma === null ? null : storedText(rma),
        createdAt,
        run ?? null,
      ],
    );
    for (const [at, line] of refund.lines.entries())
      database.run(
        'INSERT INTO refund_lines VALUES (?, ?, ?, ?, ?, ?)',
        ...[no, position, at, storedText(line.identifier), storedText(line.line), line.units],
      );
  }
}
