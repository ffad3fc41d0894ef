// The origin of every field of a finished order: file, line, column, cell and rule. Used by --trace and --sample.
import type { KnownTarget } from '../../account/known-target.ts';
import { inputFailure, type Place } from '../../basics/failure.ts';
import { isObject, leaves, valueAt } from '../../basics/json.ts';
import { stepsIn } from '../../basics/json-text.ts';
import { quote } from '../../basics/text.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Order } from '../../contract/order.ts';
import { allFindings } from '../../contract/order-rules/input.ts';
import { finishOrder } from '../../contract/validate-order.ts';
import type { Snapshot, SourceCell } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { inSession } from '../../runs/session.ts';
import type { Folders } from '../../storage/folders.ts';
import { Ledger, ledgerPath } from '../../storage/ledger.ts';
import { ReadyOrder } from '../../storage/order-record.ts';
import { inAcceptedNames } from '../compare/compare.ts';
import { type CheckContext, withCurrency } from '../read/check-snapshot.ts';
import { checkContext, latestOf, type OrderInput, openOrderInput } from '../read/order-input.ts';
import { sourceCellOf } from './source-rows.ts';

export interface TracedField {
  readonly path: string;
  readonly value: unknown;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** Of JSON with a mapping: the path of the value in its record. */
  readonly json_path?: string;
  /** How the value was made: mapped, value map, constant, default, generated, accepted, joined, tax share, derived. */
  readonly rule: string;
  /** The cell that the value came from; null when no cell gave it. */
  readonly cell: SourceCell | null;
}

export interface Trace {
  readonly id: string;
  /** The finished order; undefined when it cannot be finished, then `fields` are those of the input. */
  readonly order: Order | undefined;
  readonly fields: readonly TracedField[];
  readonly findings: readonly Finding[];
  /** Why the mapping leaves the order out. */
  readonly skip: string | null;
}

/** `orders check --trace ID`: opens the input and traces one order. @throws Failure exit 6 when the order is not in the input */
export async function runTrace(
  platform: Platform,
  folders: Folders,
  input: OrderInput,
  id: string,
  target: Pick<KnownTarget, 'key'> | undefined,
): Promise<Trace> {
  return inSession(platform, folders, {}, async (session) => {
    const inputs = session.use(await openOrderInput(platform, folders, input));
    const ledger =
      target && platform.files.stat(ledgerPath(folders))
        ? new Ledger(platform, session.ledger(), target.key)
        : undefined;
    const checks = await checkContext(platform, input.reading, inputs, ledger);
    for await (const snapshot of latestOf(inputs, id)) return traceSnapshot(snapshot, checks);
    throw inputFailure('input.order.missing', `The input holds no order ${quote(id)}`, {
      expected: 'the identifier of an order as it is sent',
      hint: 'Check the spelling; with --out - you see all orders.',
    });
  });
}

export function traceSnapshot(snapshot: Snapshot, context: CheckContext): Trace {
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
      ...(jsonPath === undefined ? {} : { json_path: jsonPath }),
      rule,
      cell: placeless ? null : sourceCellOf(snapshot, path),
    };
  });
  return {
    ...{ id: snapshot.id, order: sent, fields },
    findings: allFindings(snapshot.findings, findings),
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
