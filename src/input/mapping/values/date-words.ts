// Words in dates: the names of months and zones, and what stands between a date and its time.

const MONTHS = [
  'january jan januar januari janvier janv enero ene janeiro gennaio gen',
  'february feb februar februari fevrier fevr fev febrero fevereiro febbraio',
  'march mar marz maerz mrz mars marzo marco maart mrt',
  'april apr avril avr abril abr aprile',
  'may mai mayo maio maggio mag mei',
  'june jun juni juin junio junho giugno giu',
  'july jul juli juillet juil julio julho luglio lug',
  'august aug augustus aout agosto ago',
  'september sep sept septembre septiembre setembro settembre set',
  'october oct oktober okt octobre octubre outubro out ottobre ott',
  'november nov novembre noviembre novembro',
  'december dec dezember dez decembre diciembre dic dezembro dicembre',
].map((names) => names.split(' '));

/** The signs of a name of a month; behind a short one there may be a point. */
export const MONTH_NAME = '[A-Za-zÀ-ÿ]';

/** From 1, of a name in English, German, French, Spanish, Portuguese, Italian or Dutch. */
export function monthOf(given: string): number {
  const name = given
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
  const index = MONTHS.findIndex((names) => names.includes(name));
  return index < 0 ? Number.NaN : index + 1;
}

/** Minutes east of UTC. A name that several countries use has all of their offsets: only a zone decides between them. */
const ZONES: Readonly<Record<string, readonly number[]>> = {
  ...{ Z: [0], UTC: [0], GMT: [0], WET: [0], WEST: [60] },
  ...{ CET: [60], MEZ: [60], CEST: [120], MESZ: [120], EET: [120], EEST: [180] },
  ...{ EDT: [-240], MDT: [-360], PDT: [-420], JST: [540], AEST: [600], AEDT: [660] },
  ...{ EST: [-300, 600], CST: [-360, -300, 480], CDT: [-300, -240], MST: [-420, 390, 480], PST: [-480, 480] },
  ...{ BST: [60, 360, 660], IST: [60, 120, 330] },
};

/** `Z`, `+02:00`, `CET`, `UTC+1`, `(GMT-05:00)`, `CET(UTC+1)`. */
export const ZONE = String.raw`(?<zone>[Zz]|(?:[A-Z]{3,5} ?)?\(?(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?\)?|[A-Z]{3,4})`;

/** The offsets that a text of this form can mean; none when it is no zone. */
export function offsetsOf(text: string): readonly number[] {
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

const BETWEEN = /,? +(?:at|um|à|às|a las|alle|om|kl\.?) +(?=\d)|, (?=\d{1,2}:)/i;
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/(\d{4})年 ?(\d{1,2})月 ?(\d{1,2})日/, '$1/$2/$3'],
  [/(\d{1,2})[時时] ?(\d{1,2})分(?: ?(\d{1,2})秒)?/, '$1:$2:$3'],
  [/(\d{1,2}:\d{2}):(?=$| )/, '$1'],
  [BETWEEN, ' '],
  [/ ?Uhr\b/, ''],
  [/\b(\d{1,2}) ?h ?(\d{2})\b/, '$1:$2'],
];
const HAS_WORDS = new RegExp(`[年時时]|Uhr|\\dh ?\\d|\\d h \\d|${BETWEEN.source}`, 'i');

/** A date without the words beside its time, such as `um` and `Uhr`; undefined when it has none. */
export function withoutWords(text: string): string | undefined {
  if (!HAS_WORDS.test(text)) return undefined;
  return PLAIN.reduce((plain, [words, signs]) => plain.replace(words, signs), text);
}
