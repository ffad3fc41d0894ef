// The proxy from the environment variables, and a dispatcher that uses it.
import { type Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

export interface ProxyAddress {
  /** With user and password, if given. */
  readonly url: string;
  /** For messages: without user and password. */
  readonly shown: string;
  readonly hasLogin: boolean;
}

const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** Undefined when no proxy is set. A proxy without a scheme (`proxy:3128`) means http://, as in other tools. */
export function proxyOf(env: Readonly<Record<string, string | undefined>>): ProxyAddress | undefined {
  const text = NAMES.map((name) => env[name]).find(Boolean);
  if (!text) return undefined;
  const url = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url)) return { url, shown: '(not an address)', hasLogin: false };
  const { origin, username } = new URL(url);
  return { url, shown: origin, hasLogin: username !== '' };
}

/** Hosts in NO_PROXY are still called directly. `tls` applies to the service, `proxyTls` to a proxy on https://. */
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
