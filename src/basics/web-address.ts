// Parses web addresses as users type them: adds a missing scheme, and tells loopback addresses from others.

/** Whether a host name, in the form that URL returns, is this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^\[?(localhost|127\.\d+\.\d+\.\d+|::1)\]?$/.test(hostname);

/** A bracketed IPv6 address, a name or an IPv4 address; then an optional port. */
const HOST = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?)(:\d{1,5})?$/iu;

/**
 * Adds the scheme: http:// for an address of this machine (`localhost:3000`), https:// for all others.
 * Returns undefined when the text is not an address: a single word could be anything, also a secret.
 */
export function completeAddress(text: string): URL | undefined {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return urlOf(trimmed);
  // An address with another scheme is returned too; the caller reports whether the scheme is supported.
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

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** Whether a URL leads to a server of this machine; port 0 is known only later. Another server may use the port at another address. */
export const isServedAt = (url: URL, host: string, port: number | undefined): boolean =>
  port !== undefined && port !== 0 && portOf(url) === port && isHere(url.hostname, host);

function isHere(target: string, host: string): boolean {
  const to = target.replace(/^\[|\]$/g, '').toLowerCase();
  const at = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (to === at) return true;
  if (at === '0.0.0.0' || at === '::') return isLoopbackHost(target) || to === '0.0.0.0' || to === '::';
  if (!isLoopbackHost(at)) return false;
  const isNamed = to === 'localhost' || at === 'localhost';
  return isNamed ? isLoopbackHost(to) : to === '0.0.0.0' && at === '127.0.0.1';
}
