// The area of the retailer's own orders: the engine of `orders check` reads them, its plan becomes checks.
import type { KnownTarget } from '../account/known-target.ts';
import { formatCents, formatCount, minorDigits, plural } from '../basics/units.ts';
import { describeOrderFinding } from '../contract/order-catalog.ts';
import { bySeverity } from '../contract/report.ts';
import type { OrderInput } from '../orders/read/order-input.ts';
import { runCheck } from '../orders/upload/check.ts';
import { assumedIn, notLookedAt, type Plan } from '../orders/upload/plan.ts';
import type { UploadSummary } from '../orders/upload/summarise.ts';
import type { Platform } from '../platform/platform.ts';
import type { Check } from '../sandbox/judge.ts';
import type { Folders } from '../storage/folders.ts';
import type { CertifyEvent } from './certificate.ts';
import { ORDER_SUBJECTS } from './checks.ts';
import {
  checksOfSubjects,
  failed,
  filesText,
  noted,
  passed,
  type Seen,
  seenOfCodes,
  unreadable,
} from './outcomes.ts';

/** Nothing is sent and nothing is asked: the batch size only estimates a time that is not shown here. */
const BATCH_SIZE = 50;
/** Cents: when half of the orders are below one whole unit of money, the amounts are hardly in cents. */
const SMALL_MEDIAN = 100;

/** @param levels the rules whose level differs from their own are added: `CODE=LEVEL` */
export async function certifyOrders(
  platform: Platform,
  folders: Folders,
  input: OrderInput,
  known: KnownTarget | undefined,
  emit: (event: CertifyEvent) => void,
  levels: string[],
): Promise<readonly Check[]> {
  try {
    const { summary, plan } = await runCheck(
      platform,
      folders,
      { input, target: known, batchSize: BATCH_SIZE, failOn: 'any' },
      (event) => {
        if (event.type === 'reading')
          emit({ type: 'progress', text: `reading orders, ${plural(event.messages, 'snapshot')}` });
      },
    );
    levels.push(...plan.levels.map(({ key, level }) => `${key}=${level}`));
    return orderChecks(plan, summary);
  } catch (error) {
    return unreadable(error, ORDER_SUBJECTS, 'The orders could not be read');
  }
}

/** @param summary of the same check: its files */
function orderChecks(plan: Plan, { input }: Pick<UploadSummary, 'input'>): Check[] {
  const seenOrders = plan.snapshots - notLookedAt(plan);
  const files = filesText(input);
  const none = failed(`${files}: all ${plural(plan.snapshots, 'order')} left out`);
  if (seenOrders === 0)
    return checksOfSubjects(ORDER_SUBJECTS, { 'orders.readable': none }, 'There is no order to look at');
  const looked = `${plural(seenOrders, 'order snapshot')} looked at`;
  const sound = () => passed(`${looked}: none is refused for this`);
  const seen = seenOfCodes('orders', plan, describeOrderFinding, {
    'orders.findings': sound,
    'orders.identifiers': sound,
    'orders.statuses': () => statusesSeen(plan),
    'orders.money': () => moneySeen(plan),
    'orders.refunds': sound,
  });
  const all = { ...seen, 'orders.readable': passed(files), 'orders.assumed': assumedSeen(plan) };
  return checksOfSubjects(ORDER_SUBJECTS, all, 'Not looked at');
}

function statusesSeen({ statuses, refused }: Plan): Seen {
  const text = statuses.map(({ status, orders }) => `${status} ${formatCount(orders)}`).join(', ');
  if (statuses.length === 0)
    return passed(`No order is left to count: ${plural(refused, 'order')} refused for other reasons`);
  if (statuses.some(({ status }) => status === 'Shipped')) return passed(text);
  return failed(`${text}: no order has shipped, so that a shopper could hardly return anything`);
}

function moneySeen({ money, minorUnits }: Pick<Plan, 'money' | 'minorUnits'>): Seen {
  if (money.length === 0) return passed('No order is left to add up: all are refused for other reasons');
  const lines = money.map(({ currency, orders, ...of }) => {
    const text = (cents: number) => formatCents(cents, currency, minorUnits);
    const range = `smallest ${text(of.smallestCents)}, median ${text(of.medianCents)}, largest ${text(of.largestCents)}`;
    return `${plural(orders, 'order')}, ${text(of.totalCents)} ${currency}: ${range}`;
  });
  const wrong = money.flatMap(({ currency, smallestCents, largestCents, orderedCents, medianCents }) => {
    if (smallestCents < 0) return [`${currency} has an order below zero`];
    if (largestCents === 0 && orderedCents === 0) return [`all totals in ${currency} are 0`];
    const isSmall = medianCents > 0 && medianCents < SMALL_MEDIAN && minorDigits(currency, minorUnits) === 2;
    return isSmall
      ? [`half of the totals in ${currency} are below 1.00: are they whole units instead of cents?`]
      : [];
  });
  return wrong.length === 0 ? noted(lines.join('\n')) : failed([...wrong, ...lines].join('\n'));
}

function assumedSeen(plan: Plan): Seen {
  const { notes } = bySeverity(plan.warnings);
  const derived = notes.filter(({ code }) => code === 'order.derived').flatMap(({ details = [] }) => details);
  const filledIn = derived.map(({ field, count }) => `${field} (${formatCount(count)})`).join(', ');
  const parts = [
    ...(plan.mapping ? [`Read with the mapping ${plan.mapping.name}`] : []),
    ...assumedIn(plan),
    ...(filledIn === '' ? [] : [`Filled in: ${filledIn}`]),
    ...plan.levels.map(({ key, level, from }) => `${key} counts as ${level} (${from})`),
  ];
  return parts.length === 0
    ? passed('Nothing is assumed: every field came from the file')
    : noted(parts.join('\n'));
}
