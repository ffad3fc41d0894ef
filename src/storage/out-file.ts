// The output file of a result: it appears under its name only when complete. A device or a pipe is written directly.
import path from 'node:path';
import { usageFailure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import { guardDisk } from './folders.ts';

export type OutFile = ReturnType<typeof openOutFile>;

interface OutFileOptions {
  /** Files that the same command reads or writes: the result must not replace them. */
  readonly others?: readonly string[];
  /** The flag that names the file, for messages. */
  readonly flag?: string;
  /** Permission bits of the new file, whatever the umask says. */
  readonly mode?: number;
}

/** @throws Failure exit 2 when the file cannot be created there, exit 7 for disk errors */
export function openOutFile(
  platform: Platform,
  name: string,
  { others = [], flag = '--out', mode = 0o600 }: OutFileOptions = {},
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
  for (const other of isFile ? others : []) {
    const otherFile = path.resolve(platform.cwd, other);
    const stat = files.stat(otherFile);
    const same = stat?.kind === 'file' && stat.inode === there?.inode && stat.device === there.device;
    if (same || files.realPath(otherFile) === file)
      throw usageFailure(
        'usage.out.taken',
        `${flag} ${name} would overwrite ${other}, which this command uses, too`,
        {
          hint: `Give ${flag} another name.`,
        },
      );
  }
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
