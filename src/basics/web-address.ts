// Parses web addresses as users type them: adds a missing scheme, tells loopback addresses from others, refuses what is unsafe.
import { usageFailure } from './failure.ts';
import { redactUrl } from './text.ts';

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

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined);

/** What an address is for. */
interface AddressUse {
  /** Names the flag, variable or setting; empty for an answer to a question: the user sees the question. */
  readonly from: string;
  readonly mayHaveQuery?: boolean;
  /** What would go over the wire unencrypted. */
  readonly carries: string;
  /** Where a user and a password belong. */
  readonly credentials: string;
  /** What else helps when https:// is not possible. @param here the address with the name of this machine */
  readonly otherwise?: (here: string) => string;
}

/** An address that is safe to call: https, or http on this machine; without a user, a password or a fragment. @throws Failure exit 2 */
export function readAddress(text: string, use: AddressUse): URL {
  const given = text.trim();
  const lead = leadOf(use.from);
  const expected = 'an address such as https://service.example/path';
  const refuse = (why: string, hint: string) =>
    usageFailure('usage.address', lead(why), { expected, found: redactUrl(given), hint });
  const url = completeAddress(given);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    if (!url) throw refuse('not a web address', 'Give the address as host, host:port or https://host/path.');
    throw refuse(`the scheme ${url.protocol}// is not supported`, 'Give an https:// address.');
  }
  if (url.username || url.password)
    throw refuse('an address with a user or password is not accepted', use.credentials);
  if (url.hash || given.endsWith('#'))
    throw refuse('an address with a fragment is not accepted', 'Take out what follows `#`.');
  if (!use.mayHaveQuery && (url.search || given.endsWith('?')))
    throw refuse('an address with a query is not accepted', 'Take out what follows `?`.');
  if (url.protocol === 'https:' || isLoopbackHost(url.hostname)) return url;
  const rest = `${url.port === '' ? '' : `:${url.port}`}${url.pathname.replace(/\/+$/, '')}`;
  const other = use.otherwise?.(`http://127.0.0.1${rest}`) ?? '';
  throw usageFailure('usage.address.http', lead(`an http:// address would send ${use.carries} unencrypted`), {
    expected: 'https:// (http:// is accepted for this machine only)',
    found: redactUrl(given),
    hint: `Did you mean https://${url.hostname}${rest}?${other}`,
  });
}

/** Puts what an address came from in front of a sentence. */
const leadOf = (from: string) => (message: string) =>
  from === '' ? message[0]!.toUpperCase() + message.slice(1) : `${from}: ${message}`;

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
