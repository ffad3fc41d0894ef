// One RMA as an engineer wants it: status, units with tracking and money, what happened, what was assumed, its
// messages, and what can happen next.
import { formatCents, plural } from '../../basics/units.ts';
import { labelled, type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { DeliveryList, RmaDocument, RmaList } from '../documents.ts';
import type { RmaItem } from '../life-cycle/messages.ts';
import { countsText } from './delivery-text.ts';

/** What is shown of the whole RMA besides the RMA itself. */
interface Whole {
  readonly deliveries: DeliveryList['deliveries'];
  /** What can follow. */
  readonly commands: readonly string[];
}

type Item = RmaDocument['items'][number];

/** @param more with its history */
export function rmaText(rma: RmaDocument, paint: Paint, more?: Whole): string {
  const { status, exchange, items } = rma;
  const head = [rma.rma_identifier, status, rma.return_method, `order ${rma.order_identifier}`];
  const lines = [
    paint.bold(head.map(clean).join('  ')),
    ...(more ? [labelled('created', clean(rma.created_at), paint)] : []),
    labelled('updated', clean(rma.updated_at), paint),
    labelled('units', `${plural(items.length, 'unit')}, estimated ${formatCents(estimateOf(rma))}`, paint),
    ...unitLines(items, paint),
  ];
  if (exchange.state !== 'none') lines.push(labelled('exchange order', exchangeText(exchange), paint));
  if (!more) return lines.join('\n');
  const { deliveries, commands } = more;
  lines.push(...historyLines(rma, paint), labelled('messages', countsText(countsOf(deliveries)), paint));
  if (commands.length > 0)
    lines.push(labelled('can follow', '', paint).trimEnd(), ...commands.map((command) => `    ${command}`));
  return lines.join('\n');
}

function countsOf(deliveries: Whole['deliveries']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of deliveries) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const exchangeText = ({ state, order_identifier: id }: RmaDocument['exchange']): string =>
  id === null ? state : `${clean(id)} (${state})`;

/** Cents of all units. */
export function estimateOf({ items }: Pick<RmaList['rmas'][number], 'items'>): number {
  return items.reduce((sum, item) => sum + centsOf(item), 0);
}

const centsOf = (item: Item): number => (item as RmaItem).refund_financials.estimated_refund_amount_cents;

/** The longest value is last, so that the others stay in line on a narrow terminal. */
const UNIT_COLUMNS = [
  ['line', 'order_line_item_identifier'],
  ['sku', 'sku'],
  ['refund', 'refund_type'],
  ['package', 'package_tracking_status'],
  ['received', 'receiving_status'],
  ['tracking', 'tracking_number'],
] as const;

/** Units that are alike share a row. Columns without a value are left out. */
function unitLines(items: readonly Item[], paint: Paint): string[] {
  const groups = new Map<string, { cells: readonly string[]; cents: number; count: number }>();
  for (const item of items) {
    const cells = UNIT_COLUMNS.map(([, key]) => (item[key] === null ? '' : clean(String(item[key] ?? ''))));
    const cents = centsOf(item);
    const key = JSON.stringify([cells, cents]);
    const group = groups.get(key);
    groups.set(key, { cells, cents, count: (group?.count ?? 0) + 1 });
  }
  const rows = [...groups.values()];
  const used = UNIT_COLUMNS.map((_, i) => rows.some(({ cells }) => cells[i] !== ''));
  const kept = (cells: readonly string[]) => cells.filter((_, i) => used[i]);
  const [titles = '', ...lines] = table(
    [
      ['', 'each', ...kept(UNIT_COLUMNS.map(([title]) => title))],
      ...rows.map(({ cells, cents, count }) => [`${count} x`, formatCents(cents), ...kept(cells)]),
    ],
    [0, 1],
  );
  return [paint.dim(`    ${titles}`), ...lines.map((line) => `    ${line}`)];
}

function historyLines({ history }: RmaDocument, paint: Paint): string[] {
  const lines = history.flatMap(({ at, text, assumed }) => [
    `    ${paint.dim(clean(at))}  ${clean(text)}`,
    ...(assumed.length > 0
      ? [paint.dim(`    ${' '.repeat(at.length)}  assumed: ${assumed.map(clean).join(', ')}`)]
      : []),
  ]);
  return lines.length === 0 ? [] : [labelled('history', '', paint).trimEnd(), ...lines];
}
