// Signs in and posts orders of two lines singly over keep-alive connections, as fast as they are answered. Writes to bare sockets,
// which costs a fraction of an http client. node post-orders.mjs URL ORDERS [CONNECTIONS [FIRST]]; prints {"orders", "seconds", "bytes"}.
import fs from 'node:fs';
import net from 'node:net';

const [url, ordersText, connectionsText = '16', firstText = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const orders = Number(ordersText);
const first = Number(firstText);

/** An order of the samples with its only line twice. */
const [text] = fs
  .readFileSync(new URL('../../../samples/orders.ndjson', import.meta.url), 'utf8')
  .split('\n');
const sample = JSON.parse(text);
const items = [...sample.items, { ...sample.items[0], identifier: `${sample.items[0].identifier}-2` }];
for (const field of ['product_amount_cents', 'tax_amount_cents', 'total_amount_cents']) sample[field] *= 2;
const bodyOf = (n) => {
  const order = { ...sample, items, identifier: `SO-${n}` };
  return JSON.stringify({ returns_portal_order: { orders: [order] } });
};

const answer = await fetch(`${url}/oauth/token`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    grant_type: 'client_credentials',
    client_id: 'local-client',
    client_secret: 'local-secret',
  }),
});
// The floor gives no tokens.
const { access_token: token = 'none' } = await answer.json();

let sent = 0;
let answered = 0;
let bytes = 0;
const begun = performance.now();
await new Promise((resolve, reject) => {
  const lane = () => {
    const socket = net.connect(Number(port), hostname);
    const next = () => {
      if (sent >= orders) return;
      const body = bodyOf(first + sent++);
      bytes += Buffer.byteLength(body);
      socket.write(
        `POST /returns_portal_orders HTTP/1.1\r\nHost: x\r\nAuthorization: bearer ${token}\r\nApi-Version: 3\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    };
    socket.setNoDelay(true);
    socket.on('connect', next);
    // One request is open on a connection, and the answers fit into one packet.
    socket.on('data', (chunk) => {
      if (chunk.indexOf('HTTP/1.1 200') !== 0) reject(new Error(String(chunk)));
      if (++answered === orders) resolve();
      next();
    });
    socket.on('error', reject);
  };
  for (let i = 0; i < Number(connectionsText); i++) lane();
});
const seconds = (performance.now() - begun) / 1000;
process.stdout.write(`${JSON.stringify({ orders, seconds, bytes: Math.round(bytes / orders) })}\n`);
process.exit();
