// The number of terminal columns that a text takes: two for East Asian characters and emoji, none for combining marks
// and colours. string-width is not used: importing it (it uses Intl) takes 30 ms of a command's start.
import { eastAsianWidth } from 'get-east-asian-width';

const SIMPLE = /^[\u0020-\u007e]*$/;
const COLOUR = /\u001b\[[\d;]*m/g;
const NOTHING = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

const widthOfCharacter = (character: string): number => {
  const code = character.codePointAt(0)!;
  if (code < 0x300) return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad ? 0 : 1;
  if (NOTHING.test(character)) return 0;
  return eastAsianWidth(code);
};

/** Columns that a text takes, ignoring colours. */
export function widthOf(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  const plain = text.includes('\u001b') ? text.replace(COLOUR, '') : text;
  if (SIMPLE.test(plain)) return plain.length;
  let width = 0;
  for (const character of plain) width += widthOfCharacter(character);
  return width;
}

export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** The text if it fits, else its beginning and an ellipsis. For text without colours. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = '';
  let left = width - 1;
  for (const character of text) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    shown += character;
  }
  return `${shown}…`;
}
