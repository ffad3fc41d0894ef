// What `--data DIR` keeps: one append-only NDJSON file of everything accepted, read back at the next start.
import path from 'node:path';
import { stateFailure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import type { Files, FileWriter } from '../platform/platform.ts';

export interface Journal {
  /** Adds one line. @throws when it cannot be written; then nothing of it counts. */
  append(line: string): void;
  /** Forgets everything. */
  clear(): void;
  close(): void;
}

/** Writes one line down, where there is a journal; the line is made only then. @throws when it cannot be written */
export type Keep = (line: () => string) => void;

/** An entry as it was written; what it holds is judged by whoever wrote it. */
export type JournalEntry = Readonly<Record<string, unknown>> & { readonly time: number };

/**
 * Opens the journal of a folder and hands every entry in it to `restore`. A line that was cut off by a full disk or a
 * power cut is passed over: it was never acknowledged.
 * @throws Failure exit 7 when the folder cannot be used
 */
export async function openJournal(
  files: Files,
  folder: string,
  restore: (entry: JournalEntry) => void,
): Promise<Journal> {
  const file = path.join(folder, 'sandbox.ndjson');
  try {
    files.makeFolder(folder);
    const stat = files.stat(file);
    if (stat && stat.kind !== 'file') throw new Error('it is no regular file');
    if (stat) for await (const entry of entriesOf(files, file)) restore(entry);
    return writerOf(files, file);
  } catch (error) {
    throw stateFailure('state.sandbox', `Cannot use ${file}: ${(error as Error).message}`, {
      place: { file },
      hint: 'Check the permissions of the folder, or name another one with --data DIR.',
      cause: error,
    });
  }
}

async function* entriesOf(files: Files, file: string): AsyncGenerator<JournalEntry> {
  const reader = files.open(file);
  try {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of reader.stream()) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield* entryOf(line);
    }
    yield* entryOf(rest);
  } finally {
    reader.close();
  }
}

function* entryOf(line: string): Generator<JournalEntry> {
  try {
    const entry: unknown = JSON.parse(line);
    if (isObject(entry) && typeof entry['time'] === 'number') yield entry as JournalEntry;
  } catch {
    // Empty or cut off.
  }
}

function writerOf(files: Files, file: string): Journal {
  let writer: FileWriter = files.create(file, { append: true });
  return {
    // The break stands in front, so that a line that was cut off does not swallow the next one.
    append: (line) => writer.write(`\n${line}`),
    clear() {
      writer.close();
      writer = files.create(file);
    },
    close: () => writer.close(),
  };
}
