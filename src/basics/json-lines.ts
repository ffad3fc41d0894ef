// A JSON text as lines with the path of each. Tokens stay exactly as received, including duplicate keys and long numbers.
// Pure.

export interface JsonLine {
  readonly depth: number;
  /** The path as findings write it, such as `items[0].sku`; empty for the whole message. */
  readonly path: string;
  /** The key with its quotes, as received; null in a list and at the top level. */
  readonly key: string | null;
  /** The token, or a bracket. */
  readonly text: string;
  readonly kind: 'open' | 'close' | 'string' | 'number' | 'word';
  comma: boolean;
}

interface Open {
  readonly path: string;
  readonly isList: boolean;
  readonly line: number;
  index: number;
}

const TOKEN = /\s*(?:([{}[\],:])|("[^"\\]*(?:\\.[^"\\]*)*"?)|([^\s{}[\],:"]+))/y;
const NAME = /^[\w-]{1,60}$/;

/**
 * The text must be valid JSON or the beginning of it. Not recursive, because the nesting can have any depth. `more`: the text was
 * cut off, or has more lines than requested.
 */
export function jsonLines(text: string, most: number) {
  const lines: JsonLine[] = [];
  const open: Open[] = [];
  let key: string | null = null;
  let path = '';
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) break;
    const [, mark, string, word] = match;
    const inside = open.at(-1);
    if (mark === ',') {
      const last = lines.at(-1);
      if (last) last.comma = true;
      if (inside) inside.index++;
      key = null;
      continue;
    }
    if (mark === ':') continue;
    if (mark === '}' || mark === ']') {
      open.pop();
      const last = lines.at(-1);
      // An empty object or list needs only one line.
      if (inside && last?.kind === 'open' && inside.line === lines.length - 1)
        lines[lines.length - 1] = { ...last, text: last.text + mark, kind: 'word' };
      else if (lines.length >= most) return { lines, more: true };
      else
        lines.push({
          depth: open.length,
          path: inside?.path ?? '',
          key: null,
          text: mark,
          kind: 'close',
          comma: false,
        });
      key = null;
      continue;
    }
    if (inside && !inside.isList && key === null && string !== undefined) {
      key = string;
      continue;
    }
    if (lines.length >= most) return { lines, more: true };
    path = inside ? pathIn(inside, key) : '';
    const token = mark ?? string ?? word ?? '';
    const kind = mark ? 'open' : string ? 'string' : /^[-\d]/.test(token) ? 'number' : 'word';
    lines.push({ depth: open.length, path, key, text: token, kind, comma: false });
    if (mark) open.push({ path, isList: mark === '[', line: lines.length - 1, index: 0 });
    key = null;
  }
  return { lines, more: open.length > 0 };
}

function pathIn({ path, isList, index }: Open, key: string | null): string {
  if (isList) return `${path}[${index}]`;
  const name = nameOf(key ?? '""');
  return path === '' ? name : `${path}.${name}`;
}

/** Findings show the length of a key instead of the key when it does not look like a name. */
function nameOf(key: string): string {
  let name = key;
  try {
    name = JSON.parse(key) as string;
  } catch {
    // The text ends inside the key.
  }
  return NAME.test(name) ? name : `(key of ${name.length} characters)`;
}

/** The line of a path. For a path that does not exist, the nearest enclosing line. */
export function lineOfPath(lines: readonly JsonLine[], path: string) {
  for (let at = path; at !== ''; ) {
    const line = lines.findIndex((known) => known.path === at && known.kind !== 'close');
    if (line !== -1) return { line, exact: at === path };
    at = at.slice(0, Math.max(0, at.lastIndexOf('.'), at.lastIndexOf('[')));
  }
  return { line: 0, exact: path === '' };
}
