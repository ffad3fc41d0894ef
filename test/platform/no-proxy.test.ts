// What NO_PROXY leaves out, by the forms in which people write it.
import { expect, test } from 'vitest';
import { noProxyOf } from '../../src/platform/no-proxy.ts';

/** The entry, what goes past the proxy, and what does not. */
const ROWS: [entry: string, direct: string[], proxied: string[]][] = [
  ['10.0.0.0/8', ['10.1.2.3', '10.255.0.1:8443'], ['11.0.0.1', 'ten.example', '[2001:db8::1]']],
  ['10.0.0.0/8:443', ['10.1.2.3'], ['10.1.2.3:8443']],
  ['10.9.8.7/16', ['10.9.0.1'], ['10.8.8.7']],
  ['192.168.1.0/24', ['192.168.1.9'], ['192.168.2.9']],
  ['10.1.2.3/32', ['10.1.2.3'], ['10.1.2.4']],
  ['0.0.0.0/0', ['10.1.2.3'], ['host.example']],
  ['2001:db8::/32', ['[2001:db8:1::5]'], ['[2001:db9::5]', '10.1.2.3']],
  ['[2001:DB8::]/32', ['[2001:db8:1::5]'], ['[2001:db9::5]']],
  ['2001:db8::1', ['[2001:db8::1]'], ['[2001:db8::2]']],
  ['2001:db8:0::1', ['[2001:db8::1]'], []],
  ['[2001:db8::1]:8443', ['[2001:db8::1]:8443'], ['[2001:db8::1]']],
  ['10.1.2.3', ['10.1.2.3'], ['110.1.2.3', '10.1.2.30']],
  ['host.example.', ['host.example', 'host.example.', 'a.host.example'], ['ahost.example']],
  ['host.example', ['host.example.', 'a.host.example'], ['ahost.example', 'host.example.org']],
  ['.corp.example', ['corp.example', 'a.corp.example'], ['acorp.example']],
  ['*.corp.example', ['a.corp.example'], ['acorp.example']],
  ['CORP.example:443', ['a.corp.example'], ['corp.example:8443']],
  ['bücher.example', ['bücher.example'], ['bucher.example']],
  ['one, two.example\tthree.example', ['one', 'two.example', 'three.example'], ['four.example']],
  ['x.example,*', ['any.example', '10.1.2.3'], []],
  ['', [], ['host.example']],
];

test.each(ROWS)('NO_PROXY=%s', (entry, direct, proxied) => {
  const { isDirect } = noProxyOf({ NO_PROXY: entry });
  const asked = [...direct, ...proxied];
  expect(asked.filter((host) => isDirect(`https://${host}/v1`))).toEqual(direct);
});

test('this machine needs no entry, and the lower case name of the variable wins', () => {
  expect(noProxyOf({}).isDirect('http://127.0.0.1:4500')).toBe(true);
  expect(noProxyOf({ no_proxy: '', NO_PROXY: '*' }).isDirect('https://host.example')).toBe(false);
});

test.each(['10.0.0.0/33', '2001:db8::/129', '10.0.0.0/255.0.0.0', '<local>', 'host.*', '.'])(
  'what is not understood leaves nothing out: %s',
  (entry) => {
    const { isDirect } = noProxyOf({ NO_PROXY: `good.example,${entry}` });
    expect(isDirect('https://10.0.0.1')).toBe(false);
    expect(isDirect('https://good.example')).toBe(true);
  },
);
