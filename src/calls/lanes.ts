// Work in order per key: what belongs to one RMA follows each other, everything else goes side by side.

export interface Lanes {
  /** Runs the work when all earlier work of the key has ended, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function makeLanes(): Lanes {
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
