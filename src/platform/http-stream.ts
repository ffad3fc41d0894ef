// Streamed answers: writes pieces as they come, until the source or the client ends.
import type { ServerResponse } from 'node:http';
import type { ServerAnswer } from './platform.ts';

/** Resolves when the stream is over. A client that reads nothing for `patienceMs` is cut off. */
export async function sendStream(
  outgoing: ServerResponse,
  { status, headers }: ServerAnswer,
  stream: NonNullable<ServerAnswer['stream']>,
  patienceMs: number,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  // A client that closes its writing side waits for the end of an answer, and a stream has none.
  outgoing.socket?.once('end', () => gone.abort());
  outgoing.writeHead(status, { ...headers });
  outgoing.flushHeaders();
  for await (const piece of stream(gone.signal)) {
    if (gone.signal.aborted) break;
    if (!outgoing.write(piece)) await drained(outgoing, patienceMs, gone.signal);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse, patienceMs: number, gone: AbortSignal): Promise<void> {
  if (gone.aborted || !outgoing.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => outgoing.destroy(), patienceMs);
    const done = () => {
      clearTimeout(timer);
      outgoing.off('drain', done);
      gone.removeEventListener('abort', done);
      resolve();
    };
    outgoing.on('drain', done);
    gone.addEventListener('abort', done);
  });
}
