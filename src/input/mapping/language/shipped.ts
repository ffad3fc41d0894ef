// What the mappings that come with the package read: which platform, which messages, which columns.
import type { Platform } from '../../../platform/platform.ts';
import { shippedNames, shippedText } from '../../../storage/shipped-mappings.ts';
import { ASN_TABLE } from '../../asn-table.ts';
import { ORDER_TABLE } from '../../message-table.ts';
import { parseMapping } from './load.ts';
import { messageOf, platformOf } from './mapping-facts.ts';
import { namedColumns } from './names.ts';
import type { MappedMessage } from './shape.ts';

export interface ShippedMapping {
  readonly name: string;
  readonly message: MappedMessage;
  /** The platform whose export it reads. */
  readonly platform: string | undefined;
  /** Columns that are in every version of this export and of no other. */
  readonly core: readonly string[] | undefined;
  /** Columns that it is known to have and the mapping leaves alone. */
  readonly ignored: readonly string[];
  /** Columns that the mapping reads, without those of joined files; each once. */
  readonly columns: readonly string[];
  /** The names of the joined files that it needs. */
  readonly joined: readonly string[];
}

/** Sorted by name. */
export function shippedMappings(platform: Platform): ShippedMapping[] {
  return shippedNames(platform).map((name) => {
    const text = shippedText(platform, name)!;
    const json: unknown = JSON.parse(text);
    const message = messageOf(json);
    const { mapping } = parseMapping(text, name, message);
    const joined = Object.keys(mapping.with ?? {});
    const columns = [...namedColumns(message === 'asn' ? ASN_TABLE : ORDER_TABLE, mapping)].filter(
      (column) => !joined.some((file) => column.startsWith(`${file}.`)),
    );
    const { core, ignored = [] } = mapping.platform ?? {};
    return { name, message, platform: platformOf(json), core, ignored, columns, joined };
  });
}

/** The mapping that finds all its columns in the header: of several, the one that reads most of it. */
export function shippedFor(
  platform: Platform,
  message: MappedMessage,
  names: readonly string[],
): ShippedMapping | undefined {
  const header = new Set(names);
  const fitting = shippedMappings(platform).filter(
    (one) => one.message === message && one.columns.every((column) => header.has(column)),
  );
  return fitting.sort((a, b) => b.columns.length - a.columns.length)[0];
}
