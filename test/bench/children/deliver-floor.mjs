// The floor of deliveries: a bare undici loop that posts the same messages, 64 at a time, and records nothing.
// node deliver-floor.mjs URL CALLS prints {"calls", "seconds"}.
import { Pool } from 'undici';
import { bodyOf } from './rma-body.mjs';

const [url, callsText] = process.argv.slice(2);
const calls = Number(callsText);
const pool = new Pool(url, { connections: 64, pipelining: 1 });
const headers = { 'content-type': 'application/json', accept: 'application/json' };
const begun = performance.now();
let next = 0;
const lane = async () => {
  while (next < calls) {
    const answer = await pool.request({ path: '/rmas', method: 'POST', headers, body: bodyOf(next++) });
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
    await answer.body.dump();
  }
};
await Promise.all(Array.from({ length: 64 }, lane));
const seconds = (performance.now() - begun) / 1000;
await pool.close();
process.stdout.write(`${JSON.stringify({ calls, seconds })}\n`);
