// What exports and spreadsheets do to texts, and characters that nobody sees: how each is recognised, and what its rule says.
import { characterName } from '../basics/text.ts';
import type { FindingArguments } from './finding.ts';
import type { TextUse } from './shape-fields.ts';

export interface Damage {
  /** Behind the first word of the rule's code, which names the message. */
  readonly code: string;
  /** A warning otherwise. */
  readonly severity?: 'error';
  /** The uses of text in which it is damage; in all when absent. */
  readonly in?: readonly TextUse[];
  readonly isIn: (text: string, use: TextUse) => boolean;
  readonly argsOf?: (text: string) => FindingArguments;
  readonly title: string;
  readonly explanation: string;
  /** The message behind the name of the field. */
  readonly say: (args: FindingArguments) => string;
  readonly good: string;
  readonly bad: string;
}

// As spreadsheets write numbers: sign and two digits. 12E3 and 1E5 are article numbers.
const EXPONENT = /^\s*[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}\s*$/i;
const exponent = {
  isIn: (text: string) => EXPONENT.test(text),
  title: 'are written out, not in E-notation',
  explanation:
    'A number such as 4.47912E+11 is how Excel shows a long number: the digits behind are gone once the sheet is saved as CSV. Format the column as text before the numbers are put in, or export again without Excel.',
  say: () => 'is a number in E-notation, as Excel shows long numbers; its digits are lost.',
  good: '12E3',
  bad: '4.47912E+11',
};

const SHEET_ERROR = /^(?:#[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|#N\/[AD]|#NV|#{3,}|Err:5\d\d)$/u;
const NULL_WORD = /^(?:[([<]?(?:null|Null|NULL)[)\]>]?|undefined|\\N|NaN|nan)$/;

// The second and later bytes of a UTF-8 character, as Windows-1252 or ISO 8859-1 shows them.
const LATER = '\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ';
const LOST_LETTERS = [
  '\ufffd',
  // A question mark in a word that is no part of an address.
  String.raw`(?<![^\s])[^\s/=?]*(?:\p{L}\?{1,2}\p{Ll}|\p{Lu}\?{1,2}\p{Lu})[^\s/=]*(?![^\s])`,
  String.raw`^\?[?\s]*\?$`,
  // UTF-8 that was read in another encoding: two bytes for letters, three for signs such as quotes, four for emoji.
  `Ã[${LATER}‘’“”–—]|Â[\u00a0-\u00bf]|[ÄÅ][${LATER}]|(?:[ÎÏÐÑ][${LATER}‘’“”–—]){2}|â€|ðŸ`,
];
const LOST_LETTER = new RegExp(LOST_LETTERS.join('|'), 'u');

export const DAMAGES: readonly Damage[] = [
  {
    ...exponent,
    ...{ code: 'identifier.exponent', severity: 'error', in: ['identifier'] },
    title: `Identifiers, article and tracking numbers ${exponent.title}`,
  },
  {
    ...exponent,
    ...{ code: 'text.exponent', in: ['name', 'shown', 'compared'] },
    title: `Phone numbers and other texts ${exponent.title}`,
  },
  {
    code: 'text.sheet_error',
    isIn: (text) => SHEET_ERROR.test(text),
    title: 'No text is an error of a spreadsheet',
    explanation:
      'Spreadsheets leave #N/A, #REF! or #VALUE! in a cell whose formula found nothing, and ##### where a column is too narrow. Mend the formula, or leave the cell empty.',
    say: () => 'holds what a spreadsheet writes in place of a value that it does not have.',
    ...{ good: '#1001', bad: '#N/A' },
  },
  {
    code: 'text.formula',
    isIn: (text) => /^(?:=".*"|'[+\d][\d.+-]*)$/s.test(text),
    title: 'Texts are not wrapped for a spreadsheet',
    explanation:
      'Programs write ="00123" or \'00123 so that a spreadsheet takes a number for a text. Here the signs are part of the value. Export without them, or take them off with `strip` in a mapping.',
    say: () => 'is wrapped for a spreadsheet, as ="00123" is; the signs are part of the value.',
    ...{ good: '00123', bad: '="00123"' },
  },
  {
    code: 'text.null',
    in: ['identifier', 'shown', 'compared'],
    isIn: (text, use) => NULL_WORD.test(text) || (use === 'identifier' && text === 'None'),
    title: 'No field holds the text NULL',
    explanation:
      'Databases and their exports write NULL where there is no value, programs also undefined or NaN; in a message it is a text that the shopper sees. Leave the cell empty or omit the field; a mapping can turn NULL into nothing with a value map. Names of persons and towns are not looked at: Null is a surname.',
    say: () => 'holds a word such as NULL instead of no value.',
    ...{ good: 'NULL-1', bad: 'NULL' },
  },
  {
    code: 'text.replaced',
    isIn: (text) => LOST_LETTER.test(text),
    title: 'No letter of a text was lost',
    explanation:
      'The replacement character U+FFFD, or a question mark inside a word, stands where a program met bytes that it could not read; letters such as \u00c3\u00bc are one letter that was read in a wrong encoding. Export again with the right encoding; what was lost cannot be found again here.',
    say: () =>
      'has lost letters before this input was written: it holds U+FFFD, a question mark inside a word, or a letter in a wrong encoding.',
    ...{ good: 'Caf\u00e9', bad: 'Caf\ufffd' },
  },
  {
    code: 'text.invisible',
    in: ['identifier', 'compared'],
    isIn: (text) => charactersOf(text) !== '',
    argsOf: (text) => ({ characters: charactersOf(text) }),
    title: 'What is scanned, typed or compared holds no characters that nobody sees',
    explanation:
      'A blank at an end, a no-break space, a character without width or a control character makes another value: nobody finds it by typing, and no scanner reads it. Values are sent as they are: take the character out where the value comes from, or with `strip` in a mapping.',
    say: (args) => `holds ${args['characters']}, which nobody sees.`,
    ...{ good: 'A 1', bad: 'A1\u00a0' },
  },
];

/** A quick look: what does not match holds no damage. */
export const SUSPECT = /[^ ->@-~]|^[ '#([<\\=]|^(?:nul|und|nan|non|err)| $|E[+-]\d\d/i;

const UNSEEN = /^(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u;
const isBlank = (character: string) => character === ' ' || UNSEEN.test(character);

/** The characters that nobody sees, and where: `U+00A0 no-break space at the end`. Blanks between words are seen. */
function charactersOf(text: string): string {
  const all = [...text];
  const first = all.findIndex((one) => !isBlank(one));
  // Rules about empty texts report it.
  if (first < 0 && text.trim() === '') return '';
  const last = all.findLastIndex((one) => !isBlank(one));
  const places = [
    [first === 0 ? undefined : all[0], 'at the start'],
    [all.slice(first, last + 1).find((one) => UNSEEN.test(one)), 'inside'],
    [last === all.length - 1 ? undefined : all.at(-1), 'at the end'],
  ];
  return places.flatMap(([one, where]) => (one ? [`${characterName(one)} ${where}`] : [])).join(', ');
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
