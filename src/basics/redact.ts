// Redaction of secrets: everything that is logged, printed with --verbose or thrown passes through here.

const SECRET_HEADER =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(token|secret|password|api-?key).*)$/i;
const SECRET_MEMBER =
  /("(?:client_secret|access_token|refresh_token|password|secret)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
// The lookbehind excludes the flag --basic, which is followed by a name and a path.
const BEARER = /(?<!-)\b(bearer|basic)\s+[\w.~+/=-]+/gi;

/** The header value with secrets masked. */
export function redactHeader(name: string, value: string): string {
  return SECRET_HEADER.test(name) ? '***' : value;
}

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
