// Parses the values of settings in the same way for all sources. Addresses are completed and normalized: no trailing slash,
// no path of an endpoint, and http:// on this machine only.
import path from 'node:path';
import { usageFailure } from '../basics/failure.ts';
import { MINOR_UNITS } from '../basics/minor-units.ts';
import { readSecret } from '../basics/secret.ts';
import { meantText, quote } from '../basics/text.ts';
import { badValue, parseCount, parseDuration } from '../basics/units.ts';
import { isLoopbackHost, readAddress } from '../basics/web-address.ts';
import { type AddressName, ENDPOINTS, type Environment, RATE_LIMITS } from '../contract/endpoints.ts';
import { SPELLINGS } from '../contract/status-spelling.ts';
import { parseTimetable, type Timetable } from '../sending/rate-limit.ts';
import { SETTING_NAMES, type SettingName } from '../storage/profiles.ts';

/** The meaning of each setting of a profile, for the help. */
export const SETTING_TEXTS: Readonly<Record<SettingName, string>> = {
  environment: `${Object.keys(RATE_LIMITS).join(', ')}`,
  'auth-url': 'address of the token endpoint',
  'orders-url': 'address of the order intake',
  'base-url': 'address of the ASN endpoints',
  'client-id': 'client id that the client success team issued',
  'client-secret-command': 'a program that prints the client secret, such as: pass show returns',
  ca: 'PEM file with additional root certificates',
  timeout: 'per request, such as 30s',
  rate: 'requests a minute to respect (also by time: "08:00,1000 22:00,5000"), or off on this machine',
  timezone: 'of the times in rate, such as Europe/Berlin; that of this machine when absent',
  'minor-units': 'what *_cents counts in JPY, KWD and the like: iso or hundredths',
  levels: 'how findings count: CODE[:FIELD]=error|warning|note|off, separated by commas',
};

/** `auth-url` is --auth-url, and RETURNS_AUTH_URL. */
export const flagOf = (name: SettingName): string => `--${name}`;
export const variableOf = (name: SettingName): string => `RETURNS_${name.toUpperCase().replaceAll('-', '_')}`;

const ENVIRONMENTS = Object.keys(RATE_LIMITS) as Environment[];
const LONGEST_TIMEOUT = 3_600_000;

/** @throws Failure exit 2 that names where the text is `from` */
export type Parse<T> = (text: string, from: string) => T;

const oneOf =
  <T extends string>(known: readonly T[]): Parse<T> =>
  (text, from) => {
    const found = known.find((word) => word === text.trim());
    if (found) return found;
    throw usageFailure('usage.value', `${from} does not know ${quote(text)}.${meantText(text, known)}`, {
      expected: known.join(', '),
      found: text,
      hint: `Give ${from} one of: ${known.join(', ')}.`,
    });
  };

export const parseEnvironment = oneOf(ENVIRONMENTS);
export const parseSpelling = oneOf(SPELLINGS);
export const parseMinorUnits = oneOf(MINOR_UNITS);
export const parseTimeout: Parse<number> = (text, from) => checkTimeout(parseDuration(text, from), from);

/** @throws Failure exit 2 */
export function checkTimeout(ms: number, from: string): number {
  if (ms >= 1 && ms <= LONGEST_TIMEOUT) return ms;
  throw badValue(from, `${ms} ms`, 'a duration from 1ms to 1h');
}

/** A path in the form of routes: one leading slash, no trailing slash. @throws Failure exit 2 */
export function parsePath(text: string, word: string, example: string): string {
  const segments = text.split('/').filter((segment) => segment !== '');
  if (
    segments.length === 0 ||
    !segments.every((segment) => /^[\w.~-]+$/.test(segment) && !/^\.+$/.test(segment))
  )
    throw badValue(word, text, `a path of letters, digits, - _ . ~ and /, such as ${example}`);
  return `/${segments.join('/')}`;
}

