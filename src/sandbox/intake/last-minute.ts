// Counts the events of the last 60 seconds, and the maximum in any 60 seconds.

const MINUTE = 60_000;
/** Times that have passed are dropped together: taking the first of a long list costs its length. */
const DROPPED_AT_ONCE = 1000;

/** Times must be added in ascending order. An event counts until exactly 60 s after it. */
export class LastMinute {
  #times: number[] = [];
  #passed = 0;
  #most = 0;

  /** Events in the 60 s that end at `now`. */
  count(now: number): number {
    while (this.#times[this.#passed]! <= now - MINUTE) this.#passed++;
    if (this.#passed > DROPPED_AT_ONCE && this.#passed * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#passed);
      this.#passed = 0;
    }
    return this.#times.length - this.#passed;
  }

  add(now: number): void {
    this.#times.push(now);
    this.#most = Math.max(this.#most, this.count(now));
  }

  /** The maximum number of events in any 60 s so far. */
  get most(): number {
    return this.#most;
  }
}
