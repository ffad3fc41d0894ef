// TypeScript source as the rules look at it: its words without comments and texts.

export interface SourceText {
  /** Comments blanked out, texts kept. */
  readonly code: string;
  /** Comments, texts and regular expressions blanked out. */
  readonly words: string;
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');
/** A slash after one of these begins a regular expression; after anything else it divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%<>~^\n]|=>|\b(?:return|typeof|case|in|of|void|yield|await))\s*$/;

/** Reads a source once, character by character as far as needed. Line breaks stay where they are. */
export function readSource(source: string): SourceText {
  let code = '';
  let words = '';
  /** Depths of braces at which a template literal goes on. */
  const templates: number[] = [];
  let depth = 0;
  for (let i = 0; i < source.length; ) {
    const rest = source.slice(i, i + 2);
    const c = source[i]!;
    let end = i + 1;
    let kind: 'word' | 'text' | 'comment' = 'word';
    if (rest === '//') {
      end = source.indexOf('\n', i);
      if (end === -1) end = source.length;
      kind = 'comment';
    } else if (rest === '/*') {
      end = source.indexOf('*/', i + 2) + 2;
      kind = 'comment';
    } else if (c === "'" || c === '"') {
      end = endOfText(source, i + 1, c);
      kind = 'text';
    } else if (c === '/' && BEFORE_REGEX.test(words.slice(-24))) {
      end = endOfRegex(source, i + 1);
      kind = 'text';
    } else if (c === '`' || (c === '}' && templates.at(-1) === depth)) {
      if (c === '}') templates.pop();
      const { at, open } = endOfTemplate(source, i + 1);
      if (open) templates.push(depth);
      end = at;
      kind = 'text';
    } else if (c === '{') depth++;
    else if (c === '}') depth--;
    const piece = source.slice(i, end);
    code += kind === 'comment' ? blank(piece) : piece;
    words +=
      kind === 'word'
        ? piece
        : kind === 'text'
          ? `'${blank(piece.slice(2))}'`.slice(0, piece.length)
          : blank(piece);
    i = end;
  }
  return { code, words };
}

function endOfText(source: string, from: number, quote: string): number {
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === quote) return i + 1;
  }
  return source.length;
}

function endOfRegex(source: string, from: number): number {
  let inClass = false;
  for (let i = from; i < source.length; i++) {
    const c = source[i];
    if (c === '\\') i++;
    else if (c === '[') inClass = true;
    else if (c === ']') inClass = false;
    else if (c === '/' && !inClass) return i + 1;
  }
  return source.length;
}

/** Where the text of a template stops: behind its closing mark, or (`open`) behind the `${` of an expression. */
function endOfTemplate(source: string, from: number): { at: number; open: boolean } {
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') return { at: i + 1, open: false };
    else if (source[i] === '$' && source[i + 1] === '{') return { at: i + 2, open: true };
  }
  return { at: source.length, open: false };
}
