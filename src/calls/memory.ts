// What is remembered of RMAs while calls come in: the most recently heard ones, rebuilt from the record at the start.
import type { RmaMemory } from '../contract/rma-story.ts';

/** The most RMAs that are remembered. */
export const RMAS_KEPT = 10_000;

/** Characters of all of them together: hostile RMAs have hundreds of units each. */
const CHARACTERS_KEPT = 60_000_000;

/** The values asked for most recently; the oldest gives way. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  readonly size: number;
}

export type RmaMemories = Recent<RmaMemory>;

/** At most so many values, and at most so much weight in all (1 each when left out). */
export function makeRecent<T>(
  most: number,
  mostWeight = most,
  weigh: (value: T) => number = () => 1,
): Recent<T> {
  const kept = new Map<string, T>();
  let weight = 0;
  const remove = (key: string): T | undefined => {
    const value = kept.get(key);
    if (value === undefined) return undefined;
    kept.delete(key);
    weight -= weigh(value);
    return value;
  };
  const add = (key: string, value: T) => {
    kept.set(key, value);
    weight += weigh(value);
  };
  return {
    get(key) {
      const value = remove(key);
      // A Map keeps its order of insertion: who is asked for moves to the end.
      if (value !== undefined) add(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      add(key, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= 1 || (kept.size <= most && weight <= mostWeight)) break;
        remove(oldest);
      }
    },
    get size() {
      return kept.size;
    },
  };
}

/** So many RMAs are kept as they are: the next message of an RMA often follows within seconds. */
const HOT = 300;

/**
 * All others are kept as texts. As objects they are hundreds of thousands, and whoever collects garbage walks over all of
 * them again and again: that took more time than everything else that is done for a message.
 */
export function makeRmaMemories(): RmaMemories {
  const texts = makeRecent<string>(RMAS_KEPT, CHARACTERS_KEPT, (text) => text.length);
  const hot = new Map<string, RmaMemory>();
  return {
    get(key) {
      const known = hot.get(key);
      if (known) return known;
      const text = texts.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as RmaMemory);
    },
    set(key, memory) {
      hot.delete(key);
      hot.set(key, memory);
      if (hot.size <= HOT) return;
      for (const [oldest, cooled] of hot) {
        hot.delete(oldest);
        texts.set(oldest, JSON.stringify(cooled));
        return;
      }
    },
    get size() {
      let both = 0;
      for (const key of hot.keys()) if (texts.get(key) !== undefined) both++;
      return texts.size + hot.size - both;
    },
  };
}
