// A script as a user would write it, with the token at hand: posts one ASN over TLS 1.2.
// node script-asn.mjs URL CA FILE https|got
import fs from 'node:fs';

const [url, caFile, file, client] = process.argv.slice(2);
const ca = fs.readFileSync(caFile);
const body = fs.readFileSync(file);
const headers = { authorization: 'bearer plain', 'api-version': '1', 'content-type': 'application/json' };

const post = { https: withHttps, got: withGot }[client];
const status = await post();
if (status !== 202) throw new Error(`status ${status}`);

async function withHttps() {
  const { request, Agent } = await import('node:https');
  const agent = new Agent({ ca, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
  return await new Promise((resolve, reject) => {
    const asked = request(`${url}/asns`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

async function withGot() {
  const { got } = await import('got');
  const https = { certificateAuthority: ca, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' };
  return (await got.post(`${url}/asns`, { headers, body, https })).statusCode;
}
