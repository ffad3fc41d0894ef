// Addresses of the service: completes, checks and normalizes what a user writes. No trailing slash, no path of an
// endpoint, and http:// on this machine only.
import { usageFailure } from '../basics/failure.ts';
import { editDistance, redactUrl } from '../basics/text.ts';
import { completeAddress, isLoopbackHost } from '../basics/web-address.ts';
import { type AddressName, ENDPOINTS } from '../contract/endpoints.ts';

export const ADDRESS_NAMES = ['auth', 'orders', 'base'] as const satisfies readonly AddressName[];

/** True when an address is on this machine. */
export function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname);
}

export interface Understood {
  /** The normalized address. */
  readonly address: string;
  /** How the text was understood, when more than a slash was changed; otherwise undefined. */
  readonly said?: string;
}

/** Paths that the tool itself appends to an address. */
const PATHS: Readonly<Record<AddressName, readonly string[]>> = pathsByAddress();

function pathsByAddress(): Record<AddressName, string[]> {
  const paths: Record<AddressName, string[]> = { auth: [], orders: [], base: [] };
  for (const { address, path } of Object.values(ENDPOINTS))
    if (!path.includes('{')) paths[address].push(path);
  return paths;
}

/** The normalized address; `from` names the flag, variable or setting it came from. @throws Failure exit 2 */
export const parseAddress = (text: string, from: string): string => understandAddress(text, from).address;

/**
 * `from` is empty for an answer to a question: the user sees the question, so the failure need not name the source.
 * With `name`, the text may end with the path of that address's endpoint. @throws Failure exit 2
 */
export function understandAddress(text: string, from: string, name?: AddressName): Understood {
  const given = text.trim();
  const lead = (message: string) =>
    from === '' ? message[0]!.toUpperCase() + message.slice(1) : `${from}: ${message}`;
  const refuse = (why: string, hint: string, found = redactUrl(given)) =>
    usageFailure('usage.address', lead(why), {
      expected: 'an address such as https://service.example/path',
      found,
      hint,
    });
  const url = completeAddress(given);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const meant = meantAddress(given);
    if (meant !== undefined) throw refuse(`not a web address: ${given}`, `Did you mean ${meant}?`, given);
    if (!url) throw refuse('not a web address', 'Give the address as host, host:port or https://host/path.');
    throw refuse(`the scheme ${url.protocol}// is not supported`, 'Give an https:// address.');
  }
  if (url.username || url.password)
    throw refuse(
      'an address with a user or password is not accepted',
      'Take them out of the address; the client id and secret are given by `returns login`.',
    );
  if (url.search || url.hash || /[?#]$/.test(given))
    throw refuse('an address with a query or fragment is not accepted', 'Take out what follows `?` or `#`.');
  const whole = url.origin + url.pathname.replace(/\/+$/, '');
  const path = name && PATHS[name].find((end) => whole.endsWith(end));
  const address = path === undefined ? whole : whole.slice(0, -path.length).replace(/\/+$/, '');
  if (url.protocol === 'http:' && !isLoopback(address))
    throw usageFailure('usage.address.http', lead('http:// would send credentials and orders unencrypted'), {
      expected: 'https:// (http:// is accepted for this machine only)',
      found: redactUrl(given),
      hint: `Did you mean ${address.replace(/^http:/, 'https:')}?`,
    });
  if (path !== undefined) return { address, said: lead(`taken as ${address}; the tool adds ${path} itself`) };
  return /^https?:/i.test(given) ? { address } : { address, said: lead(`taken as ${address}`) };
}

/**
 * Guesses a misspelt scheme: `htps://host`, `https//host`, `https:host`. Undefined when the rest is not a host, because
 * it may then be a secret.
 */
function meantAddress(text: string): string | undefined {
  const [, word = '', rest = ''] = /^([a-z]{3,6})(?::\/\/|:\/|\/\/|:)([^/:@?#][^@?#]*)$/i.exec(text) ?? [];
  const isNear =
    word !== '' &&
    Math.min(editDistance(word.toLowerCase(), 'https'), editDistance(word.toLowerCase(), 'http')) <= 1;
  const url = isNear ? completeAddress(rest) : undefined;
  return url?.protocol.startsWith('http') ? url.origin + url.pathname.replace(/\/+$/, '') : undefined;
}
