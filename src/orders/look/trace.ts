// The origin of every field of a finished order: file, line, column, cell and rule. Used by --trace and --sample.
import type { KnownTarget } from '../../account/known-target.ts';
import { inputFailure, type Place } from '../../basics/failure.ts';
import { isObject, leaves, valueAt } from '../../basics/json.ts';
import { stepsIn } from '../../basics/json-text.ts';
import { quote } from '../../basics/text.ts';
import type { Lax, Order } from '../../contract/order.ts';
import { allFindings } from '../../contract/order-rules/input.ts';
import { finishOrder } from '../../contract/validate-order.ts';
import type { Snapshot, SnapshotTable, SourceCell } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { inSession } from '../../runs/session.ts';
import type { Folders } from '../../storage/folders.ts';
import { ReadyOrder } from '../../storage/order-record.ts';
import { inAcceptedNames } from '../compare/compare.ts';
import { type CheckContext, type SnapshotVerdict, withCurrency } from '../read/check-snapshot.ts';
import { latestOf, type OrderInput } from '../read/order-input.ts';
import { openOffline, type Watch } from '../upload/first-pass.ts';

/** The cells of a table, or else the value of JSON. */
export interface RowsSource extends Pick<Snapshot, 'raw' | 'rows'> {
  readonly table?: SnapshotTable | undefined;
}

/** A row of a table; of JSON the record itself, each value with its path. */
export interface SourceRow {
  readonly file: string;
  readonly line: number;
  /** The cells with a text, in the order of the columns. */
  readonly cells: readonly SourceCell[];
}

/** `rows`: numbers of the rows, from 0. Rows that were made from one record are one. */
export function sourceRowsOf(
  { table, raw, rows: places }: RowsSource,
  fileName: (index: number) => string,
  rows: readonly number[] = places.map((_, row) => row),
): SourceRow[] {
  const place = (row: number) => ({ file: fileName(places[row]!.file), line: places[row]!.line });
  // Further places of an order in JSON are repetitions of the same content.
  if (!table) return rows.slice(0, 1).map((row) => ({ ...place(row), cells: leaves(raw).map(valueCell) }));
  const records = new Map<string, { readonly row: number; readonly cells: Map<string, SourceCell> }>();
  for (const row of rows) {
    const { file, start } = places[row]!;
    const record = records.get(`${file}:${start}`) ?? { row, cells: new Map() };
    records.set(`${file}:${start}`, record);
    for (const cell of table.cellsOf(row)) {
      const name = `${cell.column} ${cell.name}`;
      // A path that leads through a list has a cell with its first value, and one with all of them.
      const before = record.cells.get(name);
      const fields = [...(before?.fields ?? []), ...cell.fields];
      record.cells.set(name, {
        ...(before && before.text.length > cell.text.length ? before : cell),
        fields,
      });
    }
  }
  return [...records.values()].map(({ row, cells }) => ({ ...place(row), cells: [...cells.values()] }));
}

/** The cell that a field came from: of JSON the value at its path. Null when no cell gave it. */
export function sourceCellOf(snapshot: Snapshot, path: string): SourceCell | null {
  if (snapshot.table) return snapshot.cellOf?.(path) ?? null;
  const value = valueAt(snapshot.raw, stepsIn(path));
  return value === undefined ? null : valueCell([path, value]);
}

const valueCell = ([path, value]: readonly [string, unknown]): SourceCell => ({
  name: path,
  text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  column: null,
  fields: [path.replace(/\[\d+\]/g, '')],
});

export type Trace = Readonly<ReturnType<typeof traceSnapshot>>;
export type TracedField = Trace['fields'][number];

/** `orders check --trace ID`: opens the input and traces one order. @throws Failure exit 6 when the order is not in the input */
export async function runTrace(
  platform: Platform,
  folders: Folders,
  input: OrderInput,
  id: string,
  target: Pick<KnownTarget, 'key'> | undefined,
): Promise<Trace> {
  return inSession(platform, folders, {}, async (session) => {
    const { inputs, checks } = await openOffline(session, input, target);
    for await (const snapshot of latestOf(inputs, id)) return traceSnapshot(snapshot, checks);
    throw inputFailure('input.order.missing', `The input holds no order ${quote(id)}`, {
      expected: 'the identifier of an order as it is sent',
      hint: 'Check the spelling; with --out - you see all orders.',
    });
  });
}

