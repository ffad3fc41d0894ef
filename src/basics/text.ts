// Text helpers for output: escape untrusted characters, suggest similar words, mask personal data.

// C0, DEL, C1, bidirectional controls, zero-width and line separators, BOM, lone surrogates.
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Replaces every character that could control a terminal by an escape such as `\u{1b}`; the text stays on one line. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`);
}

/** JSON that cannot control a terminal: the characters that escapeControls replaces are written as JSON escapes. */
export function terminalJson(value: unknown): string {
  return escapeInJson(JSON.stringify(value));
}

/** The same for a JSON text; in JSON such characters occur inside strings only. */
export function escapeInJson(json: string): string {
  return json.replace(UNSAFE, (c) =>
    c === '\n' ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Quotes a found value for a message: escaped and at most 60 characters. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const short = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return typeof value === 'string' ? `"${escapeControls(short)}"` : escapeControls(short);
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '\0': 'NUL, as in UTF-16 text',
  '\t': 'tab',
  '\n': 'end of a line',
  '\r': 'end of a line',
  ' ': 'blank',
  '\u00a0': 'no-break space',
  '\u00ad': 'soft hyphen',
  '\u2002': 'en space',
  '\u200b': 'zero width space',
  '\u200d': 'zero width joiner',
  '\u2028': 'line separator',
  '\ufeff': 'byte order mark',
  '\ufffd': 'in place of bytes that are not UTF-8',
};

/** `U+00A0 no-break space`; the number alone for a character without a name here. */
export function characterName(character: string): string {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return [code, CHARACTERS[character] ?? []].flat().join(' ');
}

/** The character at an offset, for a message: itself where it can be seen, else its name. */
export function characterAt(text: string, offset: number): string {
  const character = String.fromCodePoint(text.codePointAt(offset)!);
  if (/[!-~]/.test(character)) return `\`${character}\``;
  const isSeen = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) && CHARACTERS[character] === undefined;
  return `${isSeen ? `\`${character}\` ` : ''}${characterName(character)}`;
}

/**
 * The identifier without what nobody sees, to compare it with others. Blanks of any kind inside, which are seen, become
 * one. What is sent and recorded is the identifier as it is.
 */
export const bareOf = (identifier: string): string =>
  /^[!-~]*$/.test(identifier)
    ? identifier
    : identifier
        .replace(/(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|\ufeff/gu, '')
        .replace(/\s+/g, ' ')
        .trim();

const WRAPPED = /^="((?:[^"]|"")*)"$/;
// A sign that begins a formula or a number, nothing, a number, or a code: one word with a digit. `'80s` and `'s-Gravenweg12` are
// none, the code `'S-12` is one.
const APOSTROPHE =
  /^'(?!\d0s\b|[nst]-\p{Lu}\p{Ll})(?=[=+@-]|$|[^\p{L}]*\d[^\p{L}]*(?:[AaPp][Mm])?$|\S*\d\S*$)([^'’]*)$/u;

/**
 * A text without what keeps a spreadsheet from reading it as a number or a formula: `="00123"`, `'00123`, `'+49 30 1234`.
 * An apostrophe is taken off only where it is no part of a name, such as 's-Hertogenbosch or 't Zand.
 */
export const unprotected = (text: string): string =>
  text.replace(WRAPPED, (_, inside: string) => inside.replaceAll('""', '"')).replace(APOSTROPHE, '$1');

