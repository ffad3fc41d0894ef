// A mapping that was loaded, and how failures about a place in its file are made.
import type { Failure } from '../../basics/failure.ts';
import type { MappingFile } from './shape.ts';

export const HINT = 'samples/mappings has working files, samples/schemas/mapping.schema.json every key.';

export interface LoadedMapping {
  /** As given, for messages. */
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
