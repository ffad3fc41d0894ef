// A real receiver on a free port with its record on the disk of a test platform, and a simple server that stores request
// bytes.

import { makeRmaMemories } from '../../src/calls/messages/rma-memories.ts';
import { Mocks } from '../../src/calls/receive/exchange-answers.ts';
import { Receiver } from '../../src/calls/receive/receiver.ts';
import { LISTEN_FLAGS, receiverOptions } from '../../src/calls/receive/receiver-flags.ts';
import { optionsOf } from '../../src/cli/command.ts';
import { realNet } from '../../src/platform/node-platform.ts';
import type { ServerRequest } from '../../src/platform/platform.ts';
import { openCallLog } from '../../src/storage/call-log.ts';
import type { TestPlatform } from '../helpers/platform.ts';

const PLACE = { host: '127.0.0.1', port: 0, maxBody: 5_000_000 };

export async function startReceiver({ platform, folders }: TestPlatform) {
  const sha256 = (content: string | Uint8Array) => platform.crypto.sha256(content);
  const { clock, random, crypto } = platform;
  const log = openCallLog(platform, folders);
  const receiver = new Receiver({
    ...{ clock, random, crypto, log, memories: makeRmaMemories(), mocks: new Mocks(sha256) },
    variants: { of: () => undefined, size: 0 },
    options: receiverOptions(optionsOf(LISTEN_FLAGS), true),
    emit: () => {},
    signal: new AbortController().signal,
  });
  const server = await realNet.serve(PLACE, receiver.handle);
  return {
    url: server.url,
    async close() {
      await server.close();
      await log.flush();
      log.close();
    },
  };
}

/** Answers with the statuses of a list, then 200, and stores every request. */
export async function startEcho(statuses: number[] = []) {
  const received: ServerRequest[] = [];
  const server = await realNet.serve(PLACE, async (request) => {
    received.push(request);
    const status = statuses.shift() ?? 200;
    return { status, ...(status === 302 ? { headers: { location: '/elsewhere' } } : {}) };
  });
  return {
    url: server.url,
    received,
    bodies: () => received.map(({ body }) => Buffer.from(body)),
    close: () => server.close(),
  };
}

export async function post(url: string, path: string, body: string | Uint8Array): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: Buffer.from(body as string) });
  await answer.arrayBuffer();
  return answer.status;
}
