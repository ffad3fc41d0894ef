// Compiles date formats such as `DD.MM.YYYY HH:mm` to readers of local times, and reads common formats when none is given: the
// names of months and zones, and what stands between a date and its time, in several languages.

/** The signs of a name of a month; behind a short one there may be a point. */
const MONTH_NAME = '[A-Za-zÀ-ÿ]';

/** Short names beside those of Intl. */
const OTHER_MONTHS = { maerz: 3, mrz: 3, sep: 9, set: 9, okt: 10 };

const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

let months: Map<string, number> | undefined;

/** From 1, of a name in English, German, French, Spanish, Portuguese, Italian or Dutch. */
export function monthOf(given: string): number {
  months ??= new Map([
    ...['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'].flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const { format } = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, i) => [folded(format(Date.UTC(2026, i))), i + 1] as const);
      }),
    ),
    ...Object.entries(OTHER_MONTHS),
  ]);
  return months.get(folded(given)) ?? Number.NaN;
}

/** Minutes east of UTC. A name that several countries use has all of their offsets: only a zone decides between them. */
const ZONES: Readonly<Record<string, readonly number[]>> = {
  Z: [0],
  UTC: [0],
  GMT: [0],
  WET: [0],
  WEST: [60],
  CET: [60],
  MEZ: [60],
  CEST: [120],
  MESZ: [120],
  EET: [120],
  EEST: [180],
  EDT: [-240],
  MDT: [-360],
  PDT: [-420],
  JST: [540],
  AEST: [600],
  AEDT: [660],
  EST: [-300, 600],
  CST: [-360, -300, 480],
  CDT: [-300, -240],
  MST: [-420, 390, 480],
  PST: [-480, 480],
  BST: [60, 360, 660],
  IST: [60, 120, 330],
};

/** `Z`, `+02:00`, `CET`, `UTC+1`, `(GMT-05:00)`, `CET(UTC+1)`. */
const ZONE = String.raw`(?<zone>[Zz]|(?:[A-Z]{3,5} ?)?\(?(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?\)?|[A-Z]{3,4})`;

/** The offsets that a text of this form can mean; none when it is no zone. */
function offsetsOf(text: string): readonly number[] {
  const [, name = '', inside, sign, hours, minutes = '0'] =
    /^([A-Za-z]*) ?\(?(UTC|GMT)?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?\)?$/.exec(text) ?? [];
  const named = ZONES[name.toUpperCase()];
  if (hours === undefined) return named ?? [];
  const isPlain = name === '' && inside === undefined;
  if ((isPlain && hours.length < 2) || Number(hours) > 14 || Number(minutes) > 59) return [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) || 0;
  // A name that means another offset, unless it stands for the zero that is counted from.
  if (named && name !== 'UTC' && name !== 'GMT' && !named.includes(offset)) return [];
  return [offset];
}

const BETWEEN = / +- +(?=\d{1,2}:)|,? +(?:at|um|à|às|a las|alle|om|kl\.?) +(?=\d)|, (?=\d{1,2}:)/i;
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/(\d{4})年 ?(\d{1,2})月 ?(\d{1,2})日/, '$1/$2/$3'],
  [/(\d{1,2})[時时] ?(\d{1,2})分(?: ?(\d{1,2})秒)?/, '$1:$2:$3'],
  // Hungarian writes a point behind the day as well, Finnish and Danish between hours and minutes.
  [/^(\d{4})\. ?(\d{2})\. ?(\d{2})\.(?=$| )/, '$1.$2.$3'],
  [/(\d{4}),? (\d{1,2})\.(\d{2})(?:\.(\d{2}))?$/, '$1 $2:$3:$4'],
  [/(\d{1,2}:\d{2}):(?=$| )/, '$1'],
  [BETWEEN, ' '],
  [/ ?Uhr\b/, ''],
  [/\b(\d{1,2}) ?h ?(\d{2})\b/, '$1:$2'],
];
const HAS_WORDS = new RegExp(
  `[年時时]|\\d\\.(?:$| )|\\d{4},? \\d{1,2}\\.\\d|Uhr|\\dh ?\\d|\\d h \\d|${BETWEEN.source}`,
  'i',
);

/** A date without the words beside its time, such as `um` and `Uhr`; undefined when it has none. */
function withoutWords(text: string): string | undefined {
  if (!HAS_WORDS.test(text)) return undefined;
  return PLAIN.reduce((plain, [words, signs]) => plain.replace(words, signs), text);
}

