// A service that costs next to nothing: gives a token, and answers every other POST with 200 and an empty object, unread.
// With KEY and CERT (PEM files) over TLS 1.2. Prints its address and lives until SIGINT.
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';

const [key, cert] = process.argv.slice(2);
const answer = (request, response) => {
  request.resume();
  request.on('end', () => {
    const isToken = request.url === '/oauth/token';
    const token = { access_token: 'plain', token_type: 'Bearer', expires_in: 90_000, scope: 'all' };
    response.writeHead(request.url === '/asns' ? 202 : 200, { 'content-type': 'application/json' });
    response.end(isToken ? JSON.stringify({ ...token, created_at: Math.floor(Date.now() / 1000) }) : '{}');
  });
};
const read = (file) => fs.readFileSync(file);
const server = key
  ? https.createServer(
      { key: read(key), cert: read(cert), minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
      answer,
    )
  : http.createServer(answer);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http${key ? 's' : ''}://127.0.0.1:${server.address().port}\n`);
});
