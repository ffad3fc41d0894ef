// Counts the events of the last 60 seconds, and the maximum in any 60 seconds.

const MINUTE = 60_000;

/** Times must be added in ascending order. An event counts until exactly 60 s after it. */
export class LastMinute {
  // A ring buffer of times; the oldest is at #head.
  #times = new Float64Array(64);
  #head = 0;
  #size = 0;
  #most = 0;

  /** Events in the 60 s that end at `now`. */
  count(now: number): number {
    while (this.#size > 0 && this.#times[this.#head]! <= now - MINUTE) {
      this.#head = (this.#head + 1) % this.#times.length;
      this.#size--;
    }
    return this.#size;
  }

  add(now: number): void {
    this.count(now);
    if (this.#size === this.#times.length) this.#grow();
    this.#times[(this.#head + this.#size) % this.#times.length] = now;
    this.#most = Math.max(this.#most, ++this.#size);
  }

  /** The maximum number of events in any 60 s so far. */
  get most(): number {
    return this.#most;
  }

  #grow(): void {
    const larger = new Float64Array(this.#times.length * 2);
    for (let i = 0; i < this.#size; i++) larger[i] = this.#times[(this.#head + i) % this.#times.length]!;
    this.#times = larger;
    this.#head = 0;
  }
}
