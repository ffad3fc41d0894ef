// What is remembered of RMAs while calls come in: the most recently heard ones, rebuilt from the record at the start.
import type { RmaMemory } from '../contract/rma-story.ts';

/** The most RMAs that are remembered. */
export const RMAS_KEPT = 10_000;

/** The values asked for most recently; the oldest gives way. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  readonly size: number;
}

export type RmaMemories = Recent<RmaMemory>;

export function makeRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      // A Map keeps its order of insertion: who is asked for moves to the end.
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > most) for (const oldest of kept.keys()) return void kept.delete(oldest);
    },
    get size() {
      return kept.size;
    },
  };
}

export const makeRmaMemories = (): RmaMemories => makeRecent<RmaMemory>(RMAS_KEPT);
