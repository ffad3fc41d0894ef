// How many columns of a terminal a text takes: East Asian characters and emoji two, combining marks and colours none.
// A table of its own: the packages that do this cost more to load than most commands take.

/** First and last code point of each range of two columns (Unicode 16, East Asian Width W and F), rounded to blocks. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x1b2fb],
  [0x1f1e6, 0x1f1ff],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f37c],
  [0x1f37e, 0x1f393],
  [0x1f3a0, 0x1f3ca],
  [0x1f3cf, 0x1f3d3],
  [0x1f3e0, 0x1f3f0],
  [0x1f3f8, 0x1f43e],
  [0x1f440, 0x1f4fc],
  [0x1f4ff, 0x1f53d],
  [0x1f550, 0x1f567],
  [0x1f5fb, 0x1f64f],
  [0x1f680, 0x1f6c5],
  [0x1f7e0, 0x1f7eb],
  [0x1f90c, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

const SIMPLE = /^[\u0020-\u007e]*$/;
const COLOUR = /\u001b\[[\d;]*m/g;
const NOTHING = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

const widthOfCharacter = (character: string): number => {
  const code = character.codePointAt(0)!;
  if (code < 0x300) return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad ? 0 : 1;
  if (NOTHING.test(character)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
};

/** Columns that a text takes, colours aside. */
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

/** The text if it fits, else its beginning and a sign that more follows. Plain text only. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const character of text) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}
