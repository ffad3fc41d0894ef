// What the two sides of a page's session agree on: the header of the token, the path of the nonce, and how a token is made.

/** The header with the session token. A page of another origin cannot send it without a CORS preflight. */
export const SESSION_HEADER = 'x-page-session';

/** The public path that gives the nonce of this start. */
export const SESSION_PATH = '/api/session';

/** The answer of `SESSION_PATH`. */
export interface SessionStart {
  /** Different for every start. */
  readonly nonce: string;
}

/**
 * The text whose SHA-256 (hexadecimal) is the token. The token proves the key without revealing it, for one start and one
 * address (`127.0.0.1:4401`). A program that uses the port while the server is stopped gets only a token that is not
 * valid anywhere else or later.
 */
export const tokenText = (key: string, nonce: string, place: string): string => `${key}\n${nonce}\n${place}`;
