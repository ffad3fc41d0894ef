// Reads certificates: what doctor shows of them, and whether one is whole.
import { X509Certificate } from 'node:crypto';
import type { ServerCertificate } from './probe-types.ts';

/** @throws Error when it is no certificate, or when bytes follow that are none of it (of a `TRUSTED CERTIFICATE` some do) */
export function readCertificate(bytes: Uint8Array, mayGoOn: boolean): ServerCertificate {
  const certificate = new X509Certificate(bytes);
  // Reads the key, which the constructor does not.
  if (!certificate.publicKey) throw new Error('it has no public key');
  const more = bytes.length - certificate.raw.length;
  if (more > 0 && !mayGoOn) throw new Error(`${more} bytes follow it`);
  return certificateOf(certificate);
}

export function certificateOf(certificate: X509Certificate): ServerCertificate {
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    isSelfSigned: certificate.subject === certificate.issuer,
    namesItsIssuer: /CA Issuers/.test(certificate.infoAccess ?? ''),
  };
}

/** Node gives a name as lines of `KEY=value`. */
const nameIn = (name: string): string =>
  ['CN', 'O', 'OU'].map((key) => new RegExp(`^${key}=(.*)$`, 'm').exec(name ?? '')?.[1]).find(Boolean) ??
  '(no name)';
