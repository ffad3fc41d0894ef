// The process's own streams: whole writes, closed pipes taken for success.
import type { Terminal } from './platform.ts';

export function realTerminal(): Terminal {
  let closed = false;
  let fault: Error | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED')
      fault ??= Object.assign(error, { path: 'stdout' });
    closed = true;
  });
  // Nobody is left to be told, and the work itself goes well.
  process.stderr.on('error', () => {});
  return {
    stdinIsTerminal: process.stdin.isTTY === true,
    stdoutIsTerminal: process.stdout.isTTY === true,
    stderrIsTerminal: process.stderr.isTTY === true,
    columns: () => process.stderr.columns || process.stdout.columns || 80,
    out: (text) =>
      new Promise((resolve) => {
        if (closed) resolve();
        else process.stdout.write(text, () => resolve());
      }),
    err: (text) => void process.stderr.write(text),
    get closed() {
      return closed;
    },
    get fault() {
      return fault;
    },
    streams: {
      get stdin() {
        return process.stdin;
      },
      stdout: process.stdout,
      stderr: process.stderr,
    },
    stdin(signal) {
      // A read that waits on a pipe ends when the pipe does, and keeps the process until then.
      const breakOff = () => process.stdin.destroy(new Error('reading stdin was interrupted'));
      if (signal?.aborted) breakOff();
      else signal?.addEventListener('abort', breakOff, { once: true });
      return process.stdin as AsyncIterable<Buffer>;
    },
  };
}
