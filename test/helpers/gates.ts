// Other ways in which a service may count its rate limit: the pace of a client must suit all of them.
import type { MakeGate } from '../../src/sandbox/intake/records.ts';

const MINUTE = 60_000;

/**
 * - `sliding`, that of the sandbox: no 60 s hold more than the limit.
 * - `fixed`: no minute, counted from the sandbox's start, holds more than the limit.
 * - `token-bucket`: a bucket of `limit` tokens, full at first, refilled evenly with `limit` a minute.
 */
export const LIMITERS = ['sliding', 'fixed', 'token-bucket'] as const;
export type LimiterName = (typeof LIMITERS)[number];

export const GATES: Readonly<Record<LimiterName, { readonly gate?: MakeGate }>> = {
  sliding: {},
  fixed: {
    gate(limit, start) {
      let minute = -1;
      let passed = 0;
      return (now) => {
        const current = Math.floor((now - start) / MINUTE);
        if (current !== minute) passed = 0;
        minute = current;
        return ++passed <= limit;
      };
    },
  },
  'token-bucket': {
    gate(limit, start) {
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
  },
};
