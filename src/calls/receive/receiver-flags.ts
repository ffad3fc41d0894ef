// The flags of `returns listen`, and what they say: authentication, answers and forwarding.

import path from 'node:path';
import { LEVEL_FLAG } from '../../account/level-flags.ts';
import { isLoopback, parseAddress, parsePath } from '../../account/values.ts';
import { usageFailure } from '../../basics/failure.ts';
import { givenSecretText, givenText, readSecret, secretInFile, trimSecret } from '../../basics/secret.ts';
import { maskedAddress } from '../../basics/text.ts';
import { badValue, parseDuration, parseSize } from '../../basics/units.ts';
import { countFrom, flag, inGroup, type OptionsOf, rare } from '../../cli/command.ts';
import {
  DEFAULT_PATHS,
  ENDPOINT_KINDS,
  type EndpointKind,
  type EndpointPaths,
  endpointAddress,
  pathOfKind,
} from '../../contract/customer-endpoints.ts';
import { LOCAL } from '../../contract/endpoints.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Demands } from './caller-guard.ts';
import { type ForwardUrl, forwardUrl } from './forward.ts';
import { type ForcedAnswer, HEALTH_PATH, type ReceiverOptions } from './receiver-options.ts';
import type { ListenRequest } from './run-receiver.ts';

const port = countFrom(0, 65_535);

export const LISTEN_FLAGS = [
  ...inGroup(
    'Address',
    flag('--port <n>', 'port; 0 picks a free one', { initial: String(LOCAL.receiverPort), parse: port }),
    flag('--host <address>', 'address to listen on', { initial: '127.0.0.1' }),
    flag('--public-url <url>', 'address of a tunnel that leads here: tested at once and every minute', {
      parse: parseAddress,
    }),
    ...rare(
      flag('--open', 'listen beyond this machine without asking who calls'),
      flag('--rmas-path <path>', 'where RMA messages come', {
        initial: DEFAULT_PATHS.rmas,
        parse: parseServedPath,
      }),
      flag('--variants-path <name>', 'what follows /sku/{variant_identifier}/', {
        initial: DEFAULT_PATHS.variants,
        parse: (text, word) => parseServedPath(text, word, DEFAULT_PATHS.variants).slice(1),
      }),
      flag('--exchange-orders-path <path>', 'where exchange orders come', {
        initial: DEFAULT_PATHS.exchangeOrders,
        parse: (text, word) => parseServedPath(text, word, DEFAULT_PATHS.exchangeOrders),
      }),
      flag('--tls-cert <file>', 'PEM certificate: serve HTTPS (TLS 1.2)'),
      flag('--tls-key <file>', 'PEM key of the certificate'),
      flag('--ready-file <file>', 'write the ready line there, too'),
      flag('--inspect-port <n>', 'port of the inspector page, on this machine only', {
        initial: '4401',
        parse: port,
      }),
      flag('--no-inspect', 'no inspector page'),
    ),
  ),
  ...inGroup(
    'Callers',
    flag('--basic <user:file>', 'user and password (in FILE) that callers must send'),
    flag('--require-header <header>', '"Name: value" that callers must send, or "Name: @FILE"', {
      repeat: true,
    }),
    ...rare(
      flag('--max-body <size>', 'larger bodies are answered 413', { initial: '5MB', parse: parseSize }),
    ),
  ),
  ...inGroup(
    'Answers',
    flag('--variants <file>', 'JSON or CSV of variants by variant_identifier'),
    flag('--refuse-invalid', 'answer 422 with the findings when a message breaks a rule'),
    flag(
      '--respond <kind=status>',
      'answer a kind with this status, or drop the connection: rma=503, rma=drop',
      { repeat: true, parse: parseRespond },
    ),
    ...rare(
      flag('--delay <ms>', 'wait before every answer, ms or a duration such as 2s', { parse: parseDelay }),
      LEVEL_FLAG,
      flag('--allow-production', 'invent answers and refunds in production, too'),
    ),
  ),
  ...inGroup(
    'Refunds',
    flag(
      '--auto-refund <status>',
      'refund mail-back units at this package_tracking_status, such as TRANSIT; RECEIVED: any unit on receipt',
    ),
    flag('--orders <file>', 'order input that --auto-refund takes the orders from'),
    flag('--map <file>', 'mapping of that file: a file, or a name (returns mappings list)'),
  ),
  ...inGroup(
    'Passing on',
    flag('--forward-to <url>', 'pass calls on; KIND=URL for one kind (rma, variants, exchange_order)', {
      repeat: true,
      parse: parseForward,
    }),
    ...rare(
      flag('--forward-headers <file>', 'headers for what is passed on, one "Name: value" a line'),
      flag('--forward-timeout <duration>', 'for its answer', { initial: '10s', parse: parseDuration }),
    ),
  ),
  ...inGroup(
    'Ending',
    flag('--expect <file>', 'end when these calls have come; exit code 8 when they do not'),
    flag('--wait <duration>', 'for --expect', { initial: '60s', parse: parseDuration }),
    flag('--stop-after <n>', 'end after so many calls; probes and refused senders do not count', {
      parse: countFrom(1),
    }),
  ),
];

