// What other subjects see of the connection, of the orders and of the ASNs of a retailer, as checks of a certification.
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import type { AsnSource } from '../asns/input/read.ts';
import type { AsnPlan, Share } from '../asns/plan.ts';
import { type AsnCheck, runAsnCheck } from '../asns/run-asns.ts';
import { EXIT } from '../basics/exit-codes.ts';
import { Failure, placeText } from '../basics/failure.ts';
import { minorDigits } from '../basics/minor-units.ts';
import { formatCents, formatCount, plural } from '../basics/units.ts';
import { isLoopbackHost } from '../basics/web-address.ts';
import { describeAsnFinding } from '../contract/asn-catalog.ts';
import { LOCAL } from '../contract/endpoints.ts';
import { bySeverity, type CodeCount, type Finding } from '../contract/finding.ts';
import { describeOrderFinding } from '../contract/order-catalog.ts';
import type { DoctorCheck } from '../doctor/findings.ts';
import type { OrderInput } from '../orders/read/order-input.ts';
import { runCheck } from '../orders/upload/check.ts';
import type { UploadSummary } from '../orders/upload/order-run.ts';
import { assumedIn, notLookedAt, type Plan } from '../orders/upload/plan.ts';
import type { Platform } from '../platform/platform.ts';
import type { Check, Question } from '../sandbox/judge.ts';
import type { Folders } from '../storage/folders.ts';
import { ASN_SUBJECTS, CONNECTION_SUBJECTS, checkOfCode, ORDER_SUBJECTS } from './checks.ts';

/** Nothing is sent and nothing is asked: the batch size only estimates a time that is not shown here. */
const BATCH_SIZE = 50;
/** Cents: when half of the orders are below one whole unit of money, the amounts are hardly in cents. */
const SMALL_MEDIAN = 100;

interface Asked {
  readonly known: KnownTarget | undefined;
  /** How far it is. */
  tell(text: string): void;
}

