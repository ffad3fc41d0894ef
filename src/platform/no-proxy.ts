// Which addresses NO_PROXY leaves out, read as curl and Go read it: hosts, domains, IP addresses and ranges, with or without a port.
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLoopbackHost } from '../basics/web-address.ts';

export interface NoProxy {
  /** Whether this address is called without the proxy: NO_PROXY names it, or it is on this machine. */
  readonly isDirect: (url: string) => boolean;
  /** Entries that cannot be understood, and leave nothing out. What may be a login in them is left out. */
  readonly strange: readonly string[];
}

type Test = (host: string) => boolean;

export function noProxyOf(env: Readonly<Record<string, string | undefined>>): NoProxy {
  const entries = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[,\s]+/).filter(Boolean);
  const read = entries.map((entry) => ({ entry, ...readEntry(entry.toLowerCase()) }));
  return {
    isDirect(url) {
      const { hostname, port, protocol } = new URL(url);
      const host = bare(hostname);
      const own = Number(port) || (protocol === 'https:' ? 443 : 80);
      return isLoopbackHost(hostname) || read.some(({ test, only = own }) => only === own && test?.(host));
    },
    strange: read.filter(({ test }) => !test).map(({ entry }) => entry.replace(/^.*@/, '***@')),
  };
}

/** Without the brackets of an IPv6 address and the final dot of a name. */
const bare = (host: string): string => host.replace(/^\[(.*)\]$|\.$/g, '$1');

function readEntry(entry: string): { readonly test?: Test | undefined; readonly only?: number } {
  const [, scheme, rest = ''] = /^(https?:\/\/)?(.*)$/.exec(entry)!;
  // Of a web address, what follows the host says nothing about the way to it.
  const place = scheme === undefined ? rest : rest.replace(/[/?#].*$/, '');
  const [, name = place, port] = isIPv6(place) ? [] : (/^(.*):(\d{1,5})$/.exec(place) ?? []);
  return { test: hostTest(name), ...(port !== undefined && { only: Number(port) }) };
}

function hostTest(name: string): Test | undefined {
  if (name === '*') return () => true;
  const [, bytes, prefix] = /^((?:\d{1,3}\.){1,3})\*(?:\.\*)*$/.exec(name) ? wildRange(name) : range(name);
  if (bytes !== undefined) return rangeTest(bare(bytes), Number(prefix));
  const host = bare(name.replace(/^\*?\./, ''));
  const url = `http://${isIPv6(host) ? `[${host}]` : host}`;
  if (!/^[\p{L}\p{N}._:-]+$/u.test(host) || !URL.canParse(url)) return undefined;
  const asked = bare(new URL(url).hostname);
  // Else `10.0` would be the address 10.0.0.0, which nobody means.
  if (isIP(asked) !== isIP(host)) return undefined;
  return (given) => given === asked || (isIP(asked) === 0 && given.endsWith(`.${asked}`));
}

/** `10.0.0.0/8` */
const range = (name: string): readonly (string | undefined)[] => /^(.+)\/(\d{1,3})$/.exec(name) ?? [];

/** `10.*` as the range that it stands for. */
function wildRange(name: string): readonly string[] {
  const given = name.split('.').filter((part) => part !== '*');
  return [name, [...given, '0', '0', '0'].slice(0, 4).join('.'), String(given.length * 8)];
}

function rangeTest(address: string, prefix: number): Test | undefined {
  const kind = isIP(address);
  if (kind === 0 || prefix > (kind === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(address, prefix, kind === 4 ? 'ipv4' : 'ipv6');
  return (host) => isIP(host) === kind && list.check(host, kind === 4 ? 'ipv4' : 'ipv6');
}
