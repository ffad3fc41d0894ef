// Rules for any message: its JSON, with raw texts as samples, because a parsed value cannot show these errors; and its
// texts, where the shape of the message says what each is checked for.
import * as z from 'zod';
import { isObject } from '../basics/json.ts';
import { type Steps, stepsText } from '../basics/json-text.ts';
import { characterName, quote, unprotected } from '../basics/text.ts';
import {
  type FindingArguments,
  type Fixed,
  type Loose,
  leafOf,
  NOT_JSON,
  type Report,
  ruleList,
  wordOf,
} from './finding.ts';
import { shapeAt } from './shape-findings.ts';
import { hasOffset, microsOf, SHIP_DATE_PATTERN } from './time.ts';

const rules = ruleList({});
const broken = ruleList({ fixed: NOT_JSON });

export const keyDuplicate = broken.error('message.key.duplicate', {
  title: 'A key stands once in an object',
  explanation:
    'JSON readers differ on which of two values counts: most take the last, some the first, some refuse. This tool reads the last one, and says so.',
  say: (_args, path) => `${path || 'A key'} stands twice in one object; the last value counts.`,
  good: '{"rma_identifier":"RMA-1"}',
  bad: '{"rma_identifier":"RMA-1","rma_identifier":"RMA-2"}',
});

export const integerRounded = broken.error('message.integer.rounded', {
  title: 'Integers are below 2^53',
  explanation:
    'A larger integer is rounded by many JSON readers, so an identifier or an amount silently becomes another one. Identifiers are texts: write them in quotes. The raw bytes are recorded unchanged.',
  say: (_args, path) => `${path || 'The message'} is an integer beyond 2^53, which readers round.`,
  good: '{"rma_identifier":"9007199254740993"}',
  bad: '{"rma_identifier":9007199254740993}',
});

export const numberBeyond = broken.error('message.number.beyond', {
  title: 'Numbers can be held',
  explanation: 'A number beyond 1e308 becomes infinite when it is read, and null when it is written again.',
  say: (_args, path) => `${path || 'The message'} is a number larger than any that can be held.`,
  good: '{"weight":0.4}',
  bad: '{"weight":1e400}',
});

export const surrogateLone = rules.warning('message.text.surrogate', {
  title: 'Texts hold whole characters',
  explanation:
    'Half a character, written as an escape such as \\ud83d without its other half, cannot be stored as UTF-8: storing it changes the text. Usually a text was cut in the middle of an emoji.',
  say: (_args, path) => `${path || 'The message'} holds half a character (a lone surrogate).`,
  good: '{"return_reason":"\\ud83d\\ude00"}',
  bad: '{"return_reason":"\\ud83d"}',
});

export const nulCharacter = rules.warning('message.text.nul', {
  title: 'Texts hold no NUL character',
  explanation: 'Several databases refuse a text with NUL in it, and others cut it off there.',
  say: (_args, path) => `${path || 'The message'} holds a NUL character.`,
  good: '{"return_reason":"too small"}',
  bad: '{"return_reason":"too\\u0000small"}',
});

export const arrivalRules = [...broken.all, ...rules.all];

/** The rules for the times of a message, whose codes begin with `family`, and their check. */
export function timeRules(family: string, sample: (time: string) => unknown, fixed?: Fixed) {
  const list = ruleList({ source: 'Resources and their fields' });
  const invalid = list.error(`${family}.date.invalid`, {
    ...(fixed && { fixed }),
    title: 'Timestamps are ISO 8601 date-times',
    explanation:
      'A date, a T, a time and an offset or Z, for example 2026-03-02T10:00:00Z or 2026-03-02T12:00:00+02:00. A date alone is not enough, and a space in place of the T is not ISO 8601: many readers take it, some do not.',
    say: (args, path) =>
      args.meant === undefined
        ? `${leafOf(path)} (${args.length} characters) is not an ISO 8601 date-time such as 2026-03-02T10:00:00Z.`
        : `${leafOf(path)} is not ISO 8601: a T stands between date and time, and nothing before the zone. Did you mean ${quote(args.meant)}?`,
    good: sample('2026-03-01T12:00:00.250+02:00'),
    bad: sample('03/01/2026 10:00'),
  });
  const offset = list.warning(`${family}.date.offset`, {
    title: 'Timestamps name their offset',
    explanation:
      'Without Z or an offset the time is read as UTC, which moves return windows and the order of messages by hours.',
    say: (_args, path) =>
      `${leafOf(path)} names no offset; it is read as UTC. Add Z or an offset such as +02:00.`,
    good: sample('2026-03-01T12:00:00+02:00'),
    bad: sample('2026-03-01T12:00:00'),
  });
  return {
    all: list.all,
    invalid,
    /** Returns microseconds since the epoch, or NaN for what cannot be used for comparisons. */
    check(value: unknown, path: string, report: Report): number {
      if (typeof value !== 'string') return Number.NaN;
      const micros = microsOf(value);
      if (Number.isNaN(micros)) report(invalid, path, { length: value.length });
      else if (!hasOffset(value)) report(offset, path);
      return micros;
    },
  };
}

