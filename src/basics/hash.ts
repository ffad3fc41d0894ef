// A short hash of a text, for tables and marks: not for secrets.

/** A 64-bit hash of a text, as two 32-bit halves and without allocation: stored instead of the text. */
export interface Hash {
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

function finish(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x7feb_352d);
  h = Math.imul(h ^ (h >>> 15), 0x846c_a68b);
  return (h ^ (h >>> 16)) >>> 0;
}
