// What only an input of orders with a mapping needs; loaded on demand.
import { checkMappedLevels } from '../../account/level-flags.ts';
import { type Join, joinsOf, readJoin, rowsThatCount } from '../../input/mapping/joins/joins.ts';
import { findMapping } from '../../input/mapping/language/load.ts';
import type { LoadedMapping } from '../../input/mapping/language/mapping.ts';
import { Mapper } from '../../input/mapping/rows/mapper.ts';
import { ORDERS } from '../../input/message-table.ts';
import { closeFile, type OpenOptions, openOne } from '../../input/open-file.ts';
import type { IntakeOptions } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import { TAX_AND_SUMS } from './tax-and-sums.ts';

/** The mapping that `--map` names. @throws Failure exit 6 with the place in the mapping, exit 7 */
export async function loadOrderMapping(
  platform: Platform,
  folders: Folders,
  given: string,
): Promise<LoadedMapping> {
  const map = findMapping(platform, folders, given, 'order');
  await checkMappedLevels(map);
  return map;
}

/**
 * Reads the files that the mapping joins, completely and once, and builds the mapper. @throws Failure exit 2
 * and 6
 */
export async function mapperOf(
  platform: Platform,
  map: LoadedMapping,
  options: IntakeOptions,
  openOptions: OpenOptions,
  spoolFolder: string,
  signal: AbortSignal | undefined,
): Promise<Mapper> {
  const mapper = new Mapper(ORDERS, map, options, TAX_AND_SUMS, platform.crypto.sha256);
  const decimal = options.decimal ?? map.mapping.decimal;
  for (const spec of joinsOf(map, options.joins ?? [])) {
    // How the export is written does not apply to a joined file, which comes from another system.
    const { subject, encoding } = openOptions;
    const isQuoted = map.mapping.with?.[spec.name]?.quote !== 'none';
    const own: OpenOptions = { subject, encoding, isQuoted, format: 'auto', known: new Set([spec.column]) };
    const file = await openOne(platform, spec.path, own, { folder: spoolFolder, signal });
    try {
      const columns = mapper.columnsOf(spec.name);
      const records = map.mapping.with?.[spec.name]?.records;
      const reading = { memory: options.memory, columns, records, signal };
      const join: Join = await readJoin(spec, file, reading, (header) =>
        rowsThatCount(map, spec, header, decimal),
      );
      mapper.joins.push(join);
    } finally {
      closeFile(file);
    }
  }
  return mapper;
}
