// How many requests may be open at once: as many as the rate needs at the time that one of them takes.

export interface WidthNeeds {
  /** While ramping or probing there is one request at a time. */
  readonly single: boolean;
  /** What a person asked for. */
  readonly fixed: number | undefined;
  /** Requests a minute; Infinity when there is no limit. */
  readonly limit: number;
  /** How long a request holds its place, ms: the answer and writing it down. */
  readonly slotMs: number;
}

const LEAST = 4;
const MOST = 64;
/** Without a limit there is nothing to compute from. */
const UNLIMITED = 32;

export function widthFor({ single, fixed, limit, slotMs }: WidthNeeds): number {
  if (single) return 1;
  if (fixed !== undefined) return Math.max(1, fixed);
  const needed = Number.isFinite(limit) ? Math.ceil((limit / 60_000) * slotMs * 1.5) : UNLIMITED;
  return Math.min(MOST, Math.max(LEAST, needed));
}
