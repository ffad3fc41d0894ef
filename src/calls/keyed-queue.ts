// Runs work with the same key one after the other, and work with different keys in parallel. The key is an RMA.

export interface KeyedQueue {
  /** Runs the work when all earlier work of the key has ended, with or without an error. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function makeKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const before = last.get(key);
      const mine = before === undefined ? work() : before.then(work, work);
      last.set(key, mine);
      const leave = () => {
        if (last.get(key) === mine) last.delete(key);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}
