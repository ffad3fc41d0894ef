// The text of small files and of logs of messages: UTF-8, or UTF-16 that says so by its byte order mark, as PowerShell writes it.
import { type Failure, inputFailure } from '../basics/failure.ts';
import { firstNotUtf8 } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { byteText, Transcoder, utf16Mark } from './file-format.ts';
import { unpacked } from './spool.ts';

/** Without a byte order mark. @throws Failure exit 6 that names the first byte which is not text */
export function textOfFile(bytes: Uint8Array, file: string): string {
  const mark = utf16Mark(bytes);
  const transcoder = mark && new Transcoder(file, mark);
  const text = transcoder ? transcoder.write(bytes) + transcoder.end() : new TextDecoder().decode(bytes);
  const fault = textFault(transcoder ? Buffer.from(text) : bytes, file);
  if (fault) throw fault;
  return text;
}

/** The bytes of a file or of stdin, decompressed; UTF-16 with its mark becomes UTF-8, anything else stays as it is. */
export async function* textBytes(
  platform: Platform,
  source: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<Uint8Array> {
  const [head, plain] = await unpacked(platform, source);
  const mark = utf16Mark(head);
  if (mark === undefined) return yield* plain;
  const transcoder = new Transcoder(file, mark);
  for await (const chunk of plain) yield Buffer.from(transcoder.write(chunk));
  yield Buffer.from(transcoder.end());
}

/** Names the first byte that is not UTF-8 text, if there is one. `first`: the line that the bytes begin with. */
export function textFault(bytes: Uint8Array, file: string, first = 1): Failure | undefined {
  const [bad, zero] = [firstNotUtf8(bytes), bytes.indexOf(0)];
  const at = bad < 0 || (zero >= 0 && zero < bad) ? zero : bad;
  if (at < 0) return undefined;
  const before = Buffer.from(bytes.subarray(0, at)).toString().split('\n');
  return inputFailure('input.encoding.utf8', 'The file is not in UTF-8', {
    place: { file, line: first + before.length - 1, column: before.at(-1)!.length + 1 },
    expected: 'UTF-8, or UTF-16 with a byte order mark',
    found: at === zero ? 'a zero byte' : byteText(bytes[at]),
    hint: 'Save the file as UTF-8 and run the command again.',
  });
}
