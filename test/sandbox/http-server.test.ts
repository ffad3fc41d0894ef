// The server adapter with broken clients: too large bodies, cut connections, repeated headers, invalid HTTP.
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { serve } from '../../src/platform/http-server.ts';
import type { Listening, ServerAnswer, ServerRequest } from '../../src/platform/platform.ts';
import { send } from './client.ts';

const MB = 1_000_000;
let listening: Listening | undefined;
let seen: ServerRequest[] = [];
afterEach(async () => {
  await listening?.close();
  seen = [];
});

async function start(answer: (request: ServerRequest) => ServerAnswer | Promise<ServerAnswer>, maxBody = MB) {
  listening = await serve({ host: '127.0.0.1', port: 0, maxBody }, async (request) => {
    seen.push(request);
    return answer(request);
  });
  return listening;
}

/** Writes raw bytes and resolves with everything received until the connection closes. */
function talk(port: number, text: string | Uint8Array, options: { end?: boolean } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = '';
    const socket = net.connect(port, '127.0.0.1', () => {
      if (options.end) socket.end(text);
      else socket.write(text);
    });
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}

test('a client that closes its writing side after its request still gets the answer', async () => {
  const { port } = await start(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { status: 200 };
  });
  const post = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}';
  expect(await talk(port, post, { end: true })).toMatch(/^HTTP\/1\.1 200 /);
  expect(await talk(port, `${post}${post}`, { end: true })).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 200 /);
  expect(await talk(port, post.slice(0, -1), { end: true })).toMatch(/^HTTP\/1\.1 400 /);
});

describe('bodies', () => {
  test('a body of exactly the limit is complete; one byte more is truncated', async () => {
    const { url } = await start((request) => ({ status: request.truncated ? 413 : 200 }), 100_000);
    expect((await send(url, 'POST', '/', Buffer.alloc(100_000))).status).toBe(200);
    expect((await send(url, 'POST', '/', Buffer.alloc(100_001))).status).toBe(413);
    expect(seen.map((request) => [request.body.length, request.truncated])).toEqual([
      [100_000, false],
      [100_000, true],
    ]);
  });

  test('a client that never stops sending is answered, too', async () => {
    const { port } = await start(
      (request) => ({ status: request.truncated ? 413 : 200, body: 'too much' }),
      1_000,
    );
    const chunk = Buffer.alloc(MB, 'x');
    const answer = await new Promise<string>((resolve, reject) => {
      let isAnswered = false;
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${10_000 * MB}\r\n\r\n`);
        const more = () => {
          while (!isAnswered && socket.write(chunk));
          if (!isAnswered) socket.once('drain', more);
        };
        more();
      });
      socket.on('data', (data) => {
        isAnswered = true;
        resolve(data.toString('latin1'));
        socket.destroy();
      });
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*too much$/i);
    expect(seen[0]?.body.length).toBe(1_000);
  });

  test('Expect: 100-continue is answered with 413 before a body that is too large', async () => {
    const { port } = await start((request) => ({ status: request.truncated ? 413 : 200 }), 1_000);
    const head = (length: number) =>
      `POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await talk(port, head(1_001))).toMatch(/^HTTP\/1\.1 413 /);
    expect(await talk(port, `${head(4)}body`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(Buffer.from(seen[1]?.body ?? []).toString()).toBe('body');
  });
});

describe('requests and answers', () => {
  test('repeated headers and their spelling are preserved in the raw headers', async () => {
    const { port } = await start(() => ({ status: 200 }));
    await talk(
      port,
      'GET /a?b=%20 HTTP/1.1\r\nHost: x\r\nX-Key: 1\r\nx-KEY: 2\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nConnection: close\r\n\r\n',
    );
    const [request] = seen;
    expect(request?.target).toBe('/a?b=%20');
    const raw = request?.rawHeaders.slice(2, 10).join(' ');
    expect(raw).toBe('X-Key 1 x-KEY 2 Set-Cookie a Set-Cookie b');
    expect(request?.headers).toMatchObject({ 'x-key': '1, 2', 'set-cookie': 'a, b' });
    expect(request?.remoteAddress).toBe('127.0.0.1');
  });

  test('HEAD has the headers of the answer and no body; 204 has no length', async () => {
    const { port, url } = await start((request) =>
      request.target === '/none' ? { status: 204 } : { status: 200, body: 'hello' },
    );
    const head = await talk(port, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(head).toMatch(/content-length: 5/i);
    expect(head).not.toContain('hello');
    const none = await send(url, 'GET', '/none');
    expect([none.status, none.headers['content-length']]).toEqual([204, undefined]);
  });

  test('a handler that throws is 500, one that drops closes the connection', async () => {
    const { url } = await start((request) => {
      if (request.target === '/drop') return { status: 200, drop: true };
      throw new Error('a defect');
    });
    expect((await send(url, 'GET', '/')).status).toBe(500);
    await expect(send(url, 'GET', '/drop')).rejects.toThrow();
    expect((await send(url, 'GET', '/')).status).toBe(500);
  });
});

describe('the end', () => {
  test('close ends idle connections and open requests, and can be called twice', async () => {
    const never = new Promise<ServerAnswer>(() => {});
    const server = await start((request) => (request.target === '/wait' ? never : { status: 200 }));
    await send(server.url, 'GET', '/');
    const waiting = expect(send(server.url, 'GET', '/wait')).rejects.toThrow();
    while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    await server.close();
    await waiting;
  });

  test('a port that is taken is exit 2 and is named', async () => {
    const { port } = await start(() => ({ status: 200 }));
    await expect(
      serve({ host: '127.0.0.1', port, maxBody: 1 }, async () => ({ status: 200 })),
    ).rejects.toMatchObject({
      code: 'usage.port',
      exitCode: 2,
      message: expect.stringContaining(String(port)),
    });
  });

  test('a wildcard address is shown as an address that can be called', async () => {
    const any = await serve({ host: '0.0.0.0', port: 0, maxBody: 1 }, async () => ({ status: 200 }));
    expect(any.url).toBe(`http://127.0.0.1:${any.port}`);
    await any.close();
  });
});
