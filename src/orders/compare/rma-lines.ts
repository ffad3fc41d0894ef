// The lines that recorded RMAs name: money hangs on them, whatever the order says of their units.
import type { Environment } from '../../contract/endpoints.ts';
import type { Order } from '../../contract/order.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordedDays } from '../../storage/call-files.ts';
import type { Folders } from '../../storage/folders.ts';
import { articleOf } from '../../storage/held-against.ts';
import { columnText } from '../../storage/names.ts';
import { openIndex, rmaIndexPath, SOURCES, withRmaIndex } from '../../storage/rma-index.ts';

/** What an RMA says of one order. */
export interface NamedUnits {
  /** Units to be refunded, by line of the order; 0 of a line that is exchanged. */
  readonly units: ReadonlyMap<string, number>;
  /** Lines that the order lacks, or has with another article. */
  readonly others: readonly string[];
}

export interface RmaLines {
  /** Whether an RMA names a line of an order. */
  isNamed(order: string, line: string): boolean;
  /** Undefined where no message of the RMA was recorded. */
  unitsOf(rma: string, order: Order): NamedUnits | undefined;
  close(): void;
}

/** The RMAs that were recorded up to now; those of a sandbox count for the profile `local` alone. @throws Failure exit 7 */
export async function openRmaLines(
  platform: Platform,
  folders: Folders,
  environment: Environment,
): Promise<RmaLines> {
  if (recordedDays(platform, folders).length === 0 && !platform.files.stat(rmaIndexPath(folders)))
    return { isNamed: () => false, unitsOf: () => undefined, close() {} };
  const { indexRecord } = await import('../../calls/record/index-record.ts');
  await withRmaIndex(platform, folders, (index) => indexRecord(platform, folders, index));
  const index = openIndex(platform, folders);
  const source = environment === 'local' ? SOURCES.sandbox : SOURCES.service;
  const column = (id: string) => columnText(platform.crypto, id);
  return {
    isNamed: (order, line) =>
      index.get(
        'SELECT 1 FROM rma_lines l JOIN rmas r ON r.no = l.rma WHERE l.order_id = ? AND l.line = ? AND r.source <= ? LIMIT 1',
        ...[column(order), column(line), source],
      ) !== undefined,
    unitsOf(rma, { identifier, items }) {
      const row = index.get(
        'SELECT no FROM rmas WHERE identifier = ? AND source <= ?',
        ...[column(rma), source],
      );
      if (!row) return undefined;
      const units = new Map<string, number>();
      const others: string[] = [];
      for (const [line, count, sku] of index.all(
        'SELECT line, units, sku FROM rma_lines WHERE rma = ? AND order_id = ?',
        ...[row[0]!, column(identifier)],
      ) as [string, number, string][]) {
        const item = items.find((one) => column(one.identifier) === line);
        const isIt =
          item && (sku === '' || articleOf({ sku }) === articleOf({ sku: column(item.sku ?? '') }));
        if (isIt) units.set(item.identifier, count);
        else others.push(line);
      }
      return { units, others };
    },
    close: () => index.close(),
  };
}
