// Looks at this machine and its network for `returns doctor`: names, certificates, disks, ports. Sends no data.
import dns from 'node:dns/promises';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { certificateOf } from './certificate.ts';
import { proxyOf } from './http-client.ts';
import { noProxyOf } from './no-proxy.ts';
import { NetworkFault } from './platform.ts';
import type { DiskSpace, Probes } from './probe-types.ts';
import { shakeHands } from './tls-probe.ts';

export const realProbes: Probes = {
  lookup,
  proxyFor(url) {
    const proxy = proxyOf(process.env);
    const { isDirect, strange } = noProxyOf(process.env);
    return proxy && { shown: proxy.shown, excluded: isDirect(url), strange };
  },
  async tls(url, options) {
    const proxy = proxyOf(process.env);
    const way = proxy && !noProxyOf(process.env).isDirect(url) ? proxy : undefined;
    const { chain, ...seen } = await shakeHands(url, way, options);
    return { ...seen, chain: chain.map(certificateOf) };
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

async function lookup(host: string, timeoutMs: number): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new NetworkFault('timeout', 'no answer of a name server in time')),
      timeoutMs,
    );
  });
  try {
    // As the HTTP client asks: through the system, /etc/hosts included.
    const found = await Promise.race([dns.lookup(host, { all: true }), late]);
    return found.map(({ address }) => address);
  } catch (error) {
    if (error instanceof NetworkFault) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new NetworkFault('dns', String(code), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

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
    return ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
