// Converts a date cell to an ISO 8601 time with its offset, with the formats and the time zone of its column. Zones use Intl
// only: temporal-polyfill takes 9 ms to load, and four times as long for each time.

import { meantText } from '../../../basics/text.ts';
import { type DayOrder, type ReadDate, readCommon, type Written } from './date-format.ts';

type DateNote = 'date.ambiguous' | 'date.midnight';
type DateFault = 'unreadable' | 'gap' | 'zone';

type DateResult =
  | {
      readonly text: string;
      readonly note?: DateNote | undefined;
      /** The second reading of a time that was there twice. */
      readonly later?: string | undefined;
      readonly fault?: undefined;
    }
  | { readonly fault: DateFault };

interface DateRules {
  /** Undefined: ISO 8601 and the common formats. */
  readonly formats: readonly ReadDate[] | undefined;
  readonly dayOrder: () => DayOrder | undefined;
  readonly zone: Zone | undefined;
}

/** Few, because a text may hold on to the part of the file that it was cut from. */
const MOST_KNOWN = 64;

/**
 * Reads the dates of columns with the same rules. The rows and the columns of one order repeat their times, so the last
 * ones are remembered.
 */
export class DateReader {
  private readonly known = new Map<string, DateResult>();

  constructor(
    readonly rules: DateRules,
    private readonly convert: (text: string, rules: DateRules) => DateResult,
  ) {}

  read(text: string): DateResult {
    const known = this.known.get(text);
    if (known) return known;
    const result = this.convert(text, this.rules);
    if (this.known.size === MOST_KNOWN) this.known.clear();
    this.known.set(text, result);
    return result;
  }
}

const MINUTE = 60_000;
const UNREADABLE: DateResult = { fault: 'unreadable' };

/** White space at an end, several spaces, or another space than the usual one. */
const SPACED = /^\s|\s$| {2}|[\u00a0\u202f]/;

function written(given: string, rules: DateRules): Written | undefined {
  const text = SPACED.test(given) ? given.trim().replace(/[ \u00a0\u202f]+/g, ' ') : given;
  let read = rules.formats ? undefined : readCommon(text, rules.dayOrder());
  for (const format of rules.formats ?? []) {
    read = format(text);
    if (read) break;
  }
  return read;
}

/**
 * The day of a date, as ASNs need it: midnight without a time zone. A time with an offset is converted to the zone
 * first.
 */
export function readDay(given: string, rules: DateRules): DateResult {
  const read = written(given, rules);
  if (!read) return UNREADABLE;
  const { wall, offset } = read;
  const local = offset === undefined || !rules.zone ? wall : rules.zone.wallAt(wall - offset * MINUTE);
  return { text: `${wallText(local).slice(0, 10)}T00:00:00` };
}

export function readDate(given: string, rules: DateRules): DateResult {
  const read = written(given, rules);
  if (!read) return UNREADABLE;
  if (read.offset !== undefined)
    return { text: wallText(read.wall) + (read.utc ? 'Z' : offsetText(read.offset)) };
  if (!rules.zone) return { fault: 'zone' };
  const local = rules.zone.local(read.wall);
  if (read.oneOf && !read.oneOf.includes(local.offset)) return UNREADABLE;
  // A date without a time is the beginning of the day: where midnight does not exist, its offset is the one before the gap.
  if (local.kind === 'none' && read.hasTime) return { fault: 'gap' };
  return {
    text: wallText(read.wall) + offsetText(local.offset),
    note: !read.hasTime ? 'date.midnight' : local.kind === 'two' ? 'date.ambiguous' : undefined,
    later: local.kind === 'two' ? wallText(read.wall) + offsetText(local.later) : undefined,
  };
}

/** `2026-05-01T10:00:00` of a local time; milliseconds only when they are not zero. */
const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, wall % 1000 === 0 ? 19 : 23);

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

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
interface LocalOffset {
  readonly kind: 'one' | 'two' | 'none';
  /**
   * Minutes east of UTC. When the local time occurs twice, the offset of the earlier instant; when it does not exist,
   * the offset before the gap.
   */
  readonly offset: number;
  /** The offset of the later instant, where the local time occurs twice. */
  readonly later: number;
}

const QUARTER = 900_000;
const DAY = 86_400_000;
const MOST_CACHED = 100_000;

export class Zone {
  private readonly format: Intl.DateTimeFormat;
  /** Cached for each quarter of an hour: zones change their offset only at such times. */
  private readonly offsets = new Map<number, number>();

  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** `wall` is the local time as if it were UTC, in ms. */
  local(wall: number): LocalOffset {
    const before = this.offsetAt(wall - DAY);
    const after = this.offsetAt(wall + DAY);
    const fits = (offset: number) => this.offsetAt(wall - offset * MINUTE) === offset;
    const offsets = [...new Set([before, after])].filter(fits).sort((a, b) => b - a);
    if (offsets.length === 0) return { kind: 'none', offset: before, later: before };
    // The larger offset gives the earlier instant.
    return { kind: offsets.length > 1 ? 'two' : 'one', offset: offsets[0]!, later: offsets.at(-1)! };
  }

  /** The local time of an instant, as if it were UTC, in ms. */
  wallAt(ms: number): number {
    return ms + this.offsetAt(ms) * MINUTE;
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
