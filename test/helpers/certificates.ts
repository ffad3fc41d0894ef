// Certificates of an authority of our own, made by openssl: good ones, and ones of another time.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './platform.ts';

export interface Authority {
  /** Path of its root certificate. */
  readonly root: string;
  /** Key and certificate (PEM) of 127.0.0.1 and `service.example`, valid from one day to another (`20200101`). */
  issue(from: string, to: string): { readonly key: string; readonly cert: string };
}

const CONFIG = `[ca]
default_ca=own
[own]
database=index.txt
serial=serial
new_certs_dir=.
certificate=root.pem
private_key=root.key
default_md=sha256
policy=any
x509_extensions=names
unique_subject=no
[any]
commonName=supplied
[names]
subjectAltName=IP:127.0.0.1,DNS:service.example
`;

export function certificateAuthority(): Authority {
  const folder = temporaryFolder('returns-ca-');
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  fs.writeFileSync(path.join(folder, 'ca.cnf'), CONFIG);
  fs.writeFileSync(path.join(folder, 'index.txt'), '');
  fs.writeFileSync(path.join(folder, 'serial'), '1000\n');
  openssl(
    'req',
    '-x509',
    ...curve,
    '-subj',
    '/CN=test root',
    '-days',
    '9000',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
  );
  openssl('req', ...curve, '-subj', '/CN=service.example', '-keyout', 'key.pem', '-out', 'request.pem');
  let issued = 0;
  return {
    root: path.join(folder, 'root.pem'),
    issue(from, to) {
      const name = `cert-${issued++}.pem`;
      const dates = ['-startdate', `${from}000000Z`, '-enddate', `${to}000000Z`];
      openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', '-in', 'request.pem', '-out', name, ...dates);
      const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
      return { key: read('key.pem'), cert: read(name) };
    },
  };
}
