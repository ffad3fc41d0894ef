// One TLS 1.2 handshake that accepts every certificate, to look at it: directly or through the proxy. Nothing is sent over it.
import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import type { ProxyAddress } from './network-trouble.ts';
import { NetworkFault } from './platform.ts';
import { tlsOptions } from './tls-options.ts';

export interface Handshake {
  readonly protocol: string;
  /** The server's certificate first. */
  readonly chain: readonly X509Certificate[];
  readonly untrusted: string | null;
}

interface Limits {
  readonly ca?: string | undefined;
  readonly timeoutMs: number;
}

/** @throws NetworkFault */
export async function shakeHands(
  url: string,
  proxy: ProxyAddress | undefined,
  limits: Limits,
): Promise<Handshake> {
  const { hostname, port } = new URL(url);
  // An IPv6 address stands in brackets in a URL.
  const host = hostname.replace(/^\[|\]$/g, '');
  const way = proxy && (await throughProxy(proxy, `${hostname}:${port || 443}`, limits));
  const socket = tls.connect({
    ...(way ? { socket: way } : { host, port: Number(port || 443) }),
    ...(net.isIP(host) ? {} : { servername: host }),
    // Nothing is sent over this connection: what is wrong with the certificate is the result.
    rejectUnauthorized: false,
    ...tlsOptions(limits.ca),
  });
  return await new Promise<Handshake>((resolve, reject) => {
    const fail = (fault: NetworkFault) => {
      socket.destroy();
      reject(fault);
    };
    socket.setTimeout(limits.timeoutMs, () => fail(new NetworkFault('timeout', 'no TLS handshake in time')));
    socket.once('error', (error) =>
      fail(new NetworkFault('tls', (error as NodeJS.ErrnoException).code ?? error.message, { cause: error })),
    );
    socket.once('secureConnect', () => {
      const seen = {
        protocol: socket.getProtocol() ?? 'unknown',
        chain: chainOf(socket),
        untrusted: socket.authorized ? null : codeOf(socket.authorizationError),
      };
      socket.destroy();
      resolve(seen);
    });
  });
}

const codeOf = (error: unknown): string => String((error as { code?: unknown })?.code ?? error ?? 'unknown');

/** With the issuers that the server did not send and this machine knows: only the older interface has them. */
function chainOf(socket: tls.TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<unknown>();
  for (
    let at = socket.getPeerCertificate(true);
    at?.raw && !seen.has(at.fingerprint256);
    at = at.issuerCertificate
  ) {
    seen.add(at.fingerprint256);
    chain.push(new X509Certificate(at.raw));
  }
  return chain;
}

function throughProxy(proxy: ProxyAddress, target: string, { timeoutMs, ca }: Limits): Promise<net.Socket> {
  const { protocol, hostname, port, username, password } = new URL(proxy.url);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const request = (protocol === 'https:' ? https : http).request({
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: target,
    timeout: timeoutMs,
    headers: {
      host: target,
      ...(username ? { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` } : {}),
    },
    ...(protocol === 'https:' ? { ...tlsOptions(ca), rejectUnauthorized: true } : {}),
  });
  return new Promise((resolve, reject) => {
    const { shown, hasLogin } = proxy;
    request.once('connect', ({ statusCode: status = 0 }, socket) => {
      if (status === 200) return resolve(socket);
      socket.destroy();
      const trouble = { what: 'proxy_status', status, proxy: shown, hasLogin } as const;
      reject(new NetworkFault('proxy', `the proxy ${shown} answers ${status}`, {}, trouble));
    });
    request.once('timeout', () => request.destroy(new Error('no answer of the proxy in time')));
    request.once('error', (cause) => {
      const trouble = { what: 'proxy_away', proxy: shown } as const;
      reject(new NetworkFault('proxy', `the proxy ${shown} does not answer`, { cause }, trouble));
    });
    request.end();
  });
}
