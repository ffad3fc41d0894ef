// The report page as data: from the plan, the summary and what was collected while the input was read.
import type { Finding } from '../../contract/finding.ts';
import { describeOrderFinding, ORDER_CATALOG } from '../../contract/order-catalog.ts';
import { bySeverity, type CodeCount } from '../../contract/report.ts';
import { formatInstant } from '../../contract/time.ts';
import type { UploadSummary } from '../../runs/summary.ts';
import { assumedIn, type Plan } from '../plan.ts';
import type { Collected } from './collect.ts';
import type { PageCode, ReportData } from './types.ts';

/** Who made the page, and how. */
export interface ReportAbout {
  /** ms since the epoch. */
  readonly at: number;
  readonly version: string;
  /** The command line. */
  readonly command: string;
  readonly withPersonal: boolean;
}

/** Fields and words that are listed for a code. */
const MOST_DETAILS = 60;

export function reportDataOf(
  about: ReportAbout,
  plan: Plan,
  summary: UploadSummary,
  { refused, columns, warned }: Collected,
): ReportData {
  const { warnings, notes } = bySeverity(plan.warnings);
  return {
    at: formatInstant(about.at),
    version: about.version,
    command: about.command,
    personal: about.withPersonal ? 'included' : 'hidden',
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
    money: plan.money.map((of) => ({
      currency: of.currency,
      orders: of.orders,
      total: of.totalCents,
      ordered: of.orderedCents,
      smallest: of.smallestCents,
      median: of.medianCents,
      largest: of.largestCents,
    })),
    statuses: plan.statuses,
    created: plan.oldestMicros <= plan.newestMicros ? [day(plan.oldestMicros), day(plan.newestMicros)] : null,
    stop: summary.would_stop && { message: summary.would_stop.message, hint: summary.would_stop.hint },
    mapping: plan.mapping?.name ?? null,
    assumed: assumedIn(plan),
    unmapped: plan.mapping?.unmapped ?? [],
    absent: plan.mapping?.absent ?? [],
    joins: plan.joins.map(({ name, matched, unmatched, duplicates }) => ({
      name,
      matched,
      unmatched,
      duplicates,
    })),
    levels: plan.levels.map(({ key, level, initial, from, findings }) => ({
      text: `${key} counts as ${level}, by default as ${initial} (${from})`,
      count: findings,
    })),
    skipped: summary.skipped_by.map(({ reason, ...counts }) => ({
      reason: BY_FLAG[reason] ?? reason,
      ...counts,
    })),
    refusals: [...plan.refusals.map(codeOf), ...refusedBefore(plan)],
    warnings: warnings.map((count) => ({ ...codeOf(count), orders: warned.get(count.code) ?? [] })),
    notes: notes.map(codeOf),
    rejects: summary.refused.files,
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

const day = (micros: number): string => new Date(micros / 1000).toISOString().slice(0, 10);

function codeOf({ code, count, example, firstFile, firstLine, details = [] }: CodeCount): PageCode {
  const rule = ORDER_CATALOG.get(code);
  return {
    code,
    count,
    title: rule?.title ?? code,
    explanation: rule?.explanation ?? '',
    example: example ? sentenceOf(example) : '',
    firstFile,
    firstLine,
    details: details.slice(0, MOST_DETAILS),
  };
}

const sentenceOf = (finding: Finding): string =>
  `${finding.path === '' ? '' : `${finding.path}: `}${describeOrderFinding(finding)}`;

function refusedBefore({ refusedBefore: count }: Plan): PageCode[] {
  if (count === 0) return [];
  return [
    {
      code: 'refused_before',
      count,
      title: 'The service has not refused the same order before',
      explanation:
        'The service refused exactly this order in an earlier upload, so it is not sent again. Correct the order in the shop or in the export; --force sends it again as it is.',
      example: '',
      firstFile: '',
      firstLine: 0,
      details: [],
    },
  ];
}
