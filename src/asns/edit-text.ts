// Changes one value inside a JSON text and leaves every other byte as it is: order of keys, spacing, spelling of numbers.
import type { Step } from '../contract/asn-fields.ts';
import { endOfValue, skipSpace } from '../input/json-path.ts';

/** A member of an object or an element of a list (`key` is then its index), with its offsets in the text. */
interface Part {
  readonly key: Step;
  /** Where the key begins; of an element, where the value does. */
  readonly start: number;
  readonly keyEnd: number;
  readonly value: number;
  readonly end: number;
}

/** The parts of the object or list that begins at `open`; none of anything else. */
function partsOf(text: string, open: number): Part[] {
  const parts: Part[] = [];
  const isObject = text[open] === '{';
  if (!isObject && text[open] !== '[') return parts;
  for (let at = skipSpace(text, open + 1); text[at] !== '}' && text[at] !== ']'; ) {
    const keyEnd = isObject ? endOfValue(text, at) : at;
    const key = isObject ? (JSON.parse(text.slice(at, keyEnd)) as string) : parts.length;
    const value = isObject ? skipSpace(text, skipSpace(text, keyEnd) + 1) : at;
    const end = endOfValue(text, value);
    parts.push({ key, start: at, keyEnd, value, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return parts;
}

/**
 * The text with `value` (a JSON text) at the path. Objects on the way that are not there are made; an element that is
 * not there leaves the text as it is.
 */
export function setInText(text: string, path: readonly Step[], value: string): string {
  let open = skipSpace(text, 0);
  for (let i = 0; i < path.length; i++) {
    const parts = partsOf(text, open);
    const part = parts.find(({ key }) => key === path[i]);
    if (!part) return insert(text, open, parts, path.slice(i), value);
    open = part.value;
  }
  return splice(text, open, endOfValue(text, open), value);
}

/** The text without the member or element at the path; the same text where nothing stands there. */
export function removeFromText(text: string, path: readonly Step[]): string {
  let open = skipSpace(text, 0);
  for (const [i, step] of path.entries()) {
    const parts = partsOf(text, open);
    const at = parts.findIndex(({ key }) => key === step);
    const part = parts[at];
    if (!part) return text;
    if (i === path.length - 1) {
      if (parts.length === 1) return splice(text, open + 1, endOfValue(text, open) - 1, '');
      if (at > 0) return splice(text, parts[at - 1]!.end, part.end, '');
      return splice(text, part.start, parts[1]!.start, '');
    }
    open = part.value;
  }
  return text;
}

const splice = (text: string, from: number, to: number, by: string) =>
  text.slice(0, from) + by + text.slice(to);

/** A new member behind the last one, set apart from it as that one is from those before. */
function insert(text: string, open: number, parts: readonly Part[], path: readonly Step[], value: string) {
  const [key, ...inside] = path;
  if (text[open] !== '{' || path.some((step) => typeof step === 'number')) return text;
  const nested = inside.reduceRight<string>((within, step) => `{${JSON.stringify(step)}:${within}}`, value);
  const last = parts.at(-1);
  if (!last) return splice(text, open + 1, endOfValue(text, open) - 1, `${JSON.stringify(key)}:${nested}`);
  const before = parts.at(-2);
  const apart = before ? text.slice(before.end, last.start) : `,${text.slice(open + 1, last.start)}`;
  const colon = text.slice(last.keyEnd, last.value);
  return splice(text, last.end, last.end, `${apart}${JSON.stringify(key)}${colon}${nested}`);
}
