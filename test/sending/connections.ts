// Servers with a connection fault, on real ports: plain HTTP, TLS of our own authority, and proxies.
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { atEndOfFile } from '../helpers/ends.ts';

async function portOf(server: net.Server): Promise<number> {
  atEndOfFile(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const answer: http.RequestListener = (_request, response) => response.end('hello');

export const plainServer = () => portOf(http.createServer(answer));

export function tlsServer(pem: { key: string; cert: string }) {
  const server = https.createServer(pem, answer);
  server.on('tlsClientError', () => {});
  return portOf(server);
}

/** A proxy that connects every host to this machine; `login` is what it demands, `opened` gets what it was asked for. */
export function proxyServer(options: { status?: number; login?: string; opened?: string[] } = {}) {
  const proxy = http.createServer((_request, response) => response.writeHead(400).end());
  proxy.on('connect', (request, socket, head) => {
    options.opened?.push(request.url ?? '');
    socket.on('error', () => {});
    const given = request.headers['proxy-authorization'];
    const wanted = options.login && `Basic ${Buffer.from(options.login).toString('base64')}`;
    const status = options.status ?? (wanted && given !== wanted ? 407 : 200);
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const there = net.connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      there.write(head);
      there.pipe(socket).pipe(there);
    });
    there.on('error', () => socket.destroy());
  });
  return portOf(proxy);
}
