// The origin of every field of one finished order: file, line, column and rule.
import { inputFailure, type Place } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import { quote } from '../basics/text.ts';
import type { Finding } from '../contract/finding.ts';
import { allFindings } from '../contract/order-rules/input.ts';
import { finishOrder } from '../contract/validate-order.ts';
import type { Inputs, Snapshot } from '../input/types.ts';
import type { CheckContext } from './check-snapshot.ts';

export interface TracedField {
  readonly path: string;
  readonly value: unknown;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** How the value was made: mapped, value map, constant, default, generated, joined, tax share, derived. */
  readonly rule: string;
}

export interface Trace {
  readonly id: string;
  readonly fields: readonly TracedField[];
  readonly findings: readonly Finding[];
  /** Why the mapping leaves the order out. */
  readonly skip: string | null;
}

/** @throws Failure exit 6 when the order is not in the input */
export async function traceOrder(inputs: Inputs, context: CheckContext, id: string): Promise<Trace> {
  const snapshot = await find(inputs, id);
  const { currency } = context;
  const given = isObject(snapshot.raw) ? snapshot.raw : {};
  const lacksCurrency = currency !== undefined && (given['currency'] ?? null) === null;
  const raw = lacksCurrency ? { ...given, currency } : given;
  const { order, findings } = finishOrder(raw, context);
  const fields = leaves(order ?? raw).map(([path, value]) => {
    const rule = ruleOf(snapshot, given, path, lacksCurrency);
    const { file, line, column } = PLACELESS.has(rule) ? NOWHERE : snapshot.placeOf(path);
    return { path, value, file: file ?? null, line: line ?? null, column: column ?? null, rule };
  });
  return { id, fields, findings: allFindings(snapshot.findings, findings), skip: snapshot.skip ?? null };
}

const PLACELESS: ReadonlySet<string> = new Set(['constant', 'default', 'derived', '--currency']);
const NOWHERE: Place = {};

/** Finds the latest version of the order in the input. */
async function find(inputs: Inputs, id: string): Promise<Snapshot> {
  let known = false;
  for await (const group of inputs.read('first')) for (const snapshot of group) known ||= snapshot.id === id;
  // Which version is the latest, and which rows it has, is known only when everything was read.
  if (known || inputs.snapshotIndex.scattered)
    for await (const group of inputs.read('counted'))
      for (const snapshot of group)
        if (snapshot.id === id && inputs.snapshotIndex.isLatest(snapshot.ordinal)) return snapshot;
  throw inputFailure('input.order.missing', `The input holds no order ${quote(id)}`, {
    expected: 'the identifier of an order as it is sent',
    hint: 'Check the spelling; with --out - you see all orders.',
  });
}

function ruleOf(snapshot: Snapshot, raw: object, path: string, lacksCurrency: boolean): string {
  if (path === 'currency' && lacksCurrency) return '--currency';
  if (!hasPath(raw, path)) return 'derived';
  return snapshot.ruleOf?.(path) ?? 'mapped';
}

function hasPath(raw: unknown, path: string): boolean {
  let value = raw;
  for (const [, key, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined && Array.isArray(value)) value = value[Number(index)];
    else if (isObject(value) && Object.hasOwn(value, key ?? '')) value = value[key!];
    else return false;
  }
  return value !== undefined && value !== null;
}

/** Every scalar and every empty list, with its path. */
function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value) && value.some(isObject))
    return value.flatMap((one, i) => leaves(one, `${path}[${i}]`));
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path === '' ? key : `${path}.${key}`));
}
