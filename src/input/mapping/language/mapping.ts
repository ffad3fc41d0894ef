// A mapping that was loaded, a function that makes failures about a place in its file, and what a mapping says about itself
// before it is checked.
import type { Failure } from '../../../basics/failure.ts';
import { isObject } from '../../../basics/json.ts';
import type { MappedMessage, MappingFile } from './shape.ts';

export const HINT = 'samples/mappings has working files, samples/schemas/mapping.schema.json every key.';

/** Where a mapping came from. */
export interface MappingOrigin {
  readonly from: 'file' | 'remembered' | 'shipped';
  /** The path of the file as given, or the name by which the mapping is known here. */
  readonly source: string;
  /** Where a remembered mapping lies. */
  readonly file?: string | undefined;
}

export interface LoadedMapping {
  /** The path as given, used in failures. */
  readonly path: string;
  readonly origin: MappingOrigin;
  readonly mapping: MappingFile;
  /** A failure about a place in the mapping file. */
  fault(code: string, parts: readonly PropertyKey[], message: string, more: MappingFault): Failure;
}

export interface MappingFault {
  readonly hint: string;
  readonly expected?: string;
  readonly found?: string;
}

/** The messages that the mapping makes; orders when it does not say. */
export const messageOf = (mapping: unknown): MappedMessage =>
  isObject(mapping) && mapping['message'] === 'asn' ? 'asn' : 'order';

/** The platform whose export the mapping reads, `Shopify`. */
export function platformOf(mapping: unknown): string | undefined {
  const platform = isObject(mapping) && isObject(mapping['platform']) ? mapping['platform'] : {};
  return typeof platform['name'] === 'string' ? platform['name'] : undefined;
}
