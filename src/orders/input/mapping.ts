// What only an input of orders with a mapping needs; loaded on demand.
import { checkMappedLevels } from '../../account/level-flags.ts';
import { type Join, readJoin } from '../../input/mapping/joins.ts';
import { loadMapping } from '../../input/mapping/load.ts';
import type { LoadedMapping } from '../../input/mapping/loaded-mapping.ts';
import { Mapper } from '../../input/mapping/mapper.ts';
import { ORDERS } from '../../input/message-table.ts';
import { type OpenOptions, openOne } from '../../input/open-file.ts';
import { closeFile } from '../../input/opened-file.ts';
import type { IntakeOptions } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { TAX_AND_SUMS } from './tax-and-sums.ts';

/** @throws Failure exit 6 with the place in the mapping */
export async function loadOrderMapping(platform: Platform, file: string): Promise<LoadedMapping> {
  const map = loadMapping(platform, file, 'order');
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
  const mapper = new Mapper(ORDERS.table, map, options, TAX_AND_SUMS);
  for (const spec of options.joins ?? []) {
    // The delimiter of the export does not apply to a joined file, which comes from another system.
    const { delimiter: _, ...rest } = openOptions;
    const own: OpenOptions = { ...rest, format: 'auto', known: new Set([spec.column]) };
    const file = await openOne(platform, spec.path, own, spoolFolder, signal);
    try {
      const join: Join = await readJoin(spec, file, options.memory);
      mapper.joins.push(join);
    } finally {
      closeFile(file);
    }
  }
  return mapper;
}
