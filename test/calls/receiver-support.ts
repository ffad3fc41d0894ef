// A receiver in memory with a real record on disk, and messages for it.

import type { ReceiverEvent } from '../../src/calls/events.ts';
import { makeRmaMemories } from '../../src/calls/messages/check-message.ts';
import { makeGuard } from '../../src/calls/receive/caller-guard.ts';
import { Mocks } from '../../src/calls/receive/exchange-answers.ts';
import { Receiver, type ReceiverParts } from '../../src/calls/receive/receiver.ts';
import { LISTEN_FLAGS, receiverOptions } from '../../src/calls/receive/receiver-flags.ts';
import { NO_VARIANTS, type ReceiverOptions } from '../../src/calls/receive/receiver-options.ts';
import { restoreMemories } from '../../src/calls/receive/restore-memories.ts';
import { optionsOf } from '../../src/cli/command.ts';
import type { ServerAnswer, ServerRequest } from '../../src/platform/platform.ts';
import { callReader, openCallLog } from '../../src/storage/call-log.ts';
import type { CallRecord } from '../../src/storage/calls.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';

export interface Ears {
  readonly here: TestPlatform;
  readonly events: ReceiverEvent[];
  handle(request: ServerRequest): Promise<ServerAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ServerAnswer>;
  get(path: string, headers?: Record<string, string>): Promise<ServerAnswer>;
  /** All records on disk. */
  records(): Promise<CallRecord[]>;
  /** The newest record on disk. */
  last(): Promise<CallRecord>;
}

export interface EarsOptions {
  readonly options?: Partial<ReceiverOptions>;
  readonly parts?: Partial<ReceiverParts>;
  readonly demands?: Parameters<typeof makeGuard>[1];
  /** A platform with the disk of an earlier one, to simulate a restart. */
  readonly here?: TestPlatform;
}

export const requestOf = (
  method: string,
  target: string,
  body: Uint8Array | string = '',
  headers: Record<string, string> = {},
): ServerRequest => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    method,
    target,
    rawHeaders: Object.entries(headers).flat(),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: bytes,
    truncated: false,
    remoteAddress: '127.0.0.1',
  };
};

export async function listenInMemory(given: EarsOptions = {}): Promise<Ears> {
  const here = given.here ?? testPlatform();
  const { platform, folders } = here;
  const sha256 = (content: string | Uint8Array) => platform.crypto.sha256(content);
  const reader = callReader(platform, folders);
  const memories = makeRmaMemories();
  const mocks = new Mocks(sha256);
  await restoreMemories(reader, { sha256, memories, mocks });
  const events: ReceiverEvent[] = [];
  const receiver = new Receiver({
    clock: platform.clock,
    random: platform.random,
    crypto: platform.crypto,
    log: openCallLog(platform, folders),
    memories,
    mocks,
    variants: NO_VARIANTS,
    guard: given.demands && makeGuard(sha256, given.demands),
    options: { ...receiverOptions(optionsOf(LISTEN_FLAGS), true), ...given.options },
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
    ...given.parts,
  });
  const records = async () => {
    const all: CallRecord[] = [];
    for await (const record of reader.read()) all.push(record);
    return all;
  };
  return {
    here,
    events,
    handle: receiver.handle,
    post: (path, body, headers) =>
      receiver.handle(
        requestOf(
          'POST',
          path,
          typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
          { 'Content-Type': 'application/json', ...headers },
        ),
      ),
    get: (path, headers) => receiver.handle(requestOf('GET', path, '', headers)),
    records,
    last: async () => (await records()).at(-1)!,
  };
}

export { rmaAt } from './support.ts';

export const jsonOf = ({ body }: ServerAnswer): unknown => JSON.parse(String(body));
