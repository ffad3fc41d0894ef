// What exports and spreadsheets do to texts, and characters that nobody sees: how each is recognised, and what its rule says.
import { characterName } from '../basics/text.ts';

/** What a text is for: `name` is that of a person or a town, `shown` a text that is only read, `compared` any other. */
export type TextUse = 'identifier' | 'name' | 'shown' | 'compared';

/** By the name of the field. */
export function textUseOf(field: unknown): TextUse {
  const name = String(field);
  if (/(?:^|_)(?:identifier|id|number|sku|upc|asin)$|^payment$/.test(name)) return 'identifier';
  if (/^(?:name|first_name|last_name|city)$/.test(name)) return 'name';
  return /^(?:title|note|street\d|\w+_url)$/.test(name) ? 'shown' : 'compared';
}

interface Damage {
  /** Behind the first word of the rule's code, which names the message. */
  readonly code: string;
  /** The uses of text in which it is damage. */
  readonly uses: readonly string[];
  /** Whether a text has it, or what of it. */
  readonly in: (text: string) => boolean | string;
  readonly title: string;
  readonly explanation: string;
  /** The message behind the name of the field. */
  readonly says: string;
  /** A good and a bad text. */
  readonly samples: readonly [string, string];
}

// As spreadsheets write numbers: sign and two digits. 12E3 and 1E5 are article numbers.
const EXPONENT = /^\s*[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}\s*$/i;
const SHEET_ERROR = /^(?:#[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|#N\/[AD]|#NV|#{3,}|Err:5\d\d)$/u;
// Written so that a spreadsheet takes a number for a text.
const WRAPPED = /^=".*"$/s;
const NULL_WORD = /^(?:[([<]?(?:null|Null|NULL)[)\]>]?|undefined|\\N|NaN|nan)$/;

// The second and later bytes of a UTF-8 character, as Windows-1252 or ISO 8859-1 shows them.
const LATER = '\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ';
const LOST_LETTERS = [
  '\ufffd',
  // A question mark in a word that is no part of an address.
  String.raw`(?<!\S)[^\s/=?]*(?:\p{L}\?{1,2}\p{Ll}|\p{Lu}\?{1,2}\p{Lu})[^\s/=]*(?!\S)`,
  String.raw`^\?[?\s]*\?$`,
  // UTF-8 that was read in another encoding: two bytes for letters, three for signs such as quotes, four for emoji.
  `Ã[${LATER}‘’“”–—]|Â[\u00a0-\u00bf]|[ÄÅ][${LATER}]|(?:[ÎÏÐÑ][${LATER}‘’“”–—]){2}|â€|ðŸ`,
];
const LOST_LETTER = new RegExp(LOST_LETTERS.join('|'), 'u');

const EVERY: Damage['uses'] = ['identifier', 'name', 'shown', 'compared'];

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

export const DAMAGES: readonly Damage[] = [
  exponent,
  { ...exponent, code: 'identifier.exponent', uses: ['identifier'] },
  {
    code: 'text.spreadsheet',
    uses: EVERY,
    in: (text) => SHEET_ERROR.test(text) || WRAPPED.test(text),
    title: 'No text is the error or the wrapping of a spreadsheet',
    explanation:
      'Spreadsheets write #N/A, #REF! or ##### where they have no value, and programs write ="00123" for them. Mend the formula or leave the cell empty; export without the signs, or take them off with `strip` in a mapping.',
    says: 'holds what spreadsheets write, such as #N/A or ="00123", and not the value itself',
    samples: ['#1001', '#N/A'],
  },
  {
    code: 'text.null',
    uses: ['identifier', 'shown', 'compared'],
    in: (text) => NULL_WORD.test(text),
    title: 'No field holds the text NULL',
    explanation:
      'Databases and programs write NULL, undefined or NaN where there is no value; in a message it is a text that the shopper sees. Leave the cell empty or omit the field; a mapping can turn NULL into nothing with a value map. Names of persons and towns may be Null.',
    says: 'holds a word such as NULL instead of no value',
    samples: ['NULL-1', 'NULL'],
  },
  {
    code: 'text.replaced',
    uses: EVERY,
    in: (text) => LOST_LETTER.test(text),
    title: 'No letter of a text was lost',
    explanation:
      'U+FFFD, or a question mark inside a word, stands where a program could not read a letter; Ã¼ is one letter that was read in a wrong encoding. Export again with the right encoding; what was lost cannot be found again here.',
    says: 'holds U+FFFD, a question mark inside a word, or signs such as Ã¼: a letter was lost before this input was written',
    samples: ['Café', 'Caf\ufffd'],
  },
  {
    code: 'text.invisible',
    uses: ['identifier', 'compared'],
    in: unseenIn,
    title: 'What is scanned, typed or compared holds no characters that nobody sees',
    explanation:
      'With a blank at an end, a no-break space, a control character or one without width it is another value, which nobody finds by typing. Values are sent as they are: take the character out where the value comes from, or with `strip` in a mapping.',
    says: 'holds what nobody sees',
    samples: ['A 1', 'A1\u00a0'],
  },
];

/** A quick look, for all texts of all orders: what does not match holds no damage. Letters such as ü alone are none. */
export const SUSPECT = /[^ ->@-~À-þ]|^[ #([<\\=]|^(?:nul|und|nan|err)| $|E[+-]\d\d/i;

const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
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
 * The identifier without what nobody sees, to compare it with others. Blanks of any kind inside, which are seen, become one. What is
 * sent and recorded is the identifier as it is.
 */
export const bareOf = (identifier: string): string =>
  /^[!-~]*$/.test(identifier)
    ? identifier
    : identifier
        .replace(/(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|\ufeff/gu, '')
        .replace(/\s+/g, ' ')
        .trim();