/** @param levels the rules whose level differs from their own are added: `CODE=LEVEL` */
export async function certifyOrders(
  platform: Platform,
  folders: Folders,
  input: OrderInput,
  { known, tell, levels }: Asked & { readonly levels: string[] },
): Promise<readonly Check[]> {
  try {
    const { summary, plan } = await runCheck(
      platform,
      folders,
      { input, target: known, batchSize: BATCH_SIZE, failOn: 'any' },
      (event) => {
        if (event.type === 'reading') tell(`reading orders, ${plural(event.messages, 'snapshot')}`);
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

// The area of the connection: what the doctor finds about it, as checks of a certification.

/** A service on this machine: it is practice, and it may not run. */
interface LocalService {
  readonly address: string;
  /** Starts the sandbox at this address. */
  readonly start: string;
  /** Certify itself is the service, to the endpoints, in the same run. */
  readonly isPlayed: boolean;
}

export function localService(
  { addresses: { orders, auth } }: Pick<Target, 'addresses'>,
  isPlayed: boolean,
): LocalService | undefined {
  const { hostname, port, origin: address } = new URL(orders);
  if (!isLoopbackHost(hostname) || !isLoopbackHost(new URL(auth).hostname)) return undefined;
  const flag = port === String(LOCAL.port) ? '' : ` --port ${port || '80'}`;
  return { address, start: `returns sandbox start${flag}`, isPlayed };
}

/**
 * A warning is shown and does not fail: the connection works, and the doctor says what to look at. A local service that does
 * not run while certify plays it is no failure either: who follows the page about going live has nothing else to reach.
 */
export function connectionChecks(found: readonly DoctorCheck[], local?: LocalService): Check[] {
  const bad = found.filter(({ result }) => result === 'failure');
  const isAway = local !== undefined && bad.some(({ id }) => id === 'connection.reach');
  const played = `No service answers at ${local?.address}, and certify itself plays the service here: to try the way to the real one, name its profile (--profile NAME)`;
  if (isAway && local.isPlayed) return checksOfSubjects(CONNECTION_SUBJECTS, {}, played);
  const seen = found.map(({ id, result, text, hint }) => {
    if (result === 'ok') return [id, passed(text)];
    return [
      id,
      result === 'failure' ? failed(text) : noted(['Warning: ', text, hint && `\n${hint}`].join('')),
    ];
  });
  const reach = isAway && `Start what should answer at ${local.address}; the sandbox: ${local.start}`;
  const otherwise =
    bad.length > 0 ? 'Not reached: an earlier check failed' : 'Does not apply to these addresses';
  return checksOfSubjects(CONNECTION_SUBJECTS, Object.fromEntries(seen), otherwise).map((check) => {
    const own = bad.find(({ id }) => id === check.id)?.hint ?? check.hint;
    return { ...check, hint: (check.id === 'connection.reach' && reach) || own };
  });
}

// The area of the retailer's own ASNs: the engine of `asns check` reads them, its plan becomes checks.

export async function certifyAsns(
  platform: Platform,
  folders: Folders,
  source: AsnSource,
  { known, tell }: Asked,
): Promise<readonly Check[]> {
  try {
    const { check, plan } = await runAsnCheck(
      platform,
      folders,
      { source, target: known, limits: { failOn: 'any' } },
      (event) => {
        if (event.type === 'reading') tell(`reading ASNs, ${formatCount(event.messages)}`);
      },
    );
    return asnChecks(plan, check);
  } catch (error) {
    return unreadable(error, ASN_SUBJECTS, 'The ASNs could not be read');
  }
}

/** @param check of the same file: its files */
function asnChecks(plan: AsnPlan, check: Pick<AsnCheck, 'input'>): Check[] {
  const counted = (list: readonly Share[], what: string) =>
    passed(
      list.length === 0
        ? 'No ASN is left to count: all are refused for other reasons'
        : list.map(({ name, asns }) => `${what}${name} ${formatCount(asns)}`).join(', '),
    );
  const seen = seenOfCodes('asns', plan, describeAsnFinding, {
    'asns.findings': () => passed(`${plural(plan.asns, 'ASN')} looked at: none is refused for this`),
    'asns.numbers': () => counted(plan.programs, 'program '),
    'asns.statuses': () => counted(plan.statuses, ''),
    'asns.unit-identifiers': () => counted(plan.types, 'details_type '),
    'asns.api-version': () => counted(plan.versions, 'version '),
  });
  return checksOfSubjects(
    ASN_SUBJECTS,
    { ...seen, 'asns.readable': passed(filesText(check.input)) },
    'Not looked at',
  );
}

// Turns what was seen into checks: one for each subject, with evidence that counts, names codes and says where the first is.

/** What was seen of one subject. */
type Seen = Pick<Check, 'result' | 'evidence' | 'notable'>;

const passed = (evidence: string): Seen => ({ result: 'passed', evidence });
/** Passed, and a person has to read what was seen. */
const noted = (evidence: string): Seen => ({ result: 'passed', evidence, notable: true });
const failed = (evidence: string): Seen => ({ result: 'failed', evidence });

/** Checks in the order of the subjects; what nothing is known about was not tried, for the reason given. */
export const checksOfSubjects = (
  subjects: readonly Question[],
  seen: Readonly<Record<string, Seen | undefined>>,
  otherwise: string,
): Check[] =>
  subjects.map((one) => ({ ...one, ...(seen[one.id] ?? { result: 'not_tried', evidence: otherwise }) }));

/** What the checks say: failed with the codes that are refused for it, else what is good. The warnings are one of them. */
function seenOfCodes(
  area: 'orders' | 'asns',
  { refusals, warnings }: Readonly<Record<'refusals' | 'warnings', readonly CodeCount[]>>,
  describe: (finding: Finding) => string,
  goods: Readonly<Record<string, () => Seen>>,
): Record<string, Seen> {
  const ofWarnings = `${area}.warnings`;
  // With --strict a warning refuses, too: it is a matter of the warnings all the same.
  const idOf = ({ code, example }: CodeCount) =>
    example?.severity === 'warning' ? ofWarnings : checkOfCode(area, code);
  const warned = () => {
    const codes = bySeverity(warnings).warnings;
    return codes.length === 0 ? passed('No warning') : noted(codesText(codes, describe));
  };
  return Object.fromEntries(
    Object.entries({ ...goods, [ofWarnings]: warned }).map(([id, good]) => {
      const codes = refusals.filter((one) => idOf(one) === id);
      return [id, codes.length > 0 ? failed(codesText(codes, describe)) : good()];
    }),
  );
}

const filesText = ({ files }: Pick<UploadSummary['input'], 'files'>): string =>
  files
    .map(({ path, rows, sha256 }) => `${path}: ${plural(rows, 'row')}, SHA-256 ${sha256.slice(0, 16)}…`)
    .join('; ');

/** `3 order.status.unknown (first at orders.csv:5): items[0].sku: ...`, one code a line. */
function codesText(codes: readonly CodeCount[], describe: (finding: Finding) => string): string {
  return codes
    .map(({ code, count, firstFile, firstLine, example, message }) => {
      const said = example ? describe(example) : (message ?? '');
      const path = example?.path ? `${example.path}: ` : '';
      const place = `${count > 1 ? 'first at' : 'at'} ${firstFile}:${firstLine}`;
      return `${formatCount(count)} ${code} (${place})${said === '' ? '' : `: ${path}${said}`}`;
    })
    .join('\n');
}

/** Input that cannot be read fails the first subject, the others are not tried; everything else that is thrown ends the program. */
function unreadable(error: unknown, subjects: readonly Question[], otherwise: string): Check[] {
  if (!(error instanceof Failure) || error.exitCode !== EXIT.input) throw error;
  const { message, place, expected, found, hint } = error;
  // What happened and where, what was expected and found, and what to do: each in a line.
  const lines = [
    [message, placeText(place)].filter(Boolean).join(': '),
    expected && `expected ${expected}`,
    found && `found ${found}`,
    hint,
  ];
  const seen = failed(lines.filter(Boolean).join('\n'));
  return checksOfSubjects(subjects, { [subjects[0]!.id]: seen }, otherwise);
}
