// What `--map` names: a file; else a remembered mapping, else a shipped one.
import path from 'node:path';
import { inputFailure } from '../../../basics/failure.ts';
import { didYouMean, quote } from '../../../basics/text.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Folders } from '../../../storage/folders.ts';
import { rememberedMappings } from '../../../storage/mappings.ts';
import { type RememberedMapping, rememberedMapping } from '../../../storage/remembered-mapping.ts';
import { shippedNames, shippedText } from '../../../storage/shipped-mappings.ts';
import { loadMapping, parseMapping } from './load.ts';
import type { LoadedMapping } from './loaded-mapping.ts';
import { messageOf } from './mapping-facts.ts';
import type { MappedMessage } from './shape.ts';

/**
 * The mapping that `--map` names, for these messages. A file that exists wins; otherwise a word without a slash and
 * without `.json` is a name.
 * @throws Failure exit 6; exit 7 when the remembered mapping of that name is damaged
 */
export function findMapping(
  platform: Platform,
  folders: Folders,
  given: string,
  message: MappedMessage,
): LoadedMapping {
  const there = platform.files.stat(path.resolve(platform.cwd, given))?.kind;
  if (there === 'file') return loadMapping(platform, given, message);
  const isName = given !== '' && !/[/\\]|\.json$/i.test(given);
  const named = isName ? mappingNamed(platform, folders, given, message) : undefined;
  if (named) return named;
  const names = mappingNames(platform, folders, message);
  const meant = didYouMean(given.replace(/^.*[/\\]|\.json$/gi, ''), names);
  // A path that was mistyped is reported as a path.
  if (there !== undefined || (!isName && meant === undefined)) return loadMapping(platform, given, message);
  const nearby = meant === undefined ? '' : ` Did you mean ${quote(meant)}?`;
  throw inputFailure(
    'input.map.missing',
    isName
      ? `There is no mapping ${quote(given)}, and no file of that name.${nearby}`
      : `There is no mapping file ${quote(given)}.${nearby}`,
    {
      expected: 'the path of a mapping file, or the name of a mapping',
      found: quote(given),
      hint: '`returns mappings list` shows the names.',
    },
  );
}

/** The remembered, else the shipped mapping of that name. @throws Failure exit 6 and 7 */
export function mappingNamed(
  platform: Platform,
  folders: Folders,
  name: string,
  message: MappedMessage,
): LoadedMapping | undefined {
  const kept = rememberedMapping(platform, folders, name);
  if (kept) return loadRemembered(kept, message);
  const text = shippedText(platform, name);
  if (text === undefined) return undefined;
  return parseMapping(text, `samples/mappings/${name}.json`, message, { from: 'shipped', source: name });
}

/** A remembered mapping, checked as a file would be. @throws Failure exit 6 */
export const loadRemembered = (
  { name, file, text }: RememberedMapping,
  message: MappedMessage,
): LoadedMapping =>
  // Without a file of its own, the lines of a fault are those that this command prints.
  parseMapping(text, file ?? `\`returns mappings show ${name}\``, message, {
    ...{ from: 'remembered', source: name },
    ...(file !== undefined && { file }),
  });

function mappingNames(platform: Platform, folders: Folders, message: MappedMessage): string[] {
  const { mappings, damaged } = rememberedMappings(platform, folders);
  const shipped = shippedNames(platform).filter(
    (name) => messageOf(JSON.parse(shippedText(platform, name)!)) === message,
  );
  const kept = mappings.filter(({ mapping }) => messageOf(mapping) === message);
  return [...[...kept, ...damaged].map(({ name }) => name), ...shipped];
}
