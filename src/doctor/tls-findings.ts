// Judges what a TLS handshake showed: the chain of certificates, its dates, and the root at its end.
import { quote } from '../basics/text.ts';
import { plural } from '../basics/units.ts';
import type { ServerCertificate, TlsSeen } from '../platform/probe-types.ts';
import { bad, doubtful, type Finding, good } from './findings.ts';

const DAY_MS = 86_400_000;
/** Days before the end of a certificate from which on a warning is given. */
const EARLY_DAYS = 21;

export interface TlsFindings {
  readonly tls: readonly Finding[];
  readonly roots: readonly Finding[];
}

const OTHER_ROOT =
  'The service has certificates of two public authorities, and may change to the other one: ask its team for the name of the second root.';

/**
 * `host` as it may be shown; `now`: ms. Empty when a certificate is not trusted for a reason that the message about the
 * connection says as well: its dates, its name.
 */
export function tlsFindings({ chain, untrusted, protocol }: TlsSeen, host: string, now: number): TlsFindings {
  const last = chain.at(-1);
  if (!last) return { tls: [], roots: [] };
  if (untrusted !== null) return untrustedFindings(untrusted, chain, host);
  const first = chain.reduce((one, other) => (other.validTo < one.validTo ? other : one));
  const days = Math.floor((first.validTo - now) / DAY_MS);
  const day = new Date(first.validTo).toISOString().slice(0, 10);
  const tls =
    days < EARLY_DAYS
      ? doubtful(
          `${host}: the certificate of ${quote(first.subject)} ends in ${plural(Math.max(0, days), 'day')} (${day})`,
          'Tell the people who run that server; after that day nothing is sent any more.',
        )
      : good(`${host}: ${protocol}, ${plural(chain.length, 'certificate')}, the first to end on ${day}`);
  const root = quote(last.isSelfSigned ? last.subject : last.issuer);
  return { tls: [tls], roots: [good(`${host}: its root ${root} is known here. ${OTHER_ROOT}`)] };
}

/** The codes are those of OpenSSL. */
function untrustedFindings(code: string, chain: readonly ServerCertificate[], host: string): TlsFindings {
  const leaf = chain[0]!;
  const tls = (text: string, hint: string) => ({ tls: [bad(`${host}: ${text}`, hint)], roots: [] });
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT')
    return tls(
      `its certificate ${quote(leaf.subject)} is self-signed`,
      'The service has certificates of public authorities, so this is another server: check the address. For a test server of your own, name its certificate with --ca FILE.',
    );
  if (code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' && chain.length === 1 && leaf.namesItsIssuer)
    return tls(
      `the server does not send the certificate of its issuer ${quote(leaf.issuer)}: the chain is incomplete`,
      'Tell the people who run that server to send the whole chain; until then put that certificate into a PEM file and name it with --ca FILE.',
    );
  if (!/^UNABLE_TO_|^SELF_SIGNED_CERT_IN_CHAIN$|^CERT_UNTRUSTED$/.test(code)) return { tls: [], roots: [] };
  const unknown = bad(
    `${host}: its root ${quote(chain.at(-1)!.issuer)} is not known on this machine`,
    "The service's certificates come from two public authorities, and the roots of both must be installed here: put both into one PEM file and name it with --ca FILE or RETURNS_CA. Behind an inspecting proxy that file needs the proxy's root as well.",
  );
  return { tls: [], roots: [unknown] };
}
