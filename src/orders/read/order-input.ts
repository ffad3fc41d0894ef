// The input of orders, for check and upload alike: the options for reading, the opened files with the joined files of the
// mapping and the layout of the columns, and the context of the checks.
import { levelsIn } from '../../account/level-flags.ts';
import { usageFailure } from '../../basics/failure.ts';
import { SPELLINGS } from '../../contract/status-spelling.ts';
import { bytes } from '../../input/compact-numbers.ts';
import { decoderFor } from '../../input/file-format.ts';
import type { LoadedMapping } from '../../input/mapping/language/mapping.ts';
import type { Mapper } from '../../input/mapping/rows/mapper.ts';
import { ORDERS } from '../../input/message-table.ts';
import {
  checkOpened,
  closeFile,
  type OpenedFile,
  type OpenOptions,
  openAgain,
  openOne,
} from '../../input/open-file.ts';
import { spoolFolder, sweepSpools } from '../../input/spool-place.ts';
import { templateLayout } from '../../input/template-layout.ts';
import type { Inputs, IntakeOptions, Snapshot } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { RefundsBehind } from '../compare/lost-refunds.ts';
import { RefundOwners } from '../compare/refund-owners.ts';
import type { CheckContext, ReadingOptions } from './check-snapshot.ts';
import { OpenedInputs, type OrderFile } from './read-passes.ts';
import type { Recognised } from './remembered-mapping.ts';
import { orderedToShipped } from './shipped-amounts.ts';

export interface OrderInput {
  /** Paths as the user typed them; `-` is stdin. */
  readonly paths: readonly string[];
  /** Options without the loaded mapping. */
  readonly intake: Omit<IntakeOptions, 'map'>;
  /** Path or name of the mapping, or the mapping itself. */
  readonly map?: string | LoadedMapping | undefined;
  /** Told, before anything else happens, that a remembered mapping is used that `--map` did not name. */
  readonly tell?: ((text: string) => void) | undefined;
  readonly reading: ReadingOptions;
  /** Path of the rejects; a folder for several inputs. */
  readonly rejects?: string | undefined;
}

export async function openOrderInput(
  platform: Platform,
  folders: Folders,
  input: OrderInput,
  signal?: AbortSignal,
): Promise<Inputs> {
  try {
    const mapping = input.map === undefined ? undefined : await import('./mapping.ts');
    const map =
      typeof input.map === 'string'
        ? await mapping?.loadOrderMapping(platform, folders, input.map)
        : input.map;
    const { currency } = input.reading;
    const intake = { currency, ...input.intake, ...(map && { map }) };
    const recognise: Recognise = async (file) => {
      const { rememberedFor } = await import('./remembered-mapping.ts');
      return rememberedFor(platform, folders, file, input.intake.delimiter, input.tell);
    };
    return await openInputs(platform, input.paths, intake, spoolFolder(folders), signal, recognise);
  } catch (error) {
    // After an abort, the signal is the reason, whatever error the reading ended with.
    signal?.throwIfAborted();
    throw error;
  }
}

/** The mapping may change levels; an order is also checked against earlier ones of the input and, with a ledger, accepted ones. */
export async function checkContext(
  platform: Platform,
  reading: ReadingOptions,
  { mapping, snapshotIndex, files }: Inputs,
  ledger?: Ledger,
): Promise<CheckContext> {
  const now = platform.clock.now();
  return {
    ...reading,
    now,
    crypto: platform.crypto,
    statusSpelling: reading.statusSpelling ?? SPELLINGS[0],
    window: await windowIn(reading, now),
    levels: await levelsIn(reading.levels, mapping),
    behind: new RefundsBehind(),
    owners: new RefundOwners(
      snapshotIndex,
      (file) => files[file]?.path ?? '',
      ledger && ((...refund) => ledger.ownerOfRefund(...refund)),
    ),
    accepted: (id) => ledger?.known(id),
    isLatest: (ordinal) => snapshotIndex.isLatest(ordinal),
    passed: bytes(),
  };
}

async function windowIn({ since, until }: ReadingOptions, now: number) {
  if (since === undefined && until === undefined) return undefined;
  return (await import('../../input/since-until.ts')).windowOf({ since, until }, now);
}

