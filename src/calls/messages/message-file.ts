// Reads messages from a log file: NDJSON or one JSON document, bodies alone or with time, headers and path; also lines of a log with
// text in front of a body.
import { inputFailure } from '../../basics/failure.ts';
import { isObject, MAX_WALKED, nestingFault, parsedJson } from '../../basics/json.ts';
import { jsonPlaces } from '../../basics/json-text.ts';
import { parseInstant } from '../../contract/time.ts';
import { textFault } from '../../input/file-text.ts';
import { BREAK, linesOf } from '../../storage/calls.ts';

/** One call of a log. Values that the log does not contain are undefined. */
export interface LoggedCall {
  /** Line of the file (from 1) where it begins. */
  readonly line: number;
  /** ms since the epoch. */
  readonly at: number | undefined;
  readonly method: string | undefined;
  /** Path and query. */
  readonly target: string | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly remote: string | undefined;
  /** The exact bytes of the file. */
  readonly body: Uint8Array;
}

/** A message is at most 5 MB on the wire; escaped in a log it may be longer. */
const MOST_LINE = 64 * 1024 * 1024;
/** Maximum size of a document that is not NDJSON, which must be held in memory. */
const MOST_DOCUMENT = 256 * 1024 * 1024;
const LINE_END = Buffer.from('\n');

interface Line {
  readonly number: number;
  readonly bytes: Buffer;
  /** What a log wrote in front of the message. */
  readonly before?: string;
}

/**
 * `isList`: a message is itself an array. Then a document that is an array is one message, not several.
 * @throws Failure exit 6 when the file holds no JSON at all, or too much in one piece
 */
export async function* readLog(
  source: AsyncIterable<Uint8Array>,
  file: string,
  isList = false,
): AsyncGenerator<LoggedCall> {
  const waiting: Line[] = [];
  let size = 0;
  let isNdjson = false;
  let isLog = false;
  // Of a log, lines without any brace are about something else.
  const isMessage = (line: Line) => !isBlank(line) && !(isLog && !line.bytes.includes('{'));
  for await (const given of lines(source, file)) {
    const line = withoutText(given);
    isLog ||= line.before !== undefined;
    const blank = isBlank(line);
    if (isNdjson) {
      if (isMessage(line)) yield callOf(line);
    } else if (waiting.length > 0 || !blank) {
      waiting.push(line);
      size += line.bytes.length;
      // When the first line is a complete JSON value and another line follows, the file is NDJSON. Otherwise the value may
      // continue.
      isNdjson = !blank && waiting.length > 1 && isJson(waiting[0]!.bytes.toString('utf8'));
      if (size > MOST_DOCUMENT) throw tooLarge(file, waiting[0]!.number);
      if (isNdjson) yield* waiting.splice(0).filter(isMessage).map(callOf);
    }
  }
  if (isNdjson || waiting.length === 0) return;
  const whole = decoded(Buffer.concat(waiting.flatMap(({ bytes }) => [bytes, LINE_END])));
  if (!isLog && whole !== undefined && isJson(whole)) yield* callsOf(whole, waiting[0]!.number, isList);
  else if (waiting.some(({ bytes }) => isJson(bytes.toString('utf8'))))
    yield* waiting.filter(isMessage).map(callOf);
  else {
    const { number } = waiting[0]!;
    const fault = textFault(Buffer.concat(waiting.flatMap(({ bytes }) => [bytes, LINE_END])), file, number);
    if (fault) throw fault;
    throw inputFailure('input.calls', 'The file holds no JSON message', {
      place: { file, line: number },
      expected: 'one JSON message, an array of them, or one a line (NDJSON)',
      hint: 'Take the bodies out of the log, one a line; see: returns help files',
    });
  }
}

const isBlank = ({ bytes }: Line): boolean => bytes.every((byte) => byte === 0x20 || byte === 0x09);

