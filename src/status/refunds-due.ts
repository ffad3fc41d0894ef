// Refunds that need a person: units that are due and have none, refunds of plans, and refunds whose answer was lost.
import { shellWord } from '../basics/text.ts';
import { microsOf } from '../contract/time.ts';
import { columnText, decodeStoredText, storedText } from '../storage/names.ts';
import type { DueUnits } from '../storage/rma-index.ts';
import { itemOf } from './kinds.ts';
import { type Look, rowsFor, type StatusRma } from './rmas.ts';

/** Units by order and line. */
type Units = Map<string, number>;
const keyOf = (order: string, line: string): string => JSON.stringify([order, line]);
const add = (units: Units, key: string, count: number): void =>
  void units.set(key, (units.get(key) ?? 0) + count);

/**
 * RMAs with more units due, by their newest message, than were refunded or planned for them. A refund counts for an RMA
 * when it names it. The units of one that names none count for cancelled units, then once, for the RMA of the line that
 * waits longest.
 */
export function dueItem(look: Look) {
  const candidates = look.rmas
    .filter(({ due }) => due.length > 0)
    .sort((a, b) => (a.dueSince ?? a.arrived) - (b.dueSince ?? b.arrived));
  const planned = plannedUnits(look, candidates);
  const refunds = refundsOf(
    look,
    candidates.flatMap(({ due }) => due.map(({ order }) => order)),
  );
  const unnamed: Units = new Map();
  for (const [order, list] of refunds)
    for (const { rma, line, units, canceled } of list) {
      const key = keyOf(order, line);
      if (rma === null) add(unnamed, key, units - (unnamed.has(key) ? 0 : canceled));
    }
  const found = candidates.flatMap((rma) => {
    const refunded: Units = new Map(planned.get(rma.rma));
    for (const order of new Set(rma.due.map((units) => units.order)))
      for (const refund of refunds.get(order) ?? [])
        if (refund.rma === rma.rma) add(refunded, keyOf(order, refund.line), refund.units);
    const left = rma.due
      .map((due) => {
        const key = keyOf(due.order, due.line);
        const open = Math.max(0, due.units - (refunded.get(key) ?? 0));
        const taken = Math.max(0, Math.min(open, unnamed.get(key) ?? 0));
        add(unnamed, key, -taken);
        return { ...due, units: open - taken };
      })
      .filter(({ units }) => units > 0);
    return left.length > 0 ? [{ id: rma.rma, at: rma.dueSince, left }] : [];
  });
  return itemOf('refunds_due', found, ({ id, left }) => refundCommand(look, id, left));
}

/** Units that a plan of --auto-refund takes care of, by RMA. What the service refused is an item of its own. */
function plannedUnits({ ledger }: Look, candidates: readonly StatusRma[]) {
  const plans = new Map<string, Units>();
  if (!ledger) return plans;
  const rows = rowsFor(
    ledger.store,
    `SELECT r.identifier, x.refund FROM json_each(?) j CROSS JOIN rmas r ON r.target = ? AND r.identifier = j.value
     CROSS JOIN rma_refunds x ON x.rma_no = r.no WHERE x.state <> 'accepted'`,
    candidates.map(({ rma }) => rma),
    ledger.no,
  );
  for (const [rma, refund] of rows) {
    const units = plans.get(rma as string) ?? new Map<string, number>();
    plans.set(rma as string, units);
    const { order, units: all } = JSON.parse(refund as string) as {
      readonly order: string;
      readonly units: readonly { readonly line: string; readonly units: number }[];
    };
    for (const { line, units: count } of all) add(units, keyOf(order, line), count);
  }
  return plans;
}

interface RefundedLine {
  /** As a column of the index; null when the refund names none. */
  readonly rma: string | null;
  readonly line: string;
  readonly units: number;
  /** Of the order line. */
  readonly canceled: number;
}