export type ListenOptions = OptionsOf<typeof LISTEN_FLAGS>;

/** @throws Failure exit 2 */
function parseServedPath(text: string, word: string, example: string = DEFAULT_PATHS.rmas): string {
  const path = parsePath(text, word, example);
  if (path === HEALTH_PATH) throw badValue(word, text, `another path than ${HEALTH_PATH}`);
  return path;
}

/** @throws Failure exit 2 */
function parseKind(text: string, word: string): EndpointKind {
  const found = ENDPOINT_KINDS.find((served) => served === text);
  if (found === undefined) throw badValue(word, text, `one of the kinds ${ENDPOINT_KINDS.join(', ')}`);
  return found;
}

function parseForward(text: string, word: string): { readonly kind?: EndpointKind; readonly url: string } {
  const [, kind, url] = /^([a-z][\w-]*)=(.*)$/i.exec(text) ?? [];
  if (kind === undefined || url === undefined) return { url: endpointAddress(text, word) };
  return { kind: parseKind(kind, word), url: endpointAddress(url, `${word} ${kind}=`) };
}

function parseRespond(text: string, word: string): readonly [EndpointKind, ForcedAnswer] {
  const [, kind, answer] = /^([\w-]+)=(\w+)$/.exec(text) ?? [];
  const status = answer === 'drop' ? answer : Number(answer);
  if (kind === undefined || (status !== 'drop' && !(status >= 200 && status <= 599)))
    throw badValue(word, text, 'a kind and a status from 200 to 599, or drop: rma=503, rma=drop');
  return [parseKind(kind, word), status];
}

/** A bare number means ms, as the name of the value says. */
function parseDelay(text: string, word: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : parseDuration(text, word);
}

