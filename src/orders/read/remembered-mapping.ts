// A header that is not the template's: the remembered mapping that was made for just these columns, or what to do about
// it. Loaded when such a header was met.
import { checkMappedLevels } from '../../account/level-flags.ts';
import { Failure, inputFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { quote, shellWord } from '../../basics/text.ts';
import { type Header, headerReadings } from '../../input/csv-header.ts';
import { decoderFor } from '../../input/file-format.ts';
import { loadRemembered, shippedFor } from '../../input/mapping/language/load.ts';
import { type LoadedMapping, messageOf } from '../../input/mapping/language/mapping.ts';
import { ORDERS } from '../../input/message-table.ts';
import type { OpenedFile } from '../../input/open-file.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import {
  fingerprintOf,
  type RememberedMapping,
  type RememberedMappings,
  rememberedMappings,
} from '../../storage/mappings.ts';
import { matchColumns } from '../../storage/match-columns.ts';
import { takenOver } from '../map/write/other-columns.ts';

export interface Recognised {
  readonly map: LoadedMapping;
  /** @throws Failure exit 6 for a file with other columns: the mapping was made for these */
  checkSame(file: OpenedFile): void;
}

/** So many bytes of a file hold its header. */
const HEAD = 256 * 1024;

/**
 * The remembered mapping for the columns of the file. `tell` is told which; `given` is the delimiter that was given.
 * @throws Failure exit 6 when there is none: why the header is not one of the template, and what to do
 */
export async function rememberedFor(
  platform: Platform,
  folders: Folders,
  file: OpenedFile,
  given: string | undefined,
  tell: ((text: string) => void) | undefined,
): Promise<Recognised> {
  const { failure, readings } = file.fault!;
  const kept = rememberedMappings(platform, folders);
  const own = kept.mappings.filter(({ mapping }) => messageOf(mapping) === 'order');
  const tried = readings.length > 0 ? [{ mappings: own, readings }] : decodedReadings(file, own, given);
  for (const found of tried.flatMap((one) => matches(platform, one))) {
    const joined = joinedIn(found);
    if (joined.length > 0) throw needsFiles(file.name, found.name, joined);
    const map = loadRemembered(found, 'order');
    await checkMappedLevels(map);
    const where = found.file === undefined ? '' : ` (${found.file})`;
    tell?.(
      `Columns as in the export that was mapped on ${new Date(found.savedAt).toISOString().slice(0, 10)}: using the remembered mapping ${found.name}${where}; --map FILE takes another`,
    );
    return { map, checkSame: (next) => checkSame(platform, next, found) };
  }
  // Another mapping must not take the place of one whose file is gone.
  const headers = new Set(readings.map(({ names }) => fingerprintOf(platform, names)));
  const gone = kept.damaged.find(({ fingerprint = '' }) => headers.has(fingerprint));
  if (gone) throw gone.failure;
  if (readings.length === 0) throw failure;
  throw advised(platform, file, { ...kept, mappings: own });
}

/** The joined files that the mapping reads, by their names in it. */
const joinedIn = ({ mapping }: RememberedMapping): string[] =>
  isObject(mapping['with']) ? Object.keys(mapping['with']) : [];

const needsFiles = (file: string, mapping: string, joined: readonly string[]): Failure =>
  inputFailure(
    'input.map.with',
    `The mapping ${mapping}, which was remembered for these columns, also reads ${joined.length === 1 ? 'another file' : 'other files'}: ${joined.map(quote).join(', ')}`,
    {
      place: { file },
      hint: `Name the mapping and ${joined.length === 1 ? 'that file' : 'those files'}: --map ${mapping}${withFiles(joined)}`,
    },
  );

/** The flags that name the joined files. */
const withFiles = (joined: readonly string[]): string =>
  joined.map((name) => ` --with ${shellWord(`${name}=FILE`)}`).join('');

interface Reading {
  readonly mappings: readonly RememberedMapping[];
  readonly readings: readonly Header[];
}

/** Mappings that were made for just these columns. */
const matches = (platform: Platform, { mappings, readings }: Reading) =>
  readings.flatMap(({ names }) => {
    const fingerprint = fingerprintOf(platform, names);
    return mappings.filter((one) => one.fingerprint === fingerprint);
  });

