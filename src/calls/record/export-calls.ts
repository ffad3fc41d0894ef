// `calls export`: writes calls to stdout, or to a file that appears only when it is complete, as text for other
// tools: NDJSON as recorded, curl commands for any shell, or a fixture without personal data.
import { parsedJson } from '../../basics/json.ts';
import { escapeControls, escapeInJson, shellWord, terminalJson, uriPart } from '../../basics/text.ts';
import { formatInstant } from '../../contract/time.ts';
import type { Platform } from '../../platform/platform.ts';
import { callReader } from '../../storage/call-log.ts';
import type { CallReader, CallRecord } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { Scrubber } from './anonymise.ts';
import { type CallFilter, chosenCalls, isChosenBy, isEmptyFilter } from './call-filter.ts';
import { bodyBytes, headersToSend, isSecretHeader, maskedCall, maskedTarget } from './recorded-call.ts';

export const EXPORT_FORMATS = ['ndjson', 'curl', 'fixture'] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

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

/** What any terminal and shell takes as it is. */
const ASCII = /^[\u0020-\u007e]*$/;

/** Linux limits one argument of a command to 128 kB. */
const LONGEST_WORD = 100_000;

/** The call as one curl command that posts exactly the same bytes. */
export function curlCommand(record: CallRecord, base: string, withSecrets: boolean): string {
  const words = ['curl', '-sS', '-g', '--path-as-is', '-X', shellWord(record.method)];
  const target = withSecrets ? record.target : maskedTarget(record.target);
  // What Node read as Latin-1 is sent as the byte that it was.
  const percent = (c: string) => (c > '\u00ff' ? uriPart(c) : `%${Buffer.from(c, 'latin1').toString('hex')}`);
  words.push(shellWord(base + target.replace(/[^\u0021-\u007e]/gu, percent)));
  const headers = headersToSend(record, true).map(([name, value]): [string, string] => [
    name,
    (withSecrets || !isSecretHeader(name, record.secretHeaders)) && ASCII.test(value) ? value : 'FILL_IN',
  ]);
  // curl removes a header with an empty value (`Name:`) and sends it empty with a semicolon (`Name;`).
  for (const [name, value] of headers)
    words.push('-H', shellWord(value === '' ? `${name};` : `${name}: ${value}`));
  for (const own of ['Content-Type', 'Accept', 'User-Agent'])
    if (!headers.some(([name]) => name.toLowerCase() === own.toLowerCase()))
      words.push('-H', shellWord(`${own}:`));
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
  // A shell changes nothing inside single quotes.
  const quoted = `'${record.body.replace(/'/g, `'\\''`)}'`;
  if (isPlain) return `${note}${words.join(' ')} --data-binary ${quoted}\n`;
  const encoded = Buffer.from(bytes).toString('base64');
  return `${note}printf %s ${encoded} | base64 -d | ${words.join(' ')} --data-binary @-\n`;
}

interface ExportRun {
  readonly ids: readonly string[];
  readonly filter: CallFilter;
  readonly format: ExportFormat;
  /** The output path; `-` is stdout. */
  readonly out: string;
  /** Base address for curl commands. */
  readonly base: string;
  readonly key: string | undefined;
  readonly withSecrets: boolean;
  write(text: string): Promise<void>;
}

/** Returns the number of calls. */
export async function runExport(platform: Platform, folders: Folders, request: ExportRun): Promise<number> {
  const key = request.key ?? platform.random.hex(16);
  const scrubber = new Scrubber((text) => platform.crypto.sha256(`${key}\n${text}`));
  const textOf = (record: CallRecord): string => {
    if (request.format === 'fixture') return fixtureLine(record, scrubber);
    if (request.format === 'curl') return curlCommand(record, request.base, request.withSecrets);
    // One line, secrets masked unless asked for: `calls import` can read it.
    return `${terminalJson(request.withSecrets ? record : maskedCall(record))}\n`;
  };
  const sink = openSink(platform, request);
  let calls = 0;
  try {
    for await (const record of chosen(callReader(platform, folders), request)) {
      calls++;
      await sink.write(textOf(record));
    }
    sink.finish();
  } catch (error) {
    sink.abandon();
    throw error;
  }
  return calls;
}

/** The named calls, or all that match in the order of the record, read one at a time to save memory. */
async function* chosen(reader: CallReader, { ids, filter }: ExportRun): AsyncGenerator<CallRecord> {
  if (ids.length > 0 || !isEmptyFilter(filter)) {
    yield* await chosenCalls(reader, ids, filter);
    return;
  }
  for await (const record of reader.read()) if (isChosenBy(record, filter)) yield record;
}

function openSink(platform: Platform, { out, write }: ExportRun) {
  if (out === '-') return { write, finish() {}, abandon() {} };
  const file = openOutFile(platform, out);
  return { ...file, write: async (text: string) => file.write(text) };
}
