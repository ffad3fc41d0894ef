// What is due on the timeline, earliest first; of equal times, what was scheduled first.

export interface Due {
  /** ms since the epoch. */
  readonly time: number;
  readonly work: () => void | Promise<void>;
}

interface Entry extends Due {
  readonly order: number;
  isGone: boolean;
}

export type DueList = ReturnType<typeof makeDueList>;

/** A binary heap. What is taken out before its time stays in it, marked, until it comes to the top. */
export function makeDueList() {
  let heap: Entry[] = [];
  let orders = 0;
  let size = 0;
  const dropGone = () => {
    while (heap[0]?.isGone) removeFirst(heap);
  };
  return {
    /** The returned function takes it out. */
    add(due: Due): () => void {
      const entry: Entry = { time: due.time, work: due.work, order: orders++, isGone: false };
      insert(heap, entry);
      size++;
      return () => {
        if (entry.isGone) return;
        entry.isGone = true;
        size--;
      };
    },
    first(): Due | undefined {
      dropGone();
      return heap[0];
    },
    /** Takes out and returns the first, when it is due at this time. */
    take(time: number): Due | undefined {
      dropGone();
      const entry = heap[0];
      if (!entry || entry.time > time) return undefined;
      removeFirst(heap);
      entry.isGone = true;
      size--;
      return entry;
    },
    get size() {
      return size;
    },
    clear() {
      for (const entry of heap) entry.isGone = true;
      heap = [];
      size = 0;
    },
  };
}

const isBefore = (a: Entry, b: Entry): boolean => a.time < b.time || (a.time === b.time && a.order < b.order);

function insert(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(entry, heap[above]!)) break;
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = entry;
}

function removeFirst(heap: Entry[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
    if (!isBefore(heap[below]!, last)) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = last;
}
