// Where a text stops being JSON: JSON.parse says so only for some faults, and differently in every version of Node.

const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

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
      STRING.lastIndex = i;
      const m = STRING.exec(text);
      if (!m) return stringFault(text, i);
      expects = expects.startsWith('key') ? ':' : ', or end';
      i += m[0].length;
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

/** A string that is not one: a raw control character or a wrong escape in it, or no end. */
function stringFault(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x20) return i;
    if (text[i] === '"') return i;
    if (text[i] === '\\') {
      if (i + 1 < text.length && !/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(i, i + 6))) return i;
      i++;
    }
  }
  return text.length;
}