export function traceSnapshot(snapshot: Snapshot, context: CheckContext) {
  const given = isObject(snapshot.raw) ? snapshot.raw : {};
  const raw = withCurrency(given, context.currency);
  const lacksCurrency = raw !== given;
  const { order, findings } = finishOrder(raw, context);
  const names = new Map<string, string>();
  const before = order && snapshot.namesLines ? context.accepted(snapshot.id) : undefined;
  const ready = before && new ReadyOrder(context.crypto, order!, undefined, true);
  const sent = ready ? inAcceptedNames(ready, before, names).order : order;
  /** The lines stand in the sequence of the input here, refunds and their lines in both alike. */
  const sentAt = (path: string, value: unknown) =>
    path.startsWith('refunds') ? valueAt(sent, stepsIn(path)) : names.get(value as string);
  const fields = leaves(order ?? raw).map(([path, own]) => {
    const value = before && NAMED.test(path) ? (sentAt(path, own) ?? own) : own;
    const rule = value === own ? ruleOf(snapshot, given, path, lacksCurrency) : 'accepted';
    const placeless = PLACELESS.has(rule);
    const { file, line, column, jsonPath }: Place = placeless ? {} : snapshot.placeOf(path);
    return {
      path,
      value,
      file: file ?? null,
      line: line ?? null,
      column: column ?? null,
      /** Of JSON with a mapping: the path of the value in its record. */
      ...(jsonPath !== undefined && { json_path: jsonPath }),
      /** How the value was made: mapped, value map, constant, default, generated, accepted, joined, tax share, derived. */
      rule,
      /** The cell that the value came from; null when no cell gave it. */
      cell: placeless ? null : sourceCellOf(snapshot, path),
    };
  });
  return {
    id: snapshot.id,
    /** The finished order; undefined when it cannot be finished, then `fields` are those of the input. */
    order: sent,
    fields,
    findings: allFindings(snapshot.findings, findings),
    /** Why the mapping leaves the order out. */
    skip: snapshot.skip ?? null,
  };
}

/** Identifiers that are generated, and that those of the accepted version replace. */
const NAMED =
  /^items\[\d+\]\.identifier$|^refunds\[\d+\]\.refund_line_items\[\d+\]\.(?:order_item_)?identifier$/;

const PLACELESS: ReadonlySet<string> = new Set(['accepted', 'constant', 'default', 'derived', '--currency']);

function ruleOf(snapshot: Snapshot, raw: object, path: string, lacksCurrency: boolean): string {
  if (path === 'currency' && lacksCurrency) return '--currency';
  if ((valueAt(raw, stepsIn(path)) ?? null) === null) return 'derived';
  return snapshot.ruleOf?.(path) ?? 'mapped';
}

// Chooses the orders that `orders check --sample N` shows whole: those that show most of what the file and its mapping do.

export type SampleOrder = ReturnType<SampleChooser['take']>[number];

/** What is looked for, in this order: of each the order with the highest value is taken, of equal ones the first. */
const WANTED = [
  'the first order',
  'the order that shows most',
  'a refused order',
  'the largest order',
] as const;
type Wanted = (typeof WANTED)[number];

interface Seen {
  readonly snapshot: Snapshot;
  readonly isRefused: boolean;
  readonly value: number;
}

/** Holds a few snapshots while the input is read; their rows are looked up at the end. */
export class SampleChooser implements Watch {
  private readonly best = new Map<Wanted, Seen>();
  /** The first orders: they fill up the number that was asked for. */
  private first: Seen[] = [];

  constructor(private readonly most: number) {}

  begin(): void {
    this.best.clear();
    this.first = [];
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict): void {
    if (verdict.kind === 'skipped') return;
    const isRefused = verdict.kind === 'refused';
    /** A value of 0 means that the order does not have it. */
    const offer = (why: Wanted, value: number) => {
      if (value > (this.best.get(why)?.value ?? 0)) this.best.set(why, { snapshot, isRefused, value });
    };
    if (verdict.kind === 'refused') offer('a refused order', 1);
    else {
      const { order } = verdict.order;
      const { total_amount_cents: total = 0 }: Lax<Order> = order;
      offer('the first order', 1);
      offer('the order that shows most', score(order));
      offer('the largest order', total);
    }
    if (this.first.length < this.most) this.first.push({ snapshot, isRefused, value: 0 });
  }

  /** The chosen orders, while the input is still open. */
  take(context: CheckContext, fileName: (index: number) => string) {
    const chosen = new Map<number, readonly [why: string, seen: Seen]>();
    const add = (why: string, seen: Seen | undefined) => {
      if (seen && chosen.size < this.most && !chosen.has(seen.snapshot.ordinal))
        chosen.set(seen.snapshot.ordinal, [why, seen]);
    };
    for (const why of WANTED) add(why, this.best.get(why));
    for (const seen of this.first) add('one of the first orders', seen);
    return [...chosen.values()].map(([why, { snapshot, isRefused }]) => ({
      /** Why this order was chosen: `the first order`, `a refused order`. */
      why,
      isRefused,
      trace: traceSnapshot(snapshot, context),
      rows: sourceRowsOf(snapshot, fileName),
    }));
  }
}

/** Refunds are rare and often mapped wrongly; then whatever has most values: lines, shipments, discounts, tax. */
const score = (order: Order): number =>
  (order.refunds.length > 0 ? 1_000_000 : 0) + leaves(order).filter(([, value]) => Boolean(value)).length;
