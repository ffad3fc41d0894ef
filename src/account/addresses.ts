// Addresses of the service as people write them: checked, without trailing slash, and never in the clear over a network.
import { usageFailure } from '../base/failure.ts';
import { redactUrl } from '../base/redact.ts';
import type { AddressName } from '../contract/endpoints.ts';

export const ADDRESS_NAMES = ['auth', 'orders', 'base'] as const satisfies readonly AddressName[];

/** Whether an address stays on this machine. */
export function isLoopback(address: string): boolean {
  return /^\[?(localhost|127\.\d+\.\d+\.\d+|::1)\]?$/.test(new URL(address).hostname);
}

/** The address as it is kept; `from` names the flag, variable or setting it came from. @throws Failure exit 2 */
export function parseAddress(text: string, from: string): string {
  const refuse = (why: string, hint: string) =>
    usageFailure('usage.address', `${from}: ${why}`, {
      expected: 'an address such as https://service.example/path',
      found: redactUrl(text),
      hint,
    });
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw refuse('this is not an address', `Give ${from} the whole address, with https:// in front.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse(`the scheme ${url.protocol}// is not supported`, `Give ${from} an https:// address.`);
  if (url.username || url.password)
    throw refuse(
      'an address with a user or password is not accepted',
      'Take them out of the address; the client id and secret are given by `returns login`.',
    );
  if (url.search || url.hash || /[?#]$/.test(text.trim()))
    throw refuse('an address with a query or fragment is not accepted', 'Take out what follows `?` or `#`.');
  const address = url.origin + url.pathname.replace(/\/+$/, '');
  if (url.protocol === 'http:' && !isLoopback(address))
    throw usageFailure(
      'usage.address.http',
      `${from}: http:// would send credentials and orders unencrypted`,
      {
        expected: 'https:// (http:// is accepted for this machine only)',
        found: redactUrl(text),
        hint: `Give ${from} the https:// address of the service.`,
      },
    );
  return address;
}
