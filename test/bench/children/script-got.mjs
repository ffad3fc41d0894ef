// A script as a user would write it: got, eight requests at a time with p-limit.
import got from 'got';
import pLimit from 'p-limit';
import { bodiesOf, credentials, headersOf } from './script-orders.mjs';

const [url, file, size] = process.argv.slice(2);
const { access_token: token } = await got.post(`${url}/oauth/token`, { json: credentials }).json();
const limit = pLimit(8);
const open = new Set();
let sent = 0;
for await (const body of bodiesOf(file, Number(size))) {
  // Not more than a few bodies in memory.
  while (open.size >= 16) await Promise.race(open);
  const work = limit(() =>
    got.post(`${url}/returns_portal_orders`, { headers: headersOf(token), body, retry: { limit: 2 } }),
  ).then(() => {
    sent++;
    open.delete(work);
  });
  open.add(work);
}
await Promise.all(open);
process.stdout.write(`${sent}\n`);
