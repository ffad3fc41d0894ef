// Whether a certificate is whole.
import { X509Certificate } from 'node:crypto';

/** @throws Error when it is no certificate, or when bytes follow that are none of it (of a `TRUSTED CERTIFICATE` some do) */
export function checkCertificate(bytes: Uint8Array, mayGoOn: boolean): void {
  const certificate = new X509Certificate(bytes);
  // Reads the key, which the constructor does not.
  if (!certificate.publicKey) throw new Error('it has no public key');
  const more = bytes.length - certificate.raw.length;
  if (more > 0 && !mayGoOn) throw new Error(`${more} bytes follow it`);
}
