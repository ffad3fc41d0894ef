// Rate limits per IP address, with three ways of counting. Pure functions of time.
import { LastMinute } from './last-minute.ts';

const MINUTE = 60_000;

/**
 * - `sliding`: no 60 s hold more than the limit.
 * - `fixed`: no minute, counted from the sandbox's start, holds more than the limit.
 * - `token-bucket`: a bucket of `limit` tokens, full at first, refilled evenly with `limit` a minute.
 * A refused request counts in none of them.
 */
export const LIMITERS = ['sliding', 'fixed', 'token-bucket'] as const;
export type LimiterName = (typeof LIMITERS)[number];

/** Decides about one request at `now` (monotonic ms), and counts it when it is allowed. */
export type AdmitRequest = (now: number) => boolean;

const GATES: Record<LimiterName, (limit: number, start: number) => AdmitRequest> = {
  sliding(limit) {
    const passed = new LastMinute();
    return (now) => {
      if (passed.count(now) >= limit) return false;
      passed.add(now);
      return true;
    };
  },
  fixed(limit, start) {
    let minute = -1;
    let passed = 0;
    return (now) => {
      const current = Math.floor((now - start) / MINUTE);
      if (current !== minute) passed = 0;
      minute = current;
      if (passed >= limit) return false;
      passed++;
      return true;
    };
  },
  'token-bucket'(limit, start) {
    let tokens = limit;
    let filled = start;
    return (now) => {
      tokens = Math.min(limit, tokens + ((now - filled) * limit) / MINUTE);
      filled = now;
      // Rounding: 24 ms at 2,500 a minute must give one token, although the binary sum is slightly less than 1.
      if (tokens < 1 - 1e-9) return false;
      tokens--;
      return true;
    };
  },
};

// Limits memory: a normal machine has few addresses, a hostile client could use many.
const MOST_ADDRESSES = 10_000;

export function makeLimiter(name: LimiterName, limit: number | 'off', start: number) {
  const gates = new Map<string, AdmitRequest>();
  return {
    ...{ name, limit },
    admit(address: string, now: number): boolean {
      if (limit === 'off') return true;
      let gate = gates.get(address);
      if (!gate) {
        if (gates.size >= MOST_ADDRESSES) gates.clear();
        gate = GATES[name](limit, start);
        gates.set(address, gate);
      }
      return gate(now);
    },
  };
}
