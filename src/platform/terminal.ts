// The standard streams of the process: complete writes; a closed pipe counts as success.
import type { Terminal } from './platform.ts';

export function realTerminal(): Terminal {
  let closed = false;
  let fault: Error | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED')
      fault ??= Object.assign(error, { path: 'stdout' });
    closed = true;
  });
  // There is no way left to report it, and the run itself can continue.
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
      // A pending read on a pipe would keep the process alive until the pipe ends.
      const breakOff = () => process.stdin.destroy(new Error('reading stdin was interrupted'));
      if (signal?.aborted) breakOff();
      else signal?.addEventListener('abort', breakOff, { once: true });
      return process.stdin as AsyncIterable<Buffer>;
    },
  };
}
