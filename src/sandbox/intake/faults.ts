// Applies fault rules: counts the matching requests of each rule and decides what happens to each request.
import type { FaultAction, FaultRule } from '../documents.ts';

/** What happens to one request. `name` appears in the record of requests. */
export interface Fault {
  readonly name: string;
  readonly delay: number;
  readonly action: FaultAction | undefined;
}

export function makeFaults(rules: readonly FaultRule[], seed: number) {
  const states = rules.map((rule, index) => ({ rule, draw: seeded(seed + index), matched: 0, fired: 0 }));
  return {
    /**
     * Counts the request in every rule that it matches. Delays add up. Of the other actions, the first rule that fires is
     * used.
     */
    next(endpoint: string, body: Uint8Array): Fault | undefined {
      let delay = 0;
      let action: FaultAction | undefined;
      const names: string[] = [];
      for (const state of states) {
        const { rule } = state;
        if (rule.on !== '*' && rule.on !== endpoint) continue;
        if (rule.match !== undefined && !bytesOf(body).includes(rule.match)) continue;
        const count = ++state.matched - (rule.after ?? 0);
        if (count <= 0 || !fires(rule, count, state.draw)) continue;
        state.fired++;
        const { status, drop, reject } = rule.do;
        if (rule.do.delay !== undefined) {
          delay += rule.do.delay;
          names.push(`delay ${rule.do.delay}`);
        }
        const name = (drop && `drop ${drop}`) ?? (status && `status ${status}`) ?? (reject && 'reject later');
        if (action || !name) continue;
        action = rule.do;
        names.push(name);
      }
      return names.length === 0 ? undefined : { name: names.join(', '), delay, action };
    },
    /** How often each rule matched and fired. */
    counts: () => states.map(({ matched, fired }) => ({ matched, fired })),
  };
}

function fires(rule: FaultRule, count: number, draw: () => number): boolean {
  if (rule.first !== undefined) return count <= rule.first;
  if (rule.every !== undefined) return count % rule.every === 0;
  if (rule.share !== undefined) return draw() < rule.share;
  return true;
}

/** A view of the same bytes that can be searched, without a copy. */
const bytesOf = (body: Uint8Array) => Buffer.from(body.buffer, body.byteOffset, body.byteLength);

/** Random numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