/** A time as the text gives it. */
export interface Written {
  /** Local time as if it were UTC, ms. */
  readonly wall: number;
  /** Minutes east of UTC; undefined when the text does not say. */
  readonly offset: number | undefined;
  /** Of a zone with a name that several countries use: the offsets that it can mean. */
  readonly oneOf?: readonly number[] | undefined;
  /** True when the text ends with `Z`. */
  readonly utc: boolean;
  readonly hasTime: boolean;
}

export type ReadDate = (text: string) => Written | undefined;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const PARTS: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<year>\d{4})`,
  YY: String.raw`(?<short>\d{2})`,
  MMMM: `(?<name>${MONTH_NAME}{3,10})`,
  MMM: `(?<name>${MONTH_NAME}{3,5}\\.?)`,
  MM: String.raw`(?<month>\d{2})`,
  M: String.raw`(?<month>\d{1,2})`,
  dddd: '(?<weekday>[A-Za-z]{6,9})',
  ddd: '(?<weekday>[A-Za-z]{3})',
  DD: String.raw`(?<day>\d{2})`,
  D: String.raw`(?<day>\d{1,2})`,
  HH: String.raw`(?<hour>\d{2})`,
  H: String.raw`(?<hour>\d{1,2})`,
  hh: String.raw`(?<hour>\d{2})`,
  h: String.raw`(?<hour>\d{1,2})`,
  mm: String.raw`(?<minute>\d{2})`,
  ss: String.raw`(?<second>\d{2})`,
  SSS: String.raw`(?<fraction>\d{1,9})`,
  A: '(?<half>[AaPp]\\.?[Mm]\\.?)',
  Z: ZONE,
};
const TOKEN = /\[[^\]]*\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|ss|SSS|A|a|Z/g;

/** Seconds and milliseconds since 1970, and the days of spreadsheets, each by itself only. */
const COUNTED: Readonly<Record<string, ReadDate>> = {
  serial: (text) => serial(text, Date.UTC(1899, 11, 30)),
  'serial-1904': (text) => serial(text, Date.UTC(1904, 0, 1)),
  X: (text) => counted(/^\d{9,10}(?:\.\d+)?$/, text, 1000),
  x: (text) => counted(/^\d{12,13}$/, text, 1),
};

function counted(pattern: RegExp, text: string, ms: number): Written | undefined {
  if (!pattern.test(text)) return undefined;
  return { wall: Math.floor(Number(text) * ms), offset: 0, utc: true, hasTime: true };
}

/** Days with the time of the day as decimals, to the nearest second. */
function serial(text: string, start: number): Written | undefined {
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return undefined;
  const days = Number(text.replace(',', '.'));
  const hasTime = !Number.isInteger(days);
  return { wall: start + Math.round(days * 86_400) * 1000, offset: undefined, utc: false, hasTime };
}

/** Undefined when the format lacks year, month or day, or contains a part twice. */
export function readerOf(format: string): ReadDate | undefined {
  if (Object.hasOwn(COUNTED, format)) return COUNTED[format];
  let source = '';
  let at = 0;
  for (const match of format.matchAll(TOKEN)) {
    source += literally(format.slice(at, match.index));
    const token = match[0] === 'a' ? 'A' : match[0];
    source += token.startsWith('[') ? literally(token.slice(1, -1)) : PARTS[token]!;
    at = match.index + match[0].length;
  }
  source += literally(format.slice(at));
  if (!/<(year|short)>/.test(source) || !/<(month|name)>/.test(source) || !source.includes('<day>'))
    return undefined;
  // An hour from 1 to 12 is ambiguous without AM or PM.
  if (/h/.test(format) && !source.includes('<half>')) return undefined;
  try {
    const read = reading(new RegExp(`^${source}$`));
    return (text) => leniently(text, read);
  } catch {
    return undefined;
  }
}

/** A text that cannot be read is read without the words beside its time. */
function leniently(text: string, read: ReadDate): Written | undefined {
  const found = read(text);
  const plain = found ? undefined : withoutWords(text);
  return plain === undefined ? found : read(plain);
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ +/g, ' ');

const reading =
  (pattern: RegExp): ReadDate =>
  (text) => {
    const groups = pattern.exec(text)?.groups;
    return groups && written(groups);
  };

/** Undefined when there is no such date, time or zone. */
function written(part: Readonly<Record<string, string | undefined>>): Written | undefined {
  const year = part['year'] === undefined ? 2000 + Number(part['short']) : Number(part['year']);
  const name = part['name']?.toLowerCase();
  const month = name === undefined ? Number(part['month']) : monthOf(name);
  const day = Number(part['day']);
  const date = Date.UTC(year, month - 1, day);
  // Date would read the 31st of April as the 1st of May.
  const isThere = month >= 1 && month <= 12 && day >= 1 && day <= 31 && new Date(date).getUTCDate() === day;
  if (!isThere || !isOnWeekday(date, part['weekday'])) return undefined;
  const [hour, minute, second] = [part['hour'], part['minute'], part['second']].map((text) =>
    Number(text ?? 0),
  );
  const half = part['half']?.[0]?.toLowerCase();
  if (half !== undefined && (hour! < 1 || hour! > 12)) return undefined;
  const hours = half === undefined ? hour! : (hour! % 12) + (half === 'p' ? 12 : 0);
  if (hours > 23 || minute! > 59 || second! > 59) return undefined;
  const ms = Math.floor(Number(`0.${part['fraction'] ?? 0}`) * 1000);
  const { zone } = part;
  const offsets = zone === undefined ? undefined : offsetsOf(zone);
  if (offsets?.length === 0) return undefined;
  return {
    wall: date + ((hours * 60 + minute!) * 60 + second!) * 1000 + ms,
    offset: offsets?.length === 1 ? offsets[0] : undefined,
    oneOf: offsets && offsets.length > 1 ? offsets : undefined,
    utc: zone !== undefined && /^(?:z|utc|gmt)$/i.test(zone),
    hasTime: part['hour'] !== undefined,
  };
}

/** A date with the name of another day was written wrong, or read wrong: it is not taken. */
function isOnWeekday(date: number, weekday: string | undefined): boolean {
  if (weekday === undefined) return true;
  const name = WEEKDAYS[new Date(date).getUTCDay()]!;
  return [name, name.slice(0, 3)].includes(weekday.toLowerCase());
}

const ISO = reading(
  new RegExp(
    String.raw`^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?:[Tt ](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s?${ZONE}?)?$`,
  ),
);
const TIME = String.raw`(?:,?[T ]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?: ?(?<half>[AaPp]\.?[Mm]\.?))?\s?${ZONE}?)?`;
const DAY_FIRST = reading(
  new RegExp(String.raw`^(?<day>\d{1,2})(?<sign>[./-])(?<month>\d{1,2})\k<sign>(?<year>\d{4})${TIME}$`),
);
const MONTH_FIRST = reading(
  new RegExp(String.raw`^(?<month>\d{1,2})(?<sign>[./-])(?<day>\d{1,2})\k<sign>(?<year>\d{4})${TIME}$`),
);

/** RFC 2822, as e-mails and some APIs write times: `Wed, 14 Nov 2012 19:26:23 +0000`. */
const MAIL = reading(
  /^(?:(?<weekday>[A-Za-z]{3}),? )?(?<day>\d{1,2}) (?<name>[A-Za-z]{3}) (?<year>\d{4}) (?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))? (?<zone>UTC|GMT|[+-]\d{4})$/,
);

/** As .NET writes a time in JSON: milliseconds since 1970. */
const DOTNET = /^\/Date\((\d{12,13})(?:[+-]\d{4})?\)\/$/;

export type DayOrder = 'day first' | 'month first';

/** Reads a text without a given format: ISO 8601, RFC 2822, year first, and day or month first once their order is known. */
export const readCommon = (given: string, order: DayOrder | undefined): Written | undefined =>
  leniently(
    given,
    (text) =>
      ISO(text) ??
      MAIL(text) ??
      counted(/^\d+$/, DOTNET.exec(text)?.[1] ?? '', 1) ??
      (order === 'day first' ? DAY_FIRST(text) : order === 'month first' ? MONTH_FIRST(text) : undefined),
  );

/** What a text shows about the order of day and month: one order, `either`, or nothing. */
export function dayOrderIn(given: string): DayOrder | 'either' | undefined {
  const text = withoutWords(given) ?? given;
  const day = DAY_FIRST(text);
  const month = MONTH_FIRST(text);
  if (!day && !month) return undefined;
  if (!month) return 'day first';
  if (!day) return 'month first';
  // The 5th of May reads the same in both orders: it shows nothing, and is valid in either.
  return day.wall === month.wall ? undefined : 'either';
}
