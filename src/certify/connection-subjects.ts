// What is looked at between this machine and the service. The checks themselves are those of `returns doctor`.
import type { CheckSubject } from './types.ts';

const HINT = 'Run `{doctor}`: it says the same with every setting and what each shadows.';

const subject = (name: string, title: string, source: string, hint = HINT): CheckSubject => ({
  id: `connection.${name}`,
  area: 'connection',
  title,
  interface: source,
  hint,
});

export const CONNECTION_SUBJECTS: readonly CheckSubject[] = [
  subject(
    'addresses',
    'The addresses of the service are the ones that it gave you',
    'Endpoints of the service: the address of the order intake is supplied by the service; the base address of the ASN endpoints is not shown',
  ),
  subject(
    'dns',
    'The names of the service are found from here',
    'The interface is silent about name service; without an answer no message arrives',
  ),
  subject(
    'proxy',
    'A proxy on the way lets the requests pass',
    'The interface is silent about proxies; a client behind one has to pass it with TLS 1.2 end to end',
  ),
  subject(
    'reach',
    'The service answers at its addresses',
    'Endpoints of the service: orders and ASNs are posted from here, the service does not fetch them',
  ),
  subject(
    'tls',
    'TLS 1.2 is spoken and the chain of certificates is trusted',
    'Limits: HTTPS with TLS 1.2 only',
  ),
  subject(
    'roots',
    'The roots of both certificate authorities are installed',
    'Limits: certificates come from two public authorities, the roots of both must be on every client machine',
  ),
  subject(
    'clock',
    'The clock of this machine is right',
    'Refund object: created_at needs a date in the future, so a clock that is behind makes refunds that are refused',
  ),
  subject(
    'orders',
    'The order intake is at its address',
    'Endpoints of the service: POST {orders_url}/returns_portal_orders; without a token it answers 401',
  ),
  subject(
    'asns',
    'The ASN endpoints are at their address',
    'Endpoints of the service: POST {base_url}/asns; without a token it answers 401 without a body',
  ),
  subject(
    'sign-in',
    'The credentials give a token',
    'Authentication: OAuth 2.0 client credentials; a token is valid for 25 hours and is reused',
  ),
  subject(
    'limits',
    'The pace stays below what the environment allows',
    'Limits: 5000 requests a minute and address in production, 2500 in the sandbox',
  ),
];
