// A script as a user would write it: fetch in a loop.
import { fetch } from 'undici';
import { bodiesOf, credentials, headersOf } from './script-orders.mjs';

const [url, file, size] = process.argv.slice(2);
const json = { 'content-type': 'application/json' };
const answer = await fetch(`${url}/oauth/token`, {
  method: 'POST',
  headers: json,
  body: JSON.stringify(credentials),
});
const { access_token: token } = await answer.json();
let sent = 0;
for await (const body of bodiesOf(file, Number(size))) {
  const { status } = await fetch(`${url}/returns_portal_orders`, {
    method: 'POST',
    headers: headersOf(token),
    body,
  });
  if (status !== 200) throw new Error(`status ${status}`);
  sent++;
}
process.stdout.write(`${sent}\n`);
