// The address of the retailer's endpoints: http:// only on this machine, https:// elsewhere (design, Safety).
import { usageFailure } from '../../basics/failure.ts';
import { escapeControls, redactUrl } from '../../basics/text.ts';
import { completeAddress, isLoopbackHost, isServedAt } from '../../basics/web-address.ts';

/**
 * The address without a trailing slash. A missing scheme is added: http:// for this machine, https:// for others.
 * @param what names the address in messages, e.g. `--customer-url` @throws Failure exit 2
 */
export function checkCustomerUrl(text: string, what = '--customer-url'): string {
  const url = completeAddress(text);
  const expected = 'https://host, or http:// for this machine, for example http://127.0.0.1:4400';
  if (!url)
    // The text is not quoted: it could be a secret that was put into the wrong place.
    throw usageFailure('usage.address', `${what} is not a web address`, {
      expected,
      hint: `Give ${what} the address of your endpoints, without the path of one of them.`,
    });
  const found = escapeControls(redactUrl(url.href));
  const refuse = (message: string, hint: string) =>
    usageFailure('usage.address', message, { expected, found, hint });
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse(`${what} has a scheme that cannot be used`, `Give ${what} an address with https://.`);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw refuse(
      `${what} is not encrypted: ${found}`,
      `Use https://. Plain http:// is for this machine only, because messages hold personal data and credentials. If it runs in another container or pod, let it share the network of this one (docker run --network container:NAME; compose: network_mode: service:NAME), or forward its port, and give ${localAddress(url)}`,
    );
  if (url.username !== '' || url.password !== '')
    throw refuse(
      `${what} holds a user or a password`,
      'Put USER:PASSWORD into a file and give --customer-auth basic:FILE.',
    );
  if (url.search !== '' || url.hash !== '')
    throw refuse(`${what} has a query or a fragment`, `Give ${what} the address up to the path only.`);
  return url.href.replace(/\/+$/, '');
}

/** @throws Failure exit 2 when the messages of a sandbox would go to the sandbox, or to its pages */
export function checkElsewhere(customerUrl: string, host: string, port: number, pagesPort?: number): void {
  const url = new URL(customerUrl);
  if (!isServedAt(url, host, port) && !isServedAt(url, 'localhost', pagesPort)) return;
  throw usageFailure('usage.conflict', 'The address of your endpoints is that of this sandbox', {
    found: url.origin,
    hint: 'Give the address where your own endpoints are, or start the sandbox at another --port and --pages-port.',
  });
}

/** The same port and path on this machine. */
const localAddress = ({ port, pathname }: URL): string =>
  escapeControls(
    redactUrl(`http://127.0.0.1${port === '' ? '' : `:${port}`}${pathname.replace(/\/+$/, '')}`),
  );
