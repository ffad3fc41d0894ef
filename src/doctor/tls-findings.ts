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

export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const OTHER_ROOT =
  'The service has certificates of two public authorities, and may change to the other one: ask its team for the name of the second root.';

/** `host` as it may be shown; `hasCa`: own roots were given with --ca. Times are ms. */
export function tlsFindings(seen: TlsSeen, host: string, now: number, hasCa: boolean): TlsFindings {
  const { chain, untrusted, protocol } = seen;
  const [leaf] = chain;
  if (!leaf)
    return { tls: [bad(`${host} showed no certificate`, 'Check host and port of the address.')], roots: [] };
  if (untrusted !== null) return untrustedFindings(untrusted, chain, host);
  const first = chain.reduce((one, other) => (other.validTo < one.validTo ? other : one));
  const days = Math.floor((first.validTo - now) / DAY_MS);
  const path = `${protocol}, ${plural(chain.length, 'certificate')}, the first to end on ${dayText(first.validTo)}`;
  const tls =
    days < EARLY_DAYS
      ? doubtful(
          `${host}: the certificate of ${quote(first.subject)} ends in ${plural(Math.max(0, days), 'day')} (${dayText(first.validTo)})`,
          'Tell the people who run that server; after that day nothing is sent any more.',
        )
      : good(`${host}: ${path}`);
  return { tls: [tls], roots: [rootFinding(seen, host, hasCa)] };
}

function rootFinding({ chain, isNodesRoot }: TlsSeen, host: string, hasCa: boolean): Finding {
  const root = chain.at(-1)!;
  const name = quote(root.isSelfSigned ? root.subject : root.issuer);
  const from = isNodesRoot || !hasCa ? "among Node's roots" : 'in the file of --ca';
  return good(`${host}: its root ${name} is ${from}. ${OTHER_ROOT}`);
}

const CLOCKS_AGREE =
  "This machine's clock agrees with the server's: tell the people who run that server, or check the address.";

function untrustedFindings(code: string, chain: readonly ServerCertificate[], host: string): TlsFindings {
  const leaf = chain[0]!;
  const last = chain.at(-1)!;
  const tls = (text: string, hint: string): TlsFindings => ({
    tls: [bad(`${host}: ${text}`, hint)],
    roots: [],
  });
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return tls(
        `the certificate of ${quote(leaf.subject)} expired on ${dayText(leaf.validTo)}`,
        CLOCKS_AGREE,
      );
    case 'CERT_NOT_YET_VALID':
      return tls(
        `the certificate of ${quote(leaf.subject)} is not valid before ${dayText(leaf.validFrom)}`,
        CLOCKS_AGREE,
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return tls(
        `its certificate is for another name (${quote(leaf.subject)})`,
        'Check the host in the address: it must be the name that the service gave you, not an alias or an IP address.',
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return tls(
        `its certificate ${quote(leaf.subject)} is self-signed`,
        'The service has certificates of public authorities, so this is another server: check the address. For a test server of your own, name its certificate with --ca FILE.',
      );
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      if (chain.length === 1 && leaf.namesItsIssuer)
        return tls(
          `the server does not send the certificate of its issuer ${quote(leaf.issuer)}: the chain is incomplete`,
          'Tell the people who run that server to send the whole chain; until then put that certificate into a PEM file and name it with --ca FILE.',
        );
      return unknownRoot(leaf.issuer, host);
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'CERT_UNTRUSTED':
      return unknownRoot(last.issuer, host);
    default:
      return tls(
        `its certificate is not accepted (${code})`,
        'Check the address, and what stands in between.',
      );
  }
}

const unknownRoot = (name: string, host: string): TlsFindings => ({
  tls: [],
  roots: [
    bad(
      `${host}: its root ${quote(name)} is not known on this machine`,
      "The service's certificates come from two public authorities, and the roots of both must be installed here: put both into one PEM file and name it with --ca FILE or RETURNS_CA. Behind an inspecting proxy that file needs the proxy's root as well.",
    ),
  ],
});
