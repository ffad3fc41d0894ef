// A tracking number as the bars of a Code 39 barcode. Pure.

/** Each row has its own wide space of four, each column its own two wide bars of five. */
const ROWS = ['UVWXYZ-. *', '1234567890', 'ABCDEFGHIJ', 'KLMNOPQRST'];
const BARS = '10001 01001 11000 00101 10100 01100 00011 10010 01010 00110'.split(' ');

export interface Bar {
  readonly isWide: boolean;
  /** Whether the space after it is wide. */
  readonly isWideAfter: boolean;
}

const MOST = 30;

/** The bars of a text between two stars; undefined for a text that Code 39 cannot say. */
export function barsOf(text: string): readonly Bar[] | undefined {
  const letters = [...text.toUpperCase()];
  if (letters.length === 0 || letters.length > MOST || letters.includes('*')) return undefined;
  const found = ['*', ...letters, '*'].map((letter) => ({
    row: ROWS.findIndex((row) => row.includes(letter)),
    column: ROWS.map((row) => row.indexOf(letter)).find((at) => at !== -1),
  }));
  if (found.some(({ row }) => row === -1)) return undefined;
  // Five bars; the space after the last one separates the characters.
  return found.flatMap(({ row, column }) =>
    [...BARS[column!]!].map((bar, i) => ({ isWide: bar === '1', isWideAfter: i === row })),
  );
}
