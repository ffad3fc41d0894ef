// The rate limit per IP address: no 60 s hold more requests than it. A refused request does not count. Pure functions of time.
import { LastMinute } from './last-minute.ts';

/** Decides about one request at `now` (monotonic ms), and counts it when it is allowed. */
export type Gate = (now: number) => boolean;
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
