// The proxy that the environment names, and the way through it.
import { type Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

export interface ProxyAddress {
  /** With user and password, if it has them. */
  readonly url: string;
  /** As it may be shown. */
  readonly shown: string;
  readonly hasLogin: boolean;
}

const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** Undefined without one. `proxy:3128`, as other tools take it, is http://. */
export function proxyOf(env: Readonly<Record<string, string | undefined>>): ProxyAddress | undefined {
  const text = NAMES.map((name) => env[name]).find(Boolean);
  if (!text) return undefined;
  const url = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url)) return { url, shown: '(not an address)', hasLogin: false };
  const { origin, username } = new URL(url);
  return { url, shown: origin, hasLogin: username !== '' };
}

/** Hosts that NO_PROXY names are still called directly. `tls` is for the service, `proxyTls` for a proxy on https://. */
export function throughProxy(
  proxy: ProxyAddress,
  pool: Agent.Options,
  tls: Record<string, unknown>,
  proxyTls: Record<string, unknown> = tls,
): Dispatcher {
  return new EnvHttpProxyAgent({
    ...pool,
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    requestTls: tls,
    proxyTls,
  });
}
