// The endpoints of a retailer on node:http: node server.mjs orders.ndjson variants.json
import { createServer } from 'node:http';
import { makeRetailer, settings } from './retailer.mjs';

const answer = makeRetailer(settings());

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { status, body } = answer(
    request.method,
    request.url,
    request.headers,
    Buffer.concat(parts).toString('utf8'),
  );
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
