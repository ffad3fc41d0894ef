// Copies input that cannot be read twice as it is (stdin, gzip, other encodings) to a private file of decoded bytes.
import { Failure } from '../basics/failure.ts';
import type { FileWriter, Platform } from '../platform/platform.ts';
import { decoderFor, hasUtf8Bom, isGzip, Transcoder, utf16Fault, utf16Mark } from './file-format.ts';
import { onDisk, spoolPlace } from './spool-place.ts';

export type Spooled = Awaited<ReturnType<typeof spool>>;

const BOM = new Uint8Array([0xef, 0xbb, 0xbf]);

/** Where copies go; an aborted signal ends the copying with any error. */
export interface SpoolPlace {
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

/** Copies a source to a new file in `folder`, decompressed and as UTF-8. When it fails, the file is removed. */
export async function spool(
  platform: Platform,
  { folder, signal }: SpoolPlace,
  source: AsyncIterable<Uint8Array>,
  { name, encoding }: { readonly name: string; readonly encoding: string | undefined },
) {
  const hash = platform.crypto.sha256Stream();
  let bytes = 0;
  const given = (async function* () {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  })();
  const place = spoolPlace(platform, folder);
  const writer = onDisk(folder, () => platform.files.create(place.path, { mode: 0o600 }));
  try {
    const [head, plain] = await unpacked(platform, given);
    // A UTF-8 byte order mark wins over the flag, because it is in the data (reject files of such inputs are UTF-8).
    const decoder = hasUtf8Bom(head) ? undefined : decoderFor(encoding);
    const mark = utf16Mark(head);
    if (decoder && mark && mark !== decoder.encoding) throw utf16Fault(name, mark);
    if (decoder) onDisk(folder, () => writer.write(BOM));
    await copy(plain, decoder && new Transcoder(name, decoder.encoding), writer, folder);
  } catch (error) {
    writer.close();
    place.remove();
    // An error from gunzip has no file name, so it is added here.
    if (error instanceof Failure && error.place === undefined)
      throw new Failure(error.code, error.exitCode, error.message, {
        hint: error.hint,
        place: { file: name },
      });
    throw error;
  }
  writer.close();
  // Size and digest are those of the original bytes. `remove` may be called more than once.
  return { path: place.path, bytes, sha256: hash.hex(), remove: () => place.remove() };
}

async function copy(
  plain: AsyncIterable<Uint8Array>,
  transcoder: Transcoder | undefined,
  writer: FileWriter,
  folder: string,
): Promise<void> {
  for await (const chunk of plain) {
    const content = transcoder ? transcoder.write(chunk) : chunk;
    onDisk(folder, () => writer.write(content));
  }
  const rest = transcoder?.end();
  if (rest) onDisk(folder, () => writer.write(rest));
}

/** The first bytes, decompressed, and the whole stream with them. */
export async function unpacked(platform: Platform, source: AsyncIterable<Uint8Array>) {
  const [first, opened] = await peek(source, 2);
  return await peek(isGzip(first) ? platform.gunzip(opened) : opened, 3);
}

/** The first `count` bytes (or fewer at the end of the input), and the whole stream again. */
async function peek(source: AsyncIterable<Uint8Array>, count: number) {
  const iterator = source[Symbol.asyncIterator]();
  let head = new Uint8Array(0);
  let isDone = false;
  while (head.length < count && !isDone) {
    const next = await iterator.next();
    isDone = next.done === true;
    if (!next.done) head = new Uint8Array(Buffer.concat([head, next.value]));
  }
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return [head, whole()] as const;
}
