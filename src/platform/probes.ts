// Looks at this machine for `returns doctor`: proxy, disks, ports.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { codeOf } from './files.ts';
import { proxyOf } from './http-client.ts';
import { noProxyOf } from './no-proxy.ts';
import type { DiskSpace, Probes } from './programs.ts';

export const realProbes: Probes = {
  proxyFor(url) {
    const proxy = proxyOf(process.env);
    return proxy && { shown: proxy.shown, excluded: noProxyOf(process.env).isDirect(url) };
  },
  disk,
  port: (host, port) =>
    new Promise((resolve, reject) => {
      const server = net.createServer();
      server.once('error', ({ code }: NodeJS.ErrnoException) => {
        if (code === 'EADDRINUSE') resolve('taken');
        else if (code === 'EACCES') resolve('denied');
        else reject(new Error(`cannot listen there (${code})`));
      });
      server.listen(port, host, () => server.close(() => resolve('free')));
    }),
};

function disk(place: string): DiskSpace {
  for (let at = place; ; at = path.dirname(at)) {
    try {
      const { blocks, bavail, bsize } = fs.statfsSync(at);
      // Some file systems report no blocks.
      return {
        free: blocks > 0 ? bavail * bsize : null,
        isReadOnly: isReadOnly(at),
      };
    } catch (error) {
      if (at === path.dirname(at)) throw error;
    }
  }
}

function isReadOnly(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return false;
  } catch (error) {
    return ['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error));
  }
}
