// The calls record: every call that the receiver got, unchanged, in append-only NDJSON, one file per day (UTC).
import path from 'node:path';
import { stateFailure } from '../basics/failure.ts';
import { parsedJson } from '../basics/json.ts';
import type { CallFinding, CallVerdict } from '../contract/finding.ts';
import type { Anomaly } from '../contract/rma-duplicates.ts';
import type { RmaChange } from '../contract/rma-units.ts';
import type { Platform, Random } from '../platform/platform.ts';
import { type Folders, guardDisk } from './folders.ts';

export type CallKind = 'rma' | 'variants' | 'exchange_order' | 'unknown';

/** The answer to a call and where it came from. */
export interface CallResponse {
  /** 0 when there was no answer: the connection was dropped on purpose or cut off, or an imported log has no status. */
  readonly status: number;
  /**
   * `mock`: made by this tool; `file`: from --variants; `forwarded`: from the retailer's own endpoint; `forced`: by --respond;
   * `none`: the call was imported, and this tool did not answer it.
   */
  readonly by: 'receiver' | 'mock' | 'file' | 'forwarded' | 'forced' | 'none';
  /** Body of the answer, when this tool made it and it matters later (variants, exchange orders, refusals). */
  readonly body?: string;
  /** True when the connection was cut on purpose instead of an answer. */
  readonly dropped?: boolean;
}

/** The answer of an imported call. */
export const NO_ANSWER: CallResponse = { status: 0, by: 'none' };

/** The answer of the retailer's own endpoint: its headers, and its body up to MAX_ANSWER_BYTES bytes. */
export type EndpointAnswer = Pick<CallRecord, 'headers' | 'body' | 'encoding' | 'bytes' | 'truncated'>;

/** Bytes of an endpoint's answer that are stored: 64 kB. */
export const MAX_ANSWER_BYTES = 64_000;

/** The forward to the retailer's own endpoint, when calls are forwarded. */
export interface Forwarded {
  readonly url: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly ms: number;
  readonly fault?: string;
  /** Absent when no answer came, and in records written before this field existed. */
  readonly answer?: EndpointAnswer;
  readonly findings?: readonly CallFinding[];
}

/** One line of the record. */
export interface CallRecord {
  /** Sorts by arrival: `20261120-131222-3f2a1c`. */
  readonly id: string;
  /** When it arrived, ms since the epoch. */
  readonly at: number;
  readonly kind: CallKind;
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Raw pairs in order, names as sent; secrets are masked in every view, never here. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Names, in lower case, of headers that hold a secret of this receiver, though their names do not say it. */
  readonly secretHeaders?: readonly string[];
  readonly remote: string;
  /** The body as UTF-8 text, or in base64 when it is not valid UTF-8. */
  readonly body: string;
  readonly encoding: 'utf8' | 'base64';
  /** Size of the body; larger than `body` when that was cut at the limit. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly verdict: CallVerdict;
  readonly findings: readonly CallFinding[];
  /** The RMA, the orders and the status that the call names, if any. */
  readonly rma: string | null;
  readonly orders: readonly string[];
  readonly status: string | null;
  readonly anomaly: Anomaly | null;
  readonly changes: readonly RmaChange[];
  readonly response: CallResponse;
  readonly forwarded?: Forwarded;
  /** From the arrival until the answer was decided, ms. */
  readonly ms: number;
  /** For an imported call: the file and the line that it came from. */
  readonly imported?: { readonly file: string; readonly line: number };
  /** Another process had the ledger: what follows from the call, such as a refund, was not written before the answer. */
  readonly unfollowed?: true;
  /** The id of the call that this one repeats, when `calls replay` or the inspector page sent it. Never the id of a replay. */
  readonly replayOf?: string;
}

/** A call that was replayed directly to an endpoint, without the receiver, and that the endpoint accepted. Stored beside the call. */
export interface Settlement {
  /** Id of the call. */
  readonly id: string;
  readonly settled: { readonly at: number; readonly to: string; readonly status: number };
}

/** Appends: resolves when the line is on disk. @throws Failure exit 7 */
export interface CallLog {
  append(record: CallRecord): Promise<void>;
  settle(settlement: Settlement): Promise<void>;
  /** Resolves when everything that was appended is on disk. */
  flush(): Promise<void>;
  close(): void;
}

interface ReadCalls {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly reverse?: boolean;
  /** Read only about this many bytes at the end of the record. */
  readonly lastBytes?: number;
  /** Only calls whose lines hold one of these texts: the others are not parsed. */
  readonly holding?: readonly string[] | undefined;
}

