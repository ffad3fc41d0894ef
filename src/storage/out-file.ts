// The output file of a result: it appears under its name only when complete. A device or a pipe is written directly.
import path from 'node:path';
import { usageFailure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import { guardDisk } from './folders.ts';

export type OutFile = ReturnType<typeof openOutFile>;

interface OutFileOptions {
  /** The flag that names the file, for messages. */
  readonly flag?: string;
  /** Permission bits of the new file, whatever the umask says. */
  readonly mode?: number;
}

/** A command does not replace what it reads, or writes elsewhere. @throws Failure exit 2 */
export function checkUnused(
  { files, cwd }: Pick<Platform, 'files' | 'cwd'>,
  flag: string,
  name: string,
  others: readonly string[],
): void {
  const [file, ...used] = [name, ...others].map((one) => files.realPath(path.resolve(cwd, one)));
  const there = files.stat(file!);
  // A device may carry several results.
  if (there && there.kind !== 'file') return;
  // By its inode, too: a hard link.
  const at = used.findIndex((one) => {
    const stat = files.stat(one);
    return one === file || (stat && stat.inode === there?.inode && stat.device === there.device);
  });
  if (at < 0) return;
  throw usageFailure(
    'usage.out.taken',
    `${flag} ${name} would overwrite ${others[at]}, which this command uses, too`,
    { hint: `Give ${flag} another name.` },
  );
}

/** @throws Failure exit 2 when the file cannot be created there, exit 7 for disk errors */
export function openOutFile(
  platform: Platform,
  name: string,
  { flag = '--out', mode = 0o600 }: OutFileOptions = {},
) {
  const { files } = platform;
  if (name === '-')
    throw usageFailure('usage.out', `${flag} needs a file: stdout carries the result`, {
      hint: `Give ${flag} the name of a file, or ./- for a file of that name.`,
    });
  // A symbolic link stays one: the file that it leads to is replaced.
  const file = files.realPath(path.resolve(platform.cwd, name));
  const there = files.stat(file);
  if (there?.kind === 'directory')
    throw usageFailure('usage.out', `${flag} ${name} is a folder`, { hint: 'Name a file inside it.' });
  if (files.stat(path.dirname(file))?.kind !== 'directory')
    throw usageFailure('usage.out', `The folder of ${flag} ${name} does not exist`, {
      hint: 'Make the folder first, or name another file.',
    });
  // A rename over a device would replace the device.
  const isFile = there === undefined || there.kind === 'file';
  const target = isFile ? `${file}.${platform.random.hex(4)}.tmp` : file;
  const writer = guardDisk(file, () => files.create(target, { mode }));
  return {
    /** @throws Failure exit 7 */
    write: (text: string) => guardDisk(file, () => writer.write(text)),
    /** Completes the file: everything is on disk under its name. @throws Failure exit 7 */
    finish: () =>
      guardDisk(file, () => {
        writer.sync();
        writer.close();
        if (isFile) files.rename(target, file);
      }),
    /** Removes the unfinished file, whose space is needed on a full disk. Another error is being reported already. */
    abandon() {
      for (const step of [() => writer.close(), () => isFile && files.remove(target)])
        try {
          step();
        } catch {
          // See above.
        }
    },
  };
}
