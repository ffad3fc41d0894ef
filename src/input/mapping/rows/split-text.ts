// Reads a text such as `2 x Shirt (A-1)` by a pattern of named parts: `{quantity} x {title} ({sku})`.

/** The parts of a text in the order of the names; undefined when it does not fit, or fits in several ways. */
export type ReadParts = (text: string) => readonly string[] | undefined;

/** On longer texts a regular expression may take very long. */
const MOST_MATCHED = 1000;
const PART = /\{(\w+)\}/;

export const partsIn = (pattern: string): string[] => pattern.split(PART).filter((_, i) => i % 2 === 1);

const escaped = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');

/**
 * A quantity is a whole number. A title may hold anything. Any other part does not hold the text that stands in front of it
 * or behind it in the pattern: of `Shirt (red) (A-1)` the sku is `A-1`.
 */
export function partsReader(pattern: string): ReadParts {
  const pieces = pattern.trim().split(PART);
  const sourceOf = (lazy: '' | '?') =>
    pieces
      .map((piece, i) => {
        if (i % 2 === 0) return escaped(piece);
        if (piece === 'quantity') return '(\\d{1,6})';
        const beside = [pieces[i - 1]!, pieces[i + 1]!].filter((text) => text !== undefined && text !== '');
        const other =
          piece === 'title' || beside.length === 0
            ? ''
            : `(?!${beside.map((text) => escaped(text!)).join('|')})`;
        return `(${other}\\S(?:(?:${other}.)*${lazy}${other}\\S)?${lazy})`;
      })
      .join('');
  const [long, short] = (['', '?'] as const).map((lazy) => new RegExp(`^${sourceOf(lazy)}$`, 'su'));
  return (text) => {
    if (text.length > MOST_MATCHED) return undefined;
    const found = long!.exec(text)?.slice(1);
    const other = short!.exec(text)?.slice(1);
    return found?.every((part, i) => part === other![i]) ? found : undefined;
  };
}

/** The texts between separators; blank ones do not count. */
export const elementsIn = (cell: string, separator: string): string[] =>
  cell
    .split(separator)
    .map((text) => text.trim())
    .filter((text) => text !== '');
