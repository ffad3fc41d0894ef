// The plan as data: how many ASNs would be sent where, what not and why, and the estimated time. Pure.

import type { Environment } from '../contract/endpoints.ts';
import type { LevelRow } from '../contract/levels.ts';
import type { CodeCount } from '../contract/report.ts';
import type { Stop } from '../runs/carry-out.ts';
import type { RunEvent } from '../sending/events.ts';
import { type MaxRejects, rejectBudget } from '../sending/run-end.ts';
import type { AsnMappingInfo } from './input/types.ts';

export interface Share {
  readonly name: string;
  readonly asns: number;
}

export interface AsnPlanContext {
  readonly profile: string | null;
  readonly environment: Environment | null;
  readonly target: string | null;
  /** Requests per minute; Infinity for no limit. */
  readonly limit: number;
}

/** The result of reading and checking the whole input. */
export interface AsnAnalysis {
  readonly rows: number;
  readonly asns: number;
  readonly toSend: number;
  readonly alreadyQueued: number;
  readonly refused: number;
  /** Part of `toSend`: an earlier attempt had no answer. */
  readonly unanswered: number;
  /** Programs of the ASNs to send, most frequent first. */
  readonly programs: readonly Share[];
  readonly statuses: readonly Share[];
  readonly types: readonly Share[];
  readonly versions: readonly Share[];
  /** Levels that differ from those of the rules. */
  readonly levels: readonly LevelRow[];
  readonly refusals: readonly CodeCount[];
  readonly warnings: readonly CodeCount[];
  readonly mapping: AsnMappingInfo | undefined;
}

export interface AsnPlan extends AsnAnalysis, Omit<AsnPlanContext, 'limit'> {
  readonly requests: number;
  /** ms, and what limits the speed. */
  readonly estimateMs: number;
  readonly bound: 'limit' | 'latency' | 'nothing';
}

/**
 * Latency assumed before the first measurement, the number of concurrent requests, and how many are sent one
 * by one at first.
 */
const ASSUMED_LATENCY_MS = 150;
const OPEN_REQUESTS = 32;
const ONE_BY_ONE = 7;

export function makeAsnPlan(analysis: AsnAnalysis, { limit, ...where }: AsnPlanContext): AsnPlan {
  const requests = analysis.toSend;
  const byLimit = Number.isFinite(limit) ? (requests / (limit * 0.96)) * 60_000 : 0;
  const together = Math.max(0, requests - ONE_BY_ONE) / OPEN_REQUESTS;
  const byLatency = (Math.min(requests, ONE_BY_ONE) + together) * ASSUMED_LATENCY_MS;
  return {
    ...analysis,
    ...where,
    requests,
    estimateMs: Math.max(byLimit, byLatency),
    bound: requests === 0 ? 'nothing' : byLimit > byLatency ? 'limit' : 'latency',
  };
}
export type AsnEvent = RunEvent<AsnPlan>;

export type EmitAsn = (event: AsnEvent) => void;
interface Planned {
  readonly toSend: number;
  readonly refused: number;
}

export const asnRejectBudget = ({ toSend, refused }: Planned, maxRejects: MaxRejects | undefined): number =>
  rejectBudget(maxRejects, toSend, refused);

export function asnStopOf(plan: Planned, maxRejects: MaxRejects | undefined): Stop | undefined {
  const budget = asnRejectBudget(plan, maxRejects);
  if (plan.refused <= budget) return undefined;
  return {
    code: 'asns.max_rejects',
    message: `Our own check refuses ${plan.refused} ASNs, more than --max-rejects ${budget}`,
    hint: 'Look at all findings with returns asns check FILE, correct the input, or raise --max-rejects.',
  };
}