/** A limit in requests a minute, none, or one by the time of the day. */
export type Rate = number | 'off' | Timetable;

export function parseRate(text: string, from: string): Rate {
  if (text.trim() === 'off') return 'off';
  if (!text.includes(':')) return parseCount(text, from, 1, 10_000_000);
  const timetable = parseTimetable(text);
  if (timetable) return timetable;
  throw badValue(from, text, 'times and requests a minute, such as "08:00,1000 22:00,5000"');
}

export const rateText = (rate: Rate): string => (typeof rate === 'object' ? rate.text : String(rate));

/** The name of a time zone. @throws Failure exit 2 */
export function parseZone(text: string, from: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: text.trim() }).resolvedOptions().timeZone;
  } catch {
    throw badValue(from, text, 'a time zone such as Europe/Berlin');
  }
}

export const parseClientId: Parse<string> = (text, from) =>
  readSecret(text, { kind: 'client', what: 'client id', from });

const address =
  (name: AddressName): Parse<string> =>
  (text, from) =>
    parseAddress(text, from, name);
const trimmed: Parse<string> = (text) => text.trim();

/** The form in which each setting of a profile is stored; `ca` is a path from any folder. */
const STORED: Readonly<Record<Exclude<SettingName, 'ca'>, Parse<string>>> = {
  environment: parseEnvironment,
  'auth-url': address('auth'),
  'orders-url': address('orders'),
  'base-url': address('base'),
  'client-id': parseClientId,
  // `profile set` checks the words, which no other command needs.
  'client-secret-command': trimmed,
  timeout(text, from) {
    parseTimeout(text, from);
    return text.trim();
  },
  rate: (text, from) => rateText(parseRate(text, from)),
  timezone: parseZone,
  'minor-units': parseMinorUnits,
  // The command checks them against the rules, which are not loaded here.
  levels: trimmed,
};

/** Normalizes a setting of a profile for storing. @throws Failure exit 2 */
export const normalSetting = (name: SettingName, text: string, cwd: string): string =>
  name === 'ca' ? path.resolve(cwd, text) : STORED[name](text, name);

/** @throws Failure exit 2 that suggests the nearest name */
export function settingName(text: string): SettingName {
  const found = SETTING_NAMES.find((name) => name === text);
  if (found) return found;
  throw usageFailure(
    'usage.setting',
    `There is no setting ${quote(text)}.${meantText(text, SETTING_NAMES)}`,
    {
      expected: SETTING_NAMES.join(', '),
      found: text,
      hint: /secret/i.test(text)
        ? 'A secret never stands in a command line: give it with `returns login`, or name the program that prints it with client-secret-command.'
        : 'Use one of the names above, for example: returns profile set default environment=sandbox',
    },
  );
}

export const ADDRESS_NAMES = ['auth', 'orders', 'base'] as const satisfies readonly AddressName[];

/** True when an address is on this machine. */
export function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname);
}

/** Paths that the tool itself appends to an address. */
const PATHS: Readonly<Record<AddressName, readonly string[]>> = pathsByAddress();

function pathsByAddress() {
  const paths: Record<AddressName, string[]> = { auth: [], orders: [], base: [] };
  for (const { address, path } of Object.values(ENDPOINTS))
    if (!path.includes('{')) paths[address].push(path);
  return paths;
}

/**
 * The normalized address. `from` names the flag, variable or setting; it is empty for an answer to a question: the user sees the
 * question. With `name`, the text may end with the path of that address's endpoint. @throws Failure exit 2
 */
export function parseAddress(text: string, from: string, name?: AddressName): string {
  const url = readAddress(text, {
    from,
    carries: 'credentials and orders',
    credentials: 'Take them out of the address; the client id and secret are given by `returns login`.',
  });
  const whole = url.origin + url.pathname.replace(/\/+$/, '');
  const path = name && PATHS[name].find((end) => whole.endsWith(end));
  return path === undefined ? whole : whole.slice(0, -path.length).replace(/\/+$/, '');
}
