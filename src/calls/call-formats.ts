// Calls as text to hand on: NDJSON as recorded, curl commands for any shell, a scrubbed fixture for tests.
import { escapeControls, escapeInJson, terminalJson } from '../basics/text.ts';
import { formatInstant } from '../contract/time.ts';
import type { CallRecord } from '../storage/calls.ts';
import { bodyBytes, isSecretHeader, maskedCall, maskedTarget } from './call-body.ts';
import { headersToSend } from './replay-headers.ts';
import type { Scrubber } from './scrub.ts';

export const EXPORT_FORMATS = ['ndjson', 'curl', 'fixture'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** One record as a line, secrets masked unless asked for. `calls import` reads it again. */
export function recordLine(record: CallRecord, withSecrets: boolean): string {
  return `${terminalJson(withSecrets ? record : maskedCall(record))}\n`;
}

/** A call without personal data, as `calls check` reads it: a body that is JSON stands in it as such. */
export function fixtureLine(record: CallRecord, scrubber: Scrubber): string {
  const call = scrubber.call(record);
  const head = {
    received_at: formatInstant(call.at),
    method: call.method,
    path: call.target,
    headers: Object.fromEntries(call.headers),
    ...(call.encoding === 'base64' ? { encoding: call.encoding } : {}),
  };
  if (!isInline(call)) return `${terminalJson({ ...head, body: call.body })}\n`;
  return `${terminalJson(head).slice(0, -1)},"body":${escapeInJson(call.body)}}\n`;
}

/** Whether the body can stand in the line as JSON; one that is a text itself would be taken for the body's text. */
function isInline({ body, encoding }: CallRecord): boolean {
  if (encoding !== 'utf8' || !/^[[{][^\r\n]*$/.test(body)) return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** The longest word that one command may have on Linux is 128 kB. */
const LONGEST_WORD = 100_000;

/** The call as one curl command that posts the body byte for byte, whatever it holds. */
export function curlCommand(record: CallRecord, base: string, withSecrets: boolean): string {
  const words = ['curl', '-sS', '-g', '--path-as-is', '-X', quoted(record.method)];
  const target = withSecrets ? record.target : maskedTarget(record.target);
  words.push(quoted(base + target.replace(/[\u0000-\u0020\u007f]/g, encodeURIComponent)));
  const headers = headersToSend(record.headers, true).map(([name, value]): [string, string] => [
    name,
    !withSecrets && isSecretHeader(name) ? 'FILL_IN' : value,
  ]);
  // An empty value takes a header away; a semicolon sends it empty.
  for (const [name, value] of headers)
    words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`));
  for (const own of ['Content-Type', 'Accept', 'User-Agent'])
    if (!headers.some(([name]) => name.toLowerCase() === own.toLowerCase()))
      words.push('-H', quoted(`${own}:`));
  const about = [record.id, record.kind, record.rma ?? ''].filter(Boolean).join(' ');
  const note = `# ${escapeControls(about)}${record.truncated ? ' (its body was cut off at the limit)' : ''}\n`;
  const bytes = bodyBytes(record);
  if (bytes.length === 0) return `${note}${words.join(' ')}\n`;
  // A beginning @ names a file, and what steers a terminal must not get to one.
  const isPlain =
    record.encoding === 'utf8' &&
    bytes.length <= LONGEST_WORD &&
    !record.body.startsWith('@') &&
    record.body.split(/[\n\t]/).every((part) => escapeControls(part) === part);
  if (isPlain) return `${note}${words.join(' ')} --data-binary ${inQuotes(record.body)}\n`;
  const encoded = Buffer.from(bytes).toString('base64');
  return `${note}printf %s ${encoded} | base64 -d | ${words.join(' ')} --data-binary @-\n`;
}

/** In single quotes a shell changes nothing. */
const inQuotes = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;

/** A word of the request line or a header, byte by byte; what is not plain ASCII as printf writes it. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (/^[\u0020-\u007e]*$/.test(word)) return inQuotes(word);
  const octal = Buffer.from(word, 'latin1')
    .toString('latin1')
    .replace(/[^\u0020-\u007e]|[%\\']/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return `"$(printf '${octal}')"`;
}
