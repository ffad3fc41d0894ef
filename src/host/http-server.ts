// A server as an adapter: node:http in front of one function, with bounds on time, size and connections.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { usageFailure } from '../base/failure.ts';
import type { Listening, ServeOptions, ServerAnswer, ServerHandler, ServerRequest } from '../base/host.ts';

/** Bounds of design section 8: 10 s for headers, 30 s for a body, 512 connections. */
const BOUNDS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  maxConnections: 512,
  connectionsCheckingInterval: 1_000,
};

export function serve(options: ServeOptions, handler: ServerHandler): Promise<Listening> {
  const server = http.createServer(
    {
      headersTimeout: BOUNDS.headersTimeout,
      requestTimeout: BOUNDS.requestTimeout,
      connectionsCheckingInterval: BOUNDS.connectionsCheckingInterval,
      keepAliveTimeout: 20_000,
    },
    (incoming, outgoing) => void answer(incoming, outgoing, options.maxBody, handler),
  );
  server.maxConnections = BOUNDS.maxConnections;
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        usageFailure(
          'usage.port',
          `Cannot listen on ${options.host}:${options.port} (${error.code ?? error.message})`,
          {
            hint: 'Stop what is using that port, or choose another one with --port (0 picks a free one).',
            cause: error,
          },
        ),
      ),
    );
    server.listen(options.port, options.host, () => {
      server.on('error', () => {});
      const { port } = server.address() as AddressInfo;
      const shown = options.host.includes(':') ? `[${options.host}]` : options.host;
      resolve({
        host: options.host,
        port,
        url: `http://${shown}:${port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

async function answer(
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  maxBody: number,
  handler: ServerHandler,
): Promise<void> {
  outgoing.on('error', () => {});
  try {
    const request = await readRequest(incoming, maxBody);
    const reply = await handler(request);
    if (reply.drop) incoming.socket.destroy();
    else send(outgoing, reply, request.truncated);
  } catch {
    // The request broke off, or the handler has a defect: nobody may take the server down.
    if (incoming.complete && !outgoing.headersSent) send(outgoing, { status: 500 }, true);
    else incoming.socket.destroy();
  }
}

async function readRequest(incoming: http.IncomingMessage, maxBody: number): Promise<ServerRequest> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    const room = maxBody - size;
    size += part.length;
    if (room > 0) parts.push(part.length > room ? part.subarray(0, room) : part);
    if (size > maxBody) break;
  }
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    rawHeaders: incoming.rawHeaders,
    headers: incoming.headers as Record<string, string>,
    body: Buffer.concat(parts),
    truncated: size > maxBody,
    remoteAddress: incoming.socket.remoteAddress ?? '',
  };
}

function send(outgoing: http.ServerResponse, reply: ServerAnswer, close: boolean): void {
  const body = reply.body ?? '';
  outgoing.writeHead(reply.status, {
    ...reply.headers,
    'content-length': Buffer.byteLength(body),
    ...(close ? { connection: 'close' } : {}),
  });
  outgoing.end(body);
}
