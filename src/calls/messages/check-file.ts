// `calls check` and `calls import`: reads messages from a log file and checks them in the order of the file. Import also
// records them.
import path from 'node:path';
import type { TargetFlags } from '../../account/resolve.ts';
import { inputFailure } from '../../basics/failure.ts';
import { agreedMessages } from '../../contract/agreed-messages.ts';
import type { Levels } from '../../contract/levels.ts';
import { textBytes } from '../../input/file-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { callReader, openCallLog } from '../../storage/call-log.ts';
import type { CallLog, CallRecord } from '../../storage/calls.ts';
import { makeCallIds } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { bodyBytes } from '../record/call-body.ts';
import { type CallCounts, countCall, emptyCallCounts } from '../record/call-counts.ts';
import { type CheckedAs, checkLogged } from './check-logged.ts';
import { openCallFacts } from './ledger-facts.ts';
import { readLog } from './message-file.ts';
import { makeRmaMemories } from './rma-memories.ts';

export interface CallsOfFile {
  /** The path as given; `-` is stdin. */
  readonly file: string;
  /** The kind of all its messages. When absent, path and content of each message decide. */
  readonly as: CheckedAs | undefined;
  readonly target: TargetFlags;
  /** Severity of findings, where the user changed it. */
  readonly levels?: Levels | undefined;
  readonly onCall: (record: CallRecord) => void;
}

/**
 * Checks the file alone, as if the receiver had received its messages from the first one on. `keep` gets each after its check.
 * @throws Failure exit 6
 */
export async function checkCalls(
  platform: Platform,
  folders: Folders,
  request: CallsOfFile,
  keep: (record: CallRecord) => Promise<void> = async () => {},
): Promise<CallCounts> {
  const counts = emptyCallCounts();
  for await (const record of checked(platform, folders, request)) {
    countCall(counts, record);
    request.onCall(record);
    await keep(record);
  }
  return counts;
}

/** Number of lines that are written to disk together. */
const GROUP = 500;

/**
 * Records the messages of this file that are not in the record yet; `known` are those that an earlier import of it recorded.
 * @throws Failure exit 6, exit 7
 */
export async function importCalls(platform: Platform, folders: Folders, request: CallsOfFile) {
  const here = await importedBefore(platform, folders, request.file);
  const log = openCallLog(platform, folders);
  const group: CallRecord[] = [];
  let imported = 0;
  try {
    const counts = await checkCalls(platform, folders, request, async (record) => {
      if (here.has(originOf(platform, record))) return;
      imported++;
      group.push(record);
      if (group.length >= GROUP) await appendAll(log, group.splice(0));
    });
    await appendAll(log, group);
    return { counts, imported, known: counts.total - imported };
  } finally {
    log.close();
  }
}

async function appendAll(log: CallLog, records: readonly CallRecord[]): Promise<void> {
  const ends = await Promise.allSettled(records.map((record) => log.append(record)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function* checked(
  platform: Platform,
  folders: Folders,
  request: CallsOfFile,
): AsyncGenerator<CallRecord> {
  const { file, as } = request;
  const facts = openCallFacts(platform, folders, request.target);
  const source = openSource(platform, file);
  try {
    const parts = {
      sha256: (content: string | Uint8Array) => platform.crypto.sha256(content),
      memories: makeRmaMemories(),
      factsOf: facts.factsOf,
      levels: request.levels,
      agreed: agreedMessages(agreedIn(platform, folders, request.target).answers),
      now: platform.clock.now(),
      newId: makeCallIds(platform.random),
      ...{ file, as },
    };
    for await (const logged of readLog(source.bytes, file, as === 'variants'))
      yield checkLogged(parts, logged);
  } finally {
    source.close();
    facts.close();
  }
}

function openSource(platform: Platform, file: string): { bytes: AsyncIterable<Uint8Array>; close(): void } {
  if (file === '-') return { bytes: textBytes(platform, platform.terminal.stdin(), file), close() {} };
  const place = path.resolve(platform.cwd, file);
  const kind = platform.files.stat(place)?.kind;
  if (kind === undefined || kind === 'directory')
    throw inputFailure('input.file.missing', kind ? `${file} is a folder` : `There is no file ${file}`, {
      place: { file },
      hint: 'Name a file with messages, or - for stdin.',
    });
  const reader = platform.files.open(place);
  return { bytes: textBytes(platform, reader.stream(), file), close: () => reader.close() };
}

/**
 * Identifies a message by its line and content, not by the path of the file. So the same file can be moved and imported
 * again.
 */
function originOf(platform: Platform, record: CallRecord): string {
  return `${record.imported?.line} ${record.method} ${record.target} ${platform.crypto.sha256(bodyBytes(record))}`;
}

async function importedBefore(platform: Platform, folders: Folders, file: string): Promise<Set<string>> {
  const here = new Set<string>();
  for await (const record of callReader(platform, folders).read())
    if (record.imported && path.basename(record.imported.file) === path.basename(file))
      here.add(originOf(platform, record));
  return here;
}
