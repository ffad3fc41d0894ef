// The lines that recorded RMAs name: money hangs on them, whatever the order says of their units.
import type { Environment } from '../../contract/endpoints.ts';
import type { Order } from '../../contract/order.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordedDays } from '../../storage/call-files.ts';
import type { Folders } from '../../storage/folders.ts';
import { columnText } from '../../storage/names.ts';
import { openIndex, rmaIndexPath, SOURCES, withRmaIndex } from '../../storage/rma-index.ts';

export interface RmaLines {
  /** Whether an RMA names a line of an order. */
  isNamed(order: string, line: string): boolean;
  /** The units of an RMA to be refunded, by line of the order; undefined where no message of the RMA was recorded. */
  unitsOf(rma: string, order: Order): ReadonlyMap<string, number> | undefined;
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
      const own = 'SELECT no FROM rmas WHERE identifier = ? AND source <= ?';
      const [no] = index.get(own, column(rma), source) ?? [];
      if (no === undefined) return undefined;
      const names = new Map(items.map((item) => [column(item.identifier), item.identifier]));
      return new Map(
        index
          .all('SELECT line, units FROM rma_lines WHERE rma = ? AND order_id = ?', no, column(identifier))
          .map(([line, units]) => [names.get(line as string) ?? (line as string), units as number]),
      );
    },
    close: () => index.close(),
  };
}
