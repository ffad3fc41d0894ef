// A service may repeat a shopper's data in a refusal: in its message, its codes and its fields. These are shown and kept,
// so the data is removed as soon as the answer arrives.
import { isObject, parsedJson } from '../basics/json.ts';

const EMAIL = String.raw`[^\s"'<>,;:()[\]/]+@[^\s"'<>,;:()[\]/]+`;
/** Of an address: a state or a country alone says nothing about a person. */
const PERSONAL = /(?:^|\.)(?:customer\.|(?:shipping|billing)_address\.(?!(?:state|country_code)$))|note$/;

/** True for a personal field, by its path: also the note of a refund, which people write. */
export const isPersonal = (path: string): boolean => PERSONAL.test(path.replace(/\[\d*\]/g, ''));

/** Shorter values are not replaced: they would hide too much. */
const SHORTEST = 2;

/** The JSON text of a refusal without the personal data of the request that it answers, and without e-mail addresses. */
export function withoutPersonal(text: string, sent: string | Uint8Array): string {
  const values = new Set<string>();
  const names = new Set<string>();
  const collect = (value: unknown, path: string): void => {
    if (typeof value === 'string' && value.length >= SHORTEST && isPersonal(path)) values.add(value);
    for (const [name, inner] of isObject(value) || Array.isArray(value) ? Object.entries(value) : []) {
      names.add(name);
      collect(inner, `${path}.${name}`);
    }
  };
  collect(parsedJson(typeof sent === 'string' ? sent : new TextDecoder().decode(sent)), '');
  // Longest first: one value can be a part of another, as a town in the name of a street.
  const hidden = [...values].sort((a, b) => b.length - a.length).map(spelled);
  // Not a part of a word, nor of a name such as `unit_price_amount_cents`.
  const words = new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${[EMAIL, ...hidden].join('|')})(?![\\p{L}\\p{N}_])`,
    'giu',
  );
  const clean = (name: string, value: unknown): unknown =>
    typeof value === 'string'
      ? // A field names its order and the fields of the interface, which the shopper may be called like.
        value.replace(words, (word) => (name === 'field' && names.has(word) ? word : '***'))
      : value;
  try {
    return JSON.stringify(JSON.parse(text.trim(), clean));
  } catch {
    // Of what is no JSON, nothing is shown.
    return text;
  }
}

/** Phone numbers have seven digits at least; other numbers stay as they are. */
const PHONE = /^[^\p{L}\p{N}]*(?:\d[^\p{L}\p{N}]*){7,}$/u;

/** The pattern of a value: of a phone number its digits, which the service may write with other signs between them. */
const spelled = (text: string): string =>
  PHONE.test(text) ? text.match(/\d/g)!.join('[ ()./-]*') : text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
