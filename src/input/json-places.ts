// Where every value of a JSON text stands, found in one pass: for messages of which many fields are asked for.

export class JsonPlaces {
  private readonly offsets = new Map<string, number>();
  /** Offsets at which lines begin. */
  private readonly lines: number[] = [0];

  /** The text must be valid JSON. */
  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.lines.push(at + 1);
    this.scan(text);
  }

  /**
   * Line and column (from 1) of the value at a path such as `items[1].sku`; where the path leads nowhere (a missing
   * field), of the innermost value on the way that is there.
   */
  at(path: string): { readonly line: number; readonly column: number } {
    let known = path;
    while (known !== '' && !this.offsets.has(known)) known = known.replace(/(^|\.)[^.[\]]*$|\[\d*\]$|.$/, '');
    const offset = this.offsets.get(known) ?? 0;
    let low = 0;
    for (let high = this.lines.length; high - low > 1; ) {
      const middle = (low + high) >>> 1;
      if (this.lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.lines[low]! + 1 };
  }

  private scan(text: string): void {
    /** Containers on the way down: their path, and in a list the index of the next element. */
    const open: { readonly path: string; next: number }[] = [];
    /** The path of the value that comes next. */
    let path: string | undefined = '';
    for (let at = 0; at < text.length; at++) {
      const sign = text[at]!;
      if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t' || sign === ':') continue;
      const inner = open.at(-1);
      if (sign === '}' || sign === ']') open.pop();
      else if (sign === ',') path = inner && inner.next >= 0 ? `${inner.path}[${inner.next++}]` : undefined;
      else if (path === undefined && inner) {
        const end = endOfString(text, at);
        const key = JSON.parse(text.slice(at, end)) as string;
        path = inner.path ? `${inner.path}.${key}` : key;
        at = end - 1;
      } else if (path !== undefined) {
        this.offsets.set(path, at);
        const own: string = path;
        path = undefined;
        if (sign === '{') open.push({ path: own, next: -1 });
        else if (sign === '[') {
          open.push({ path: own, next: 1 });
          path = `${own}[0]`;
        } else at = sign === '"' ? endOfString(text, at) - 1 : endOfScalar(text, at) - 1;
      }
    }
  }
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (; text[at] !== '"'; at++) if (text[at] === '\\') at++;
  return at + 1;
}

function endOfScalar(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s,\]}]/.test(text[at]!)) at++;
  return at;
}
