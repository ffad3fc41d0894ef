// Time zones: the offset of a zone at an instant, and the instants that a local time can mean. Uses Intl only:
// temporal-polyfill takes 9 ms to load, and four times as long for each time.
import { meantText } from '../../../basics/text.ts';

export function isZone(name: string): boolean {
  try {
    // Only some runtimes accept offsets such as +02:00, and an offset does not define daylight saving time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const zoneMeant = (name: string): string => {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = zones.find((zone) => zone.toLowerCase().endsWith(`/${name.toLowerCase().replace(/ /g, '_')}`));
  return city === undefined ? meantText(name, ['UTC', ...zones]) : ` Did you mean "${city}"?`;
};

/** What a local time means in a zone. */
export interface LocalOffset {
  readonly kind: 'one' | 'two' | 'none';
  /**
   * Minutes east of UTC. When the local time occurs twice, the offset of the earlier instant; when it does not exist,
   * the offset before the gap.
   */
  readonly offset: number;
}

const QUARTER = 900_000;
const DAY = 86_400_000;
const MOST_CACHED = 100_000;

export class Zone {
  private readonly format: Intl.DateTimeFormat;
  /** Cached for each quarter of an hour: zones change their offset only at such times. */
  private readonly offsets = new Map<number, number>();
  private readonly locals = new Map<number, LocalOffset>();

  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** `wall` is the local time as if it were UTC, in ms. */
  local(wall: number): LocalOffset {
    const quarter = Math.floor(wall / QUARTER);
    let known = this.locals.get(quarter);
    if (!known) {
      known = this.find(quarter * QUARTER);
      if (this.locals.size >= MOST_CACHED) this.locals.clear();
      this.locals.set(quarter, known);
    }
    return known;
  }

  /** The local time of an instant, as if it were UTC, in ms. */
  wallAt(ms: number): number {
    return ms + this.offsetAt(ms) * 60_000;
  }

  private find(wall: number): LocalOffset {
    const before = this.offsetAt(wall - DAY);
    const after = this.offsetAt(wall + DAY);
    const fits = (offset: number) => this.offsetAt(wall - offset * 60_000) === offset;
    const offsets = [...new Set([before, after])].filter(fits).sort((a, b) => b - a);
    if (offsets.length === 0) return { kind: 'none', offset: before };
    // The larger offset gives the earlier instant.
    return { kind: offsets.length > 1 ? 'two' : 'one', offset: offsets[0]! };
  }

  private offsetAt(ms: number): number {
    const quarter = Math.floor(ms / QUARTER);
    const known = this.offsets.get(quarter);
    if (known !== undefined) return known;
    // `5/1/2026, GMT+02:00`; GMT alone is 0. Offsets with seconds are historical.
    const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(
      this.format.format(quarter * QUARTER),
    )!;
    const size = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
    const offset = Math.round(sign === '-' ? -size : size);
    if (this.offsets.size >= MOST_CACHED) this.offsets.clear();
    this.offsets.set(quarter, offset);
    return offset;
  }
}
