// A mapping that was loaded, and a function that makes failures about a place in its file.
import type { Failure } from '../../basics/failure.ts';
import type { MappingFile } from './shape.ts';

export const HINT = 'samples/mappings has working files, samples/schemas/mapping.schema.json every key.';

export interface LoadedMapping {
  /** The path as given, used in failures. */
  readonly path: string;
  readonly mapping: MappingFile;
  /** A failure about a place in the mapping file. */
  fault(code: string, parts: readonly PropertyKey[], message: string, more: MappingFault): Failure;
}

export interface MappingFault {
  readonly hint: string;
  readonly expected?: string;
  readonly found?: string;
}
