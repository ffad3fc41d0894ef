// The report page as data: from the plan, the summary and what was collected while the input was read.
import type { Finding } from '../../contract/finding.ts';
import { describeOrderFinding, ORDER_CATALOG } from '../../contract/order-catalog.ts';
import { bySeverity, type CodeCount } from '../../contract/report.ts';
import { formatInstant } from '../../contract/time.ts';
import type { UploadSummary } from '../../runs/summary.ts';
import { assumedIn, dayOf, type Plan } from '../plan.ts';
import type { Collected } from './collect.ts';

/** Who made the page, and how. */
export interface ReportAbout {
  /** ms since the epoch. */
  readonly at: number;
  readonly version: string;
  /** The command line. */
  readonly command: string;
  readonly withPersonal: boolean;
}

/** The data as the page reads it. Amounts are in cents. */
export type ReportData = ReturnType<typeof reportDataOf>;
export type PageCode = ReturnType<typeof codeOf>;

/** Fields and words that are listed for a code. */
const MOST_DETAILS = 60;

export function reportDataOf(
  about: ReportAbout,
  plan: Plan,
  summary: UploadSummary,
  { refused, columns, warned }: Collected,
) {
  const { warnings, notes } = bySeverity(plan.warnings);
  const before = plan.refusedBefore > 0 ? [{ code: 'refused_before', count: plan.refusedBefore }] : [];
  return {
    at: formatInstant(about.at),
    version: about.version,
    command: about.command,
    /** `hidden`: personal cells are not in the page. */
    personal: about.withPersonal ? ('included' as const) : ('hidden' as const),
    files: summary.input.files,
    orders: {
      read: plan.snapshots,
      ready: plan.toSend,
      refused: plan.refused,
      unchanged: plan.alreadyAccepted,
      superseded: plan.superseded,
      leftOut: summary.orders.skipped,
    },
    rows: summary.rows.read,
    money: plan.money,
    statuses: plan.statuses,
    /** Days of the first and the last order; null without orders. */
    created:
      plan.oldestMicros <= plan.newestMicros
        ? ([dayOf(plan.oldestMicros), dayOf(plan.newestMicros)] as const)
        : null,
    /** Why an upload would stop before it sends anything. */
    stop: summary.would_stop && { message: summary.would_stop.message, hint: summary.would_stop.hint },
    mapping: plan.mapping?.name ?? null,
    assumed: assumedIn(plan),
    unmapped: plan.mapping?.unmapped ?? [],
    /** Paths of the mapping that no record has. */
    absent: plan.mapping?.absent ?? [],
    joins: plan.joins,
    levels: plan.levels.map(({ key, level, initial, from, findings }) => ({
      text: `${key} counts as ${level}, by default as ${initial} (${from})`,
      count: findings,
    })),
    skipped: summary.skipped_by.map(({ reason, ...counts }) => ({
      reason: BY_FLAG[reason] ?? reason,
      ...counts,
    })),
    refusals: [...plan.refusals, ...before].map(codeOf),
    warnings: warnings.map((count) => ({ ...codeOf(count), orders: warned.get(count.code) ?? [] })),
    notes: notes.map(codeOf),
    /** Files with all refused rows. */
    rejects: summary.refused.files,
    /** Refused orders in the page. */
    listed: refused.length,
    columns,
  };
}

/** Orders that flags leave out, in words. */
const BY_FLAG: Readonly<Record<string, string>> = {
  outside_window: 'outside --since and --until',
  other_shard: 'for another machine (--shard)',
  unshipped: 'nothing of the order has shipped (--skip-unshipped)',
};

/** A code with its counts and its texts from the rules. */
function codeOf({
  code,
  count,
  example,
  details = [],
}: Pick<CodeCount, 'code' | 'count' | 'example' | 'details'>) {
  const rule = ORDER_CATALOG.get(code) ?? OTHERS[code];
  return {
    code,
    /** Number of orders. */
    count,
    /** What is not met: a rule's title says what it requires. */
    title: rule && !SETTLED.test(code) ? `Not met: ${rule.title}` : (rule?.title ?? code),
    /** Why, and what to do. */
    explanation: rule?.explanation ?? '',
    /** The message of one finding. */
    example: example ? sentenceOf(example) : '',
    details: details.slice(0, MOST_DETAILS),
  };
}

const sentenceOf = (finding: Finding): string =>
  `${finding.path === '' ? '' : `${finding.path}: `}${describeOrderFinding(finding)}`;

/** Titles that say what was done, and reasons that are no rule. */
const SETTLED =
  /^(?:refused_before|date\.|order\.(?:derived|map|files\.repeated|line\.(?:edited|repeated)|rows\.differ|tax\.inside|total\.(?:basis|shipped))|refund\.lines\.none)/;

const OTHERS: Readonly<Record<string, { readonly title: string; readonly explanation: string }>> = {
  refused_before: {
    title: 'The service refused the same order before',
    explanation:
      'The service refused exactly this order in an earlier upload, so it is not sent again. Correct the order in the shop or in the export; --force sends it again as it is.',
  },
};
