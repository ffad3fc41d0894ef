// Deliveries as a table that fits 80 columns, and one of them with every attempt; one RMA with its units, tracking
// and money, what happened, what was assumed, its messages, and what can happen next. Answers are the retailer's:
// escaped.
import { countBy, groupBy } from '../../basics/groups.ts';
import { formatCents, formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean, cutMiddle, labelled, type Paint, table } from '../../cli/presenter.ts';
import type { DeliveryDocument, DeliveryList, RmaDocument, RmaList } from '../documents.ts';
import type { RmaItem } from '../life-cycle/messages.ts';

type Listed = DeliveryList['deliveries'][number];

const kindOf = ({ kind }: Pick<Listed, 'kind'>) => clean(kind).replace('_order', '');
const wordOf = (state: string) => clean(state).replace('_', ' ');
const NO_ADDRESS = 'nothing goes out: the sandbox has no address of yours; start it with --customer-url URL';

export function deliveryListText(
  { counts, deliveries }: DeliveryList,
  hasAddress: boolean,
  paint: Paint,
): string {
  if (deliveries.length === 0) return 'No message.';
  const days = new Set(deliveries.map(({ created_at: at }) => at.slice(0, 10)));
  const [titles = '', ...rows] = table([
    ['id', 'created', 'RMA', 'order', 'message', 'answer'],
    ...deliveries.map((delivery) => [
      clean(delivery.id),
      // `03-02 10:00:05`, in UTC on the sandbox's clock.
      clean(delivery.created_at)
        .slice(days.size > 1 ? 5 : 11, 19)
        .replace('T', ' '),
      cutMiddle(clean(delivery.rma_identifier ?? ''), WIDEST),
      cutMiddle(delivery.order_identifiers.map(clean).join(', '), WIDEST),
      delivery.says === null ? kindOf(delivery) : clean(delivery.says),
      progressOf(delivery),
    ]),
  ]);
  const lines = rows.flatMap((row, i) => {
    const below = belowOf(deliveries[i]!);
    return [painted(deliveries[i]!, row, paint), ...(below === '' ? [] : [paint.dim(`  ${below}`)])];
  });
  return [
    paint.dim(titles),
    ...lines,
    '',
    `In all ${countsText(Object.entries(counts))}.`,
    ...(hasAddress ? [] : [paint.yellow(NO_ADDRESS)]),
  ].join('\n');
}

/** `4 delivered, 1 given up`. */
const countsText = (counts: Iterable<readonly [string, number]>): string =>
  [...counts]
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${formatCount(count)} ${wordOf(state)}`)
    .join(', ') || 'none';

/** Of identifiers. */
const WIDEST = 20;

/** `200`, `503, waiting, 4 attempts`. */
function progressOf({ state, attempts }: Listed): string {
  const parts = [
    answerOf(attempts.at(-1)),
    state === 'delivered' ? '' : wordOf(state),
    attempts.length > 1 ? plural(attempts.length, 'attempt') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const painted = ({ state }: Listed, row: string, paint: Paint): string =>
  state === 'given_up' ? paint.red(row) : state === 'delivered' ? row : paint.yellow(row);

/** Why it was given up, or when it is tried again. */
function belowOf({ state, reason, next_at: next, attempts }: Listed): string {
  if (state === 'given_up') return clean(reason ?? '');
  return state === 'waiting' && next !== null && attempts.length > 0 ? `tried again ${clean(next)}` : '';
}

const answerOf = (attempt: Listed['attempts'][number] | undefined): string =>
  attempt === undefined
    ? ''
    : clean(attempt.status === null ? (attempt.fault ?? '') : String(attempt.status));

export function deliveryText(delivery: DeliveryDocument, paint: Paint): string {
  const { id, state, method, path, attempts, next_at: next, reason, rma_identifier: rma } = delivery;
  const lines = [
    paint.bold(`${clean(id)}  ${kindOf(delivery)}  ${wordOf(state)}`),
    labelled('request', `${clean(method)} ${clean(path)}`, paint),
    ...(rma === null ? [] : [labelled('RMA', clean(rma), paint)]),
    labelled('created', clean(delivery.created_at), paint),
    ...(reason === null ? [] : [labelled('given up', clean(reason), paint)]),
    ...(next === null ? [] : [labelled('next attempt', clean(next), paint)]),
    labelled('attempts', attempts.length === 0 ? 'none yet' : '', paint).trimEnd(),
    ...attemptLines(attempts, paint),
  ];
  if (delivery.body !== null) {
    lines.push(labelled('message', '', paint).trimEnd());
    for (const line of JSON.stringify(delivery.body, null, 2).split('\n')) lines.push(`    ${clean(line)}`);
  }
  return lines.join('\n');
}

/** Of an answer this many characters are shown; `--json` has all that was stored. */
const SHOWN_ANSWER = 300;

function attemptLines(attempts: DeliveryDocument['attempts'], paint: Paint): string[] {
  const rows = table(
    attempts.map((attempt, i) => [
      String(i + 1),
      clean(attempt.at),
      answerOf(attempt),
      formatDuration(attempt.ms),
      clean(attempt.note ?? ''),
    ]),
    [0, 3],
  );
  return rows.flatMap((row, i) => {
    const answer = clean(attempts[i]!.answer.trim().slice(0, SHOWN_ANSWER));
    return [`    ${row}`, ...(answer === '' ? [] : [paint.dim(`        ${answer}`)])];
  });
}

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
  const { state, order_identifier: id } = exchange;
  const exchanged = id === null ? state : `${clean(id)} (${state})`;
  if (state !== 'none') lines.push(labelled('exchange order', exchanged, paint));
  if (!more) return lines.join('\n');
  const { deliveries, commands } = more;
  const counts = countBy(deliveries, ({ state }) => state);
  lines.push(...historyLines(rma, paint), labelled('messages', countsText(counts), paint));
  if (commands.length > 0)
    lines.push(labelled('can follow', '', paint).trimEnd(), ...commands.map((command) => `    ${command}`));
  return lines.join('\n');
}

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
  const shown = items.map((item) => ({
    cells: UNIT_COLUMNS.map(([, key]) => (item[key] === null ? '' : clean(String(item[key] ?? '')))),
    cents: centsOf(item),
  }));
  const rows = [...groupBy(shown, (unit) => JSON.stringify(unit)).values()];
  const used = UNIT_COLUMNS.map((_, i) => shown.some(({ cells }) => cells[i] !== ''));
  const kept = (cells: readonly string[]) => cells.filter((_, i) => used[i]);
  const [titles = '', ...lines] = table(
    [
      ['', 'each', ...kept(UNIT_COLUMNS.map(([title]) => title))],
      ...rows.map((alike) => [`${alike.length} x`, formatCents(alike[0]!.cents), ...kept(alike[0]!.cells)]),
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
