// The floor of the receiver's speed: node:http that reads the body and answers, nothing else. Prints its address.
import http from 'node:http';

const server = http.createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    Buffer.concat(parts);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"received":true}');
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
// As an exit of its own, so that the peak of its memory is written (peak.cjs).
process.on('SIGINT', () => process.exit());
