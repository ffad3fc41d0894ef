// How many requests may be open at once.
interface WidthNeeds {
  /** During the ramp and during an outage one request at a time is open. */
  readonly single: boolean;
  /** The value of --concurrency. */
  readonly fixed: number | undefined;
  /** Requests a minute; Infinity when there is no limit. */
  readonly limit: number;
  /** How long a request counts as open, ms: until its answer is recorded. */
  readonly openMs: number;
}

const LEAST = 4;
const MOST = 64;

/** Used when there is no limit from which a number could be computed. */
const UNLIMITED = 32;

/** How many requests may be open at once: enough to reach the rate at the current latency. */
export function widthFor({ single, fixed, limit, openMs }: WidthNeeds): number {
  if (single) return 1;
  if (fixed !== undefined) return Math.max(1, fixed);
  const needed = Number.isFinite(limit) ? Math.ceil((limit / 60000) * openMs * 1.5) : UNLIMITED;
  return Math.min(MOST, Math.max(LEAST, needed));
}
