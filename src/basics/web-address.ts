// Web addresses as people type them: the scheme may be missing, and this machine is told from all others.

/** Whether a host name, as URL has it, is this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^\[?(localhost|127\.\d+\.\d+\.\d+|::1)\]?$/.test(hostname);

/** A bracketed IPv6 address, a name or an IPv4 address; then perhaps a port. */
const HOST = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?)(:\d{1,5})?$/iu;

/**
 * The address with its scheme: `localhost:3000` is http://, for it stays on this machine, everything else https://.
 * Undefined for what is no address: a single word may be anything, also a secret.
 */
export function completeAddress(text: string): URL | undefined {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return urlOf(trimmed);
  // Another scheme is an address as well; whether it is supported, the caller says.
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return urlOf(trimmed);
  const bare = trimmed.replace(/^\/\//, '');
  const authority = bare.split(/[/?#]/, 1)[0]!;
  const at = authority.lastIndexOf('@');
  const [, name, port] = HOST.exec(authority.slice(at + 1)) ?? [];
  if (name === undefined) return undefined;
  const isHere = isLoopbackHost(name.toLowerCase());
  if (!isHere && port === undefined && !/[.[]/.test(name)) return undefined;
  return urlOf(`${isHere ? 'http' : 'https'}://${bare}`);
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
