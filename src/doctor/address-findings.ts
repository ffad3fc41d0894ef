// Judges the addresses of a target as texts: do they belong together, and does one hold a path twice?
import type { Target } from '../account/settings.ts';
import { isLoopback } from '../account/values.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { bad, doubtful, type Finding, good } from './findings.ts';

const TEST_WORDS = /(?:^|[.-])(?:sandbox|staging|stage|test|uat|demo|dev)(?=$|[.-])/i;

export function addressFindings({ addresses, environment }: Target): Finding[] {
  const given = Object.entries(addresses).filter(([, address]) => address !== '');
  const found = given.flatMap(([name, address]) => {
    const { pathname } = new URL(address);
    const ends = Object.values(ENDPOINTS).map(({ path }) => path.replace(/\/\{.*/, ''));
    const ending = ends.find((end) => pathname.endsWith(end));
    if (ending === undefined) return [];
    return bad(
      `${name}-url ends with ${ending}, which the tool adds itself`,
      `Give it without that: returns profile set ${name}-url=${address.slice(0, -ending.length)}`,
    );
  });
  return [
    ...found,
    ...mixed(
      given.map(([name, address]) => [`${name}-url`, address] as const),
      environment,
    ),
    good(
      summary(
        given.map(([, address]) => address),
        addresses.base === '',
      ),
    ),
  ];
}

function mixed(given: readonly (readonly [string, string])[], environment: string): Finding[] {
  const apart = (what: string, isSo: (address: string) => boolean) => {
    const names = given.filter(([, address]) => isSo(address)).map(([name]) => name);
    const isMixed = names.length > 0 && names.length < given.length;
    return { names, text: isMixed ? `${names.join(' and ')} ${what}` : undefined };
  };
  const here = apart('on this machine, the others are not', isLoopback);
  const tests = apart('by name of a test system, the others not', (address) =>
    TEST_WORDS.test(new URL(address).hostname),
  );
  const text = here.text ?? tests.text;
  if (text !== undefined)
    return [doubtful(text, 'Set all addresses to one environment: see `returns whoami`.')];
  if (tests.names.length > 0 && environment === 'production')
    return [
      doubtful(
        'the addresses are by name of a test system, the environment is production',
        'Set it: returns profile set environment=sandbox. Limits and what may be invented depend on it.',
      ),
    ];
  return [];
}

const summary = (addresses: readonly string[], isWithoutBase: boolean): string => {
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))].join(', ');
  return `${addresses.length} addresses at ${hosts}${isWithoutBase ? '; none for ASNs (base-url), which only `returns asns` needs' : ''}`;
};