/** The rule for the currency of a message, and its check. */
export function currencyRule(family: string, sample: (currency: string) => unknown) {
  const list = ruleList({});
  const form = list.warning(`${family}.currency.form`, {
    title: 'The currency is an ISO 4217 code: three capital letters',
    explanation:
      'The interface says "currency code" and no more; codes such as USD or EUR are what services of this family read.',
    say: (args) => `The currency ${JSON.stringify(args.found)} is not three capital letters such as USD.`,
    good: sample('EUR'),
    bad: sample('usd'),
  });
  return {
    all: list.all,
    check(currency: unknown, report: Report): void {
      if (typeof currency === 'string' && currency.trim() !== '' && !/^[A-Z]{3}$/.test(currency))
        report(form, 'currency', { found: wordOf(currency) });
    },
  };
}

/** What a text is for: `name` is that of a person or a town, `shown` a text that is only read, `compared` any other. */
type TextUse = 'identifier' | 'name' | 'shown' | 'compared';

/** By the name of the field. */
function textUseOf(field: unknown): TextUse {
  const name = String(field);
  if (/(?:^|_)(?:identifier|id|number|sku|upc|asin)$|^payment$/.test(name)) return 'identifier';
  if (/^(?:name|first_name|last_name|city)$/.test(name)) return 'name';
  return /^(?:title|note|street\d|\w+_url)$/.test(name) ? 'shown' : 'compared';
}

interface Damage {
  /** Behind the first word of the rule's code, which names the message. */
  readonly code: string;
  /** The uses of text in which it is damage; absent: in all. */
  readonly uses?: readonly string[];
  /** Whether a text has it, or what of it. */
  readonly in: (text: string, use: TextUse) => boolean | string;
  readonly title: string;
  readonly explanation: string;
  /** The message behind the name of the field. */
  readonly says: string;
  /** A good and a bad text. */
  readonly samples: readonly [string, string];
}

