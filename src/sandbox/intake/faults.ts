// Fault rules: reads them (unknown keys are errors; samples/schemas/sandbox-faults.schema.json publishes the same
// shape), counts the matching requests of each and decides what happens to each request.
import * as z from 'zod';
import { isObject, parseJsonInput } from '../../basics/json.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { FaultAction, FaultRule } from '../documents.ts';
import { count, keys, readShape, text, word, wrongIn } from '../routes/read-request.ts';

export function makeFaults(rules: readonly FaultRule[], seed: number) {
  const states = rules.map((rule, index) => ({ rule, draw: seeded(seed + index), matched: 0, fired: 0 }));
  return {
    /**
     * Counts the request in every rule that it matches. Delays add up. Of the other actions, the first rule that fires is
     * used. @returns what happens to the request; `name` appears in the record of requests
     */
    next(endpoint: string, body: Uint8Array) {
      let delay = 0;
      let action: FaultAction | undefined;
      const names: string[] = [];
      for (const state of states) {
        const { rule } = state;
        if (rule.on !== '*' && rule.on !== endpoint) continue;
        // A view of the same bytes, without a copy.
        const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
        if (rule.match !== undefined && !bytes.includes(rule.match)) continue;
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

export const FAULT_TARGETS = [...(Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]), '*'] as const;

const MOST = Number.MAX_SAFE_INTEGER;
// Headers that control the connection cannot be set.
const OWN_HEADERS = /^(content-length|transfer-encoding|connection)$/i;

const areHeaders = (given: unknown): boolean =>
  isObject(given) &&
  Object.entries(given).every(
    ([name, value]) =>
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
      !OWN_HEADERS.test(name) &&
      typeof value === 'string' &&
      /^[\t\x20-\x7e]*$/.test(value),
  );

/** At most one of these keys. */
const isOneOf =
  (...names: readonly string[]) =>
  (given: object): boolean =>
    names.filter((name) => name in given).length <= 1;

const ACTION = keys({
  // A delay of more than a day is a mistake. Timers are limited to 2^31 ms.
  delay: count('ms', 86_400_000).exactOptional(),
  status: count('a status', 599, 200).exactOptional(),
  body: z.unknown().exactOptional(),
  headers: z.custom(areHeaders, 'headers that do not frame the answer, with texts as values').exactOptional(),
  drop: word(['before', 'after'], 'when').exactOptional(),
  reject: text('a text, the reason').exactOptional(),
})
  .refine(isOneOf('status', 'drop', 'reject'), 'only one of status, drop and reject')
  .refine(
    (given) => ['status', 'drop', 'reject', 'delay'].some((key) => key in given),
    'at least one of status, drop, reject and delay',
  );

const RULES = z.array(
  keys({
    on: word(FAULT_TARGETS, `one of ${FAULT_TARGETS.join(', ')}`),
    do: ACTION,
    first: count('how many', MOST, 1).exactOptional(),
    every: count('how many', MOST, 1).exactOptional(),
    share: z.number().gt(0, 'a number above 0').max(1, 'a number of at most 1').exactOptional(),
    after: count('how many').exactOptional(),
    match: text('a text').exactOptional(),
  })
    .refine(isOneOf('first', 'every', 'share'), 'only one of first, every and share')
    .refine(({ on, do: { reject } }) => reject === undefined || on === 'asnCreate', {
      path: ['on'],
      error: 'asnCreate, because only the creation of an ASN is rejected later',
    }),
  'a list of fault rules',
);

/** Parses the text of a fault file. @throws Failure exit 6 */
export function parseFaults(given: string, file: string): readonly FaultRule[] {
  const value = parseJsonInput(given, { file });
  return checkFaults(isObject(value) && Array.isArray(value['rules']) ? value['rules'] : value, file);
}

/** @throws Failure exit 6 with the rule and the key */
export function checkFaults(value: unknown, file = 'faults'): readonly FaultRule[] {
  const hint =
    'See samples/faults/flaky.json for a working file and samples/schemas/sandbox-faults.schema.json for every key.';
  const wrong = wrongIn('input.faults', 'The fault rules are', file, hint);
  return readShape(value, RULES, wrong) as readonly FaultRule[];
}
