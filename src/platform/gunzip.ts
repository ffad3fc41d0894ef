// gzip decompression with limits: a small file must not expand until it fills the disk.
import { inputFailure } from '../basics/failure.ts';
import { codeOf } from './files.ts';

/** Most output bytes, and most output bytes per input byte (real exports stay below 60). */
const GUNZIP_LIMITS = { bytes: 64 * 1024 ** 3, ratio: 1000 };

export async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [{ createGunzip }, { Readable }] = await Promise.all([import('node:zlib'), import('node:stream')]);
  let read = 0;
  let written = 0;
  const counted = (async function* () {
    for await (const chunk of source) {
      read += chunk.length;
      yield chunk;
    }
  })();
  const stream = Readable.from(counted, { objectMode: false }).on('error', (error) => unzip.destroy(error));
  const unzip = createGunzip();
  try {
    for await (const chunk of stream.pipe(unzip) as AsyncIterable<Buffer>) {
      written += chunk.length;
      if (written > GUNZIP_LIMITS.bytes || (written > 10_000_000 && written > read * GUNZIP_LIMITS.ratio))
        throw inputFailure(
          'input.gzip.bomb',
          `The gzip data unfolds to more than ${GUNZIP_LIMITS.ratio} times its size`,
          {
            hint: 'Decompress it yourself and look at it before you upload it.',
          },
        );
      yield chunk;
    }
  } catch (error) {
    if (!/^Z_|^ERR_STREAM|ZLIB/.test(codeOf(error))) throw error;
    throw inputFailure(
      'input.gzip.damaged',
      `The gzip data is damaged or cut off: ${(error as Error).message}`,
      {
        hint: 'Export or copy the file again; `gzip -t FILE` checks it.',
        cause: error,
      },
    );
  } finally {
    stream.destroy();
    unzip.destroy();
  }
}