// As spreadsheets write numbers: sign and two digits. 12E3 and 1E5 are article numbers.
export const EXPONENT = /^\s*[+-]?\d(?:[.,]\d+)?[eE][+-]\d{2,3}\s*$/;
/** Long enough to be no version or size. */
const DECIMAL_CODE = /^\d{3,}[.,]0$/;
const SHEET_ERROR = /^(?:#[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|#N\/[AD]|#NV|#{3,}|Err:5\d\d)$/u;
/** `="..."`, also as a calculation, or what a mapping takes off. No number of anything begins with an apostrophe. */
const isProtected = (text: string, use: TextUse): boolean =>
  /^=".*"$/s.test(text) || unprotected(text) !== text || (use === 'identifier' && text.startsWith("'"));
// A person may be called Null, Nan or None; nobody is called N/A.
const NO_NAME = String.raw`[([<](?:null|none|n/a|nan|undefined)[)\]>]|n/a|undefined|\\N`;
const NULL_NAME = new RegExp(`^(?:${NO_NAME})$`, 'i');
const NULL_WORD = new RegExp(`^(?:${NO_NAME}|null|none|nan)$`, 'i');

// A question mark in a word that is no part of an address.
const LOST = String.raw`\ufffd|(?<!\S)[^\s/=?]*(?:\p{L}\?{1,2}\p{Ll}|\p{Lu}\?{1,2}\p{Lu})[^\s/=]*(?!\S)|^\?[?\s]*\?$`;
// The second and later bytes of a UTF-8 character, as Windows-1252 or ISO 8859-1 shows them.
const LATER = '\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ';
// Two bytes for letters, three for signs such as quotes, four for emoji; √ and ├ begin a letter in Mac Roman and DOS.
const READ_TWICE = `Ã[${LATER}‘’“”–—]|Â[\u00a0-\u00bf]|[ÄÅ][${LATER}]|(?:[ÎÏÐÑ][${LATER}‘’“”–—]){2}|â€|ðŸ|√[^\\s\\d(A-Za-z]|├[^\\s─]`;
const ACCENT = 'acute|grave|uml|circ|tilde|cedil|ring|slash|caron|elig';
const SIGN =
  'amp|lt|gt|quot|apos|nbsp|szlig|eth|thorn|euro|pound|copy|reg|trade|deg|[nm]dash|hellip|[lr][sda]quo|bull';
/** What stands in place of letters, and what it is. */
const NO_LETTERS = Object.entries({
  'U+FFFD or a question mark inside a word, where a letter was lost before this input was written': LOST,
  'Ã¼ for ü or the like, UTF-8 that was read in another encoding': READ_TWICE,
  '&uuml; for ü, &amp; for & or the like, as HTML is written': `&(?:#\\d{2,6}|#[xX][\\da-fA-F]{2,5}|[A-Za-z](?:${ACCENT})|${SIGN});`,
  '\\u00fc for ü or the like, as JSON is written': String.raw`\\u[\da-fA-F]{4}`,
}).map(([what, pattern]) => ({ what, pattern: new RegExp(pattern, 'u') }));

const exponent: Damage = {
  code: 'text.exponent',
  uses: ['name', 'shown', 'compared'],
  in: (text) => EXPONENT.test(text),
  title: 'Long numbers are written out',
  explanation:
    'A number such as 4.47912E+11 is how Excel shows a long number: the digits behind are gone once the sheet is saved as CSV. Format the column as text before the numbers are put in, or export again without Excel. In an identifier it is an error.',
  says: 'is a number in E-notation, as Excel shows long numbers; its digits are lost',
  samples: ['12E3', '4.47912E+11'],
};

const DAMAGES: readonly Damage[] = [
  exponent,
  { ...exponent, code: 'identifier.exponent', uses: ['identifier'] },
  {
    code: 'text.spreadsheet',
    in: (text, use) => SHEET_ERROR.test(text) || isProtected(text, use),
    title: 'No text is the error or the wrapping of a spreadsheet',
    explanation:
      'Spreadsheets write #N/A, #REF! or ##### where they have no value, and programs write ="00123" or \'00123 for them. Mend the formula or leave the cell empty; export without the signs. With a mapping they are taken off, except for an apostrophe that may be part of a name: take that off with `strip`.',
    says: 'holds what spreadsheets write, such as #N/A, ="00123" or \'00123, and not the value itself',
    samples: ['#1001', '#N/A'],
  },
  {
    code: 'text.decimal',
    uses: ['identifier', 'compared'],
    in: (text) => DECIMAL_CODE.test(text),
    title: 'No code is written as a decimal number',
    explanation:
      'A program that takes a column with gaps for decimal numbers, such as pandas, writes 10001.0 for 10001: a number that the shopper never saw. Let it read the column as text (dtype=str), and export again.',
    says: 'is a code with .0 behind it, as programs write it that take codes for decimal numbers',
    samples: ['1001.05', '10001.0'],
  },
  {
    code: 'text.null',
    in: (text, use) => (use === 'name' ? NULL_NAME : NULL_WORD).test(text.trim()),
    title: 'No field holds the text NULL',
    explanation:
      'Databases and programs write NULL, None, N/A, undefined or NaN where there is no value; in a message it is a text that the shopper sees. Leave the cell empty or omit the field; a mapping can turn NULL into nothing with a value map. Names of persons and towns may be Null.',
    says: 'holds a word such as NULL instead of no value',
    samples: ['NULL-1', 'NULL'],
  },
  {
    code: 'text.replaced',
    in: (text) => NO_LETTERS.find(({ pattern }) => pattern.test(text))?.what ?? false,
    title: 'No letter of a text was lost or stands as something else',
    explanation:
      'U+FFFD, or a question mark inside a word, stands where a program could not read a letter; Ã¼ is one letter that was read in a wrong encoding, &uuml; and \\u00fc are one that HTML or JSON wrote and nobody read. Export again as plain text in the right encoding; what was lost cannot be found again here.',
    says: 'holds other signs in place of letters',
    samples: ['Café', 'Caf\ufffd'],
  },
  {
    code: 'text.invisible',
    in: (text, use) => (use === 'identifier' || use === 'compared' || CONTROL.test(text)) && unseenIn(text),
    title: 'What is scanned, typed or compared holds no characters that nobody sees',
    explanation:
      'With a blank at an end, a no-break space, a control character or one without width it is another value, which nobody finds by typing. Values are sent as they are: take the character out where the value comes from, or with `strip` in a mapping.',
    says: 'holds what nobody sees',
    samples: ['A 1', 'A1\u00a0'],
  },
];

/** A quick look, for all texts of all orders: what does not match holds no damage. Letters such as ü are none. */
const SUSPECT = /[^ ->@-~À-þ]|&#?\w+;|\\u|^[ #'([<\\=]|^(?:nul|und|nan|none|n\/a|err)| $|E[+-]\d\d|\d[.,]0$/i;

const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** Damage in any text; tabs and line breaks may stand in one that is only read. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
const MOST_NAMED = 4;

/** The characters that nobody sees, and where: `U+00A0 no-break space at the end`. Blanks between words are seen. */
function unseenIn(text: string): string {
  // A blank text has rules of its own.
  if (text.trim() === '' || !(/^ | $/.test(text) || UNSEEN.test(text))) return '';
  const all = [...text];
  const isSeen = all.map((one) => one !== ' ' && !UNSEEN.test(one));
  const [first, last] = [isSeen.indexOf(true), isSeen.lastIndexOf(true)];
  const named = all.flatMap((one, i) => {
    const where = i > last ? 'at the end' : i < first ? 'at the start' : 'inside';
    return isSeen[i] || (one === ' ' && where === 'inside') ? [] : `${characterName(one)} ${where}`;
  });
  return [...new Set(named)].slice(0, MOST_NAMED).join(', ');
}

/**
 * The rules, whose codes begin with `family`, and their check. `sample` makes a message with changes to one of its
 * lines; `other` is a field of a line that is no identifier.
 */
export function textRules(
  family: string,
  shape: z.ZodObject,
  sample: (changes: Loose) => unknown,
  other: string,
) {
  const list = ruleList({});
  const damages = DAMAGES.map(({ code, says, samples, title, explanation, ...damage }) => {
    const field = code === 'text.exponent' ? other : 'sku';
    const [good, bad] = samples.map((text) => sample({ [field]: text }));
    const severity = code === 'identifier.exponent' ? 'error' : 'warning';
    const say = ({ what }: FindingArguments, path: string) =>
      `${leafOf(path)} ${says}${what === undefined ? '' : `: ${what}`}.`;
    return { ...damage, rule: list[severity](`${family}.${code}`, { title, explanation, say, good, bad }) };
  });

  const checkText = (text: string, report: Report, steps: Steps): void => {
    for (const { rule, uses, in: find } of damages) {
      // What identifiers may not hold is all that any text may not: the use is looked up for few.
      if (!find(text, 'identifier')) continue;
      const use = useAt(shape, steps);
      const what = use !== 'none' && uses?.includes(use) !== false && find(text, use);
      if (what) report(rule, stepsText(steps), what === true ? undefined : { what });
    }
  };
  // It runs for every order: `steps` become a path only for a finding, and nothing is allocated.
  const check = (value: unknown, report: Report, steps: (string | number)[]): void => {
    if (typeof value === 'string') checkText(value, report, steps);
    else if (Array.isArray(value))
      for (let i = 0; i < value.length; i++) checkPart(value[i], i, report, steps);
    else if (isObject(value) && steps.length < DEEPEST)
      for (const name in value) checkPart(value[name], name, report, steps);
  };
  const checkPart = (
    part: unknown,
    step: string | number,
    report: Report,
    steps: (string | number)[],
  ): void => {
    if (typeof part === 'string' ? !SUSPECT.test(part) : typeof part !== 'object') return;
    steps.push(step);
    check(part, report, steps);
    steps.pop();
  };
  return {
    all: list.all,
    check: (message: unknown, report: Report): void => check(message, report, []),
  };
}

/** No shape is deeper; a value that a program gives could hold itself. */
const DEEPEST = 10;
/** Fields of the field notes, which the shapes do not name. */
const BESIDE: ReadonlySet<unknown> = new Set(['note', 'street2']);

/** `none` for a field that is not known, and for times: they have a form of their own, and rules for it. */
function useAt(shape: z.ZodObject, steps: Steps): TextUse | 'none' {
  const field = steps.filter((step) => typeof step === 'string').at(-1);
  let at = shapeAt(shape, steps);
  if (at === undefined && BESIDE.has(field)) return textUseOf(field);
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap();
  if (at instanceof z.ZodUnion) at = at.options.find((option) => option instanceof z.ZodString);
  if (!(at instanceof z.ZodString)) return 'none';
  const { format, pattern } = z.globalRegistry.get(at) ?? {};
  return format === 'date-time' || pattern === SHIP_DATE_PATTERN ? 'none' : textUseOf(field);
}
