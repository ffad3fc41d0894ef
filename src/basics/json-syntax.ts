// Where a text stops being JSON: JSON.parse says so only for some faults, and differently in every version of Node.

const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Offset (in UTF-16 units) of the first character that cannot stand where it stands; the length of a text that is cut off. */
export function syntaxFaultAt(text: string): number {
  const open: ('{' | '[')[] = [];
  // What may come next: a value, a key, the rest of a list, a colon, or nothing more.
  let expects: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' = 'value';
  for (let i = 0; i < text.length; ) {
    const c = text[i]!;
    if (c === ' ' || c === '\t' || c === '\n' || c === '\r') {
      i++;
      continue;
    }
    const inside = open.at(-1);
    if (expects === ', or end') {
      if (inside === undefined) return i;
      if (c === (inside === '{' ? '}' : ']')) open.pop();
      else if (c === ',') expects = inside === '{' ? 'key' : 'value';
      else return i;
      i++;
    } else if (expects === ':') {
      if (c !== ':') return i;
      expects = 'value';
      i++;
    } else if ((c === '}' && expects === 'key or }') || (c === ']' && expects === 'value or ]')) {
      open.pop();
      expects = ', or end';
      i++;
    } else if (c === '"') {
      const end = stringEnd(text, i);
      if (text[end] !== '"') return end;
      expects = expects.startsWith('key') ? ':' : ', or end';
      i = end + 1;
    } else if (expects.startsWith('key')) return i;
    else if (c === '{' || c === '[') {
      open.push(c);
      expects = c === '{' ? 'key or }' : 'value or ]';
      i++;
    } else {
      const m = LITERAL.exec(text.slice(i, i + 400));
      if (!m) return i;
      expects = ', or end';
      i += m[0].length;
    }
  }
  return text.length;
}

/**
 * The closing quote of the string that begins at `start`; or the first raw control character or wrong escape in it; or the
 * length of a text that ends in it. By hand, since one regular expression over megabytes of escapes overflows the stack.
 */
function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x20 || c === 0x22) return i;
    if (c !== 0x5c) continue;
    ESCAPE.lastIndex = i;
    const whole = ESCAPE.exec(text);
    if (whole) i += whole[0].length - 1;
    // A text that is cut off within an escape is cut off, not wrong.
    else return i === text.length - 1 ? text.length : i;
  }
  return text.length;
}
