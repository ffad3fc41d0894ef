// Signs in and posts orders of two lines singly over keep-alive connections, as fast as they are answered. Writes to bare sockets,
// which costs a fraction of an http client. node post-orders.mjs URL ORDERS [CONNECTIONS [FIRST]]; prints {"orders", "seconds", "bytes"}.
import net from 'node:net';

const [url, ordersText, connectionsText = '16', firstText = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const orders = Number(ordersText);
const first = Number(firstText);

const address = {
  name: 'A. Shopper',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip_code: '62701',
  country_code: 'US',
  phone: '+1 555 0100',
};
const line = (identifier) => ({
  identifier,
  sku: `TEE-GRN-${identifier}`,
  quantity: 2,
  quantity_shipped: 2,
  quantity_canceled: 0,
  tracking_number: '1Z0001',
  shipped_date: '2026-03-02T09:00:00Z',
  product_identifier: 'TEE',
  variant_identifier: 'TEE-GRN',
  title: 'T-shirt',
  tags: [],
  product_amount_cents: 5000,
  tax_amount_cents: 400,
  discount_amount_cents: 0,
  unit_price_amount_cents: 2500,
  image_url: 'https://shop.example/tee.jpg',
  weight: 0.2,
});
const bodyOf = (n) =>
  JSON.stringify({
    returns_portal_order: {
      orders: [
        {
          identifier: `SO-${n}`,
          raw_status: 'fulfilled',
          status: 'Shipped',
          total_amount_cents: 10_800,
          product_amount_cents: 10_000,
          tax_amount_cents: 800,
          discount_amount_cents: 0,
          shipping_amount_cents: 0,
          shipping_tax_amount_cents: 0,
          currency: 'USD',
          tags: [],
          created_at: '2026-03-01T10:00:00Z',
          updated_at: '2026-03-02T10:00:00Z',
          items: [line('L1'), line('L2')],
          customer: {
            identifier: `C-${n}`,
            first_name: 'A.',
            last_name: 'Shopper',
            email: `shopper${n}@shop.example`,
            phone: '+1 555 0100',
          },
          shipping_address: address,
          billing_address: address,
          transactions: [],
          refunds: [],
          discounts: [],
        },
      ],
    },
  });

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
      bytes += body.length;
      socket.write(
        `POST /returns_portal_orders HTTP/1.1\r\nHost: x\r\nAuthorization: bearer ${token}\r\nApi-Version: 3\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
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
