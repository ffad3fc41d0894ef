// Counts what happened within the last so many ms, and the most there ever was at once.

export class RollingWindow {
  private times: number[] = [];
  private head = 0;
  private most = 0;

  constructor(private readonly widthMs: number) {}

  /** Times come in order. */
  add(now: number): void {
    this.times.push(now);
    this.most = Math.max(this.most, this.count(now));
  }

  count(now: number): number {
    while (this.head < this.times.length && this.times[this.head]! <= now - this.widthMs) this.head++;
    if (this.head > 1024 && this.head * 2 > this.times.length) {
      this.times = this.times.slice(this.head);
      this.head = 0;
    }
    return this.times.length - this.head;
  }

  /** When the oldest that still counts happened; undefined when there is none. */
  oldest(now: number): number | undefined {
    this.count(now);
    return this.times[this.head];
  }

  max(): number {
    return this.most;
  }
}
