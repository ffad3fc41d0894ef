// Input that cannot be read twice as it is (stdin, gzip, other encodings) becomes a private file of plain bytes.
import path from 'node:path';
import { idsOfBoot } from '../base/boot.ts';
import { troubleFailure, troubleOf } from '../base/disk-trouble.ts';
import { Failure } from '../base/failure.ts';
import type { FileWriter, Host, ProcessIdentity } from '../base/host.ts';
import { hasUtf8Bom, isGzip, utf16Fault, utf16Mark } from './sniff.ts';
import { decoderFor, Transcoder } from './transcode.ts';

export interface Spooled {
  readonly path: string;
  /** Size and digest of the bytes as they came. */
  readonly bytes: number;
  readonly sha256: string;
  /** True when the bytes in the spool are in another encoding than they came in. */
  readonly transcoded: boolean;
}

const BOM = new Uint8Array([0xef, 0xbb, 0xbf]);

/** A spool names the process it belongs to, so that a later one can tell what a killed one left behind. */
export function spoolName(host: Host, identity: ProcessIdentity, random: string): string {
  const { pid, started, boot, pidNamespace = '' } = identity;
  const space = /\d+/.exec(pidNamespace)?.[0];
  const parts = [pid, started, host.crypto.sha256(boot).slice(0, 12), ...(space ? [space] : []), random];
  return `spool-${parts.join('-')}`;
}

/** Where those who spool leave their sign of life: beside the folder, which holds nothing but spools. */
export const showSpooler = (host: Host, folder: string): void =>
  onDisk(folder, () => {
    host.files.makeFolder(folder);
    host.system.showLife(path.dirname(folder));
  });

/** Removes the spools of processes that are gone: they hold personal data, and nobody will read them again. */
export async function sweepSpools(host: Host, folder: string): Promise<void> {
  const boots = idsOfBoot(host.system.identity.boot);
  for (const name of host.files.list(folder)) {
    const m = /^spool-(\d+)-(\d*)-([0-9a-f]{12})(?:-(\d+))?-[0-9a-f]{16}$/.exec(name);
    if (!m) continue;
    const [, pid, started = '', digest, space] = m;
    const boot = boots.find((id) => host.crypto.sha256(id).startsWith(digest!));
    // Under another boot's name nobody lives any more.
    if (boot !== undefined) {
      const owner = { pid: Number(pid), started, boot, ...(space && { pidNamespace: `pid:[${space}]` }) };
      if (!(await host.system.hasEnded(owner, path.dirname(folder)))) continue;
    }
    onDisk(folder, () => host.files.remove(path.join(folder, name)));
  }
}

/** Writes a source to a new file in `folder`, decompressed and in UTF-8. Nothing is left behind when it fails. */
export async function spool(
  host: Host,
  folder: string,
  name: string,
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  signal?: AbortSignal,
): Promise<Spooled> {
  const file = path.join(folder, spoolName(host, host.system.identity, host.random.hex(8)));
  const hash = host.crypto.sha256Stream();
  let bytes = 0;
  let transcoded = false;
  const given = (async function* () {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  })();
  showSpooler(host, folder);
  const writer = onDisk(folder, () => host.files.create(file, { mode: 0o600 }));
  try {
    const [first, opened] = await peek(given, 2);
    const [head, plain] = await peek(isGzip(first) ? host.gunzip(opened) : opened, 3);
    // A UTF-8 byte order mark is certain knowledge, the flag only a claim (reject files of such inputs are UTF-8).
    const decoder = hasUtf8Bom(head) ? undefined : decoderFor(encoding);
    const mark = utf16Mark(head);
    if (decoder && mark && mark !== decoder.encoding) throw utf16Fault(name, mark);
    transcoded = decoder !== undefined;
    if (decoder) onDisk(folder, () => writer.write(BOM));
    await copy(plain, decoder && new Transcoder(name, decoder.encoding), writer, folder);
  } catch (error) {
    writer.close();
    host.files.remove(file);
    // What gunzip throws does not know which file it reads.
    if (error instanceof Failure && error.place === undefined)
      throw new Failure(error.code, error.exitCode, error.message, {
        hint: error.hint,
        place: { file: name },
      });
    throw error;
  }
  writer.close();
  return { path: file, bytes, sha256: hash.hex(), transcoded };
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

/** The first `count` bytes (fewer when there are not more) and the whole stream again. */
async function peek(
  source: AsyncIterable<Uint8Array>,
  count: number,
): Promise<[Uint8Array, AsyncIterable<Uint8Array>]> {
  const iterator = source[Symbol.asyncIterator]();
  let head = new Uint8Array(0);
  while (head.length < count) {
    const next = await iterator.next();
    if (next.done) break;
    head = new Uint8Array(Buffer.concat([head, next.value]));
  }
  return [
    head,
    (async function* () {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    })(),
  ];
}

function onDisk<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw troubleFailure(troubleOf(cause) ?? 'unusable', folder, cause);
  }
}