/** The object in a line of text, such as `2026-05-12T10:00:00Z POST /rmas body={...}`; any other line as it is. */
function withoutText({ number, bytes }: Line): Line {
  const [start, end] = [bytes.indexOf('{'), bytes.lastIndexOf('}') + 1];
  const text = start > 0 ? decoded(bytes) : undefined;
  if (text === undefined || /^\s*["[{\]},]/.test(text)) return { number, bytes };
  const message = bytes.subarray(start, end);
  return isJson(message.toString('utf8'))
    ? { number, bytes: message, before: bytes.subarray(0, start).toString('utf8') }
    : { number, bytes };
}

/** Lines without line ends; the first one without a byte order mark. */
async function* lines(source: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Line> {
  let number = 1;
  const limit = (size: number) => {
    if (size > MOST_LINE) throw tooLarge(file, number);
  };
  for await (const some of linesOf(source, limit))
    for (const line of some) {
      const isMarked = number === 1 && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
      let bytes = line.subarray(isMarked ? 3 : 0);
      for (const end of [BREAK, 0x0d]) if (bytes.at(-1) === end) bytes = bytes.subarray(0, -1);
      yield { number: number++, bytes };
    }
}

function tooLarge(file: string, line: number) {
  return inputFailure('input.calls.large', 'A message is too large to be one', {
    place: { file, line },
    expected: `lines of at most ${MOST_LINE / 1024 / 1024} MiB, or a document of at most ${MOST_DOCUMENT / 1024 / 1024} MiB`,
    hint: 'Write one message a line (NDJSON).',
  });
}

/** The messages of a document: the elements of a list, or the document itself. */
function* callsOf(whole: string, first: number, isList: boolean): Generator<LoggedCall> {
  const text = whole.trim();
  const skipped = whole.indexOf(text);
  if (isList || !text.startsWith('[')) {
    yield callOf({ number: first, bytes: Buffer.from(text) });
    return;
  }
  let line = first;
  let from = 0;
  for (const { steps, start, end } of jsonPlaces(text, 1)) {
    if (steps.length !== 1) continue;
    const begin = skipped + start;
    for (let at = whole.indexOf('\n', from); at !== -1 && at < begin; at = whole.indexOf('\n', at + 1))
      line++;
    from = begin;
    yield callOf({ number: line, bytes: Buffer.from(text.slice(start, end)) });
  }
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)/;
const REQUEST = /\b(GET|POST|PUT)\s+(\/\S*)/;

function callOf({ number, bytes, before = '' }: Line): LoggedCall {
  const [, method, target] = REQUEST.exec(before) ?? [];
  const alone: LoggedCall = {
    ...{ line: number, at: timeOf(TIME.exec(before)?.[0]), method, target, headers: [], remote: undefined },
    body: bytes,
  };
  const text = decoded(bytes);
  const value = text === undefined ? undefined : parsed(text);
  // A message has no `body`. A wrapper has neither `rma_identifier` nor `items`.
  if (
    text === undefined ||
    !isObject(value) ||
    !('body' in value) ||
    'rma_identifier' in value ||
    'items' in value
  )
    return alone;
  const word = (...names: string[]) =>
    names.map((name) => value[name]).find((given) => typeof given === 'string' && given !== '') as
      | string
      | undefined;
  return {
    line: number,
    at: timeOf(value['received_at'] ?? value['at']),
    method: word('method')?.toUpperCase(),
    target: word('target', 'path', 'url'),
    headers: headersOf(value['headers']),
    remote: word('remote'),
    body: bodyOf(text, value['body'], value['encoding']),
  };
}

/** ms since the epoch: text cannot name a later time either. */
const YEAR_10000 = Date.UTC(10_000, 0);

function timeOf(given: unknown): number | undefined {
  if (typeof given === 'number') return given >= 0 && given < YEAR_10000 ? Math.floor(given) : undefined;
  const instant = typeof given === 'string' ? parseInstant(given) : undefined;
  return instant && instant.micros >= 0 ? Math.floor(instant.micros / 1000) : undefined;
}

/** Headers as an object with texts or lists of texts, or as pairs like in the record. */
function headersOf(given: unknown): [string, string][] {
  const pairs = Array.isArray(given) ? given : isObject(given) ? Object.entries(given) : [];
  return pairs.flatMap((pair: unknown): [string, string][] => {
    if (!Array.isArray(pair) || typeof pair[0] !== 'string') return [];
    const values: unknown[] = Array.isArray(pair[1]) ? pair[1] : [pair[1]];
    return values.filter((value) => typeof value === 'string').map((value) => [pair[0] as string, value]);
  });
}

/** A string is the body itself. Any other value is cut out of the line unchanged, not serialised again. */
function bodyOf(text: string, body: unknown, encoding: unknown): Uint8Array {
  if (body === null) return new Uint8Array(0);
  if (typeof body === 'string') return Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8');
  let slice = '';
  for (const { steps, start, end } of jsonPlaces(text, 1))
    if (steps[0] === 'body') slice = text.slice(start, end);
  return Buffer.from(slice);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const parsed = (text: string): unknown => (nestingFault(text, MAX_WALKED) ? undefined : parsedJson(text));

const isJson = (text: string): boolean => parsed(text) !== undefined;
