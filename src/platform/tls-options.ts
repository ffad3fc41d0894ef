// What every TLS connection of the program goes by, whatever Node's own variables and switches say (NODE_TLS_REJECT_UNAUTHORIZED,
// --tls-min-*, --tls-max-*, --tls-cipher-list, --use-openssl-ca): TLS 1.2 only (interface, Limits), Node's own ciphers and roots,
// and with them those of NODE_EXTRA_CA_CERTS and of --ca. A connection says `rejectUnauthorized: true` besides.
import { constants } from 'node:crypto';
import fs from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

export const TLS_VERSIONS = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;

const FIXED = { ...TLS_VERSIONS, ciphers: constants.defaultCoreCipherList };

/** `ca`: PEM text of own roots. */
export function secureContext(ca: string | undefined): SecureContext {
  if (ca === undefined && !usesStoreOfOpenSsl()) return createSecureContext(FIXED);
  // Named roots replace Node's, and with them the extra ones.
  const roots = [...rootCertificates, ...extraRoots(), ...(ca === undefined ? [] : [ca])];
  return createSecureContext({ ...FIXED, ca: roots });
}

const usesStoreOfOpenSsl = (): boolean =>
  [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/[\s"]+/)].includes('--use-openssl-ca');

/** Node warns of a file that it cannot read, and goes on without it. */
function extraRoots(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  try {
    return file ? [fs.readFileSync(file, 'utf8')] : [];
  } catch {
    return [];
  }
}
