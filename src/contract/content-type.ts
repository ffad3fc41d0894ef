// What the Content-Type of a posted body says: whether it is JSON, and in which encoding.
import type { ServerRequest } from '../platform/platform.ts';

/** Labels of UTF-8, and of ASCII, which is a part of it; none says UTF-8 as well. */
const UTF8_LABEL = /^(?:|utf[-_]?8|(?:us-)?ascii)$/i;

/** Longest piece of a header that a message repeats. */
const LONGEST = 80;

export interface ContentFault {
  /** The header as it came, shortened. */
  readonly found: string;
  /** The label of another encoding, when only that is wrong. */
  readonly charset?: string;
}

/**
 * What keeps a body from being taken as `application/json` in UTF-8. Labels are read as names of encodings, and other
 * parameters say nothing for JSON (RFC 8259, 11). The bytes are checked afterwards in any case.
 */
export function contentFault({ headers }: Pick<ServerRequest, 'headers'>): ContentFault | undefined {
  const given = (headers['content-type'] ?? '').trim();
  const found = given.slice(0, LONGEST);
  const [type = '', ...parameters] = given.split(';');
  if (type.trim().toLowerCase() !== 'application/json') return { found };
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*["']?([^"']*)/i.exec(parameter)?.[1]?.trim() ?? '';
    if (!UTF8_LABEL.test(charset)) return { found, charset: charset.slice(0, LONGEST) };
  }
  return undefined;
}

/** A sentence for whoever sent it. */
export const contentText = ({ found, charset }: ContentFault): string =>
  charset === undefined
    ? `Content-Type must be application/json in UTF-8, found ${found === '' ? 'none' : found}.`
    : `${charset} is not UTF-8: a body must be JSON in UTF-8 (Content-Type: application/json).`;
