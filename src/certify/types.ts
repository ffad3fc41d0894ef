// What a certification is made of: checks in areas, and what has to be agreed with the service.
import type { Check, ScenarioCause } from '../sandbox/judge.ts';

/** In the order in which they are tried and shown. */
export const AREAS = [
  'connection',
  'orders',
  'asns',
  'messages',
  'variants',
  'exchanges',
  'refunds',
] as const;
export type Area = (typeof AREAS)[number];

/** The areas that need the retailer's endpoints. */
export const ENDPOINT_AREAS: readonly Area[] = ['messages', 'variants', 'exchanges', 'refunds'];

export type CheckResult = Check['result'];
export type { Check, Exchange, Question as CheckSubject } from '../sandbox/judge.ts';

/** Something that the interface leaves open and that both sides have to agree upon before they go live. */
export interface Agreement {
  readonly id: string;
  /** `How many seconds does the service wait for an answer?` */
  readonly question: string;
  /** Heading of the interface, and what it says or that it is silent. */
  readonly interface: string;
  /** What this installation does today, from profile, levels, flags and what was seen; null when nothing is known. */
  readonly ours: string | null;
  /** What was agreed, by whom and since when; null while it is open. */
  readonly value: string | null;
  readonly by: string | null;
  readonly since: string | null;
}

export interface Certificate {
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly version: string;
  readonly profile: string | null;
  readonly environment: string | null;
  readonly target: string | null;
  readonly customerUrl: string | null;
  /** Whether the retailer's endpoint answered at all; null when it was not asked. */
  readonly endpointAnswered: boolean | null;
  /** The exit code of the signal that ended it early, else null: then what was not reached is `not_tried`, and nothing is called ready. */
  readonly interrupted: 130 | 143 | null;
  /** What is wrong at the endpoint, each mistake once. */
  readonly causes: readonly ScenarioCause[];
  /** Flags with which more of the endpoint could be tried. */
  readonly lacks: readonly string[];
  readonly checks: readonly Check[];
  readonly agreements: readonly Agreement[];
}

/** What happens while it runs. */
export type CertifyEvent =
  | { readonly type: 'area'; readonly area: Area; readonly text: string }
  | { readonly type: 'check'; readonly check: Check }
  | { readonly type: 'progress'; readonly text: string };

export interface CertificateCounts {
  readonly passed: number;
  readonly failed: number;
  readonly notTried: number;
}

export function countChecks(checks: readonly Check[]): CertificateCounts {
  const of = (result: CheckResult) => checks.filter((check) => check.result === result).length;
  return { passed: of('passed'), failed: of('failed'), notTried: of('not_tried') };
}
