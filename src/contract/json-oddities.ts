// Every place of a JSON text that a reader would quietly change: keys twice, numbers that cannot be held, half characters.

export interface JsonOddity {
  readonly code: 'duplicate' | 'integer' | 'number' | 'surrogate' | 'nul';
  /** `items[0].sku`; a key that does not look like a name is given by its length. */
  readonly path: string;
}

interface Container {
  /** Names of an object; null for a list. */
  readonly names: Set<string> | null;
  key: string;
  index: number;
}

const NUMBER = /-?\d[\d+\-.eE]*/y;

/**
 * The oddities of a syntactically valid JSON text in their order, at most `most`. Slower than looking whether there are
 * any: for texts that have some.
 */
export function jsonOddities(text: string, most: number): JsonOddity[] {
  const found: JsonOddity[] = [];
  const open: Container[] = [];
  let expectsKey = false;
  for (let i = 0; i < text.length && found.length < most; i++) {
    const c = text[i]!;
    const at = open.at(-1);
    if (c === '"') {
      const start = i;
      for (i++; text[i] !== '"'; i++) if (text[i] === '\\') i++;
      const value = JSON.parse(text.slice(start, i + 1)) as string;
      if (expectsKey && at?.names) {
        at.key = value;
        expectsKey = false;
        if (at.names.has(value)) found.push({ code: 'duplicate', path: pathOf(open) });
        at.names.add(value);
      }
      if (!isWhole(value)) found.push({ code: 'surrogate', path: pathOf(open) });
      if (value.includes('\0')) found.push({ code: 'nul', path: pathOf(open) });
    } else if (c === '{' || c === '[') {
      open.push({ names: c === '{' ? new Set() : null, key: '', index: 0 });
      expectsKey = c === '{';
    } else if (c === '}' || c === ']') {
      open.pop();
      expectsKey = false;
    } else if (c === ',' && at) {
      at.index++;
      expectsKey = at.names !== null;
    } else if (c === '-' || (c >= '0' && c <= '9')) {
      NUMBER.lastIndex = i;
      const number = NUMBER.exec(text)![0];
      i += number.length - 1;
      if (/^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)))
        found.push({ code: 'integer', path: pathOf(open) });
      else if (!Number.isFinite(Number(number))) found.push({ code: 'number', path: pathOf(open) });
    }
  }
  return found;
}

/** Whether every surrogate of a text has its partner. */
export const isWhole = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

function pathOf(open: readonly Container[]): string {
  let path = '';
  for (const { names, key, index } of open) {
    if (names === null) path += `[${index}]`;
    else path += `${path && '.'}${/^[\w-]{1,60}$/.test(key) ? key : `(key of ${key.length} characters)`}`;
  }
  return path;
}
