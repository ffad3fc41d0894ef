// A script as a user would write it: undici's pool, sixteen requests at a time.
// node script-undici.mjs URL FILE SIZE columns|arrays|ndjson
import { Pool } from 'undici';
import { bodiesOf, credentials, headersOf } from './script-orders.mjs';

const [url, file, size, how] = process.argv.slice(2);
const pool = new Pool(url, { connections: 16 });
const post = async (path, headers, body) => {
  const answer = await pool.request({ path, method: 'POST', headers, body });
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return answer.body;
};
const json = { 'content-type': 'application/json' };
const { access_token: token } = await (await post('/oauth/token', json, JSON.stringify(credentials))).json();
const open = new Set();
let sent = 0;
for await (const body of bodiesOf(file, Number(size), how)) {
  while (open.size >= 16) await Promise.race(open);
  const work = post('/returns_portal_orders', headersOf(token), body)
    .then((answer) => answer.dump())
    .then(() => {
      sent++;
      open.delete(work);
    });
  open.add(work);
}
await Promise.all(open);
await pool.close();
process.stdout.write(`${sent}\n`);
