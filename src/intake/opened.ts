// One input file that is open and was looked at.
import type { FileReader, FileStat, Host } from '../base/host.ts';
import type { Header } from './header.ts';
import type { Layout } from './layout.ts';
import type { Spooled } from './spool.ts';
import type { Format } from './types.ts';

export interface OpenedFile {
  /** As given. */
  readonly name: string;
  /** Resolved; undefined for stdin. */
  readonly path: string | undefined;
  readonly stat: FileStat | undefined;
  readonly format: Format;
  /** Plain bytes: the file itself or its spooled copy. */
  readonly reader: FileReader;
  readonly spooled: Spooled | undefined;
  readonly bom: boolean;
  readonly csv: { readonly header: Header; readonly layout: Layout } | undefined;
}

export function closeFile(host: Host, file: OpenedFile): void {
  file.reader.close();
  if (file.spooled) host.files.remove(file.spooled.path);
}
