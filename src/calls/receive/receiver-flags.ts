// The flags of `returns listen`.

import { LEVEL_FLAG } from '../../account/level-flags.ts';
import { parseAddress, parsePath } from '../../account/values.ts';
import { badValue, parseDuration, parseSize } from '../../basics/units.ts';
import { countFrom, flag, inGroup, type OptionsOf, rare } from '../../cli/flags.ts';
import {
  DEFAULT_PATHS,
  ENDPOINT_KINDS,
  type EndpointKind,
  endpointAddress,
} from '../../contract/customer-endpoints.ts';
import { LOCAL } from '../../contract/endpoints.ts';
import { type ForcedAnswer, HEALTH_PATH } from './receiver-options.ts';

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
  const kind = text
    .trim()
    .toLowerCase()
    .replace(/-/g, '_')
    .replace(/^(rma|exchange_order)s$/, '$1');
  const found = ENDPOINT_KINDS.find((served) => served === kind);
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
