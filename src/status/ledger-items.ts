// What the ledger and the calls record say directly: refused orders, RMAs of unknown orders, ASNs without an answer, open calls.
import { shellWord } from '../basics/text.ts';
import { decodeStoredText } from '../storage/names.ts';
import { type Found, itemOf, type StatusItem } from './kinds.ts';
import type { Look } from './rmas.ts';

export function refusedItem({ ledger, since }: Look): StatusItem[] {
  if (!ledger) return [];
  const found = ledger.store
    .all(
      `SELECT x.identifier, x.refused_at, r.text FROM refusals x JOIN names r ON r.no = x.run
       WHERE x.target = ? AND x.refused_at >= ?`,
      ...[ledger.no, since],
    )
    .map(([id, at, run]) => ({ id, at, run })) as (Found & { readonly run: string })[];
  return itemOf('orders_refused', found, () => {
    const newest = found.reduce((a, b) => ((b.at ?? 0) >= (a.at ?? 0) ? b : a));
    return `returns runs show ${newest.run}`;
  });
}

/** Nothing is unknown where nothing was ever sent from here. */
export function unknownOrderItem({ rmas, orders, ledger }: Look): StatusItem[] {
  const hasOrders = ledger?.store.get('SELECT 1 FROM orders WHERE target = ? LIMIT 1', ledger.no);
  if (!hasOrders) return [];
  const found = rmas
    .filter((rma) => rma.orders.some((order) => !orders.has(order)))
    .map(({ rma, arrived }) => ({ id: rma, at: arrived }));
  return itemOf('rmas_unknown_order', found, ({ id }) => `returns calls list --rma ${shellWord(id)}`);
}

/** The run that sent it may be running: then the answer may still come. */
export function asnItem({ ledger, since }: Look): StatusItem[] {
  if (!ledger) return [];
  const found = ledger.store
    .all(
      `SELECT i.number, i.intended_at, r.command FROM asn_intents i LEFT JOIN runs r ON r.id = i.run
       WHERE i.target = ? AND i.intended_at >= ? AND r.state IS NOT 'running'`,
      ...[ledger.no, since],
    )
    .map(([number, at, command]) => ({ id: decodeStoredText(number as string), at, command })) as (Found & {
    readonly command: string | null;
  })[];
  return itemOf('asns_unanswered', found, ({ command }) => command ?? 'returns asns list');
}

export function callItems({ index, since, sinceText, source }: Look): StatusItem[] {
  if (!index) return [];
  const of = (sql: string) => index.all(sql, since, source).map(([id, at]) => ({ id, at })) as Found[];
  const noted = 'FROM noted_calls WHERE at >= ? AND source <= ?';
  const open = of(`SELECT id, at ${noted} AND is_open = 1 AND sender IS NULL`);
  const wrong = of(`SELECT id, at ${noted} AND is_error = 1 AND sender IS NULL`);
  // Once a sender, with its first call: a stranger may post thousands.
  const refused = of(
    `SELECT min(id), min(at) ${noted} AND is_open = 1 AND sender IS NOT NULL GROUP BY sender`,
  );
  const window = `--since ${shellWord(sinceText)}`;
  return [
    ...itemOf('calls_open', open, () => `returns calls replay --open ${window}`),
    ...itemOf('senders_refused', refused, ({ id }) => `returns calls show ${id}`),
    ...itemOf('calls_with_errors', wrong, () => `returns calls list --verdict error ${window}`),
  ];
}
