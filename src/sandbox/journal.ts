// The file of `--data DIR`: append-only NDJSON with everything accepted, read at the next start.
import path from 'node:path';
import { stateFailure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import type { Files, FileWriter } from '../platform/platform.ts';

export interface Journal {
  /** Appends one line. @throws when it cannot be written; then the request must not take effect */
  append(line: string): void;
  /** Removes all lines. */
  clear(): void;
  close(): void;
}

/** Appends one line when there is a journal; `line` is called only then. @throws when it cannot be written */
export type AppendLine = (line: () => string) => void;

/** An entry as it was written. The store that wrote it checks its content. */
export type JournalEntry = Readonly<Record<string, unknown>> & { readonly time: number };

/**
 * Opens the journal of a folder and passes every entry to `restore`. Skips a line that was cut off by a full disk or a
 * power failure, because its request was never answered 2xx.
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
    if (stat && stat.kind !== 'file') throw new Error('it is not a regular file');
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
    // The line break comes first, so that a line that was cut off does not merge with the next one.
    append: (line) => writer.write(`\n${line}`),
    clear() {
      writer.close();
      writer = files.create(file);
    },
    close: () => writer.close(),
  };
}
