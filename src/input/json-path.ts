// Where a field stands inside the text of an order: looked up only when something is wrong with it.

const isSpace = (c: string | undefined) => c === ' ' || c === '\n' || c === '\r' || c === '\t';

/**
 * The range [start, end) of the value at a path such as `items[1].sku` in a valid JSON text. When the path leads
 * nowhere (a missing field), the range of the innermost value on the way that is there.
 */
export function locate(text: string, path: string): { start: number; end: number } {
  const parts = [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)];
  return locateParts(
    text,
    parts.map(([, key, index]) => key ?? Number(index)),
  );
}

/** The same with the path in parts, for keys that have dots in them. */
export function locateParts(text: string, parts: readonly PropertyKey[]): { start: number; end: number } {
  let start = skipSpace(text, 0);
  let end = endOfValue(text, start);
  for (const part of parts) {
    const at =
      typeof part === 'number' && text[start] === '['
        ? element(text, start, part)
        : text[start] === '{'
          ? member(text, start, String(part))
          : -1;
    if (at < 0) break;
    start = at;
    end = endOfValue(text, at);
  }
  return { start, end };
}

function member(text: string, open: number, key: string): number {
  for (let at = skipSpace(text, open + 1); text[at] === '"'; ) {
    const nameEnd = endOfValue(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const value = skipSpace(text, skipSpace(text, nameEnd) + 1);
    if (name === key) return value;
    at = skipSpace(text, endOfValue(text, value));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return -1;
}

function element(text: string, open: number, index: number): number {
  let at = skipSpace(text, open + 1);
  for (let i = 0; text[at] !== ']' && at < text.length; i++) {
    if (i === index) return at;
    at = skipSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return -1;
}

/** The offset of the first character from `from` that is no white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}

/** The end of the value that begins at `from` in a valid JSON text. */
export function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const c = text[at]!;
    if (c === '"') {
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
      if (depth === 0) return at + 1;
    } else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (c === ',' || isSpace(c))) return at;
  }
  return text.length;
}
