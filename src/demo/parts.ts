// What the demo needs beside the commands that it runs: the address of a receiver that starts,
// and what was corrected in its files.

import { groupBy } from '../basics/groups.ts';
import { leaves, parsedJson } from '../basics/json.ts';
import { mask } from '../basics/text.ts';
import { csvRows } from '../input/csv-records.ts';
import type { Platform } from '../platform/platform.ts';

/** A platform whose first server tells its address, and whose commands can be ended as by Ctrl-C. */
export function heardOn(platform: Platform): {
  readonly platform: Platform;
  readonly url: Promise<string>;
  readonly end: () => void;
} {
  const listeners = new Set<Parameters<Platform['system']['onSignal']>[0]>();
  let tell: (url: string) => void;
  const url = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const { net, system } = platform;
  return {
    url,
    end() {
      for (const listener of [...listeners]) listener('SIGINT');
    },
    platform: {
      ...platform,
      system: {
        ...system,
        onSignal(listener) {
          listeners.add(listener);
          const unsubscribe = system.onSignal(listener);
          return () => {
            listeners.delete(listener);
            unsubscribe();
          };
        },
      },
      net: {
        ...net,
        async serve(options, handler) {
          const listening = await net.serve(options, handler);
          tell(listening.url);
          return listening;
        },
      },
    },
  };
}

// What the corrected copy of each refused order changes.

/** Cells by column name. */
type Row = Readonly<Record<string, string>>;

/** All rows of a small CSV file. @throws Failure exit 6 */
function rowsOf(platform: Platform, file: string): readonly Row[] {
  const [head, ...rows] = csvRows(platform.files.readText(file), file);
  return rows.map(({ cells }) => Object.fromEntries(head!.cells.map((name, i) => [name, cells[i] ?? ''])));
}

export interface CellChange {
  /** The column name. For a column with JSON, followed by the path of the changed member. */
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

export interface Correction {
  readonly order: string;
  readonly changes: readonly CellChange[];
}

/** Columns with personal data: their values are masked. */
const PERSONAL = /^(customer|shipping_address|billing_address)\./;

/** The orders that are in both `corrected` and `rejects`, in the order of `corrected`. @throws Failure exit 6 */
export function readCorrections(
  platform: Platform,
  rejects: string,
  corrected: string,
): readonly Correction[] {
  const before = byOrder(rowsOf(platform, rejects));
  return [...byOrder(rowsOf(platform, corrected))].flatMap(([order, rows]) => {
    const old = before.get(order);
    return old ? [{ order, changes: changesOf(old, rows) }] : [];
  });
}

const byOrder = (rows: readonly Row[]) => groupBy(rows, (row) => row['identifier'] ?? '');

function changesOf(before: readonly Row[], after: readonly Row[]): CellChange[] {
  const changes: CellChange[] = [];
  if (before.length !== after.length)
    changes.push({ column: 'rows', from: String(before.length), to: String(after.length) });
  after.forEach((row, index) => {
    for (const [column, to] of Object.entries(row)) {
      const from = before[index]?.[column] ?? '';
      if (column.startsWith('_') || !before[index] || from === to) continue;
      changes.push(...cellChanges(column, from, to));
    }
  });
  // Order columns are repeated in every row of an order, so equal changes count once.
  const distinct = new Map(changes.map((change) => [JSON.stringify(change), change]));
  return [...distinct.values()];
}

function cellChanges(column: string, from: string, to: string): CellChange[] {
  if (PERSONAL.test(column)) return [{ column, from: from && mask(from), to: to && mask(to) }];
  const [before, after] = [membersOf(from), membersOf(to)];
  return [...new Map([...before, ...after]).keys()].flatMap((path) => {
    const [old = '', now = ''] = [before.get(path), after.get(path)];
    const name = [column, path.split('.').at(-1)].filter(Boolean).join(' ');
    return old === now ? [] : [{ column: name, from: old, to: now }];
  });
}

/** The innermost members of a list or an object by path; another text is one member without a path. */
const membersOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    leaves(/^[[{]/.test(text) ? (parsedJson(text) ?? text) : text).map(([path, value]) => [
      path,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