/** The header of a file that is not UTF-8, in the encodings that the mappings name, each with its mappings. */
function decodedReadings(
  { reader }: OpenedFile,
  mappings: Reading['mappings'],
  delimiter: string | undefined,
): Reading[] {
  const head = reader.read(0, HEAD);
  return [...new Set(mappings.map(encodingOf))].flatMap((encoding): Reading[] => {
    const text = encoding === undefined ? undefined : decoded(encoding, head);
    if (text === undefined) return [];
    // Up to the last whole line.
    const lines = Buffer.from(text.slice(0, text.lastIndexOf('\n') + 1) || text);
    const own = mappings.filter((one) => encodingOf(one) === encoding);
    return [{ mappings: own, readings: headerReadings(lines, true, delimiter) }];
  });
}

function encodingOf({ mapping }: RememberedMapping): string | undefined {
  const { file } = mapping;
  return isObject(file) && typeof file['encoding'] === 'string' ? file['encoding'] : undefined;
}

/** Undefined when the encoding is unknown or the bytes are not text in it. */
function decoded(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return decoderFor(encoding)?.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function checkSame(
  platform: Platform,
  { name, csv }: OpenedFile,
  { name: mapping, fingerprint }: { readonly name: string; readonly fingerprint: string },
): void {
  if (csv && fingerprintOf(platform, csv.header.names) === fingerprint) return;
  throw inputFailure(
    'input.header.differs',
    `This file does not have the columns of the first one, for which the mapping ${mapping} was remembered`,
    {
      place: { file: name, ...(csv ? { line: csv.header.line } : {}) },
      expected: 'the same columns in all files',
      hint: `Give files with other columns in a run of their own, or name the mapping for all of them: --map ${mapping}`,
    },
  );
}

/** The failure of a header that no remembered mapping was made for, with what to do about it. */
function advised(
  platform: Platform,
  { name, fault }: OpenedFile,
  { mappings, damaged }: RememberedMappings,
): Failure {
  const { failure, readings } = fault!;
  const { code, exitCode, place, expected, found } = failure;
  const make = `\`returns orders map ${name === '-' ? 'FILE' : shellWord(name)}\``;
  const near = nearest(readings[0]!.names, mappings);
  const [shipped] = readings.flatMap(({ names }) => shippedFor(platform, 'order', names) ?? []);
  // A template with a mistake in its header is not an export of another system.
  const isForeign = code === 'input.header.foreign';
  if (!near && !shipped && !isForeign) return failure;
  const advice = [
    near?.advice(make),
    shipped &&
      `These are the columns of ${shipped.platform ?? shipped.name}: --map ${shipped.name}${withFiles(shipped.joined)} reads them.`,
    !near && `${make} makes a mapping for these columns, --map FILE takes one that you have.`,
    ...damaged.map(
      ({ name: lost }) =>
        `The remembered mapping ${lost} is damaged: \`returns mappings remove ${lost}\` removes it.`,
    ),
    isForeign &&
      `\`${ORDERS.template}\` prints the columns that need no mapping. If the delimiter is unusual, give --delimiter.`,
  ];
  const hint = advice.filter(Boolean).join(' ');
  return new Failure(code, exitCode, near?.message ?? failure.message, {
    hint,
    place,
    ...(!near && { expected, found }),
  });
}

/** What is said of the remembered mapping whose columns are nearly those of the header. */
function nearest(names: readonly string[], mappings: RememberedMappings['mappings']) {
  const match = matchColumns(names, mappings);
  if (!match) return undefined;
  const { same, renamed, added, missing } = match;
  const known = same.length + renamed.length;
  if (known * 3 < (known + added.length + missing.length) * 2) return undefined;
  const { name, mapping } = match.candidate;
  const differs = [
    ['renamed', renamed.map(({ from, to }) => `${quote(from)} to ${quote(to)}`)] as const,
    ['new', added.map(quote)] as const,
    ['missing', missing.map(quote)] as const,
  ].flatMap(([what, columns]) => (columns.length > 0 ? `${what} ${columns.join(', ')}` : []));
  return {
    message: `The header is nearly the one of the remembered mapping ${name}: ${differs.join('; ')}`,
    advice: (make: string) =>
      takenOver(mapping, renamed, missing)
        ? `${make} takes that mapping over; if the export is wrong, mend its header.`
        : `The mapping cannot do without what is missing: mend the header, or ${make} makes a new one.`,
  };
}
