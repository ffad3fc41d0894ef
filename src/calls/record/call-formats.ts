// Calls as text for other tools: NDJSON as recorded, curl commands for any shell, or a fixture without personal data.
import { parsedJson } from '../../basics/json.ts';
import { escapeControls, escapeInJson, shellWord, terminalJson } from '../../basics/text.ts';
import { formatInstant } from '../../contract/time.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { bodyBytes, isSecretHeader, maskedCall, maskedTarget } from './call-body.ts';
import { headersToSend } from './call-headers.ts';
import type { Scrubber } from './scrub.ts';

export const EXPORT_FORMATS = ['ndjson', 'curl', 'fixture'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** One record as one line, secrets masked unless asked for. `calls import` can read it. */
export function recordLine(record: CallRecord, withSecrets: boolean): string {
  return `${terminalJson(withSecrets ? record : maskedCall(record))}\n`;
}

/** A call without personal data, in the form that `calls check` reads. A JSON body is written as JSON, not as a string. */
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

/**
 * Whether the body can be written as JSON. A body that is a JSON string cannot: a string would be read as the body's text.
 */
const isInline = ({ body, encoding }: CallRecord): boolean =>
  encoding === 'utf8' && /^[[{][^\r\n]*$/.test(body) && parsedJson(body) !== undefined;

/** Linux limits one argument of a command to 128 kB. */
const LONGEST_WORD = 100_000;

/** The call as one curl command that posts exactly the same bytes. */
export function curlCommand(record: CallRecord, base: string, withSecrets: boolean): string {
  const words = ['curl', '-sS', '-g', '--path-as-is', '-X', quoted(record.method)];
  const target = withSecrets ? record.target : maskedTarget(record.target);
  words.push(quoted(base + target.replace(/[\u0000-\u0020\u007f]/g, encodeURIComponent)));
  const headers = headersToSend(record.headers, true).map(([name, value]): [string, string] => [
    name,
    !withSecrets && isSecretHeader(name) ? 'FILL_IN' : value,
  ]);
  // curl removes a header with an empty value (`Name:`) and sends it empty with a semicolon (`Name;`).
  for (const [name, value] of headers)
    words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`));
  for (const own of ['Content-Type', 'Accept', 'User-Agent'])
    if (!headers.some(([name]) => name.toLowerCase() === own.toLowerCase()))
      words.push('-H', quoted(`${own}:`));
  const about = [record.id, record.kind, record.rma ?? ''].filter(Boolean).join(' ');
  const note = `# ${escapeControls(about)}${record.truncated ? ' (its body was cut off at the limit)' : ''}\n`;
  const bytes = bodyBytes(record);
  if (bytes.length === 0) return `${note}${words.join(' ')}\n`;
  // curl would read a leading @ as a file name. Control characters would reach the terminal.
  const isPlain =
    record.encoding === 'utf8' &&
    bytes.length <= LONGEST_WORD &&
    !record.body.startsWith('@') &&
    record.body.split(/[\n\t]/).every((part) => escapeControls(part) === part);
  if (isPlain) return `${note}${words.join(' ')} --data-binary ${inQuotes(record.body)}\n`;
  const encoded = Buffer.from(bytes).toString('base64');
  return `${note}printf %s ${encoded} | base64 -d | ${words.join(' ')} --data-binary @-\n`;
}

/** A shell changes nothing inside single quotes. */
const inQuotes = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;

/** Quotes a word of the request line or a header. Text that is not plain ASCII is written byte by byte for printf. */
function quoted(word: string): string {
  if (/^[\u0020-\u007e]*$/.test(word)) return shellWord(word);
  const octal = Buffer.from(word, 'latin1')
    .toString('latin1')
    .replace(/[^\u0020-\u007e]|[%\\']/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return `"$(printf '${octal}')"`;
}
