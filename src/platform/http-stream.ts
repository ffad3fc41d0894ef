// An answer whose end is not known when it begins: pieces are written as they come, until they or the client end.
import type { ServerResponse } from 'node:http';
import type { ServerAnswer } from './platform.ts';

/** Resolves when it is over. A reader that takes nothing for `patienceMs` is cut off. */
export async function sendStream(
  outgoing: ServerResponse,
  { status, headers }: ServerAnswer,
  stream: NonNullable<ServerAnswer['stream']>,
  patienceMs: number,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
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
