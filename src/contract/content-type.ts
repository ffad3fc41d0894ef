// What the Content-Type of a posted body says: whether it is JSON, and in which encoding.
import type { ServerRequest } from '../platform/platform.ts';

/** Labels of UTF-8, and of ASCII, which is a part of it; none says UTF-8 as well. */
const UTF8_LABEL = /^(?:|utf[-_]?8|(?:us-)?ascii)$/i;

/** Longest piece of a header that a message repeats. */
const LONGEST = 80;

/**
 * The header, shortened, of a body that is not taken as `application/json` in UTF-8; undefined for one that is. Labels are read
 * as names of encodings, and other parameters say nothing for JSON (RFC 8259, 11). The bytes are checked afterwards in any case.
 */
export function contentFault({ headers }: Pick<ServerRequest, 'headers'>): string | undefined {
  const given = (headers['content-type'] ?? '').trim();
  const [type = '', ...parameters] = given.split(';');
  const charsets = parameters.map(
    (parameter) => /^\s*charset\s*=\s*["']?([^"']*)/i.exec(parameter)?.[1] ?? '',
  );
  const isJson = type.trim().toLowerCase() === 'application/json';
  return isJson && charsets.every((one) => UTF8_LABEL.test(one.trim())) ? undefined : given.slice(0, LONGEST);
}

/** A sentence for whoever sent it. */
export const contentText = (found: unknown): string =>
  `Content-Type must be application/json in UTF-8, found ${found || 'none'}.`;
