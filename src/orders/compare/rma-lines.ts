// The lines that recorded RMAs name: money hangs on them, whatever the order says of their units.

import { quote } from '../../basics/text.ts';
import { indexRecord } from '../../calls/record/index-record.ts';
import type { Environment } from '../../contract/endpoints.ts';
import type { Order } from '../../contract/order.ts';
import { CANCELED_STATUSES } from '../../contract/rma-words.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import { columnText } from '../../storage/names.ts';
import { openIndex, SOURCES, withRmaIndex } from '../../storage/rma-index.ts';

const CANCELED: ReadonlySet<unknown> = new Set(CANCELED_STATUSES);

/** What an RMA says of an order. */
export interface NamedUnits {
  /** The units to be refunded, by line; 0 of one that is exchanged. */
  readonly units: ReadonlyMap<string, number>;
  readonly returnShippingCents: number | undefined;
  /** Whether its newest message says that the service has settled it. */
  readonly isRefunded: boolean;
  /** The RMA as the beginning of a sentence: a cancelled one names nothing, whatever its items are. */
  readonly shown: string;
}

export interface RmaLines {
  /** The units of a line that RMAs name, at least one of each that names it; 0 where none does. */
  namedUnits(order: string, line: string): number;
  /** Undefined where no message of the RMA was recorded. */
  ofRma(rma: string, order: Order): NamedUnits | undefined;
  close(): void;
}

/** The RMAs of the calls record; those of a sandbox count for the profile `local` alone. @throws Failure exit 7 */
export async function readRmaLines(
  platform: Platform,
  folders: Folders,
  environment: Environment,
): Promise<RmaLines> {
  await withRmaIndex(platform, folders, (index) => indexRecord(platform, folders, index));
  const index = openIndex(platform, folders);
  const source = environment === 'local' ? SOURCES.sandbox : SOURCES.service;
  const column = (id: string) => columnText(platform.crypto, id);
  return {
    namedUnits(order, line) {
      const [units] = index.get(
        'SELECT sum(max(l.units, 1)) FROM rma_lines l JOIN rmas r ON r.no = l.rma WHERE l.order_id = ? AND l.line = ? AND r.source <= ?',
        ...[column(order), column(line), source],
      ) as [number | null];
      return units ?? 0;
    },
    ofRma(rma, { identifier, items }) {
      const own = 'SELECT no, status FROM rmas WHERE identifier = ? AND source <= ?';
      const [no, status] = index.get(own, column(rma), source) ?? [];
      if (no === undefined) return undefined;
      const names = new Map(items.map((item) => [column(item.identifier), item.identifier]));
      const ofOrder = 'SELECT line, units, shipping FROM rma_lines WHERE rma = ? AND order_id = ?';
      const rows = index.all(ofOrder, no, column(identifier)) as [string, number, number | null][];
      return {
        units: new Map(rows.map(([line, units]) => [names.get(line) ?? line, units])),
        returnShippingCents: rows.length === 0 ? 0 : (rows[0]![2] ?? undefined),
        isRefunded: status === 'REFUNDED',
        shown: `RMA ${quote(rma)}${CANCELED.has(status) ? ' is cancelled and' : ''}`,
      };
    },
    close: () => index.close(),
  };
}
