// The rate limit per IP address: no 60 s hold more requests than it. A refused request does not count. Pure functions of time.

/** Decides about one request at `now` (monotonic ms), and counts it when it is allowed. */
type Gate = (now: number) => boolean;
/** The gate of one address. @param start ms */
export type MakeGate = (limit: number, start: number) => Gate;

const sliding: MakeGate = (limit) => {
  const passed = new LastMinute();
  return (now) => {
    if (passed.count(now) >= limit) return false;
    passed.add(now);
    return true;
  };
};

// Limits memory: a normal machine has few addresses, a hostile client could use many.
const MOST_ADDRESSES = 10_000;

export function makeLimiter(limit: number | 'off', start: number, gateOf: MakeGate = sliding) {
  const gates = new Map<string, Gate>();
  return {
    limit,
    admit(address: string, now: number): boolean {
      if (limit === 'off') return true;
      if (!gates.has(address) && gates.size >= MOST_ADDRESSES) gates.clear();
      const gate = gates.get(address) ?? gateOf(limit, start);
      gates.set(address, gate);
      return gate(now);
    },
  };
}

const MINUTE = 60_000;

/** Counts the events of the last 60 s. Times must be added in ascending order. An event counts until exactly 60 s after it. */
export class LastMinute {
  readonly #times: number[] = [];
  /** The maximum number of events in any 60 s so far. */
  most = 0;

  /** Events in the 60 s that end at `now`. */
  count(now: number): number {
    while (this.#times[0]! <= now - MINUTE) this.#times.shift();
    return this.#times.length;
  }

  add(now: number): void {
    this.#times.push(now);
    this.most = Math.max(this.most, this.count(now));
  }
}
