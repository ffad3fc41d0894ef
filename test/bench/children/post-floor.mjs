// The floor of sending: a bare undici loop that posts the orders of an NDJSON file in batches of 50, 16 at a time.
import fs from 'node:fs';
import { Pool } from 'undici';

const [url, file] = process.argv.slice(2);
const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
const bodies = [];
for (let i = 0; i < lines.length; i += 50)
  bodies.push(Buffer.from(`{"returns_portal_order":{"orders":[${lines.slice(i, i + 50).join(',')}]}}`));

const pool = new Pool(url, { connections: 16, pipelining: 1 });
const post = async (path, headers, body) => {
  const answer = await pool.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body,
  });
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return answer.body;
};
const credentials = {
  client_id: 'local-client',
  client_secret: 'local-secret',
  grant_type: 'client_credentials',
};
const token = (await (await post('/oauth/token', {}, JSON.stringify(credentials))).json()).access_token;
const headers = { authorization: `bearer ${token}`, 'api-version': '3' };

const begun = performance.now();
let next = 0;
const lane = async () => {
  while (next < bodies.length) await (await post('/returns_portal_orders', headers, bodies[next++])).dump();
};
await Promise.all(Array.from({ length: 16 }, lane));
const seconds = (performance.now() - begun) / 1000;
await pool.close();
process.stdout.write(`${JSON.stringify({ orders: lines.length, seconds })}\n`);