/** The lines of the accepted refunds of these orders, by order. */
export function refundsOf({ crypto, ledger, orders }: Look, wanted: readonly string[]) {
  const refunds = new Map<string, RefundedLine[]>();
  const named = new Map(wanted.flatMap((order) => (orders.has(order) ? [[orders.get(order)!, order]] : [])));
  if (!ledger) return refunds;
  const rows = rowsFor(
    ledger.store,
    `SELECT x.order_no, x.rma, l.order_line, l.units, coalesce(o.canceled, 0) FROM json_each(?) j
     CROSS JOIN refunds x ON x.order_no = j.value
     CROSS JOIN refund_lines l ON l.order_no = x.order_no AND l.refund = x.position
     LEFT JOIN order_lines o ON o.order_no = x.order_no AND o.identifier = l.order_line`,
    [...named.keys()],
  );
  for (const [no, rma, line, units, canceled] of rows) {
    const order = named.get(no as number)!;
    const list = refunds.get(order) ?? [];
    refunds.set(order, list);
    list.push({
      rma: rma === null ? null : columnText(crypto, decodeStoredText(rma as string)),
      line: columnText(crypto, decodeStoredText(line as string)),
      units: units as number,
      canceled: canceled as number,
    });
  }
  return refunds;
}

/** The refund of the first order, from the file it was sent from; where that is not known, the messages of the RMA. */
function refundCommand({ ledger, orders }: Look, rma: string, left: readonly DueUnits[]): string {
  const [{ order } = { order: '' }] = left;
  const no = orders.get(order);
  const row =
    ledger &&
    no !== undefined &&
    ledger.store.get(
      `SELECT f.text, u.mapping FROM orders o JOIN names f ON f.no = o.file JOIN names r ON r.no = o.run
       LEFT JOIN runs u ON u.id = r.text WHERE o.no = ?`,
      no,
    );
  if (!row) return `returns calls list --rma ${shellWord(rma)}`;
  const [file, mapping] = row;
  const map = typeof mapping === 'string' ? (JSON.parse(mapping) as { source?: string }).source : undefined;
  const lines = left.filter((units) => units.order === order).map(({ line, units }) => `${line}=${units}`);
  return [
    `returns orders refund ${shellWord(order)} --from ${shellWord(file as string)}`,
    ...(map === undefined ? [] : [`--map ${shellWord(map)}`]),
    `--lines ${shellWord(lines.join(','))} --rma ${shellWord(rma)}`,
  ].join(' ');
}

/**
 * Refunds of plans: those that wait, and those that the service refused. A plan has no time of its own: that of its RMA
 * counts.
 */
export function planItems({ index, ledger, since }: Look) {
  if (!ledger) return [];
  const rows = ledger.store.all(
    `SELECT r.identifier, x.state, x.refund FROM rmas r JOIN rma_refunds x ON x.rma_no = r.no
     WHERE r.target = ? AND x.state IN ('planned', 'refused') AND r.is_settled = 0`,
    ledger.no,
  );
  const lookUp = `SELECT r.identifier, coalesce(r.due_since, r.arrived), r.arrived FROM json_each(?) j
     CROSS JOIN rmas r ON r.identifier = j.value`;
  const times = new Map<string, { readonly at: number; readonly arrived: number }>();
  const names = [...new Set(rows.map(([rma]) => rma as string))];
  for (const [rma, at, arrived] of index ? rowsFor(index, lookUp, names) : [])
    times.set(rma as string, { at: at as number, arrived: arrived as number });
  const ofState = (wanted: string) =>
    rows.flatMap(([rma, state, refund]) => {
      const time = times.get(rma as string);
      if (state !== wanted || (time && time.arrived < since)) return [];
      const { identifier, order } = JSON.parse(refund as string) as { identifier: string; order: string };
      return [{ id: identifier, order, at: time?.at ?? null }];
    });
  return [
    ...itemOf(
      'refunds_planned',
      ofState('planned'),
      () => 'returns listen --auto-refund TRANSIT --orders FILE',
    ),
    ...itemOf(
      'refunds_refused',
      ofState('refused'),
      ({ order }) => `returns orders show ${shellWord(order)} --history`,
    ),
  ];
}

/** Refunds whose answer was lost, as far as the ledger does not have them by now. */
export function unansweredItem({ ledger, since }: Look) {
  if (!ledger) return [];
  const found = ledger.store
    .all('SELECT refund, created_at FROM refund_intents WHERE target = ?', ledger.no)
    .map(([id, createdAt]) => ({ id: id as string, at: Math.floor(microsOf(createdAt as string) / 1000) }))
    .filter(
      ({ id, at }) =>
        at >= since &&
        !ledger.store.get('SELECT 1 FROM refunds WHERE identifier = ? LIMIT 1', storedText(id)),
    );
  return itemOf('refunds_unanswered', found, () => 'returns runs list');
}
