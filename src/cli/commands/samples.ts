// `returns samples`: lists the sample files and mappings of the package, prints one, or copies them to a folder.
import path from 'node:path';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { meantText } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import type { Platform } from '../../platform/platform.ts';
import { guardDisk } from '../../storage/folders.ts';
import { checkStdout, defineCommand, flag } from '../command.ts';
import { table } from '../presenter.ts';

/** Every shipped file of samples/ by its path there, and what it is: as the READMEs say, or the file itself. */
export function samplesIn({ files, packageFolder }: Place): Readonly<Record<string, string>> {
  const root = path.join(packageFolder, 'samples');
  const textOf = (file: string) => files.readText(path.join(root, file));
  const ofExports = textOf('exports/README.md').replaceAll('\n| `', '\n| `exports/');
  const rows = `${textOf('README.md')}\n${ofExports}`.split('\n');
  /** The first words of a row, which begins with the name of a file or of a folder. */
  const saidOf = (name: string): string | undefined => {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` | `)) ?? '';
    const [, said] = row.split(' | ');
    return said?.replaceAll('`', '').replace(/[:;.](?: .*)?$/, '');
  };
  const purposeOf = (file: string): string | undefined => {
    if (file.endsWith('README.md')) return /^# (.*)$/m.exec(textOf(file))?.[1];
    const said = saidOf(file);
    if (said !== undefined || !file.endsWith('.json')) return said;
    const { title, name } = JSON.parse(textOf(file)) as { readonly title?: string; readonly name?: string };
    return title ?? name;
  };
  const walk = (folder: string, about: string): [string, string][] =>
    files
      .list(path.join(root, folder))
      .filter((name) => !name.startsWith('.'))
      .flatMap((name) => {
        const file = path.join(folder, name);
        const isFolder = files.stat(path.join(root, file))?.kind === 'directory';
        return isFolder ? walk(file, saidOf(`${file}/`) ?? about) : [[file, purposeOf(file) ?? about]];
      });
  return Object.fromEntries(walk('', ''));
}

type Place = Pick<Platform, 'files' | 'packageFolder'>;

export const command = defineCommand({
  args: '[name]',
  flags: [
    flag('--all', 'every sample; needs --out'),
    flag('--out <path>', 'write to this file or folder; nothing is overwritten', { initial: '-' }),
  ],
  examples: [
    ['returns samples', 'list the samples'],
    ['returns samples shopify-orders.json --out shop.json', 'begin a mapping from a copy'],
    ['returns samples --all --out samples', 'copy all of them'],
    ['returns samples asns.csv | returns asns check -', 'use one without a copy'],
  ],
  async run(context, [asked], { all, out }) {
    const { platform, show } = context;
    const known = samplesIn(platform);
    if (asked === undefined && !all) {
      if (out !== '-')
        throw usageFailure('usage.argument.missing', '--out needs a NAME, or --all', {
          hint: 'List the names with: returns samples',
        });
      const samples = Object.entries(known).map(([name, purpose]) => ({ name, purpose }));
      await show.result({ schema: 'sample-list/1', samples }, () => table(Object.entries(known)).join('\n'));
      show.next('returns samples --all --out samples');
      return EXIT.done;
    }
    if (asked !== undefined && all)
      throw usageFailure('usage.conflict', 'A NAME and --all exclude each other', {
        hint: 'Omit one of them.',
      });
    if (all && out === '-')
      throw usageFailure('usage.flag.missing', '--all needs --out FOLDER', {
        hint: 'Such as: returns samples --all --out samples',
      });
    checkStdout(context, out);
    const names = all ? Object.keys(known) : [findSample(Object.keys(known), asked!)];
    if (out === '-') {
      await show.raw(sampleContent(platform, names[0]!).bytes);
      return EXIT.done;
    }
    const written = writeSamples(platform, names, out, all);
    await show.result({ schema: 'samples-written/1', files: written }, () =>
      all ? `${plural(written.length, 'file')} written to ${out}` : `Written: ${written[0]}`,
    );
    return EXIT.done;
  },
});

/** The sample with this path in samples/, or with this file name when it is unique. @throws Failure exit 2 */
function findSample(known: readonly string[], asked: string): string {
  const wanted = asked.replace(/^(\.\/)?samples\//, '');
  if (known.includes(wanted)) return wanted;
  const found = known.filter((name) => name.endsWith(`/${wanted}`));
  if (found.length === 1) return found[0]!;
  const words = [...known, ...known.map((name) => path.basename(name))];
  throw usageFailure(
    'sample.unknown',
    found.length === 0
      ? `There is no sample ${JSON.stringify(asked)}.${meantText(wanted, words)}`
      : `Several samples have the name ${asked}: ${found.join(', ')}`,
    { found: asked, hint: 'List the samples with: returns samples' },
  );
}

/** As bytes, because not every sample is UTF-8. */
function sampleContent(platform: Platform, name: string) {
  const reader = platform.files.open(path.join(platform.packageFolder, 'samples', name));
  try {
    return { bytes: reader.read(0, reader.stat.size), mode: reader.stat.mode };
  } finally {
    reader.close();
  }
}

/**
 * Returns the paths as they were given. @throws Failure exit 2 before anything is written, when one of the files exists
 */
function writeSamples(platform: Platform, names: readonly string[], out: string, all: boolean): string[] {
  const kindOf = (place: string) => platform.files.stat(path.resolve(platform.cwd, place))?.kind;
  const isFolder = all || out.endsWith('/') || kindOf(out) === 'directory';
  if (!isFolder && kindOf(path.dirname(out)) !== 'directory')
    throw usageFailure('usage.out', `The folder of --out ${out} does not exist`, {
      hint: 'Make the folder first, or name another file.',
    });
  const targets = names.map((name) => (isFolder ? path.join(out, all ? name : path.basename(name)) : out));
  const taken = targets.find((target) => kindOf(target) !== undefined);
  if (taken !== undefined)
    throw usageFailure('usage.out.taken', `${taken} is there already`, {
      hint: 'Give --out another name, or remove it first.',
    });
  for (const [i, target] of targets.entries()) {
    const file = path.resolve(platform.cwd, target);
    const { bytes, mode } = sampleContent(platform, names[i]!);
    guardDisk(file, () => {
      platform.files.makeFolder(path.dirname(file));
      platform.files.replace(file, bytes, mode);
    });
  }
  return targets;
}