/** The bytes of a file that a flag names. @throws Failure exit 2 */
export function bytesOfFile(platform: Platform, name: string, flag: string): Uint8Array {
  try {
    const reader = platform.files.open(path.resolve(platform.cwd, name));
    try {
      return reader.read(0, reader.stat.size);
    } finally {
      reader.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw usageFailure('usage.file', `Cannot read the file that ${flag} names (${code})`, {
      place: { file: name },
      hint: 'Check the path and its permissions.',
      cause: error,
    });
  }
}

const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:[ \t]*(.*)$/s;
const KEY = { kind: 'header', what: 'key' } as const;

/** The credentials that callers must send. @throws Failure exit 2 */
export function demandsOf(platform: Platform, { requireHeader, basic }: ListenOptions): Demands {
  const headers = requireHeader.map((text): [string, string] => {
    const [, name, value] = HEADER.exec(text) ?? [];
    // The value is not quoted, because it may contain a secret.
    if (name === undefined || !value)
      throw usageFailure('usage.value', '--require-header does not understand what was given', {
        expected: '"Name: value", or "Name: @FILE" with the value in a file',
        hint: 'Give --require-header "X-Api-Key: @key.txt".',
      });
    const from = `the value of ${name} in --require-header`;
    return [
      name,
      value.startsWith('@')
        ? secretInFile(platform, value.slice(1).trimEnd(), '--require-header', KEY)
        : readSecret(value, { ...KEY, from }),
    ];
  });
  if (basic === undefined) return { headers, basic: undefined };
  if (headers.some(([name]) => name.toLowerCase() === 'authorization'))
    throw usageFailure('usage.conflict', '--basic and --require-header ask for the same header', {
      hint: 'Omit --basic, or the header Authorization.',
    });
  const colon = basic.indexOf(':');
  if (colon < 1 || colon === basic.length - 1)
    throw badValue(
      '--basic',
      colon < 0 ? basic : `${basic.slice(0, colon)}:`,
      'USER:FILE, with the password in FILE',
    );
  const source = { kind: 'password', what: 'password' } as const;
  const password = secretInFile(platform, basic.slice(colon + 1), '--basic', source);
  return { headers, basic: { user: basic.slice(0, colon), password } };
}

const pathsOf = (options: ListenOptions): EndpointPaths => ({
  rmas: options.rmasPath,
  variants: options.variantsPath,
  exchangeOrders: options.exchangeOrdersPath,
});

export function receiverOptions(options: ListenOptions, mocks: boolean): ReceiverOptions {
  const { maxBody, refuseInvalid, delay, respond } = options;
  return {
    paths: pathsOf(options),
    ...{ maxBody, refuseInvalid, variantsShape: 'array', mocks },
    respond: Object.fromEntries(respond),
    delayMs: delay ?? 0,
  };
}

/** The addresses that calls are forwarded to. @throws Failure exit 2 */
export function forwardOf(platform: Platform, options: ListenOptions): ListenRequest['forward'] {
  const urls: Partial<Record<EndpointKind, ForwardUrl>> = {};
  const bases: ForwardUrl[] = [];
  for (const { kind, url } of options.forwardTo)
    if (kind === undefined) bases.push({ url, isBase: true });
    // A variants request has the variant identifier in its path, so only a base address can be given. An address without a path
    // is one, too: nobody takes messages at `/`.
    else urls[kind] = { url, isBase: kind === 'variants' || !/^https?:\/\/[^/?]+[/?]/.test(url) };
  if (bases.length > 1)
    throw usageFailure('usage.conflict', '--forward-to names two addresses for all calls', {
      hint: 'Give one address, and others with their kind: --forward-to rma=URL.',
    });
  for (const kind of ENDPOINT_KINDS) if (bases[0]) urls[kind] ??= bases[0];
  const file = options.forwardHeaders;
  if (Object.keys(urls).length === 0) {
    if (file === undefined) return undefined;
    throw usageFailure('usage.conflict', '--forward-headers is for calls that are passed on', {
      hint: 'Give --forward-to, too, or omit it.',
    });
  }
  return {
    urls,
    paths: pathsOf(options),
    headers: file === undefined ? [] : headersIn(givenSecretText(platform, file, '--forward-headers'), file),
    timeoutMs: options.forwardTimeout,
  };
}

function headersIn(text: string, file: string): [string, string][] {
  return text.split(/\r\n?|\n/).flatMap((line, i): [string, string][] => {
    if (trimSecret(line) === '' || line.startsWith('#')) return [];
    const [, name, value] = HEADER.exec(line) ?? [];
    const place = { file, line: i + 1 };
    if (name !== undefined && value !== undefined) {
      const from = `the value of ${name} in line ${i + 1} of ${file}`;
      return [[name, trimSecret(value) === '' ? '' : readSecret(value, { ...KEY, from, place })]];
    }
    throw usageFailure('usage.headers', 'A line of the headers file is not a header', {
      place,
      expected: 'Name: value',
      hint: 'Correct the line; lines that begin with # are ignored.',
    });
  });
}

/** On an address that other machines can reach, callers must authenticate. @throws Failure exit 2 */
export function checkExposure({ host: address, open: isOpen }: ListenOptions, demands: Demands): void {
  const shown = address.includes(':') ? `[${address}]` : address;
  const isHere = URL.canParse(`http://${shown}`) && isLoopback(`http://${shown}`);
  if (isHere || isOpen || demands.headers.length > 0 || demands.basic) return;
  throw usageFailure('usage.door', `At ${address} everybody who reaches this machine could send calls`, {
    expected: 'what callers must present, or --open',
    hint: 'Add --require-header "X-Api-Key: @FILE" or --basic USER:FILE; or --open when the network is yours.',
  });
}

/** Certificate and key must be given together. @throws Failure exit 2 */
export function tlsOf(
  platform: Platform,
  { tlsCert: cert, tlsKey: key }: ListenOptions,
): ListenRequest['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw usageFailure('usage.missing', `${cert === undefined ? '--tls-cert' : '--tls-key'} is missing`, {
      hint: 'Give both --tls-cert and --tls-key.',
    });
  return { cert: givenText(platform, cert, '--tls-cert'), key: givenText(platform, key, '--tls-key') };
}

/** What a call of each kind that is passed on goes to; without the values of queries. */
export const forwardText = ({ urls, paths }: NonNullable<ListenRequest['forward']>): string =>
  ENDPOINT_KINDS.flatMap((kind) => {
    const to = urls[kind];
    return to ? [`${kind} to ${maskedAddress(forwardUrl(to, kind, pathOfKind(kind, paths), paths))}`] : [];
  }).join(', ');
