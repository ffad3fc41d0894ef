// Runs work with the same key one after the other, and work with different keys in parallel. The key is an RMA.

export function makeKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** Runs the work when all earlier work of the key has ended, with or without an error. */
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
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