/** Reads without repair: a last line that a crash cut short is skipped. */
export interface CallReader {
  /** In the order written (newest first with `reverse`), from one time to another in ms, both included. */
  read(options?: ReadCalls): AsyncIterable<CallRecord>;
  get(id: string): Promise<CallRecord | undefined>;
  /** Calls whose ids begin with a text: users may shorten ids. */
  find(beginning: string): Promise<readonly CallRecord[]>;
  /** Settlements of the calls of this day (the UTC day of a time in ms) and later. */
  settlements(from?: number): AsyncIterable<Settlement>;
}

// Files of the calls record: one file per day (UTC) in the state dir, their lines, and call ids that contain their day and sort by
// arrival.

const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.ndjson$/;

export const callsFolder = (folders: Folders): string => path.join(folders.state, 'calls');

/** `2026-11-20`: the day (UTC) of a time in ms. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const dayFile = (folders: Folders, day: string): string =>
  path.join(callsFolder(folders), `${day}.ndjson`);

/** The day of a record file by its name; undefined for any other file. */
const dayOfFile = (name: string): string | undefined => DAY_FILE.exec(path.basename(name))?.[1];

/** The days that have a file, the oldest first; none before the first call. @throws Failure exit 7 */
export function recordedDays({ files }: Pick<Platform, 'files'>, folders: Folders): string[] {
  const folder = callsFolder(folders);
  const there = files.stat(folder);
  if (there && there.kind !== 'directory')
    throw stateFailure('state.unusable', `${folder} is no folder, and the calls record needs one there`, {
      hint: 'Move that file away, or name another place with --state-dir DIR.',
    });
  return guardDisk(folder, () => files.list(folder)).flatMap((name) => dayOfFile(name) ?? []);
}

/** The day in an id; undefined when the id is too short. */
export function dayOfId(id: string): string | undefined {
  const m = /^(\d{4})(\d{2})(\d{2})-/.exec(id);
  return m ? `${m[1]}-${m[2]}-${m[3]}` : undefined;
}

/** Within a second: 10 bits of ms, 14 bits that distinguish calls of the same ms. */
const PER_MS = 2 ** 14;

/**
 * Makes ids like `20261120-131222-3f2a1c`: date and time of the arrival, then six digits that grow within the second. The ids
 * of one process grow strictly as long as its times do not go back.
 */
export function makeCallIds(random: Random): (at: number) => string {
  let second = '';
  let last = -1;
  return (at) => {
    const iso = new Date(at).toISOString();
    const before = second;
    second = `${iso.slice(0, 10).replace(/-/g, '')}-${iso.slice(11, 19).replace(/:/g, '')}`;
    // Random, so that another process that receives calls in the same ms is unlikely to make the same id.
    const drawn = (Math.floor(at) % 1000) * PER_MS + Math.floor(random.unit() * (PER_MS / 4));
    last = second === before && drawn <= last ? last + 1 : drawn;
    return `${second}-${last.toString(16).padStart(6, '0')}`;
  };
}

export const BREAK = 0x0a;

/** The lines of NDJSON with their line ends, those of one chunk together. The very last one has none when it is cut off. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  /** Called with the bytes of a line that has no end yet. */
  onLong: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer[]> {
  // One join per line, however many chunks it has.
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(BREAK) + 1; end > 0; end = bytes.indexOf(BREAK, start) + 1) {
      const piece = bytes.subarray(start, end);
      lines.push(pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]));
      pieces = [];
      size = 0;
      start = end;
    }
    if (lines.length > 0) yield lines;
    if (start === bytes.length) continue;
    pieces.push(bytes.subarray(start));
    size += bytes.length - start;
    onLong(size);
  }
  if (pieces.length > 0) yield [Buffer.concat(pieces)];
}

/** The call or the settlement in a line; undefined for one that a crash cut off, or that was not written by this tool. */
export function entryOf(line: Buffer): CallRecord | Settlement | undefined {
  if (line.length < 2) return undefined;
  const value = parsedJson(line.toString('utf8')) as Partial<CallRecord & Settlement> | null | undefined;
  if (typeof value?.id !== 'string') return undefined;
  if (typeof value.at === 'number') return value as CallRecord;
  return typeof value.settled === 'object' && value.settled !== null ? (value as Settlement) : undefined;
}

export const isSettlement = (entry: CallRecord | Settlement): entry is Settlement =>
  'settled' in entry && !('at' in entry);
