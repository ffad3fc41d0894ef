// A script as a user would write it, with the token at hand: posts one ASN over TLS 1.2.
// node script-asn.mjs URL CA FILE
import fs from 'node:fs';
import { got } from 'got';

const [url, caFile, file] = process.argv.slice(2);
const headers = { authorization: 'bearer plain', 'api-version': '1', 'content-type': 'application/json' };
const https = {
  certificateAuthority: fs.readFileSync(caFile),
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
};
const { statusCode } = await got.post(`${url}/asns`, { headers, body: fs.readFileSync(file), https });
if (statusCode !== 202) throw new Error(`status ${statusCode}`);
