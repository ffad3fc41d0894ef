// HTTP server adapter: node:http in front of one handler function, with limits on time, size and connections.

import type { Server } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { usageFailure } from '../basics/failure.ts';
import type { Listening, ServeOptions, ServerAnswer, ServerHandler } from './platform.ts';
import { TLS_VERSIONS } from './tls-options.ts';

/** Limits of design section 8: 10 s for headers, 30 s for a body, 512 connections. */
const BOUNDS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Time limit, ms, for a client that does not read its answer, and for the unused rest of a body. */
  answerTimeout: 30_000,
  /** How long a client has to close its connection after the answer to a broken request, ms. */
  closeTimeout: 1_000,
  maxConnections: 512,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 1_000,
  /** Bytes beyond the limit that are read and dropped, so that a client that writes before it reads receives the 413. */
  discard: 64 * 1024 * 1024,
};

/** The body as read: the bytes up to the limit, and whether the body was longer. */
interface Body {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
  /** False when the client is still sending. */
  readonly ended: boolean;
  /** True when the connection ended before the body did. */
  readonly cut?: boolean;
}

/** @throws Failure exit 2 when the port cannot be opened. */
export async function serve(options: ServeOptions, handler: ServerHandler): Promise<Listening> {
  // The response under way on each socket: the answer to a parse error must not be written into the middle of it.
  const answering = new WeakMap<Duplex, http.ServerResponse>();
  const { headersTimeout, requestTimeout, closeTimeout, maxConnections } = { ...BOUNDS, ...options.bounds };
  const bounds = {
    headersTimeout,
    requestTimeout,
    maxHeaderSize: BOUNDS.maxHeaderSize,
    connectionsCheckingInterval: Math.min(BOUNDS.connectionsCheckingInterval, headersTimeout),
    keepAliveTimeout: 20_000,
  };
  const receive = (incoming: http.IncomingMessage, outgoing: http.ServerResponse, wanted = true) => {
    const { socket } = incoming;
    answering.set(socket, outgoing);
    incoming.on('end', () => connections.busy(socket));
    outgoing.on('close', () => {
      // Another request may have come on the connection meanwhile.
      if (answering.get(socket) === outgoing) connections.idle(socket);
    });
    // "A server MUST respond with a 400 to any request that contains more than one Host" (RFC 9112, section 3.2).
    if ((incoming.headersDistinct.host?.length ?? 0) > 1)
      outgoing.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
    else void answer(incoming, outgoing, handler, wanted ? options : undefined);
  };
  const server = options.tls
    ? https.createServer({
        ...bounds,
        ...TLS_VERSIONS,
        ...tlsOf(options.tls),
        handshakeTimeout: headersTimeout,
      })
    : http.createServer(bounds);
  server.on('request', (incoming, outgoing) => receive(incoming, outgoing));
  // A client may close its writing side after its request and still read the answer. The types do not know this switch.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = limitConnections(server, maxConnections);
  // 0 removes the limit on the number of headers; their total size is limited already.
  server.maxHeadersCount = 0;
  server.on('checkContinue', (incoming: http.IncomingMessage, outgoing: http.ServerResponse) => {
    // A client that sends `Expect: 100-continue` gets the refusal before it sends a body that is too large.
    const wanted = Number(incoming.headers['content-length'] ?? 0) <= options.maxBody;
    if (wanted) outgoing.writeContinue();
    receive(incoming, outgoing, wanted);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || answering.get(socket)?.headersSent) socket.destroy();
    else {
      socket.end(parseErrorAnswer(error.code));
      // A client that does not close keeps the connection half open otherwise, and it counts to the maximum.
      const late = setTimeout(() => socket.destroy(), closeTimeout);
      socket.on('close', () => clearTimeout(late));
    }
  });
  return await listen(server, options);
}

/** @throws Failure exit 2 when certificate or key is invalid, or when they do not belong together */
function tlsOf(pem: { readonly cert: string; readonly key: string }) {
  try {
    createSecureContext({ ...TLS_VERSIONS, ...pem });
  } catch (error) {
    throw usageFailure(
      'usage.tls',
      `The certificate and its key cannot be used (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`,
      {
        expected:
          'a certificate and the private key that belongs to it, both PEM, the key without a password',
        hint: 'Check the files of --tls-cert and --tls-key.',
        cause: error,
      },
    );
  }
  return { cert: pem.cert, key: pem.key };
}

function listen(server: http.Server, options: ServeOptions): Promise<Listening> {
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
      const shown = callable(options.host);
      resolve({
        host: options.host,
        port,
        url: `${options.tls ? 'https' : 'http'}://${shown}:${port}`,
        close: (graceMs = 0) => close(server, graceMs),
      });
    });
  });
}

function close(server: http.Server, graceMs: number): Promise<void> {
  return new Promise((done) => {
    if (graceMs <= 0) {
      server.close(() => done());
      server.closeAllConnections();
      return;
    }
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    // A keep-alive connection becomes idle once its answer is sent; after that nothing else would close it.
    const idleTimer = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(late);
      clearInterval(idleTimer);
      done();
    });
    server.closeIdleConnections();
  });
}

