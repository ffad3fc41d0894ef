// Which addresses NO_PROXY leaves out, read as curl and Go read it: hosts, domains, IP addresses and ranges, with or without a port.
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLoopbackHost } from '../basics/web-address.ts';

export type NoProxy = ReturnType<typeof noProxyOf>;

type Test = (host: string) => boolean;

export function noProxyOf(env: Readonly<Record<string, string | undefined>>) {
  const entries = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').toLowerCase().split(/[,\s]+/);
  const named = entries.filter(Boolean).map((entry) => {
    const [, name = entry, port] = isIPv6(entry) ? [] : (/^(.*):(\d{1,5})$/.exec(entry) ?? []);
    return { isHost: hostTest(name), port };
  });
  return {
    /** Whether this address is called without the proxy: NO_PROXY names it, or it is on this machine. */
    isDirect(url: string): boolean {
      const { hostname, port, protocol } = new URL(url);
      const own = port || (protocol === 'https:' ? '443' : '80');
      const host = bare(hostname);
      return isLoopbackHost(hostname) || named.some((one) => (one.port ?? own) === own && one.isHost(host));
    },
  };
}

/** Without the brackets of an IPv6 address and the final dot of a name. */
const bare = (host: string): string => host.replace(/^\[(.*)\]$|\.$/g, '$1');

function hostTest(name: string): Test {
  if (name === '*') return () => true;
  const [, address, prefix] = /^(.+)\/(\d{1,3})$/.exec(name) ?? [];
  if (address !== undefined) return rangeTest(bare(address), Number(prefix));
  const host = bare(name.replace(/^\*?\./, ''));
  const url = `http://${isIPv6(host) ? `[${host}]` : host}`;
  const asked = URL.canParse(url) ? bare(new URL(url).hostname) : host;
  return (given) => given === asked || (isIP(asked) === 0 && given.endsWith(`.${asked}`));
}

/** `10.0.0.0/8` */
function rangeTest(address: string, prefix: number): Test {
  const kind = isIP(address);
  if (kind === 0 || prefix > (kind === 4 ? 32 : 128)) return () => false;
  const list = new BlockList();
  list.addSubnet(address, prefix, kind === 4 ? 'ipv4' : 'ipv6');
  return (host) => isIP(host) === kind && list.check(host, kind === 4 ? 'ipv4' : 'ipv6');
}