/** The latest snapshots of an order: several when their times cannot be compared. */
export async function* latestOf(inputs: Inputs, id: string): AsyncGenerator<Snapshot> {
  const { snapshotIndex } = inputs;
  let isThere = false;
  for await (const group of inputs.read('first')) isThere ||= group.some((snapshot) => snapshot.id === id);
  // Which version is the latest, and which rows it has, is known only when everything was read.
  if (isThere || snapshotIndex.scattered)
    for await (const group of inputs.read('counted'))
      for (const snapshot of group)
        if (snapshot.id === id && snapshotIndex.isLatest(snapshot.ordinal)) yield snapshot;
}

/** The mapping for a file whose header is not one of the template. @throws Failure exit 6 when there is none */
type Recognise = (file: OpenedFile) => Promise<Recognised>;

/**
 * Opens all inputs; `-` is stdin. The caller closes them. An aborted signal ends the spooling with any error.
 * @throws Failure exit 6 for the first problem, exit 7 when the spool cannot be written
 */
export async function openInputs(
  platform: Platform,
  names: readonly string[],
  options: IntakeOptions,
  spoolFolder: string,
  signal?: AbortSignal,
  recognise?: Recognise,
): Promise<Inputs> {
  if (names.filter((name) => name === '-').length > 1)
    throw usageFailure('usage.stdin.twice', 'Standard input (-) can only be read once', {
      hint: 'Name - once.',
    });
  sweepSpools(platform, spoolFolder);
  const reading = (given: IntakeOptions) => readingBy(platform, given, spoolFolder, signal);
  let { open, mapper } = await reading(options);
  let recognised: Recognised | undefined;
  const files: OrderFile[] = [];
  try {
    for (const name of names) {
      let opened = await openOne(platform, name, open, { folder: spoolFolder, signal });
      if (opened.fault && recognise && files.length === 0) {
        const found = await closedOnError(opened, recognise);
        recognised = found;
        ({ open, mapper } = await closedOnError(opened, () => reading({ ...options, map: found.map })));
        opened = await openAgain(platform, opened, open, { folder: spoolFolder, signal });
      }
      checkOpened(opened);
      files.push(
        await closedOnError(opened, (file) => {
          recognised?.checkSame(file);
          return withLayout(file, mapper, files, options);
        }),
      );
    }
    await mapper?.decide(files, signal);
  } catch (error) {
    for (const file of files) closeFile(file);
    throw error;
  }
  return new OpenedInputs(platform, files, options, spoolFolder, mapper?.info(), signal);
}

/** How files are opened, and the mapper of the mapping with its joined files. */
async function readingBy(
  platform: Platform,
  options: IntakeOptions,
  spoolFolder: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly open: OpenOptions; readonly mapper: Mapper | undefined }> {
  const { map } = options;
  const { file } = map?.mapping ?? {};
  // The command line takes precedence over the mapping.
  const open: OpenOptions = {
    subject: ORDERS,
    format: options.format,
    delimiter: options.delimiter ?? file?.delimiter,
    encoding: options.encoding ?? file?.encoding,
  };
  decoderFor(open.encoding);
  const mapping = map && (await import('./mapping.ts'));
  const mapper = await mapping?.mapperOf(platform, map!, options, open, spoolFolder, signal);
  return { open: { ...open, ...mapper?.opening }, mapper };
}

async function closedOnError<T>(file: OpenedFile, work: (file: OpenedFile) => T | Promise<T>): Promise<T> {
  try {
    return await work(file);
  } catch (error) {
    closeFile(file);
    throw error;
  }
}

/** Files with the same header share one layout, so that their rows can be compared cell by cell. */
function withLayout(
  file: OpenedFile,
  mapper: Mapper | undefined,
  before: readonly OrderFile[],
  options: IntakeOptions,
): OrderFile {
  if (!file.csv) return { ...file, csv: undefined, records: mapper?.recordsOf(file) };
  const { header } = file.csv;
  if (mapper) return { ...file, csv: { header, layout: mapper.layoutOf(file.name, header) } };
  const names = header.names.join('\n');
  const same = before.find(({ csv }) => csv?.header.names.join('\n') === names)?.csv;
  const layout = same?.layout ?? templateLayout(ORDERS.table, header.names, options, orderedToShipped);
  return { ...file, csv: { header, layout } };
}
