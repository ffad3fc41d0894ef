// The HTTP client on undici: TLS 1.2 only, bounded answers, no redirects, the proxy from the environment.
import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, type buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import { codeOf } from './files.ts';
import type { ProxyAddress } from './network-trouble.ts';
import type { NoProxy } from './no-proxy.ts';
import {
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
  NetworkFault,
  type NetworkFaultKind,
} from './platform.ts';
import { secureContext } from './tls-options.ts';

const MAX_BODY = 1024 * 1024;

/** `ca` adds to the built-in root certificates. The same TLS settings apply through a proxy. */
export function httpClient(options: { ca?: string | undefined; connections?: number }): HttpClient {
  const pool = {
    connections: options.connections ?? 64,
    pipelining: 1,
    keepAliveTimeout: 20_000,
    allowH2: false,
    // Each request has one time limit for the whole exchange, set per request.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 30_000 },
  };
  let context: SecureContext | undefined;
  /** Parsing all root certificates takes longer than a request: once, and not for a plain connection. */
  const tls = () => {
    context ??= secureContext(options.ca);
    return { secureContext: context, rejectUnauthorized: true };
  };
  const secured = () => ({ ...pool, connect: { ...pool.connect, ...tls() } });
  const agents = new Map<'plain' | 'secure', Agent>();
  const direct = (url: string) => {
    const kind = url.startsWith('http:') ? 'plain' : 'secure';
    const agent = agents.get(kind) ?? new Agent(kind === 'plain' ? pool : secured());
    agents.set(kind, agent);
    return agent;
  };
  let proxied: Dispatcher | undefined;
  const proxy = proxyOf(process.env);
  let noProxy: NoProxy | undefined;
  const isProxied = (url: string) => noProxy !== undefined && !noProxy.isDirect(url);
  const dispatcherFor = (url: string) => {
    if (!proxy || !isProxied(url)) return direct(url);
    if (proxy.url === '')
      throw new NetworkFault(
        'proxy',
        'HTTPS_PROXY is not an address of an HTTP proxy',
        {},
        { what: 'proxy_address' },
      );
    // Both apply to the service, and to a proxy on https://.
    const own = { requestTls: tls(), proxyTls: tls() };
    proxied ??= new ProxyAgent({ ...secured(), ...own, uri: proxy.url, clientFactory: poolOfProxy });
    return proxied;
  };
  return {
    async request(request) {
      if (proxy) noProxy ??= (await import('./no-proxy.ts')).noProxyOf(process.env);
      const dispatcher = dispatcherFor(request.url);
      try {
        return await exchange(dispatcher, request);
      } catch (error) {
        if (!(error instanceof NetworkFault)) throw error;
        const { withCause } = await import('./network-trouble.ts');
        throw withCause(error, request.url, isProxied(request.url) ? proxy : undefined);
      }
    },
    async close() {
      await Promise.all([...agents.values(), proxied].map((dispatcher) => dispatcher?.destroy()));
    },
  };
}

async function exchange(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpAnswer> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort('timeout'), Math.min(request.timeoutMs, 2 ** 31 - 1));
  const cancel = () => stop.abort('aborted');
  if (request.signal?.aborted) cancel();
  if (request.signal) {
    // Many requests listen on one signal: without this, Node would print a leak warning on stderr.
    setMaxListeners(0, request.signal);
    request.signal.addEventListener('abort', cancel, { once: true });
  }
  try {
    const url = new URL(request.url);
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers as Record<string, string>,
      body: request.body ?? null,
      signal: stop.signal,
    });
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
    return {
      status: answer.statusCode,
      headers,
      body: await bounded(answer.body, request.maxBody ?? MAX_BODY),
    };
  } catch (error) {
    throw faultOf(error, stop.signal);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', cancel);
  }
}

async function bounded(body: AsyncIterable<Buffer>, limit: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    if (size < limit) parts.push(part.subarray(0, limit - size));
    size += part.length;
  }
  return Buffer.concat(parts);
}

const KINDS = [
  ['refused', 'ECONNREFUSED EHOSTUNREACH ENETUNREACH'],
  ['dropped', 'ECONNRESET EPIPE UND_ERR_SOCKET'],
  ['dns', 'ENOTFOUND EAI_AGAIN'],
  ['timeout', 'ETIMEDOUT UND_ERR_CONNECT_TIMEOUT'],
] as const;

function faultOf(error: unknown, signal: AbortSignal) {
  const kind = signal.aborted
    ? signal.reason === 'timeout'
      ? 'timeout'
      : 'aborted'
    : kindOf(error as Error);
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const text = kind === 'timeout' ? 'no answer in time' : textOf(cause);
  return new NetworkFault(kind, text, { cause: error });
}

/** The text of a TLS error is in `reason`: OpenSSL's message also has memory addresses and line numbers. */
function textOf(cause: unknown): string {
  const { reason, message } = cause as { reason?: unknown; message?: unknown };
  return String(typeof reason === 'string' && reason ? reason : (message ?? cause)).trim();
}

function kindOf(error: Error): NetworkFaultKind {
  const code = codeOf(error);
  const [known] = KINDS.find(([, codes]) => codes.split(' ').includes(code)) ?? [];
  if (known) return known;
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|ERR_OSSL|EPROTO/.test(code)) return 'tls';
  if (error instanceof errors.HTTPParserError || /other side closed/.test(error.message)) return 'dropped';
  return 'other';
}

const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/**
 * Undefined when no proxy is set. A proxy without a scheme (`proxy:3128`) means http://, and a path is left out, as in other
 * tools. What cannot be used has an empty address.
 */
export function proxyOf(env: Readonly<Record<string, string | undefined>>): ProxyAddress | undefined {
  const text = NAMES.map((name) => env[name]).find(Boolean);
  if (!text) return undefined;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (
    !address ||
    !/^https?:$/.test(address.protocol) ||
    ![address.username, address.password].every(isDecodable)
  )
    return { url: '', shown: '(not an address)', hasLogin: false };
  Object.assign(address, { pathname: '/', search: '', hash: '' });
  return { url: address.href, shown: address.origin, hasLogin: address.username !== '' };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** undici gives the host of the proxy as the name for TLS. An IP address is none, and Node 26 refuses it. */
function poolOfProxy(origin: URL, options: object): Dispatcher {
  const { connect } = options as { readonly connect: buildConnector.connector };
  return new Pool(origin, {
    ...options,
    connect(to, done) {
      const isAddress = isIP((to.servername ?? '').replace(/^\[|\]$/g, '')) !== 0;
      connect(isAddress ? { ...to, servername: '' } : to, done);
    },
  });
}
