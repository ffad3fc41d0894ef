// Chains of certificates with a fault, made by openssl: self-signed, without the intermediate, about to end.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../helpers/platform.ts';

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export interface Chains {
  /** Path of the root certificate. */
  readonly root: string;
  readonly key: string;
  /** Server certificate and intermediate. */
  readonly whole: string;
  /** The server certificate alone. */
  readonly leaf: string;
  readonly selfSigned: { readonly key: string; readonly cert: string };
}

/** A root, an intermediate of it, and a server certificate that says where its issuer can be fetched. */
export function makeChains(): Chains {
  const folder = temporaryFolder('returns-chains-');
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
  const root = ['-subj', '/CN=chain root', '-days', '900', '-keyout', 'root.key', '-out', 'root.pem'];
  openssl('req', '-x509', ...CURVE, ...root);
  const issue = (name: string, by: string, extension: string, days: string) => {
    fs.writeFileSync(path.join(folder, `${name}.ext`), extension);
    openssl('req', ...CURVE, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const signed = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial', '-days', days];
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...signed,
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.pem`,
    );
  };
  issue('intermediate', 'root', 'basicConstraints=critical,CA:TRUE\n', '500');
  const names = 'subjectAltName=IP:127.0.0.1,DNS:service.example\n';
  issue(
    'server',
    'intermediate',
    `${names}authorityInfoAccess=caIssuers;URI:http://ca.example/i.crt\n`,
    '400',
  );
  const own = ['-subj', '/CN=self', '-days', '400', '-keyout', 'self.key', '-out', 'self.pem'];
  openssl('req', '-x509', ...CURVE, ...own, '-addext', 'subjectAltName=IP:127.0.0.1');
  return {
    root: path.join(folder, 'root.pem'),
    key: read('server.key'),
    whole: read('server.pem') + read('intermediate.pem'),
    leaf: read('server.pem'),
    selfSigned: { key: read('self.key'), cert: read('self.pem') },
  };
}
