// What the flags of `returns listen` mean: who may call, what is answered, what is passed on.
import path from 'node:path';
import { isLoopback, parseAddress } from '../../account/addresses.ts';
import { usageFailure } from '../../basics/failure.ts';
import { badValue } from '../../basics/units.ts';
import { type FlagValues, listFlag, numberFlag, switchFlag, textFlag } from '../../cli/command.ts';
import type { Host } from '../../platform/platform.ts';
import type { ForwardUrl } from '../forward.ts';
import type { Demands } from '../guard.ts';
import type { ListenRequest } from '../listen.ts';
import {
  DEFAULT_OPTIONS,
  DEFAULT_PATHS,
  type Forced,
  HEALTH_PATH,
  type ReceiverOptions,
  SERVED_KINDS,
  type ServedKind,
} from '../options.ts';

/** The bytes of a file that a flag names. @throws Failure exit 2 */
export function bytesOf(host: Host, name: string, flag: string): Uint8Array {
  try {
    const reader = host.files.open(path.resolve(host.cwd, name));
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

/** The same as text. @throws Failure exit 2 */
export const readGiven = (host: Host, name: string, flag: string): string =>
  new TextDecoder().decode(bytesOf(host, name, flag));

function secretIn(host: Host, name: string, flag: string): string {
  const secret = readGiven(host, name, flag).replace(/\r?\n$/, '');
  if (secret !== '') return secret;
  throw usageFailure('usage.secret.empty', `The file that ${flag} names is empty`, {
    place: { file: name },
    hint: 'Write the secret into it, and nothing else.',
  });
}

const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)\s*:\s*(.*?)\s*$/;

/** What callers must present. @throws Failure exit 2 */
export function demandsOf(host: Host, flags: FlagValues): Demands {
  const headers = listFlag(flags, 'requireHeader').map((text): [string, string] => {
    const [, name, value] = HEADER.exec(text) ?? [];
    // Not quoted: there may be a secret in it.
    if (name === undefined || !value)
      throw usageFailure('usage.value', '--require-header does not understand what was given', {
        expected: '"Name: value", or "Name: @FILE" with the value in a file',
        hint: 'Give --require-header "X-Api-Key: @key.txt".',
      });
    return [name, value.startsWith('@') ? secretIn(host, value.slice(1), '--require-header') : value];
  });
  const basic = textFlag(flags, 'basic');
  if (basic === undefined) return { headers, basic: undefined };
  if (headers.some(([name]) => name.toLowerCase() === 'authorization'))
    throw usageFailure('usage.conflict', '--basic and --require-header ask for the same header', {
      hint: 'Leave out --basic, or the header Authorization.',
    });
  const colon = basic.indexOf(':');
  if (colon < 1 || colon === basic.length - 1)
    throw badValue(
      '--basic',
      colon < 0 ? basic : `${basic.slice(0, colon)}:`,
      'USER:FILE, with the password in FILE',
    );
  return {
    headers,
    basic: { user: basic.slice(0, colon), password: secretIn(host, basic.slice(colon + 1), '--basic') },
  };
}

/** @throws Failure exit 2 */
function kindOf(text: string, flag: string): ServedKind {
  const kind = text
    .trim()
    .toLowerCase()
    .replace(/-/g, '_')
    .replace(/^(rma|exchange_order)s$/, '$1');
  const found = SERVED_KINDS.find((served) => served === kind);
  if (found === undefined) throw badValue(flag, text, `one of the kinds ${SERVED_KINDS.join(', ')}`);
  return found;
}

function respondOf(flags: FlagValues): Partial<Record<ServedKind, Forced>> {
  const forced: Partial<Record<ServedKind, Forced>> = {};
  for (const text of listFlag(flags, 'respond')) {
    const [, kind, answer] = /^([\w-]+)=(\w+)$/.exec(text) ?? [];
    const status = answer === 'drop' ? answer : Number(answer);
    if (kind === undefined || (status !== 'drop' && !(status >= 200 && status <= 599)))
      throw badValue('--respond', text, 'a kind and a status from 200 to 599, or drop: rma=503, rma=drop');
    forced[kindOf(kind, '--respond')] = status;
  }
  return forced;
}

/** A path as routes have it: one slash in front, none behind. @throws Failure exit 2 */
function pathFlag(flags: FlagValues, name: string, flag: string, initial: string): string {
  const given = textFlag(flags, name);
  if (given === undefined) return initial;
  const segments = given.split('/').filter((segment) => segment !== '');
  if (
    segments.length === 0 ||
    !segments.every((segment) => /^[\w.~-]+$/.test(segment) && !/^\.+$/.test(segment))
  )
    throw badValue(flag, given, `a path of letters, digits, - _ . ~ and /, such as ${initial}`);
  const whole = segments.join('/');
  if (`/${whole}` === HEALTH_PATH) throw badValue(flag, given, `another path than ${HEALTH_PATH}`);
  return initial.startsWith('/') ? `/${whole}` : whole;
}

export function receiverOptions(flags: FlagValues, mocks: boolean): ReceiverOptions {
  return {
    paths: {
      rmas: pathFlag(flags, 'rmasPath', '--rmas-path', DEFAULT_PATHS.rmas),
      variants: pathFlag(flags, 'variantsPath', '--variants-path', DEFAULT_PATHS.variants),
      exchangeOrders: pathFlag(
        flags,
        'exchangeOrdersPath',
        '--exchange-orders-path',
        DEFAULT_PATHS.exchangeOrders,
      ),
    },
    maxBody: numberFlag(flags, 'maxBody') ?? DEFAULT_OPTIONS.maxBody,
    refuseInvalid: switchFlag(flags, 'refuseInvalid'),
    respond: respondOf(flags),
    delayMs: numberFlag(flags, 'delay') ?? 0,
    variantsShape: textFlag(flags, 'variantsShape') === 'wrapped' ? 'wrapped' : 'array',
    mocks,
  };
}

/** Where calls are passed on. @throws Failure exit 2 */
export function forwardOf(host: Host, flags: FlagValues): ListenRequest['forward'] {
  const urls: Partial<Record<ServedKind, ForwardUrl>> = {};
  const bases: ForwardUrl[] = [];
  for (const text of listFlag(flags, 'forwardTo')) {
    const [, kind, url] = /^([a-z][\w-]*)=(.*)$/i.exec(text) ?? [];
    if (kind === undefined || url === undefined)
      bases.push({ url: parseAddress(text, '--forward-to'), isBase: true });
    else {
      const served = kindOf(kind, '--forward-to');
      // A variants request names the product in its path: only the part in front of it can be given.
      urls[served] = { url: parseAddress(url, `--forward-to ${kind}=`), isBase: served === 'variants' };
    }
  }
  if (bases.length > 1)
    throw usageFailure('usage.conflict', '--forward-to names two addresses for all calls', {
      hint: 'Give one address, and others with their kind: --forward-to rma=URL.',
    });
  for (const kind of SERVED_KINDS) if (bases[0]) urls[kind] ??= bases[0];
  const file = textFlag(flags, 'forwardHeaders');
  if (Object.keys(urls).length === 0) {
    if (file === undefined) return undefined;
    throw usageFailure('usage.conflict', '--forward-headers is for calls that are passed on', {
      hint: 'Give --forward-to, too, or leave it out.',
    });
  }
  return {
    urls,
    headers: file === undefined ? [] : headersIn(readGiven(host, file, '--forward-headers'), file),
    timeoutMs: numberFlag(flags, 'forwardTimeout') ?? 10_000,
  };
}

function headersIn(text: string, file: string): [string, string][] {
  return text.split(/\r?\n/).flatMap((line, i): [string, string][] => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
      return [[name, value]];
    throw usageFailure('usage.headers', 'A line of the headers file is no header', {
      place: { file, line: i + 1 },
      expected: 'Name: value',
      hint: 'Correct the line; lines that begin with # are left out.',
    });
  });
}

/** Who reaches an address beyond this machine can post to it. @throws Failure exit 2 */
export function checkDoor(address: string, demands: Demands, isOpen: boolean): void {
  const shown = address.includes(':') ? `[${address}]` : address;
  const isHere = URL.canParse(`http://${shown}`) && isLoopback(`http://${shown}`);
  if (isHere || isOpen || demands.headers.length > 0 || demands.basic) return;
  throw usageFailure('usage.door', `At ${address} everybody who reaches this machine could send calls`, {
    expected: 'what callers must present, or --open',
    hint: 'Add --require-header "X-Api-Key: @FILE" or --basic USER:FILE; or --open when the network is yours.',
  });
}

/** Certificate and key belong together. @throws Failure exit 2 */
export function tlsOf(host: Host, flags: FlagValues): ListenRequest['tls'] {
  const [cert, key] = [textFlag(flags, 'tlsCert'), textFlag(flags, 'tlsKey')];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw usageFailure('usage.missing', `${cert === undefined ? '--tls-cert' : '--tls-key'} is missing`, {
      hint: 'Give both --tls-cert and --tls-key.',
    });
  return { cert: readGiven(host, cert, '--tls-cert'), key: readGiven(host, key, '--tls-key') };
}
