// `calls export`: writes calls to stdout, or to a file that appears only when it is complete.
import type { Platform } from '../../platform/platform.ts';
import { callReader } from '../../storage/call-log.ts';
import type { CallReader, CallRecord } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { type CallFilter, chosenCalls, isChosenBy, isEmptyFilter } from './call-filter.ts';
import { curlCommand, type ExportFormat, fixtureLine, recordLine } from './call-formats.ts';
import { Scrubber } from './scrub.ts';

export interface ExportRun {
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
    return recordLine(record, request.withSecrets);
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