/** Number of edits that turn a into b: insert, delete, replace, swap of neighbours. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}

const fold = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The known word that was probably meant, or undefined when none is similar. */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance =
      fold(candidate) === fold(word) ? 0 : editDistance(word.toLowerCase(), candidate.toLowerCase());
    // Of two that are as near, the one that the word holds: TRANSIT for IN_TRANSIT.
    const isHeld = best !== undefined && distance === bestDistance && fold(word).includes(fold(candidate));
    if (distance < bestDistance || isHeld) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean "x"?` or an empty string. */
export function meantText(word: string, known: Iterable<string>): string {
  const meant = didYouMean(word, known);
  return meant === undefined ? '' : ` Did you mean ${quote(meant)}?`;
}

/** ` (did you mean "x"?)` or an empty string. */
export function meantBeside(word: string, known: Iterable<string>): string {
  const meant = didYouMean(word, known);
  return meant === undefined ? '' : ` (did you mean ${quote(meant)}?)`;
}

/** `NAME-2`, or the next number that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>, from = 2): string {
  let count = from;
  while (taken.has(`${name}-${count}`)) count++;
  return `${name}-${count}`;
}

/** First and last characters only: `SO-10…42`. */
export function mask(text: string): string {
  return text.length <= 4 ? '…' : `${escapeControls(text.slice(0, 2))}…${escapeControls(text.slice(-2))}`;
}

/** The word quoted so that a POSIX shell takes it literally. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}

/** The words of a command line whose words were made by `shellWord`. */
export const shellWordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(')/g, (_, text?: string, sign?: string) => text ?? sign ?? ''),
  );

// Redaction of secrets: everything that is logged, printed with --verbose or thrown passes through here.
const SECRET_MEMBER =
  /("(?:client_secret|access_token|refresh_token|password|secret)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
// The lookbehind excludes the flag --basic, which is followed by a name and a path.
const BEARER = /(?<!-)\b(bearer|basic)\s+[\w.~+/=-]+/gi;

/** The text without bearer tokens, without JSON members that hold secrets, and without the given secrets. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text.replace(SECRET_MEMBER, '$1"***"').replace(BEARER, '$1 ***');
  for (const secret of secrets) if (secret.length >= 4) clean = clean.split(secret).join('***');
  return clean;
}

/** The address without user, password and query. */
export function redactUrl(url: string): string {
  try {
    const parsed = new URL(url);
    return `${parsed.origin}${parsed.pathname}`;
  } catch {
    return '(not an address)';
  }
}

/** The address without what may be secret in it: the values of its query. */
export const maskedAddress = (url: string): string => url.replace(/([?&])([^=&#]+=)?[^&#]+/g, '$1$2***');

/** A text as one part of a path or a query; half a character, which has no UTF-8, becomes U+FFFD. */
export const uriPart = (text: string): string => encodeURIComponent(text.toWellFormed());

/**
 * Offset of the first character that is not UTF-8, of bytes that have one: what cannot be read becomes U+FFFD, so there the bytes
 * are written otherwise than they came. Needs no module of Node.
 */
export function firstNotUtf8(bytes: Uint8Array): number {
  const written = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let offset = written.findIndex((byte, i) => byte !== bytes[i]);
  while ((written[offset]! & 0xc0) === 0x80) offset--;
  return offset;
}

/** A 64-bit hash of a text, as two 32-bit halves and without allocation: stored instead of the text. */
interface Hash {
  h1: number;
  h2: number;
}

/**
 * Hashes the UTF-16 units of a text into `into`. Every unit affects all bits of both halves. It must not change: generated
 * identifiers of refunds come from it.
 */
export function hashText(text: string, into: Hash): Hash {
  let a = 0x9e37_79b9 ^ text.length;
  let b = 0x6a09_e667;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x85eb_ca6b);
    a ^= a >>> 15;
    a = Math.imul(a, 0xc2b2_ae35);
    a ^= a >>> 13;
    b = Math.imul(b ^ (c + 0x9e37), 0x7feb_352d);
    b ^= b >>> 16;
    b = Math.imul(b, 0x846c_a68b);
    b ^= b >>> 15;
  }
  into.h1 = finish(a);
  into.h2 = finish(b);
  return into;
}

/** The same as 16 hexadecimal digits. It tells texts apart and protects nothing. */
export function hashHex(text: string): string {
  const { h1, h2 } = hashText(text, { h1: 0, h2: 0 });
  return [h1, h2].map((half) => half.toString(16).padStart(8, '0')).join('');
}

function finish(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x7feb_352d);
  h = Math.imul(h ^ (h >>> 15), 0x846c_a68b);
  return (h ^ (h >>> 16)) >>> 0;
}
