// The memory of RMAs while calls arrive: the most recently used ones, rebuilt from the record at the start.
import type { RmaMemory } from '../../contract/rma-rules/history.ts';

/** Maximum number of characters of all remembered RMAs together: about 2,500 for an RMA of five units, more for a hostile one. */
const MAX_CHARACTERS = 30_000_000;

/** The most recently used values; the least recently used one is removed first. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export type RmaMemories = Recent<RmaMemory>;

/** Limits the sum of the weights (1 each by default). */
export function makeRecent<T>(most: number, weigh: (value: T) => number = () => 1): Recent<T> {
  const values = new Map<string, T>();
  let weight = 0;
  const remove = (key: string): T | undefined => {
    const value = values.get(key);
    if (value === undefined) return undefined;
    values.delete(key);
    weight -= weigh(value);
    return value;
  };
  const add = (key: string, value: T) => {
    values.set(key, value);
    weight += weigh(value);
  };
  return {
    get(key) {
      const value = remove(key);
      // A Map keeps the order of insertion, so a value that is read moves to the end.
      if (value !== undefined) add(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      add(key, value);
      for (const oldest of values.keys()) {
        if (values.size <= 1 || weight <= most) break;
        remove(oldest);
      }
    },
  };
}

/**
 * Each RMA is one text. As objects they would be hundreds of thousands, and each garbage collection would visit all of them: that
 * took more time than all other work for a message.
 */
export function makeRmaMemories(): RmaMemories {
  const texts = makeRecent<string>(MAX_CHARACTERS, (text) => text.length);
  return {
    get(key) {
      const text = texts.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as RmaMemory);
    },
    set: (key, memory) => texts.set(key, JSON.stringify(memory)),
  };
}
