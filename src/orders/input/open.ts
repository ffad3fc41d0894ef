// Opens the input files of orders: each file, the joined files of the mapping, and the layout of the columns.
import { usageFailure } from '../../basics/failure.ts';
import type { Mapper } from '../../input/mapping/mapper.ts';
import { ORDERS } from '../../input/message-table.ts';
import { type OpenOptions, openOne } from '../../input/open-file.ts';
import { closeFile, type OpenedFile, type OrderFile } from '../../input/opened-file.ts';
import { sweepSpools } from '../../input/spool-place.ts';
import { TemplateLayout } from '../../input/template-layout.ts';
import { decoderFor } from '../../input/transcode.ts';
import type { Inputs, IntakeOptions } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { OpenedInputs } from './inputs.ts';

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
): Promise<Inputs> {
  if (names.filter((name) => name === '-').length > 1)
    throw usageFailure('usage.stdin.twice', 'Standard input (-) can only be read once', {
      hint: 'Name - once.',
    });
  const { map } = options;
  const { file } = map?.mapping ?? {};
  // The command line takes precedence over the mapping.
  const openOptions: OpenOptions = {
    subject: ORDERS,
    format: options.format,
    delimiter: options.delimiter ?? file?.delimiter,
    encoding: options.encoding ?? file?.encoding,
  };
  decoderFor(openOptions.encoding);
  sweepSpools(platform, spoolFolder);
  const mapping = map && (await import('./mapping.ts'));
  const mapper = await mapping?.mapperOf(platform, map!, options, openOptions, spoolFolder, signal);
  const files: OrderFile[] = [];
  try {
    for (const name of names) {
      const own = { ...openOptions, known: mapper?.columns };
      const opened = await openOne(platform, name, own, spoolFolder, signal);
      files.push(withLayout(opened, mapper, files));
    }
    await mapper?.decide(files);
  } catch (error) {
    for (const file of files) closeFile(file);
    throw error;
  }
  return new OpenedInputs(platform, files, options, spoolFolder, mapper?.info(), signal);
}

/** Files with the same header share one layout, so that their rows can be compared cell by cell. */
function withLayout(file: OpenedFile, mapper: Mapper | undefined, before: readonly OrderFile[]): OrderFile {
  if (!file.csv) return { ...file, csv: undefined };
  const { header } = file.csv;
  try {
    if (mapper) return { ...file, csv: { header, layout: mapper.layoutOf(file.name, header) } };
    const same = before.find(
      (other) => other.csv && other.csv.header.names.join('\n') === header.names.join('\n'),
    );
    return {
      ...file,
      csv: { header, layout: same?.csv?.layout ?? new TemplateLayout(ORDERS.table, header.names) },
    };
  } catch (error) {
    closeFile(file);
    throw error;
  }
}