/** The host part of an address that a client can call: a wildcard address such as 0.0.0.0 cannot be called. */
function callable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The answer to a request that could not be parsed; the connection is closed after it. */
function parseErrorAnswer(code: string | undefined): string {
  const status =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

async function answer(
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  handler: ServerHandler,
  /** How to read the body; absent when it is not wanted. */
  reading: ServeOptions | undefined,
): Promise<void> {
  outgoing.on('error', ignore);
  try {
    const remoteAddress = incoming.socket.remoteAddress ?? '';
    const body = reading ? await readBody(incoming, reading) : UNWANTED;
    const reply = await handler({
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      rawHeaders: incoming.rawHeaders,
      headers: headersOf(incoming),
      body: body.bytes,
      truncated: body.truncated,
      ...(body.cut && { cut: true }),
      remoteAddress,
    });
    if (reply.drop || body.cut) incoming.socket.destroy();
    else send(incoming, outgoing, reply, body);
  } catch {
    // The request broke off, or the handler has a defect: neither may stop the server.
    if (incoming.complete && !outgoing.headersSent)
      send(incoming, outgoing, { status: 500 }, { truncated: true, ended: true });
    else incoming.socket.destroy();
  }
}

const UNWANTED: Body = { bytes: new Uint8Array(0), truncated: true, ended: true };
const ignore = () => {};

/** Node returns `set-cookie` as a list and every other header as text. */
function headersOf(incoming: http.IncomingMessage): Readonly<Record<string, string>> {
  const cookies = incoming.headers['set-cookie'];
  if (!cookies) return incoming.headers as Record<string, string>;
  return { ...(incoming.headers as Record<string, string>), 'set-cookie': cookies.join(', ') };
}

function readBody(incoming: http.IncomingMessage, options: ServeOptions): Promise<Body> {
  const limit = options.maxBody;
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (ended: boolean, cut = false) => {
      const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      resolve({ bytes, truncated: size > limit, ended, cut });
    };
    incoming.on('data', (part: Buffer) => {
      const left = limit - size;
      size += part.length;
      if (part.length <= left) parts.push(part);
      else if (left > 0) parts.push(part.subarray(0, left));
      // The listener stays attached: further data is read and dropped.
      if (size > limit + BOUNDS.discard) finish(false);
    });
    incoming.on('end', () => finish(true));
    // This event also fires when the connection is cut.
    incoming.on('error', (error) => (options.passIncomplete ? finish(true, true) : reject(error)));
  });
}

function send(
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  reply: ServerAnswer,
  body: Pick<Body, 'truncated' | 'ended'>,
): void {
  const content = reply.body ?? '';
  const headers: Record<string, string | number> = { ...reply.headers };
  if (reply.status !== 204 && reply.status !== 304)
    headers['content-length'] = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
  if (body.truncated) headers.connection = 'close';
  outgoing.writeHead(reply.status, headers);
  if (body.ended) outgoing.end(content);
  else answerWhileSending(incoming, outgoing, content);
  boundedWriting(incoming.socket);
}

/**
 * Writes the whole answer but leaves the connection open while the client is still sending: closing it now would reset the
 * connection, and the client would lose the answer.
 */
function answerWhileSending(
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  content: string | Uint8Array,
): void {
  if (content.length > 0) outgoing.write(content);
  else outgoing.flushHeaders();
  const timer = setTimeout(() => incoming.socket.destroy(), BOUNDS.answerTimeout);
  incoming.on('end', () => outgoing.end());
  incoming.on('close', () => clearTimeout(timer));
}

/** Limits how long an answer that does not fit into the kernel's buffer waits for its reader. */
function boundedWriting(socket: Socket): void {
  if (socket.writableLength > 0) socket.setTimeout(BOUNDS.answerTimeout);
}

// Limits how many connections a server has open, so that clients who keep theirs cannot lock everybody else out.

/** When `most` connections are open, a new one takes the place of the oldest one without a complete request. */
function limitConnections(server: Server, most: number) {
  // In order of age. With TLS, requests come on another socket than the connection; the client's address is the same on both.
  const open = new Map<string, { readonly socket: Socket; readonly isBusy: boolean }>();
  const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  const mark = (key: string, isBusy: boolean) => {
    const there = open.get(key);
    if (!there) return;
    open.delete(key);
    open.set(key, { ...there, isBusy });
  };
  const makeRoom = () => {
    for (const [key, { socket, isBusy }] of open) {
      if (isBusy) continue;
      open.delete(key);
      socket.destroy();
      return;
    }
  };
  server.on('connection', (socket) => {
    const key = keyOf(socket);
    open.set(key, { socket, isBusy: false });
    socket.on('close', () => {
      if (open.get(key)?.socket === socket) open.delete(key);
    });
    // When all others are busy, this is the new connection itself.
    if (open.size > most) makeRoom();
  });
  return {
    /** The request on this connection is complete: the connection stays until its answer is sent. */
    busy: (socket: Socket) => mark(keyOf(socket), true),
    /** The answer is sent: the connection has no request until the next one is complete. */
    idle: (socket: Socket) => mark(keyOf(socket), false),
  };
}
