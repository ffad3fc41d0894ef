// Where each value of a JSON text stands: to cut out, replace or annotate values without writing the rest anew.

/** The way to a value: names of members and numbers of elements. */
export type Steps = readonly (string | number)[];

export interface JsonPlace {
  readonly steps: Steps;
  /** UTF-16 offsets of the value itself. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'object' | 'array' | 'text' | 'other';
}

interface Container {
  readonly start: number;
  readonly isObject: boolean;
  key: string;
  index: number;
}

const SCALAR = /[\w+\-.]+/y;

/**
 * Every value of a syntactically valid text, containers after what they hold; with `deepest`, only those so deep (the whole
 * text is at depth 0). Of a key that stands twice, both come in their order.
 */
export function* jsonPlaces(text: string, deepest = Number.POSITIVE_INFINITY): Generator<JsonPlace> {
  const open: Container[] = [];
  let expectsKey = false;
  const place = (start: number, end: number, kind: JsonPlace['kind']): JsonPlace => ({
    steps: open.map(({ isObject, key, index }) => (isObject ? key : index)),
    start,
    end,
    kind,
  });
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    const inside = open.at(-1);
    if (c === '"') {
      const end = stringEnd(text, i);
      if (expectsKey && inside) {
        inside.key = JSON.parse(text.slice(i, end)) as string;
        expectsKey = false;
      } else if (open.length <= deepest) yield place(i, end, 'text');
      i = end - 1;
    } else if (c === '{' || c === '[') {
      open.push({ start: i, isObject: c === '{', key: '', index: 0 });
      expectsKey = c === '{';
    } else if (c === '}' || c === ']') {
      const done = open.pop()!;
      expectsKey = false;
      if (open.length <= deepest) yield place(done.start, i + 1, c === '}' ? 'object' : 'array');
    } else if (c === ',' && inside) {
      inside.index++;
      expectsKey = inside.isObject;
    } else if (/[\w-]/.test(c)) {
      SCALAR.lastIndex = i;
      const end = i + SCALAR.exec(text)![0].length;
      if (open.length <= deepest) yield place(i, end, 'other');
      i = end - 1;
    }
  }
}

/** Behind the closing quote of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let i = start + 1;
  for (; text[i] !== '"'; i++) if (text[i] === '\\') i++;
  return i + 1;
}

/** `items[0].sku`, as findings have it. */
export const stepsText = (steps: Steps): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${step}`),
    '',
  );

/** One line of a text that was set out for reading. */
export interface PrettyLine {
  readonly text: string;
  /** Of the value that begins in this line; undefined for a closing bracket. */
  readonly path: string | undefined;
}

/** Sets a syntactically valid text out in lines, two spaces a level; every value stays as it was written. */
export function prettyJson(text: string): PrettyLine[] {
  const lines: PrettyLine[] = [];
  const open: { isObject: boolean; key: string; index: number }[] = [];
  const pathNow = () => stepsText(open.map(({ isObject, key, index }) => (isObject ? key : index)));
  let line = '';
  let path: string | undefined = '';
  let expectsKey = false;
  const finish = () => {
    if (line.trim() !== '') lines.push({ text: line, path });
    line = '  '.repeat(open.length);
    path = undefined;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    const inside = open.at(-1);
    if (c === '"') {
      const end = stringEnd(text, i);
      const word = text.slice(i, end);
      if (expectsKey && inside) {
        inside.key = JSON.parse(word) as string;
        expectsKey = false;
      }
      path ??= pathNow();
      line += word;
      i = end - 1;
    } else if (c === '{' || c === '[') {
      path ??= pathNow();
      line += c;
      let next = i + 1;
      while (/\s/.test(text[next] ?? '')) next++;
      if (text[next] === '}' || text[next] === ']') {
        line += text[next];
        i = next;
        continue;
      }
      open.push({ isObject: c === '{', key: '', index: 0 });
      expectsKey = c === '{';
      finish();
    } else if (c === '}' || c === ']') {
      open.pop();
      finish();
      line += c;
      expectsKey = false;
    } else if (c === ',' && inside) {
      line += c;
      inside.index++;
      expectsKey = inside.isObject;
      finish();
    } else if (c === ':') line += ': ';
    else if (!/\s/.test(c)) {
      path ??= pathNow();
      line += c;
    }
  }
  finish();
  return lines;
}
