// A tracking number as the bars of a Code 39 barcode. Pure.

/** Bars and spaces of each character, beginning with a bar: nine elements, three of them wide (1). */
export const CODE39: Readonly<Record<string, string>> = {
  '0': '000110100',
  '1': '100100001',
  '2': '001100001',
  '3': '101100000',
  '4': '000110001',
  '5': '100110000',
  '6': '001110000',
  '7': '000100101',
  '8': '100100100',
  '9': '001100100',
  A: '100001001',
  B: '001001001',
  C: '101001000',
  D: '000011001',
  E: '100011000',
  F: '001011000',
  G: '000001101',
  H: '100001100',
  I: '001001100',
  J: '000011100',
  K: '100000011',
  L: '001000011',
  M: '101000010',
  N: '000010011',
  O: '100010010',
  P: '001010010',
  Q: '000000111',
  R: '100000110',
  S: '001000110',
  T: '000010110',
  U: '110000001',
  V: '011000001',
  W: '111000000',
  X: '010010001',
  Y: '110010000',
  Z: '011010000',
  '-': '010000101',
  '.': '110000100',
  ' ': '011000100',
};
const EDGE = '010010100';

export interface Bar {
  readonly isWide: boolean;
  /** Whether the space after it is wide. */
  readonly isWideAfter: boolean;
}

const MOST = 30;

/** The bars of a text with both edges; undefined for a text that Code 39 cannot say. */
export function barsOf(text: string): readonly Bar[] | undefined {
  const letters = [...text.toUpperCase()];
  if (letters.length === 0 || letters.length > MOST) return undefined;
  const patterns = [
    EDGE,
    ...letters.map((letter) => (Object.hasOwn(CODE39, letter) ? CODE39[letter] : '')),
    EDGE,
  ];
  if (patterns.includes('')) return undefined;
  return patterns.flatMap((pattern) =>
    // Five bars; the space after the last one separates the characters.
    [0, 2, 4, 6, 8].map((i) => ({ isWide: pattern![i] === '1', isWideAfter: pattern![i + 1] === '1' })),
  );
}
