// The flags of `returns listen` as they are declared.
import { LEVEL_FLAG } from '../../account/level-flags.ts';
import { parseCount, parseDuration, parseSize } from '../../basics/units.ts';
import type { Flag } from '../../cli/command.ts';
import { oneOf } from '../../cli/flag-values.ts';
import { DEFAULT_PATHS, DEFAULT_PORT } from '../options.ts';

export const PORT = DEFAULT_PORT;
export const INSPECT_PORT = 4401;

const port = (text: string, flag: string) => parseCount(text, flag, 0, 65_535);

export const LISTEN_FLAGS: readonly Flag[] = [
  { flag: '--port <n>', text: 'port; 0 picks a free one', initial: String(PORT), parse: port },
  { flag: '--host <address>', text: 'address to listen on', initial: '127.0.0.1' },
  { flag: '--open', text: 'listen beyond this machine without asking who calls' },
  {
    flag: '--inspect-port <n>',
    text: 'port of the inspector page, on this machine only',
    initial: String(INSPECT_PORT),
    parse: port,
  },
  { flag: '--no-inspect', text: 'no inspector page' },
  { flag: '--rmas-path <path>', text: 'where RMA messages come', initial: DEFAULT_PATHS.rmas },
  {
    flag: '--variants-path <name>',
    text: 'what follows /sku/{variant_identifier}/',
    initial: DEFAULT_PATHS.variants,
  },
  {
    flag: '--exchange-orders-path <path>',
    text: 'where exchange orders come',
    initial: DEFAULT_PATHS.exchangeOrders,
  },
  { flag: '--variants <file>', text: 'JSON or CSV of variants by variant_identifier' },
  {
    flag: '--variants-shape <shape>',
    text: 'array, or wrapped in {"variants": []}',
    initial: 'array',
    parse: oneOf('array', 'wrapped'),
  },
  {
    flag: '--forward-to <url>',
    text: 'pass calls on; KIND=URL for one kind (rma, variants, exchange_order)',
    repeat: true,
  },
  { flag: '--forward-headers <file>', text: 'headers for what is passed on, one "Name: value" a line' },
  { flag: '--forward-timeout <duration>', text: 'for its answer', initial: '10s', parse: parseDuration },
  LEVEL_FLAG,
  { flag: '--refuse-invalid', text: 'answer 422 with the findings when a message breaks a rule' },
  {
    flag: '--require-header <header>',
    text: '"Name: value" that callers must send, or "Name: @FILE"',
    repeat: true,
  },
  { flag: '--basic <user:file>', text: 'user and password (in FILE) that callers must send' },
  {
    flag: '--respond <kind=status>',
    text: 'answer a kind with this status, or drop the connection: rma=503, rma=drop',
    repeat: true,
  },
  { flag: '--delay <ms>', text: 'wait before every answer, ms or a duration such as 2s', parse: parseDelay },
  { flag: '--max-body <size>', text: 'larger bodies are answered 413', initial: '5MB', parse: parseSize },
  {
    flag: '--auto-refund <status>',
    text: 'refund mail-back units at this package_tracking_status, such as TRANSIT; RECEIVED: any unit on receipt',
  },
  { flag: '--orders <file>', text: 'order input that --auto-refund takes the orders from' },
  { flag: '--map <file>', text: 'mapping of that file' },
  { flag: '--expect <file>', text: 'end when these calls have come; exit code 8 when they do not' },
  { flag: '--wait <duration>', text: 'for --expect', initial: '60s', parse: parseDuration },
  {
    flag: '--stop-after <n>',
    text: 'end after so many calls',
    parse: (text, flag) => parseCount(text, flag, 1),
  },
  { flag: '--stop-on <status>', text: 'end when an RMA or one of its parcels has this status' },
  { flag: '--ready-file <file>', text: 'write the ready line there, too' },
  {
    flag: '--public-url <url>',
    text: 'address of a tunnel that leads here: tested at once and every minute',
  },
  { flag: '--tls-cert <file>', text: 'PEM certificate: serve HTTPS (TLS 1.2)' },
  { flag: '--tls-key <file>', text: 'PEM key of the certificate' },
  { flag: '--allow-production', text: 'invent answers and refunds in production, too' },
];

/** A bare number is ms, as the name of the value says. */
function parseDelay(text: string, flag: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : parseDuration(text, flag);
}
