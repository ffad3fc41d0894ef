// The proxy from the environment: its address, and which hosts are reached without it.
import { isLoopbackHost } from '../basics/web-address.ts';

/** The proxy from the environment variables. */
export interface ProxyAddress {
  /** With user and password, if given. */
  readonly url: string;
  /** For messages: without user and password. */
  readonly shown: string;
  readonly hasLogin: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** Undefined when no proxy is set. A proxy without a scheme (`proxy:3128`) means http://, as in other tools. */
export function proxyOf(env: Env): ProxyAddress | undefined {
  const text = NAMES.map((name) => env[name]).find(Boolean);
  if (!text) return undefined;
  const url = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url)) return { url, shown: '(not an address)', hasLogin: false };
  const { origin, username } = new URL(url);
  return { url, shown: origin, hasLogin: username !== '' };
}

/** Whether NO_PROXY names this address, or it is on this machine. The same rules as the HTTP client's. */
export function isDirect(env: Env, url: string): boolean {
  const { hostname, port, protocol } = new URL(url);
  if (isLoopbackHost(hostname)) return true;
  const list = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  if (list === '*') return true;
  const own = Number(port) || (protocol === 'https:' ? 443 : 80);
  return list.split(/[,\s]/).some((entry) => {
    const [, name = entry, only] = /^(.+):(\d+)$/.exec(entry) ?? [];
    const host = name.replace(/^\*?\./, '').toLowerCase();
    if (host === '' || (only !== undefined && Number(only) !== own)) return false;
    return hostname === host || hostname.endsWith(`.${host}`);
  });
}
