// The list of refunds in the records of a JSON export, such as `creditNotes[]`, as rows: one for each line of a refund.
import { isObject } from '../../../basics/json.ts';
import { LIST } from '../../../input/mapping/json/json-paths.ts';
import type { Row } from './columns.ts';
import { meaningOf, meansOf } from './words.ts';

export interface RefundList {
  /** The list whose elements are lines of refunds: `creditNotes[].lines[]`. */
  readonly path: string;
  /** Paths of the values of a refund and of its lines. */
  readonly names: readonly string[];
  readonly rows: readonly Row[];
  /** Records that have a refund. */
  readonly records: number;
}

type Flat = Readonly<Record<string, string>>;

/** Undefined where no list at the top of a record speaks of refunds. */
export function refundListOf(records: readonly unknown[]): RefundList | undefined {
  const objects = records.filter(isObject);
  const isRefunds = (key: string) =>
    meansOf(meaningOf(key), ['refund']) && objects.some((one) => elementsOf(one[key]).length > 0);
  const keys = [...new Set(objects.flatMap((one) => Object.keys(one)))].filter(isRefunds);
  const [key] = keys;
  if (key === undefined || keys.length > 1) return undefined;
  const refunds = objects.flatMap((one) => elementsOf(one[key]));
  const inner = [...new Set(refunds.flatMap((one) => Object.keys(one)))].filter((name) =>
    refunds.some((one) => elementsOf(one[name]).length > 0),
  );
  if (inner.length > 1) return undefined;
  const top = key + LIST;
  const path = inner.length === 0 ? top : `${top}.${inner[0]}${LIST}`;
  const flat = refunds.flatMap((refund): Flat[] => {
    const own = valuesOf(refund, top);
    return inner.length === 0
      ? [own]
      : elementsOf(refund[inner[0]!]).map((line) => ({ ...own, ...valuesOf(line, path) }));
  });
  const names = [...new Set(flat.flatMap((one) => Object.keys(one)))];
  const rows = flat.map((one) => names.map((name) => one[name] ?? ''));
  return { path, names, rows, records: objects.filter((one) => elementsOf(one[key]).length > 0).length };
}

const elementsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

function valuesOf(value: object, path: string): Flat {
  const entries = Object.entries(value).flatMap(([key, below]): [string, string][] => {
    if (isObject(below)) return Object.entries(valuesOf(below, `${path}.${key}`));
    return Array.isArray(below) || below === null ? [] : [[`${path}.${key}`, String(below)]];
  });
  return Object.fromEntries(entries);
}
